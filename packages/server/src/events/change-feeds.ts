import { AppError } from '../errors.ts'
import type { Observe } from '../observe/observation.ts'
import type { Workspace } from '../ports/workspaces.ts'
import { changeFeed } from './change-feed.ts'
import type { ChangeFeed } from './change-feed.ts'
import { openPresence } from './presence.ts'
import type { Presence } from './presence.ts'

export interface ChangeFeeds {
  of(workspace: Workspace): ChangeFeed
  /** Who follows it. */
  presence(workspace: Workspace): Presence
  close(): void
}

/** One feed for each workspace that somebody listens to. */
export function changeFeeds(observe: Observe): ChangeFeeds {
  const feeds = new Map<Workspace, ChangeFeed>()
  const presences = new Map<Workspace, Presence>()
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
    presence(workspace) {
      if (closed) throw new AppError('unavailable', 'The server is stopping.')
      const presence = presences.get(workspace) ?? openPresence(workspace.database)
      presences.set(workspace, presence)
      return presence
    },
    close() {
      closed = true
      for (const presence of presences.values()) presence.close()
      for (const feed of feeds.values()) feed.close()
      feeds.clear()
    },
  }
}
