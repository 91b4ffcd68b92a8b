import type { CellValue, Table } from '@triptych/contract/tables'

/** A row on its way into a table. */
export interface StagedRow {
  /** Its own, or its number in the file. */
  id: number
  /** Fractional key among the rows of the file. */
  order: string
  /** Where it stands in the file; in a new table, the version it will have. */
  line: number
  /** In the order of the columns. */
  values: readonly CellValue[]
}

/** A row of the file that cannot come into the table. */
export interface StagedClash {
  id: number
  line: number
  columns: readonly string[]
  /**
   * A row of the table has these values already, an earlier one of the file has, or the row they
   * name does not exist.
   */
  kind: 'taken' | 'repeated' | 'missing'
}

export interface StagedNumbers {
  /** What is added to the ids. */
  idOffset: number
  /** What is put before the order keys. */
  orderPrefix: string
  revision: number
  /** How many bytes the longest text has; `null` where that is not known. */
  widest: number | null
}

export interface TableImportReader {
  /** Those of the ids that staged rows have. */
  stagedAmong(staged: Table, ids: readonly number[]): Promise<number[]>
}

/**
 * Rows come into a table of their own first, in many transactions, and into the real one by a
 * single one: all of them, without holding up others in the meantime.
 */
export interface TableImport extends TableImportReader {
  /** Makes an empty table with these columns that nobody sees; it is gone after a restart. */
  stage(table: Table, isNew: boolean): Promise<Table>
  /** Answers how many bytes the longest text of these rows has. */
  addStaged(staged: Table, rows: readonly StagedRow[]): Promise<number>
  /**
   * Drops the staged rows that cannot come into a table that exists, all of them, and answers how
   * many they were and the first `limit`. Others may name them: to be called until there are none.
   */
  dropClashes(
    staged: Table,
    table: Table,
    idOffset: number,
    limit: number,
  ): Promise<{ count: number; first: StagedClash[] }>
  /** Makes it a table of the catalogue, under its real name. It must have been staged as a new one. */
  adopt(staged: Table, table: Table, revision: number, widest: number | null): Promise<void>
  /** Copies the rows to the end of a table, and drops what was staged. */
  merge(staged: Table, table: Table, numbers: StagedNumbers): Promise<void>
  unstage(staged: Table): Promise<void>
}
