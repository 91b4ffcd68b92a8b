import { sql } from '../core/sql.ts'
import type { SqlSession } from '../core/sql.ts'

/** What the catalogue knows of a table. */
interface StoredState {
  definition: string
  revision: number
  referrers: string
  nextId: number
  /** How many bytes the longest text has, at least; `null` where that is not known. */
  widest: number | null
}

interface Known {
  states: Map<string, StoredState>
  /** Of which the database is told later. */
  touched: Set<string>
}

const key = '_tables'

function knownIn({ kept }: SqlSession): Known | undefined {
  const known = (kept?.get(key) as Known | undefined) ?? { states: new Map(), touched: new Set() }
  kept?.set(key, known)
  return known
}

/** Each change of a row asks for it: it is kept where it may be. `null` when there is no table of exactly this name. */
export async function readState(session: SqlSession, name: string): Promise<StoredState | null> {
  const known = knownIn(session)
  const found = known?.states.get(name)
  if (found) return found
  const row = await session.get(
    sql`select definition, revision, referrers, next_id, widest from _tables where name = ${name}`,
  )
  if (!row) return null
  const [definition, revision, referrers, nextId, widest] = row
  const read: StoredState = {
    definition: String(definition),
    revision: Number(revision),
    referrers: String(referrers),
    nextId: Number(nextId),
    widest: typeof widest === 'number' ? widest : null,
  }
  known?.states.set(name, read)
  return read
}

interface Touch {
  revision: number
  /** The highest id of new rows. */
  lastId?: number
  /** How many bytes the longest text has that was written; `null` where that is not known. */
  widest?: number | null
}

/** What the catalogue knows of a table moves on with each change to its rows: with many in one commit it is written once. */
export async function touchTable(
  session: SqlSession,
  { name }: { name: string },
  { revision, lastId = 0, widest = 0 }: Touch,
): Promise<void> {
  const known = session.late && knownIn(session)
  const before = known?.states.get(name)
  if (known && before) {
    known.states.set(name, {
      ...before,
      revision,
      nextId: Math.max(before.nextId, lastId + 1),
      widest: before.widest === null || widest === null ? null : Math.max(before.widest, widest),
    })
    known.touched.add(name)
    return session.late?.put(key, () => writeTouched(session, known))
  }
  await session.run(
    sql`update _tables set revision = ${revision},
          next_id = case when next_id > ${lastId} then next_id else ${lastId + 1} end,
          widest = case when ${widest} is null or widest < ${widest} then ${widest} else widest end
        where name = ${name}`,
  )
}

function writeTouched({ late }: SqlSession, { states, touched }: Known): void {
  for (const name of touched) {
    const { revision, nextId, widest } = states.get(name)!
    late?.run(
      sql`update _tables set revision = ${revision}, next_id = ${nextId}, widest = ${widest}
          where name = ${name}`,
    )
  }
  touched.clear()
}
