import { entryBytes, newEntry } from '../../../ports/change-log.ts'
import type { ChangeLog, NewEntry } from '../../../ports/change-log.ts'
import { entryHash } from '../../../ports/log-chain.ts'
import type { KeptEntry, LogEnd } from '../../../ports/log-chain.ts'
import type { Dialect } from './dialect.ts'
import { identifier, insertInto, join, sql } from './sql.ts'
import type { SqlSession, SqlValue } from './sql.ts'

export function sqlChangeLog(session: SqlSession, dialect: Dialect): ChangeLog {
  const entryJson = dialect.object({
    revision: sql`revision`,
    at: sql`at`,
    actor: sql`actor`,
    actorId: sql`actor_id`,
    origin: sql`origin`,
    step: sql`step`,
    area: sql`area`,
    operation: sql`operation`,
    entity: sql`entity`,
    before: dialect.json(sql`before`),
    after: dialect.json(sql`after`),
  })

  /** The last revision of a page; its sizes are known without reading the values. */
  async function lastThatFits(revision: number, limit: number): Promise<number> {
    const sizes = await session.all(
      sql`select revision, coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0)
          from _changes where revision > ${revision} order by revision limit ${limit}`,
    )
    let bytes = 0
    let last = revision
    for (const [number, size] of sizes) {
      bytes += Number(size)
      if (last > revision && bytes > entryBytes) break
      last = Number(number)
    }
    return last
  }

  return {
    async head() {
      const row = await session.get(sql`select coalesce(max(revision), 0) from _changes`)
      return Number(row?.[0])
    },

    async since(revision, limit) {
      const last = await lastThatFits(revision, limit)
      const rows = await session.all(
        sql`select revision, ${entryJson} from _changes
            where revision > ${revision} and revision <= ${last} order by revision`,
      )
      return rows.map(([number, json]) => ({ revision: Number(number), json: String(json) }))
    },

    async keptSince(revision, limit) {
      const last = await lastThatFits(revision, limit)
      const rows = await session.all(
        sql`select ${everything} from _changes
            where revision > ${revision} and revision <= ${last} order by revision`,
      )
      return rows.map(keptEntryOf)
    },

    async append(change, by) {
      const entry = boundTo(await session.logEnd(), newEntry(change, by))
      await session.append(insertEntries.one(valuesOf(entry)), entry)
      return entry.revision
    },

    async appendAll(entries) {
      let end: LogEnd = await session.logEnd()
      const bound = entries.map((entry) => {
        const next = boundTo(end, entry)
        end = next
        return next
      })
      let written = 0
      for (const [statement, count] of insertEntries.groups(bound.map(valuesOf))) {
        written += count
        await session.append(statement, bound[written - 1] ?? end)
      }
    },
  }
}

export const entryColumns = [
  'revision',
  'at',
  'actor',
  'actor_id',
  'origin',
  'address',
  'step',
  'area',
  'operation',
  'entity',
  'before',
  'after',
  'hash',
]

const everything = join(
  entryColumns.map((name) => sql`${identifier(name)}`),
  ', ',
)

const insertEntries = insertInto('_changes', entryColumns)

function boundTo({ revision, hash }: LogEnd, { change, before, after, by }: NewEntry): KeptEntry {
  const entry: KeptEntry = {
    revision: revision + 1,
    at: by.at.toISOString(),
    actor: by.actor,
    actorId: by.actorId ?? null,
    origin: by.origin,
    address: by.address ?? null,
    step: by.step ?? null,
    area: change.area,
    operation: change.operation,
    entity: change.entity,
    before,
    after,
    hash: null,
  }
  entry.hash = entryHash(hash, entry)
  return entry
}

/** In the order of the columns, as is the following. */
function valuesOf(entry: KeptEntry): SqlValue[] {
  return [
    entry.revision,
    entry.at,
    entry.actor,
    entry.actorId,
    entry.origin,
    entry.address,
    entry.step,
    entry.area,
    entry.operation,
    entry.entity,
    entry.before,
    entry.after,
    entry.hash,
  ]
}

type Kept = string | null

function keptEntryOf(row: unknown[]): KeptEntry {
  const who = row.slice(0, 7) as [number, string, string, Kept, Kept, Kept, Kept]
  const what = row.slice(7) as [string, string, string, Kept, Kept, Kept]
  const [revision, at, actor, actorId, origin, address, step] = who
  const [area, operation, entity, before, after, hash] = what
  return {
    revision,
    at,
    actor,
    actorId,
    origin,
    address,
    step,
    area,
    operation,
    entity,
    before,
    after,
    hash,
  }
}
