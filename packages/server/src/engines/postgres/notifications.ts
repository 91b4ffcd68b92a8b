import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import type { ClientBase } from 'pg'

/** Tells servers of one database of each other's commits. Only a wake-up: the log is the truth. */
export interface Notifications {
  /** After a commit to this schema. */
  tell(schema: string): void
  /** Calls `wake` after commits of others, and whenever one may have been missed. */
  on(schema: string, wake: () => void): () => void
  close(): Promise<void>
}

const channel = 'triptych_commits'
/** A server that dies between its commit and telling of it leaves the others asleep no longer. */
const wakeEveryMs = 5000
/** The same where a proxy is between, by which nobody can be told of anything. */
const wakeOftenMs = 1000
const longestPauseMs = 5000

export function openNotifications(url: string): Notifications {
  const self = randomBytes(6).toString('hex')
  const listeners = new Map<string, Set<() => void>>()
  const untold = new Set<string>()
  let client: Client | null = null
  let pauseMs = 100
  let retry: NodeJS.Timeout | null = null
  let isClosed = false

  function wakeAll(): void {
    for (const some of listeners.values()) for (const wake of some) wake()
  }
  let clock = setInterval(wakeAll, wakeEveryMs).unref()

  async function listenOn(next: Client): Promise<void> {
    const canListen = await isDirect(next)
    if (canListen) await next.query(`listen ${channel}`)
    clearInterval(clock)
    clock = setInterval(wakeAll, canListen ? wakeEveryMs : wakeOftenMs).unref()
  }

  function lost(which: Client): void {
    if (client !== which && client !== null) return
    client = null
    void which.end().catch(() => {})
    if (isClosed || retry) return
    retry = setTimeout(() => {
      retry = null
      connecting = connect()
    }, pauseMs).unref()
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }

  async function connect(): Promise<void> {
    const next = new Client({
      connectionString: url,
      keepAlive: true,
      application_name: 'triptych listening',
    })
    next.on('error', () => lost(next))
    next.on('end', () => lost(next))
    next.on('notification', ({ payload = '' }) => {
      const [sender, schema = ''] = payload.split(' ')
      if (sender !== self) for (const wake of listeners.get(schema) ?? []) wake()
    })
    try {
      await next.connect()
      await listenOn(next)
      if (isClosed) return await next.end()
      client = next
      pauseMs = 100
      // What was told while nobody listened.
      wakeAll()
      send()
    } catch {
      lost(next)
    }
  }

  let isSending = false
  /** What is told while another word is on its way goes with the next. */
  function send(): void {
    const [schema] = untold
    if (!client || isSending || schema === undefined) return
    untold.delete(schema)
    isSending = true
    const payload = `${self} ${schema}`
    client
      .query('select pg_catalog.pg_notify($1, $2)', [channel, payload])
      .then(() => {
        isSending = false
        send()
      })
      .catch(() => {
        // It is told with the next word, or when there is a connection again.
        isSending = false
        untold.add(schema)
      })
  }

  let connecting = connect()
  return {
    tell(schema) {
      untold.add(schema)
      send()
    },
    on(schema, wake) {
      const some = listeners.get(schema) ?? new Set()
      listeners.set(schema, some.add(wake))
      return () => {
        some.delete(wake)
        if (some.size === 0) listeners.delete(schema)
      }
    },
    async close() {
      isClosed = true
      if (retry) clearTimeout(retry)
      await connecting
      clearInterval(clock)
      await client?.end().catch(() => {})
    },
  }
}

/**
 * Whether PostgreSQL itself is at the other end. A proxy that hands out connections by transaction
 * tells a client another number than the process has that answers it. What was prepared there, or
 * asked to be told, is not there for the next transaction.
 */
export async function isDirect(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<[number]>({
    text: 'select pg_catalog.pg_backend_pid()',
    rowMode: 'array',
  })
  // The types of the driver leave it out.
  const { processID } = client as ClientBase & { processID: number | null }
  return rows[0]?.[0] === processID
}
