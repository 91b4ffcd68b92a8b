import { pace } from '../concurrency/pace.ts'
import { AppError } from '../errors.ts'
import type { Observe } from '../observe/observation.ts'
import type { Workspace } from '../ports/workspaces.ts'
import { changeFeed } from './change-feed.ts'
import type { ChangeFeed } from './change-feed.ts'
import { heldSheets } from './held-sheets.ts'
import { openPresence } from './presence.ts'
import type { Presence } from './presence.ts'

export interface ChangeFeeds {
  of(workspace: Workspace): ChangeFeed
  /** Who follows it. */
  presence(workspace: Workspace): Presence
  /** Nobody follows it any more. */
  forget(workspace: Workspace): void
  close(): void
}

/** What is sent in one turn of the event loop: so much takes some milliseconds. */
const inOneTurn = { many: 100, size: 1024 * 1024 }

/** When to come back where there is no place. */
const fullSeconds = 10

const mostHeldBytes = 64 * 1024 * 1024

/** One feed for each workspace that somebody listens to. */
export function changeFeeds(observe: Observe, mostReaders: number): ChangeFeeds {
  const feeds = new Map<Workspace, ChangeFeed>()
  const presences = new Map<Workspace, Presence>()
  const shared = { held: heldSheets(mostHeldBytes), pace: pace(inOneTurn) }
  let readers = 0
  let closed = false

  function enter(): () => void {
    if (readers >= mostReaders) {
      const message = 'As many follow the events of this server as it can serve; try again later.'
      throw new AppError('unavailable', message, { retryAfter: fullSeconds })
    }
    readers++
    return () => readers--
  }

  return {
    of(workspace) {
      if (closed) throw new AppError('unavailable', 'The server is stopping.')
      const feed =
        feeds.get(workspace) ??
        changeFeed(workspace.database, { heartbeatMs: 15_000, enter, ...shared, observe })
      feeds.set(workspace, feed)
      return feed
    },
    presence(workspace) {
      if (closed) throw new AppError('unavailable', 'The server is stopping.')
      const presence = presences.get(workspace) ?? openPresence(workspace.database)
      presences.set(workspace, presence)
      return presence
    },
    forget(workspace) {
      presences.get(workspace)?.close()
      presences.delete(workspace)
      feeds.get(workspace)?.close()
      feeds.delete(workspace)
    },
    close() {
      closed = true
      for (const presence of presences.values()) presence.close()
      for (const feed of feeds.values()) feed.close()
      feeds.clear()
    },
  }
}
