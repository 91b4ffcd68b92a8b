import { setTimeout as sleep } from 'node:timers/promises'
import type { Connections } from './connections.ts'

const timeoutMs = 10_000
/** For so long it can be asked for. */
const keptMs = 60 * 60 * 1000

/** Ends a transaction so that it can be found out later that it was committed. */
export function commitWith(token: string): string {
  const now = Date.now()
  // Now and then, so that there are never very many.
  const isCleared = Math.random() < 0.01
  const clearing = isCleared ? `delete from _commits where at < ${now - keptMs};` : ''
  return `${clearing} insert into _commits (token, at) values ('${token}', ${now}); commit`
}

/**
 * Whether a transaction was committed whose connection broke while it was. PostgreSQL may give the
 * number of one that was lost in a crash to another, so it cannot be asked by that. `opening` waits
 * until the transaction is over, if it is still under way. `null` when nobody can tell.
 */
export async function wasCommitted(
  connections: Connections,
  opening: string,
  token: string,
): Promise<boolean | null> {
  const end = performance.now() + timeoutMs
  do {
    const found = await lookFor(connections, opening, token).catch(() => null)
    if (found !== null) return found
    await sleep(100)
  } while (performance.now() < end)
  return null
}

async function lookFor(connections: Connections, opening: string, token: string): Promise<boolean> {
  const client = await connections.take()
  let state: 'sound' | 'broken' = 'broken'
  try {
    await client.query(opening)
    const { rows } = await client.query('select 1 from _commits where token = $1', [token])
    await client.query('rollback')
    state = 'sound'
    return rows.length > 0
  } finally {
    connections.giveBack(client, state)
  }
}
