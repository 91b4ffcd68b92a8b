import type { Table } from '@triptych/contract/tables'
import type { RowPlace, RowQuery, TableQueries } from '../../../ports/table-query.ts'
import type { Dialect } from '../core/dialect.ts'
import { sql } from '../core/sql.ts'
import type { SqlSession } from '../core/sql.ts'
import { conditionSql } from './condition-sql.ts'
import { idFinder, isSortedAlready } from './find-ids.ts'
import { followedIds } from './followed-ids.ts'
import { jsonText, rowText } from './row-forms.ts'
import type { RowText } from './row-forms.ts'
import { columnsOf, rowPages } from './row-pages.ts'
import type { RowPages } from './row-pages.ts'
import { orderSql } from './sort-sql.ts'
import type { TableSql } from './table-sql.ts'

export function tableQueries(
  session: SqlSession,
  dialect: Dialect,
  sqlOf: (table: Table) => TableSql,
): Pick<
  TableQueries,
  | 'page'
  | 'rows'
  | 'isQuick'
  | 'count'
  | 'changeOfRows'
  | 'changedRows'
  | 'placedRows'
  | 'looksThrough'
  | 'allIds'
  | 'idsAfter'
  | 'sampled'
  | 'places'
> {
  const ids = idFinder(session, dialect, sqlOf)
  const { findIds, isQuick, looksThrough, allIds } = ids
  const pages = rowPages(session, dialect, sqlOf, findIds)
  const jsonOf = (table: Table, query: RowQuery): RowText => {
    // What is made of all columns is known already.
    const item =
      query.fields === null ? sqlOf(table).rowJson : dialect.rowJson(columnsOf(table, query))
    return jsonText(item)
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
    rows: rowStream(session, dialect, sqlOf, pages),
    isQuick,
    looksThrough,
    allIds,
    ...followedIds(session, dialect, sqlOf, ids, pages),

    async count(table, where, cap) {
      const { from } = sqlOf(table)
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
              + (select count(*) from _log_start where revision > ${after})
            from _changes where revision > ${after} and revision <= ${upTo} and area = 'tables'
              and (entity = ${name} or (entity >= ${first} and entity < ${end}))`,
      )
      const [gained, displaced, untold] = (row ?? []).map(Number) as [number, number, number]
      return untold === 0 ? { gained, isInPlace: displaced === 0 } : null
    },

    async sampled(table, where, sample) {
      const { from } = sqlOf(table)
      const bounds = await session.get(sql`select min("id"), max("id") from ${from}`)
      const [least, most] = (bounds ?? []).map(Number) as [number, number]
      // Every so many ids the next row there is.
      const step = Math.max(1, Math.floor((most - least + 1) / sample))
      const row = await session.get(
        sql`with recursive "$wanted" ("$at") as (
              select ${least} union all select "$at" + ${step} from "$wanted" where "$at" + ${step} <= ${most}
            )
            select count(*), coalesce(sum(case when ${conditionSql(dialect, table, where)} then 1 else 0 end), 0)
            from ${from} where ${dialect.stillWanted} and "id" in
              (select (select min("id") from ${from} where "id" >= "$at") from "$wanted")`,
      )
      return { looked: Number(row?.[0]), passed: Number(row?.[1]) }
    },

    async places(table, query, step) {
      const { where, sort } = query
      const isInOrder = sort.length === 0 || isSortedAlready(table, sort)
      if (where === null && isInOrder) return stepByStep(table, query, step)
      const { from } = sqlOf(table)
      const passes = where ? sql`and (${conditionSql(dialect, table, where)})` : sql``
      const order = orderSql(dialect, table, sort)
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

type Bytes = Uint8Array<ArrayBuffer>

/** So many rows are read at a stretch; more where they are known to be small. */
const rowsAtOnce = 1000

const smallRowsAtOnce = 4000

const utf8 = new TextEncoder()

function rowStream(
  session: SqlSession,
  dialect: Dialect,
  sqlOf: (table: Table) => TableSql,
  pages: RowPages,
): TableQueries['rows'] {
  async function* inOrder(table: Table, query: RowQuery, text: RowText): AsyncGenerator<Bytes> {
    const small = await pages.smallPage(table)
    const limit = Math.max(rowsAtOnce, Math.min(smallRowsAtOnce, small))
    let next: RowPlace | null = null
    let piece = opening(text)
    do {
      const page = await pages.page(table, query, { after: next, skip: 0, limit }, piece, small)
      yield page.json
      piece = going(text)
      next = page.next
    } while (next)
  }

  /** Sorted once, and not for each page anew as it would be without an index. */
  async function* sorted(table: Table, query: RowQuery, text: RowText): AsyncGenerator<Bytes> {
    const { where, sort } = query
    const passes = where ? sql`and (${conditionSql(dialect, table, where)})` : sql``
    const { sortedIds } = dialect
    await session.define(sortedIds.drop)
    await session.define(
      sortedIds.keep(
        sql`from ${sqlOf(table).from} where ${dialect.stillWanted} ${passes}
            order by ${orderSql(dialect, table, sort)}`,
      ),
    )
    try {
      const small = await pages.smallPage(table)
      let piece = opening(text)
      for (let at = 0; ;) {
        const found = await session.get(sortedIds.page(at, rowsAtOnce))
        const ids = JSON.parse(String(found?.[0])) as number[]
        if (ids.length === 0 && at > 0) return
        const page = await pages.pageOf(table, ids, piece, small)
        yield page.json
        if (ids.length === 0) return
        piece = going(text)
        at += page.count
      }
    } finally {
      await session.define(sortedIds.drop)
    }
  }

  return async function* rows(table, query, form) {
    const text = rowText(dialect, columnsOf(table, query), form)
    const pieces = query.sort.length > 0 ? sorted : inOrder
    yield* oneAhead(pieces(table, query, text))
    if (text.after !== '') yield utf8.encode(text.after)
  }
}

function opening(text: RowText): RowText {
  return { ...text, after: '' }
}

function going(text: RowText): RowText {
  return { ...text, before: text.between, after: '' }
}

/** The next piece is made while the last one is on its way. */
async function* oneAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (let coming = source.next(); ;) {
      const { done, value } = await coming
      if (done) return
      coming = source.next()
      // Nobody waits for it when the client goes away.
      coming.catch(() => {})
      yield value
    }
  } finally {
    await source.return(undefined)
  }
}
