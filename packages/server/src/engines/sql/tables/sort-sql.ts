import type { Column, Table } from '@triptych/contract/tables'
import type { Sort, SortColumn } from '../../../ports/row-query.ts'
import type { RowPlace } from '../../../ports/table-query.ts'
import type { Dialect } from '../core/dialect.ts'
import { idColumn } from './condition-sql.ts'
import { identifier, join, sql } from '../core/sql.ts'
import type { Sql, SqlValue } from '../core/sql.ts'
import { placesOf, rankIn } from './rank.ts'

/**
 * Texts come in the order of their bytes, which is that of their code points and what an index is
 * in. JavaScript orders by code units: characters beyond U+FFFF come before those from U+E000 on
 * there, after them here. JSON comes in the order of its text, and what has options in theirs.
 */
export function orderSql(dialect: Dialect, table: Table, sort: Sort): Sql {
  const terms = sort.map((one) => {
    const column = columnOf(table, one)
    const key = sortKey(dialect, column)
    if (!column.nullable) return one.descending ? sql`${key} desc` : key
    // Only some databases have it this way by themselves.
    return one.descending ? sql`${key} desc nulls last` : sql`${key} nulls first`
  })
  return join([...terms, sql`"$order"`, sql`"id"`], ', ')
}

/** One condition for the rows behind a place; see `stretches` for several. */
export function afterSql(dialect: Dialect, table: Table, sort: Sort, place: RowPlace): Sql {
  const any = stretchesBehind(dialect, table, sort, place, isNotNull).reduce(
    (one, other) => sql`${one} or ${other}`,
  )
  const [first] = sort
  const value = place.values[0] ?? null
  if (!first || value === null || (first.descending && columnOf(table, first).nullable)) {
    return sql`(${any})`
  }
  const column = columnOf(table, first)
  // Implied by the rest, but only here a database sees where in an index to begin.
  const from = first.descending ? sql`<=` : sql`>=`
  return sql`(${sortKey(dialect, column)} ${from} ${keyOf(column, value)} and (${any}))`
}

/**
 * Conditions for the rows behind a place, or for all: the rows of each come before those of the
 * next. With an index on the first column of the sort each is one stretch of it, and a page costs
 * the same anywhere; a database does not see that in one condition. Without an index there is
 * nothing to gain: each condition looks through the whole table.
 */
export function stretches(
  dialect: Dialect,
  table: Table,
  sort: Sort,
  place: RowPlace | null,
): Sql[] {
  const hasValue: HasValue = ({ name, type }) =>
    dialect.cells.hasValue(type, sql`${identifier(name)}`)
  if (place) return stretchesBehind(dialect, table, sort, place, hasValue)
  const [first] = sort
  if (!first) return [sql`true`]
  const column = columnOf(table, first)
  if (!column.nullable) return [hasValue(column)]
  return first.descending
    ? [hasValue(column), hasNone(column)]
    : [hasNone(column), hasValue(column)]
}

type HasValue = (column: Column) => Sql

/** First those that differ only in their place, then those that do in the last column, and so on. */
function stretchesBehind(
  dialect: Dialect,
  table: Table,
  sort: Sort,
  place: RowPlace,
  hasValue: HasValue,
): Sql[] {
  let found = [sql`("$order", "id") > (${place.order}, ${place.id})`]
  for (let index = sort.length - 1; index >= 0; index--) {
    const one = sort[index]!
    const value = place.values[index] ?? null
    const column = columnOf(table, one)
    const key = sortKey(dialect, column)
    const isSame = value === null ? hasNone(column) : sql`${key} = ${keyOf(column, value)}`
    found = [
      ...found.map((rest) => sql`${isSame} and ${rest}`),
      ...beyond(key, column, value, one.descending, hasValue),
    ]
  }
  return found
}

/** What comes behind a value of one column: nothing behind an empty cell at the end. */
function beyond(
  key: Sql,
  column: Column,
  value: SqlValue,
  descending: boolean,
  hasValue: HasValue,
): Sql[] {
  if (value === null) return descending ? [] : [hasValue(column)]
  const bound = keyOf(column, value)
  if (!descending) return [sql`${key} > ${bound}`]
  return column.nullable ? [sql`${key} < ${bound}`, hasNone(column)] : [sql`${key} < ${bound}`]
}

/** By what the rows are ordered in a column. */
function sortKey(dialect: Dialect, { name, type, options }: Column): Sql {
  const cell = sql`${identifier(name)}`
  return options === null ? cell : dialect.cells.rank(type, cell, options)
}

/** The same of a value that is stored there. */
function keyOf({ type, options }: Column, value: SqlValue): SqlValue {
  return options === null || value === null ? value : rankIn(type, placesOf(options), value)
}

function isNotNull({ name }: Column): Sql {
  return sql`${identifier(name)} is not null`
}

function hasNone({ name }: Column): Sql {
  return sql`${identifier(name)} is null`
}

function columnOf(table: Table, { column }: SortColumn): Column {
  return table.columns.find(({ name }) => name === column) ?? idColumn
}
