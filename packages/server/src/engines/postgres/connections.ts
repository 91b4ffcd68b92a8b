import type { Duplex } from 'node:stream'
import { Pool, types } from 'pg'
import type { PoolClient } from 'pg'
import { toAppError } from './map-errors.ts'
import { withNul, withNulInJson } from './nul-text.ts'
import { statementBinder } from './session.ts'
import type { Bind } from './session.ts'

export interface Connections {
  /** One for the caller alone, until it is given back. */
  take(): Promise<PoolClient>
  /** `broken` ones are not used again. */
  giveBack(client: PoolClient, state: 'sound' | 'broken'): void
  /** Ends it in the midst of what it does: whoever waits for that hears that it is broken. */
  cut(client: PoolClient): void
  /** What statements became is remembered for all who use the connections. */
  bind: Bind
  most: number
  /** Cuts off whoever still has one. */
  close(): Promise<void>
}

/** How long a caller waits for a connection. */
const timeoutMs = 10_000

/** Each connection is opened when it is needed, and closed when nobody needed it for a while. */
export function openConnections(url: string, most: number): Connections {
  const pool = new Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: timeoutMs,
    idleTimeoutMillis: 30_000,
    // Statements are sent without waiting for the answer to the one before.
    pipeline: true,
    keepAlive: true,
    application_name: 'triptych',
    types: { getTypeParser: readerOf },
  })
  // Whoever uses a connection that breaks hears of it by what he asked.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  const taken = new Set<PoolClient>()
  function cut(client: PoolClient): void {
    if (!taken.delete(client)) return
    // Else it would wait for what was asked of it.
    socketOf(client).destroy()
    client.release(true)
  }

  return {
    async take() {
      try {
        const client = await pool.connect()
        taken.add(client)
        return client
      } catch (error) {
        throw toAppError(error)
      }
    },
    giveBack(client, state) {
      if (taken.delete(client)) client.release(state === 'broken')
    },
    cut,
    bind: statementBinder(),
    most,
    async close() {
      for (const client of taken) cut(client)
      await pool.end()
    },
  }
}

/** No type tells of it, but every client has one. */
function socketOf(client: PoolClient): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream
}

const utf8 = new TextEncoder()

const readers: Record<number, (text: string) => unknown> = {
  [types.builtins.BOOL]: (text) => (text === 't' ? 1 : 0),
  [types.builtins.INT2]: Number,
  [types.builtins.INT4]: Number,
  [types.builtins.INT8]: Number,
  [types.builtins.FLOAT4]: Number,
  [types.builtins.FLOAT8]: Number,
  [types.builtins.NUMERIC]: Number,
  [types.builtins.TEXT]: withNul,
  // Nothing is stored as varchar: with it the dialect marks what is to become bytes.
  [types.builtins.VARCHAR]: (text) => utf8.encode(withNulInJson(text)),
}

function readerOf(type: number): (text: string) => unknown {
  return readers[type] ?? asItIs
}

function asItIs(text: string): string {
  return text
}
