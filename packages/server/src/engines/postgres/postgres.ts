import { semaphore } from '../../concurrency/semaphore.ts'
import type { Semaphore } from '../../concurrency/semaphore.ts'
import { openConnections } from './connections.ts'
import type { Connections } from './connections.ts'
import { toAppError } from './map-errors.ts'
import { isDirect, openNotifications } from './notifications.ts'
import type { Notifications } from './notifications.ts'

/** A PostgreSQL database as all workspaces in it use it. */
export interface Postgres {
  connections: Connections
  notifications: Notifications
  /** Long reads may not take all connections. */
  longReads: Semaphore
  /** Where a proxy hands each transaction another connection, nothing can be prepared. */
  canPrepare(): Promise<boolean>
  close(): Promise<void>
}

/** How many may wait for a long read. */
const mostWaiting = 1000

export interface PostgresOptions {
  /** How many connections to the database there are at most, beside the one that listens. */
  connections: number
}

export function openPostgres(url: string, { connections: most }: PostgresOptions): Postgres {
  const connections = openConnections(url, most)
  const notifications = openNotifications(url)
  const longReads = semaphore(Math.max(1, Math.floor(most / 2)), mostWaiting)
  let prepares: Promise<boolean> | null = null

  async function isFirstDirect(): Promise<boolean> {
    const client = await connections.take()
    let state: 'sound' | 'broken' = 'broken'
    try {
      const found = await isDirect(client)
      state = 'sound'
      return found
    } finally {
      connections.giveBack(client, state)
    }
  }

  return {
    connections,
    notifications,
    longReads,
    canPrepare() {
      prepares ??= isFirstDirect().catch((error: unknown) => {
        prepares = null
        throw toAppError(error)
      })
      return prepares
    },
    async close() {
      longReads.close()
      await notifications.close()
      await connections.close()
    },
  }
}
