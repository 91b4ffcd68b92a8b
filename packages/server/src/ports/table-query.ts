import type { CellValue, Table } from '@triptych/contract/tables'
import type { Condition, Sort } from './row-query.ts'

/** Which rows, in which order, and what of them. */
export interface RowQuery {
  /** `null`: every row. */
  where: Condition | null
  /** Empty: the order of the table. */
  sort: Sort
  /** Columns of the table, in this order; `null`: all of them. The id is always there, and first. */
  fields: readonly string[] | null
}

export const everyRow: RowQuery = { where: null, sort: [], fields: null }

/** Where a row stands in a query, to read on behind it. */
export interface RowPlace {
  order: string
  id: number
  /** What it has in the columns of the sort, as the engine keeps it. */
  values: readonly (string | number | null)[]
}

/** Rows behind `after`, but for the first `skip` of them. */
export interface RowRange {
  after: RowPlace | null
  skip: number
  limit: number
  /** The `rest` of the page before, where this is the next one of the same snapshot. */
  found?: readonly number[]
}

/** What a page of rows may hold of text. */
export const pageBytes = 2 * 1024 * 1024

/** What the groups of an answer may hold of text. */
export const groupBytes = 16 * 1024 * 1024

export interface RowPage {
  /** The rows as a JSON array in UTF-8: made in the database, and never a string in between. */
  json: Uint8Array<ArrayBuffer>
  count: number
  /** The place of the last row when more rows follow, else `null`. */
  next: RowPlace | null
  /** Rows that were found and did not fit any more, so that they need not be looked for again. */
  rest?: readonly number[]
}

/** How rows are written. */
export type RowForm = 'json' | 'ndjson' | 'csv' | 'tsv'

/** A row as it stands in the list of all. */
export interface PlacedRow {
  json: string
  /** The row before it; `null`: it is the first. */
  behind: number | null
}

export interface Suggestion {
  value: CellValue
  /** How many rows have it. */
  count: number
}

export type DateUnit = 'day' | 'week' | 'month' | 'year'

export interface GroupKey {
  column: string
  /** For dates: which part of them makes the group, on the clocks of `zone`; else `null`. */
  unit: DateUnit | null
  zone: string
}

export interface Aggregate {
  operator: 'count' | 'sum' | 'avg' | 'min' | 'max'
  /** `null`: of rows, which only `count` can have. */
  column: string | null
}

export interface GroupQuery {
  where: Condition | null
  keys: readonly GroupKey[]
  aggregates: readonly Aggregate[]
  limit: number
}

export interface ChangeOfRows {
  /** How many more there are. */
  gained: number
  /** Whether all are where they were, in the order of the table. */
  isInPlace: boolean
}

export interface TableQueries {
  /** Fewer rows than asked for where they are large, so that a page is never much larger than `pageBytes` or one row. */
  page(table: Table, query: RowQuery, range: RowRange): Promise<RowPage>
  /** Whether the first rows are found at once, however many there are; if `counted`, all are counted as soon. */
  isQuick(table: Table, query: RowQuery, counted: boolean): Promise<boolean>
  /** All rows of a query as one document, in pieces that are made as they are taken. */
  rows(table: Table, query: RowQuery, form: RowForm): AsyncIterable<Uint8Array<ArrayBuffer>>
  /** How many rows, but not counted further than `cap`. */
  count(table: Table, where: Condition | null, cap: number): Promise<number>
  /** What became of the rows of a table between two revisions; `null` where the log does not tell. */
  changeOfRows(table: Table, after: number, upTo: number): Promise<ChangeOfRows | null>
  /** The rows that were added, changed, moved or deleted between two revisions; `null` where the log does not tell, or tells of more than `most`. */
  changedRows(table: Table, after: number, upTo: number, most: number): Promise<number[] | null>
  /** Those of these rows that are there, in the order of the table. */
  placedRows(table: Table, ids: readonly number[]): Promise<PlacedRow[]>
  /** Whether the table is looked through for each page of a query, as no index leads there. */
  looksThrough(table: Table, query: RowQuery): Promise<boolean>
  /** All rows of a query in its order. */
  allIds(table: Table, query: RowQuery): Promise<number[]>
  /** What `allIds` answers now, by what it answered before these rows changed. */
  idsAfter(
    table: Table,
    query: RowQuery,
    ids: readonly number[],
    changed: readonly number[],
  ): Promise<number[]>
  /** Of `sample` rows spread over the table: how many there are, and how many of them pass. */
  sampled(
    table: Table,
    where: Condition,
    sample: number,
  ): Promise<{ looked: number; passed: number }>
  /** The places of each `step`th row, in order. */
  places(table: Table, query: RowQuery, step: number): Promise<RowPlace[]>
  /** The values of a column in its order, without empty ones and those longer than `longest` characters. */
  suggestions(
    table: Table,
    column: string,
    wanted: { where: Condition | null; limit: number; longest: number },
  ): Promise<Suggestion[]>
  /**
   * A row for each group, in the order of their keys: the values of the keys, then the aggregates.
   * Throws `tables.query_too_large` where they hold more text than `groupBytes`.
   */
  groups(table: Table, query: GroupQuery): Promise<CellValue[][]>
}
