import type { Table } from '@triptych/contract/tables'
import type { RowPlace, RowQuery, TableQueries } from '../../../ports/table-query.ts'
import type { Dialect } from '../core/dialect.ts'
import { sql } from '../core/sql.ts'
import type { SqlSession } from '../core/sql.ts'
import type { IdFinder } from './find-ids.ts'
import type { RowPages } from './row-pages.ts'
import { afterSql } from './sort-sql.ts'
import type { TableSql } from './table-sql.ts'

/** The rows of a query after a few of them have changed: they are put where they belong, and nothing is looked through. */
export function followedIds(
  session: SqlSession,
  dialect: Dialect,
  sqlOf: (table: Table) => TableSql,
  { passingOf }: IdFinder,
  pages: RowPages,
): Pick<TableQueries, 'changedRows' | 'placedRows' | 'idsAfter'> {
  async function isBehind(
    table: Table,
    { sort }: RowQuery,
    id: number,
    place: RowPlace,
  ): Promise<boolean> {
    const row = await session.get(
      sql`select 1 from ${sqlOf(table).from} where "id" = ${id} and ${afterSql(dialect, table, sort, place)}`,
    )
    return row !== undefined
  }

  /** How many of the ids, from the first `least` on, come before a place. */
  async function countBefore(
    table: Table,
    query: RowQuery,
    ids: readonly number[],
    place: RowPlace,
    least: number,
  ): Promise<number> {
    let [low, high] = [least, ids.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (await isBehind(table, query, ids[middle]!, place)) high = middle
      else low = middle + 1
    }
    return low
  }

  return {
    async changedRows({ name }, after, upTo, most) {
      // A slash, and the character that follows it.
      const [first, end] = [`${name}/`, `${name}0`]
      const rows = await session.all(
        sql`select distinct case when operation in ('row-added', 'row-deleted', 'row-updated', 'row-moved')
              then entity end
            from _changes where revision > ${after} and revision <= ${upTo} and area = 'tables'
              and (entity = ${name} or (entity >= ${first} and entity < ${end}))
            union all select null from _log_start where revision > ${after}
            limit ${most + 1}`,
      )
      const ids = rows.map(([entity]) => (typeof entity === 'string' ? idIn(entity, name) : NaN))
      return ids.length > most || ids.some(Number.isNaN) ? null : ids
    },

    async placedRows(table, ids) {
      const { from, rowJson } = sqlOf(table)
      const rows = await session.all(
        sql`select ${rowJson}, (
              select b."id" from ${from} as b where (b."$order", b."id") < (t."$order", t."id")
              order by b."$order" desc, b."id" desc limit 1
            ) from ${from} as t
            where "id" in (select list."$id" from ${dialect.idList(JSON.stringify(ids))})
            order by "$order", "id"`,
      )
      return rows.map(([json, behind]) => ({
        json: String(json),
        behind: behind === null ? null : Number(behind),
      }))
    },

    async idsAfter(table, query, ids, changed) {
      const others = new Set(changed)
      const same = ids.filter((id) => !others.has(id))
      const merged: number[] = []
      let taken = 0
      for (const id of await passingOf(table, query, changed)) {
        const place = await pages.placeAt(table, query.sort, id)
        const before = await countBefore(table, query, same, place, taken)
        merged.push(...same.slice(taken, before), id)
        taken = before
      }
      return [...merged, ...same.slice(taken)]
    },
  }
}

function idIn(entity: string, name: string): number {
  return Number(entity.slice(name.length + 1))
}
