import type { Column, Table } from '@triptych/contract/tables'
import { pageBytes } from '../../../ports/table-query.ts'
import type { RowPage, RowPlace, RowQuery, RowRange } from '../../../ports/table-query.ts'
import type { Sort } from '../../../ports/row-query.ts'
import type { Dialect } from '../core/dialect.ts'
import type { FindIds } from './find-ids.ts'
import { countThatFit } from './page-size.ts'
import type { RowText } from './row-forms.ts'
import { identifier, join, sql } from '../core/sql.ts'
import type { Sql, SqlSession, SqlValue } from '../core/sql.ts'
import type { TableSql } from './table-sql.ts'

/** What a number or a date takes in a text at most, with its name. */
const numberBytes = 100

export interface RowPages {
  /** `small`: so many rows are no more than a page, whatever is in them. */
  page(
    table: Table,
    query: RowQuery,
    range: RowRange,
    text: RowText,
    small?: number,
  ): Promise<RowPage>
  /** The rows of these ids, in this order; fewer where they are large. */
  pageOf(
    table: Table,
    ids: readonly number[],
    text: RowText,
    small?: number,
  ): Promise<Pick<RowPage, 'json' | 'count'>>
  /** How many rows are never more than a page; 0 where that is not known. */
  smallPage(table: Table): Promise<number>
  placeAt(table: Table, sort: Sort, id: number): Promise<RowPlace>
  placeColumns(sort: Sort): Sql
  placeOf(row: unknown[]): RowPlace
}

export function rowPages(
  session: SqlSession,
  dialect: Dialect,
  sqlOf: (table: Table) => TableSql,
  findIds: FindIds,
): RowPages {
  function plainRows(table: Table, after: RowPlace | null): Sql {
    const start = after ? sql`where ("$order", "id") > (${after.order}, ${after.id})` : sql``
    return sql`from ${sqlOf(table).from} ${start} order by "$order", "id"`
  }

  async function plainPage(
    table: Table,
    { after, skip, limit }: RowRange,
    text: RowText,
    small: number,
  ): Promise<RowPage> {
    if (skip > 0) {
      // The way there is gone once, and not by each of the statements below.
      const last = await session.get(
        sql`select "$order", "id" ${plainRows(table, after)} limit 1 offset ${skip - 1}`,
      )
      const place = last ? placeOf(last) : null
      return plainPage(table, { after: place, skip: 0, limit: place ? limit : 0 }, text, small)
    }
    const rows = plainRows(table, after)
    const { bytes } = sqlOf(table)
    const most =
      limit <= small ? limit : (await countThatFit(session, { rows, bytes, limit })).count
    const page = await session.get(
      sql`select ${dialect.joinedBytes(sql`item`, text)}, count(*)
          from (select ${text.item} as item ${rows} limit ${most}) as page`,
    )
    const json = page?.[0] as Uint8Array<ArrayBuffer>
    const count = Number(page?.[1])
    if (count === 0 || (count < most && limit <= small)) return { json, count, next: null }
    const [last, beyond] = await session.all(
      sql`select "$order", "id" ${rows} limit 2 offset ${count - 1}`,
    )
    return { json, count, next: last && beyond ? placeOf(last) : null }
  }

  /**
   * The ids come first, and the rows by them: what is costly, to look for the rows and to sort them,
   * is done once and with as little in hand as possible.
   */
  async function chosenPage(
    table: Table,
    query: RowQuery,
    range: RowRange,
    text: RowText,
    small: number,
  ): Promise<RowPage> {
    const { limit } = range
    const ids = range.found ?? (await findIds(table, query, { ...range, limit: limit + 1 }))
    const page = await pageOf(table, ids.slice(0, limit), text, small)
    if (page.count === ids.length) return { ...page, next: null }
    const next = await placeAt(table, query.sort, ids[page.count - 1] ?? 0)
    return { ...page, next, rest: ids.slice(page.count) }
  }

  async function placeAt(table: Table, sort: Sort, id: number): Promise<RowPlace> {
    const row = await session.get(
      sql`select ${placeColumns(sort)} from ${sqlOf(table).from} where "id" = ${id}`,
    )
    return placeOf(row ?? [])
  }

  async function smallPage(table: Table): Promise<number> {
    const row = await session.get(sql`select widest from _tables where name = ${table.name}`)
    const widest = row?.[0]
    if (typeof widest !== 'number') return 0
    const texts = table.columns.filter(({ type }) => type === 'text' || type === 'json').length
    return Math.floor(pageBytes / (texts * widest + table.columns.length * numberBytes))
  }

  async function thatFit(table: Table, ids: readonly number[]): Promise<readonly number[]> {
    const { from, bytes } = sqlOf(table)
    const size = await session.get(
      sql`select ${dialect.numberArray(sql`bytes`)} from (
            select ${bytes} as bytes from ${dialect.idList(JSON.stringify(ids))}
            cross join ${from} as t where t."id" = list."$id" order by list."$position"
          ) as sizes`,
    )
    const sizes = JSON.parse(String(size?.[0])) as number[]
    let sum = 0
    const end = sizes.findIndex((one, index) => (sum += one) > pageBytes && index > 0)
    return end < 0 ? ids : ids.slice(0, end)
  }

  async function pageOf(
    table: Table,
    ids: readonly number[],
    text: RowText,
    small: number,
  ): Promise<Pick<RowPage, 'json' | 'count'>> {
    const { from } = sqlOf(table)
    const fitting = ids.length <= small ? ids : await thatFit(table, ids)
    const page = await session.get(
      sql`select ${dialect.joinedBytes(sql`item`, text)} from (
            select ${text.item} as item from ${dialect.idList(JSON.stringify(fitting))}
            cross join ${from} as t where t."id" = list."$id" order by list."$position"
          ) as page`,
    )
    return { json: page?.[0] as Uint8Array<ArrayBuffer>, count: fitting.length }
  }

  return {
    async page(table, query, range, text, given) {
      const small = given ?? (await smallPage(table))
      return query.where === null && query.sort.length === 0
        ? plainPage(table, range, text, small)
        : chosenPage(table, query, range, text, small)
    },
    pageOf: async (table, ids, text, given) =>
      pageOf(table, ids, text, given ?? (await smallPage(table))),
    smallPage,
    placeAt,
    placeColumns,
    placeOf,
  }
}

export function columnsOf(table: Table, { fields }: RowQuery): readonly Column[] {
  if (fields === null) return table.columns
  const byName = new Map(table.columns.map((column) => [column.name, column]))
  return [...new Set(fields)].flatMap((name) => byName.get(name) ?? [])
}

function placeColumns(sort: Sort): Sql {
  const sorted = sort.map(({ column }) => sql`${identifier(column)}`)
  return join([sql`"$order"`, sql`"id"`, ...sorted], ', ')
}

function placeOf([order, id, ...values]: unknown[]): RowPlace {
  return { order: String(order), id: Number(id), values: values as SqlValue[] }
}
