import type { CellValue, Table } from '@triptych/contract/tables'

export type Values = Record<string, CellValue>

/** A table with the revision of the last change to it or to one of its rows. */
export interface TableState {
  /** The same object as long as the definition is the same, so that work on it can be remembered. */
  table: Table
  revision: number
}

export interface StoredRow {
  id: number
  /** The revision of the change that wrote the row last. */
  version: number
  /** Fractional key of the row's place; rows are read by `(order, id)`. */
  order: string
  /** One value for each column of the table. */
  values: Values
}

/** Where a page of rows ended, to read on from there. */
export interface RowPlace {
  order: string
  id: number
}

/** What a page of rows may hold of text. */
export const pageBytes = 2 * 1024 * 1024

export interface RowPage {
  /** The rows as a JSON array in UTF-8: made in the database, and never a string in between. */
  json: Uint8Array<ArrayBuffer>
  /** The place of the last row when more rows follow, else `null`. */
  next: RowPlace | null
}

export interface TableReader {
  /** All tables, oldest first. */
  all(): Promise<Table[]>
  /** `null` when there is no table of exactly this name. */
  find(name: string): Promise<TableState | null>
  /**
   * Rows in their order, those after `after` when it is given: at most `limit`, and fewer where
   * they are large, so that a page is never much larger than `pageBytes` or one row.
   */
  page(table: Table, after: RowPlace | null, limit: number): Promise<RowPage>
  /** `null` when there is no such row. */
  row(table: Table, id: number): Promise<StoredRow | null>
  /** The order key of the last row, `null` in an empty table. */
  lastOrder(table: Table): Promise<string | null>
  /** The order keys right beside row `id`, for a new row there; `null` when there is no such row. */
  gapBeside(table: Table, id: number, side: 'before' | 'after'): Promise<Gap | null>
}

/** Two order keys with no row between them; `null` where the table ends. */
export interface Gap {
  lower: string | null
  upper: string | null
}

/** Values must fit their columns already. All methods belong to the transaction they are called in. */
export interface TableStore extends TableReader {
  /** Throws `tables.name_taken` when a table has this name, whatever the letter case. */
  create(table: Table, revision: number): Promise<void>
  /** Reserves an id that no row has or ever had. */
  nextRowId(table: Table): Promise<number>
  /**
   * Throws `tables.not_unique` (with `column`) when another row has one of the values already. To
   * be asked before anything is written: whoever fails later has its whole group run again.
   */
  refuseDuplicates(table: Table, id: number, values: Values): Promise<void>
  /** The id must be free and the values unique where they must be. */
  insert(table: Table, row: StoredRow): Promise<void>
  /** Writes the given columns only. */
  update(table: Table, id: number, values: Values, version: number): Promise<void>
  remove(table: Table, id: number, revision: number): Promise<void>
}
