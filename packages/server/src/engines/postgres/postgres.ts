import { lanes } from '../../concurrency/lanes.ts'
import type { Lanes } from '../../concurrency/lanes.ts'
import { places } from '../../concurrency/places.ts'
import type { Places } from '../../concurrency/places.ts'
import { spoolRoom } from '../sql/core/spool.ts'
import type { SpoolRoom } from '../sql/core/spool.ts'
import { openConnections } from './connections.ts'
import type { Connections } from './connections.ts'
import { toAppError } from './map-errors.ts'
import { isDirect, openNotifications } from './notifications.ts'
import type { Notifications } from './notifications.ts'

/** A PostgreSQL database as all workspaces in it use it. */
export interface Postgres {
  connections: Connections
  notifications: Notifications
  /** Long reads may not take all connections: these say how many there may be. */
  queries: Lanes
  streams: Places
  spool: SpoolRoom
  /** Where a proxy hands each transaction another connection, nothing can be prepared. */
  canPrepare(): Promise<boolean>
  close(): Promise<void>
}

export interface PostgresOptions {
  /** How many connections to the database there are at most, beside the one that listens. */
  connections: number
}

export function openPostgres(url: string, { connections: most }: PostgresOptions): Postgres {
  const connections = openConnections(url, most)
  const notifications = openNotifications(url)
  const part = (tenths: number) => Math.max(1, Math.floor((most * tenths) / 10))
  const queries = lanes({ quick: part(2), slow: part(1) })
  const streams = places({
    all: part(4),
    mostWaiting: 200,
    waitMs: 10_000,
    busy: 'Too many ask for long lists at once; try again.',
  })
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
    queries,
    streams,
    spool: spoolRoom(),
    canPrepare() {
      prepares ??= isFirstDirect().catch((error: unknown) => {
        prepares = null
        throw toAppError(error)
      })
      return prepares
    },
    async close() {
      queries.close()
      streams.close()
      await notifications.close()
      await connections.close()
    },
  }
}
