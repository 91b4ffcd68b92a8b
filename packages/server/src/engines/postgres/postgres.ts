import { roomFor } from '../sql/room.ts'
import type { Room } from '../sql/room.ts'
import { openConnections } from './connections.ts'
import type { Connections } from './connections.ts'
import { openNotifications } from './notifications.ts'
import type { Notifications } from './notifications.ts'

/** A PostgreSQL database as all workspaces in it use it. */
export interface Postgres {
  connections: Connections
  notifications: Notifications
  /** Long reads may not take all connections. */
  longReads: Room
  /** Off where a proxy hands each transaction another connection. */
  isPrepared: boolean
  close(): Promise<void>
}

/** How many may wait for a long read. */
const mostWaiting = 1000

export interface PostgresOptions {
  /** How many connections to the database there are at most, beside the one that listens. */
  connections: number
  isPrepared?: boolean
}

export function openPostgres(
  url: string,
  { connections: most, isPrepared = true }: PostgresOptions,
): Postgres {
  const connections = openConnections(url, most)
  const notifications = openNotifications(url)
  const longReads = roomFor(Math.max(1, Math.floor(most / 2)), mostWaiting)
  return {
    connections,
    notifications,
    longReads,
    isPrepared,
    async close() {
      longReads.close()
      await notifications.close()
      await connections.close()
    },
  }
}
