import type { Table } from '@triptych/contract/tables'
import type { RowPlace, RowQuery, TableQueries } from '../../ports/table-query.ts'
import { conditionSql } from './condition-sql.ts'
import type { Dialect } from './dialect.ts'
import { idFinder, isIndexed } from './find-ids.ts'
import { rowText } from './row-forms.ts'
import type { RowText } from './row-forms.ts'
import { columnsOf, rowPages } from './row-pages.ts'
import { rowStream } from './row-stream.ts'
import { orderSql } from './sort-sql.ts'
import { sql } from './sql.ts'
import type { SqlSession } from './sql.ts'
import type { TableShape } from './table-shape.ts'

export function tableQueries(
  session: SqlSession,
  dialect: Dialect,
  shapeOf: (table: Table) => TableShape,
): Pick<
  TableQueries,
  'page' | 'rows' | 'isQuick' | 'count' | 'changeOfRows' | 'sampled' | 'places'
> {
  const { findIds, isQuick } = idFinder(session, dialect, shapeOf)
  const pages = rowPages(session, dialect, shapeOf, findIds)
  const jsonOf = (table: Table, query: RowQuery): RowText => {
    const text = rowText(dialect, columnsOf(table, query), 'json')
    // What is made of all columns is known already.
    return query.fields === null ? { ...text, item: shapeOf(table).rowJson } : text
  }

  /** An index leads from one to the next without looking at rows. */
  async function stepByStep(table: Table, query: RowQuery, step: number): Promise<RowPlace[]> {
    const places: RowPlace[] = []
    for (;;) {
      const range = { after: places.at(-1) ?? null, skip: step - 1, limit: 1 }
      const [id] = await findIds(table, query, range)
      if (id === undefined) return places
      places.push(await pages.placeAt(table, query.sort, id))
    }
  }

  return {
    page: (table, query, range) => pages.page(table, query, range, jsonOf(table, query)),
    rows: rowStream(session, dialect, shapeOf, pages),
    isQuick,

    async count(table, where, cap) {
      const { from } = shapeOf(table)
      // Without a condition the database counts an index without looking into it.
      const row = await session.get(
        where === null
          ? sql`select count(*) from ${from}`
          : sql`select count(*) from (select 1 from ${from}
              where ${dialect.stillWanted} and (${conditionSql(dialect, table, where)})
              limit ${cap}) as counted`,
      )
      return Math.min(Number(row?.[0]), cap)
    },

    async changeOfRows({ name }, after, upTo) {
      // A slash, and the character that follows it.
      const [first, end] = [`${name}/`, `${name}0`]
      const row = await session.get(
        sql`select
              coalesce(sum(case operation when 'row-added' then 1 when 'row-deleted' then -1
                else 0 end), 0),
              count(case when operation not in ('row-updated', 'rows-updated') then 1 end),
              count(case when operation not in ('row-added', 'row-deleted', 'row-updated',
                'row-moved', 'rows-updated', 'rows-moved') then 1 end)
            from _changes where revision > ${after} and revision <= ${upTo} and area = 'tables'
              and (entity = ${name} or (entity >= ${first} and entity < ${end}))`,
      )
      const [gained, displaced, untold] = (row ?? []).map(Number) as [number, number, number]
      return untold === 0 ? { gained, isInPlace: displaced === 0 } : null
    },

    async sampled(table, where, sample) {
      const { from } = shapeOf(table)
      const bounds = await session.get(sql`select min("id"), max("id") from ${from}`)
      const [least, most] = (bounds ?? []).map(Number) as [number, number]
      // Every so many ids the next row there is.
      const step = Math.max(1, Math.floor((most - least + 1) / sample))
      const row = await session.get(
        sql`with recursive "$wanted" ("$at") as (
              select ${least} union all select "$at" + ${step} from "$wanted" where "$at" + ${step} <= ${most}
            )
            select count(*), coalesce(sum(case when ${conditionSql(dialect, table, where)} then 1 else 0 end), 0)
            from ${from} where "id" in
              (select (select min("id") from ${from} where "id" >= "$at") from "$wanted")`,
      )
      return { looked: Number(row?.[0]), passed: Number(row?.[1]) }
    },

    async places(table, query, step) {
      const { where, sort } = query
      const isInOrder = sort.length === 0 || isIndexed(table, sort[0]?.column)
      if (where === null && isInOrder) return stepByStep(table, query, step)
      const { from } = shapeOf(table)
      const passes = where ? sql`and (${conditionSql(dialect, table, where)})` : sql``
      const order = orderSql(table, sort)
      const rows = await session.all(
        sql`select ${pages.placeColumns(sort)} from (
              select "id" as "$id", row_number() over (order by ${order}) as "$number"
              from ${from} where ${dialect.stillWanted} ${passes}
            ) as numbered cross join ${from} as t
            where "$number" % ${step} = 0 and t."id" = "$id" order by "$number"`,
      )
      return rows.map((row) => pages.placeOf(row))
    },
  }
}
