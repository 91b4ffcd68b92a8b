import { randomBytes } from 'node:crypto'
import { timeoutMs } from '../../ports/presence-store.ts'
import type { PresenceStore, PresentGuest } from '../../ports/presence-store.ts'
import { identifier, sql } from '../sql/core/sql.ts'
import type { Sql } from '../sql/core/sql.ts'
import type { Connections } from './connections.ts'
import type { Postgres } from './postgres.ts'
import { asking, unprepared } from './session.ts'

interface Times {
  /** What a server has written counts for so long: one that was killed is forgotten then. */
  countsMs: number
  /** So often it writes the same again. */
  beatMs: number
  /** The pause after a write that failed. */
  retryMs: number
}

const usual: Times = { countsMs: 30_000, beatMs: 10_000, retryMs: 1000 }
const nobody = '[]'

/** Nobody waits for it, and what fails is tried again. Where nobody is, nothing is written or read. */
export function openPresenceStore(
  { connections, notifications }: Pick<Postgres, 'connections' | 'notifications'>,
  schema: string,
  { countsMs, beatMs, retryMs }: Times = usual,
): PresenceStore {
  const rows = presenceRows(connections, schema)
  // Another word than that of the commits, so that those who follow the log sleep on.
  const topic = `${schema}/people`
  let wanted = nobody
  let written = nobody
  let writing: Promise<void> | null = null
  let nextWrite: NodeJS.Timeout | null = null
  let closing: Promise<void> | null = null

  async function put(guests: string, forMs: number): Promise<void> {
    await (guests === nobody ? rows.remove() : rows.put(guests, forMs))
    const isNews = guests !== written || forMs !== countsMs
    written = guests
    if (isNews) notifications.tell(topic)
  }

  async function write(): Promise<void> {
    if (nextWrite) clearTimeout(nextWrite)
    let isDone = false
    try {
      do await put(wanted, countsMs)
      while (wanted !== written)
      isDone = true
    } catch {
      // It is done again below.
    }
    writing = null
    if (closing || (isDone && wanted === nobody)) return
    nextWrite = setTimeout(startWriting, isDone ? beatMs : retryMs).unref()
  }

  function startWriting(): void {
    writing ??= write()
  }

  async function leave(): Promise<void> {
    if (nextWrite) clearTimeout(nextWrite)
    await writing
    if (wanted === nobody && written === nobody) return
    // Where this fails, the row is forgotten like that of a server that was killed.
    await put(wanted, timeoutMs).catch(() => {})
  }

  return {
    tell(guests) {
      if (closing) return
      wanted = JSON.stringify(guests)
      if (wanted !== written) startWriting()
    },
    async others() {
      try {
        return guestsIn(await rows.others())
      } catch {
        return []
      }
    },
    watch(listener) {
      const { wake, stop } = watchPresence(rows, listener)
      const deaf = notifications.on(topic, wake)
      return () => {
        deaf()
        stop()
      }
    },
    close() {
      closing ??= leave()
      return closing
    },
  }
}

interface PresenceWatch {
  /** There may be something new. */
  wake: () => void
  stop: () => void
}

/** Tells who is with the other servers, at first and whenever that changes. */
function watchPresence(
  rows: PresenceRows,
  listener: (others: readonly PresentGuest[]) => void,
): PresenceWatch {
  let told: string | null = null
  let isLooking = false
  let isWoken = false
  let isOver = false
  let nextLook: NodeJS.Timeout | null = null

  function tellIfNew(guests: readonly PresentGuest[]): void {
    const text = JSON.stringify(guests)
    if (text === told) return
    told = text
    listener(guests)
  }

  async function look(): Promise<void> {
    try {
      const found = await rows.others()
      if (isOver) return
      if (nextLook) clearTimeout(nextLook)
      nextLook = found.countMs === null ? null : setTimeout(wake, found.countMs + 1).unref()
      tellIfNew(guestsIn(found))
    } catch {
      // It stays as it was; but who waits for the first word must not wait for long.
      if (!isOver && told === null) tellIfNew([])
    }
  }

  async function lookWhileWoken(): Promise<void> {
    isLooking = true
    while (isWoken && !isOver) {
      isWoken = false
      await look()
    }
    isLooking = false
  }

  function wake(): void {
    isWoken = true
    if (!isLooking) void lookWhileWoken()
  }

  wake()
  return {
    wake,
    stop() {
      isOver = true
      if (nextLook) clearTimeout(nextLook)
    },
  }
}

/** One row for each server that somebody is with. A row counts until it expires. */
interface PresenceRows {
  put(guests: string, forMs: number): Promise<void>
  remove(): Promise<void>
  /** Of the other servers. */
  others(): Promise<OtherRows>
}

interface OtherRows {
  texts: string[]
  /** How long all of them count; `null` where there are none. */
  countMs: number | null
}

/**
 * It has nothing to do with the transactions of the workspace, and each statement stands for
 * itself, so that two servers never wait for each other.
 */
function presenceRows(connections: Connections, schema: string): PresenceRows {
  const server = randomBytes(9).toString('base64url')
  const rows = sql`${identifier(schema)}.${identifier('_people')}`
  const removeExpired = sql`delete from ${rows} where expires < pg_catalog.now()`

  async function ask(...statements: Sql[]): Promise<unknown[][]> {
    const client = await connections.take()
    const send = asking(client, connections.bind, unprepared)
    let state: 'sound' | 'broken' = 'broken'
    try {
      const [first] = await Promise.all(statements.map((one) => send(one)))
      state = 'sound'
      return first?.rows ?? []
    } finally {
      connections.giveBack(client, state)
    }
  }

  return {
    async put(guests, forMs) {
      const expires = sql`pg_catalog.now() + ${forMs} * interval '1 millisecond'`
      const upsert = sql`
        insert into ${rows} values (${server}, ${guests}, ${expires})
        on conflict (server) do update set guests = excluded.guests, expires = excluded.expires`
      await ask(upsert, removeExpired)
    },
    async remove() {
      await ask(sql`delete from ${rows} where server = ${server}`, removeExpired)
    },
    async others() {
      const found = await ask(
        sql`select guests, extract(epoch from expires - pg_catalog.now()) * 1000 from ${rows}
            where server <> ${server} and expires > pg_catalog.now() order by server`,
      )
      return {
        texts: found.map(([guests]) => String(guests)),
        countMs: found.length > 0 ? Math.min(...found.map(([, ms]) => Number(ms))) : null,
      }
    },
  }
}

function guestsIn({ texts }: OtherRows): PresentGuest[] {
  return texts.flatMap((text) => JSON.parse(text) as PresentGuest[])
}
