import { AppError } from '../errors.ts'
import type { Observe } from '../observe/observation.ts'
import type { Workspace } from '../ports/workspaces.ts'
import { changeFeed } from './change-feed.ts'
import type { ChangeFeed } from './change-feed.ts'

export interface ChangeFeeds {
  of(workspace: Workspace): ChangeFeed
  close(): void
}

/** One feed for each workspace that somebody listens to. */
export function changeFeeds(observe: Observe): ChangeFeeds {
  const feeds = new Map<Workspace, ChangeFeed>()
  let closed = false
  return {
    of(workspace) {
      if (closed) throw new AppError('unavailable', 'The server is stopping.')
      const feed =
        feeds.get(workspace) ??
        changeFeed(workspace.database, {
          heartbeatMs: 15_000,
          maxBehindBytes: 1024 * 1024,
          observe,
        })
      feeds.set(workspace, feed)
      return feed
    },
    close() {
      closed = true
      for (const feed of feeds.values()) feed.close()
      feeds.clear()
    },
  }
}
