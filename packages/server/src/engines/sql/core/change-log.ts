import { entryBytes, newEntry } from '../../../ports/change-log.ts'
import type { ChangeLog, NewEntry } from '../../../ports/change-log.ts'
import type { Dialect } from './dialect.ts'
import { insertInto, sql } from './sql.ts'
import type { SqlSession, SqlValue } from './sql.ts'

export function sqlChangeLog(session: SqlSession, dialect: Dialect): ChangeLog {
  const entryJson = dialect.object({
    revision: sql`revision`,
    at: sql`at`,
    actor: sql`actor`,
    origin: sql`origin`,
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

    append: (change, by) => session.append(insertEntries.one(valuesOf(newEntry(change, by))), 1),

    async appendAll(entries) {
      for (const [statement, count] of insertEntries.groups(entries.map(valuesOf))) {
        await session.append(statement, count)
      }
    },
  }
}

export const entryColumns = [
  'at',
  'actor',
  'origin',
  'area',
  'operation',
  'entity',
  'before',
  'after',
]

const insertEntries = insertInto('_changes', entryColumns)

function valuesOf({ change, before, after, by }: NewEntry): SqlValue[] {
  return [
    by.at.toISOString(),
    by.actor,
    by.origin,
    change.area,
    change.operation,
    change.entity,
    before,
    after,
  ]
}
