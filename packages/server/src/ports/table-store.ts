import type { CellValue, Table } from '@triptych/contract/tables'
import type { Gap, Place } from './order.ts'
import type { Condition } from './row-query.ts'
import type { Cells, TableChanges, TableChangesReader } from './table-changes.ts'
import type { TableImages, TableImagesReader } from './table-images.ts'
import type { TableImport, TableImportReader } from './table-import.ts'
import type { TableQueries } from './table-query.ts'

export type Values = Record<string, CellValue>

/** A table with the revision of the last change to it or to one of its rows. */
export interface TableState {
  /** The same object as long as the definition is the same, so that work on it can be remembered. */
  table: Table
  revision: number
  /** All ids are below this one: there are fewer rows than that. */
  nextId: number
  /** How many bytes the longest text has at most; `null` where that is not known. */
  widest: number | null
  /** The names of the tables with a reference to this one. */
  referrers: readonly string[]
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

export interface TableReader
  extends TableChangesReader, TableQueries, TableRowsReader, TableImportReader, TableImagesReader {
  /** All tables, oldest first. */
  all(): Promise<Table[]>
  /** `null` when there is no table of exactly this name. */
  find(name: string): Promise<TableState | null>
  /** `null` when there is no such row. */
  row(table: Table, id: number): Promise<StoredRow | null>
  /** Those of these rows that are there, in the order of the ids; with the values of these columns alone, if any are named. */
  rowsById(table: Table, ids: readonly number[], columns?: readonly string[]): Promise<StoredRow[]>
  /** The next rows in the order of the table, fewer where they are large; an empty list only where there are no more. */
  rowsAfter(
    table: Table,
    place: Pick<StoredRow, 'order' | 'id'> | null,
    limit: number,
  ): Promise<StoredRow[]>
  /** The order key of the last row, `null` in an empty table. */
  lastOrder(table: Table): Promise<string | null>
  /** The order keys right beside row `id`, for a new row there; `null` when there is no such row. */
  gapBeside(table: Table, id: number, side: 'before' | 'after'): Promise<Gap | null>
}

/** Values must fit their columns already. All methods belong to the transaction they are called in. */
export interface TableStore extends TableReader, TableChanges, TableRows, TableImport, TableImages {
  /** Throws `tables.name_taken` when a table has this name, whatever the letter case. */
  create(table: Table, revision: number): Promise<void>
  /** Reserves an id that no row has or ever had. */
  nextRowId(table: Table): Promise<number>
  /**
   * Throws `tables.not_unique` (with `column`) when another row has one of the values already, or
   * all the values of a unique index; what is not given is as it is stored. To be asked before
   * anything is written: whoever fails later has its whole group run again.
   */
  refuseDuplicates(table: Table, id: number, values: Values): Promise<void>
  /** The id must be free and the values unique where they must be. */
  insert(table: Table, row: StoredRow): Promise<void>
  /** Writes the given columns only. */
  update(table: Table, id: number, values: Values, version: number): Promise<void>
  remove(table: Table, id: number, revision: number): Promise<void>
}

/** Rows in numbers. Values must fit their columns already. */
export interface TableRows {
  /** The ids must be free and the values unique where they must be. */
  insertMany(table: Table, rows: readonly StoredRow[]): Promise<void>
  /** Writes these rows, which are there, as they stand here; a unique value may pass from one to another. */
  replaceMany(table: Table, rows: readonly StoredRow[]): Promise<void>
  /** The same values for each of these rows. */
  updateMany(table: Table, ids: readonly number[], values: Values, version: number): Promise<void>
  removeMany(table: Table, ids: readonly number[], revision: number): Promise<void>
  /** Writes the place of a row. */
  move(table: Table, id: number, order: string, version: number): Promise<void>
  /** Writes places and leaves the versions: the order of the rows must stay what it is. */
  renumber(table: Table, places: readonly Place[]): Promise<void>
}

export interface TableRowsReader {
  /** How many bytes of text these rows hold: in all columns, or in the named ones. */
  bytesOf(table: Table, ids: readonly number[], columns?: readonly string[]): Promise<number>
  /** The ids of the rows that pass, in the order of the table. */
  ids(table: Table, where: Condition | null, limit: number): Promise<number[]>
  /** As `cells`, of rows that pass; the columns may include `id`. */
  cellsWhere(
    table: Table,
    where: Condition | null,
    columns: readonly string[],
    after: number,
    limit: number,
  ): Promise<Cells[]>
  /** Columns that several rows would be the same in, though they must not, if all that pass had these values. */
  clashingColumns(
    table: Table,
    where: Condition | null,
    values: Values,
  ): Promise<readonly string[] | null>
  /** The rows beside a row, itself among them, in their order; at most `limit` on each side. */
  neighbours(table: Table, id: number, limit: number): Promise<Place[]>
}

/** Columns that no two rows may have the same values in; a row with a null in one clashes with none. */
export interface UniqueSet {
  columns: readonly string[]
  /** The name of the index that asks for it, `null` where the column itself does. */
  index: string | null
}

export function uniqueSetsOf({ columns, indexes }: Table): UniqueSet[] {
  return [
    ...columns.filter(({ unique }) => unique).map(({ name }) => ({ columns: [name], index: null })),
    ...indexes.filter(({ unique }) => unique).map((each) => ({ ...each, index: each.name })),
  ]
}
