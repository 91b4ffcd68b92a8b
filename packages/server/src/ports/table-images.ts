import type { CellValue, Table } from '@triptych/contract/tables'
import type { StoredRule } from './rules.ts'

type Values = Record<string, CellValue>

/** One row of a change that the log tells of by the number of its rows alone. */
export interface RowImage {
  id: number
  /** Its place, where all of the row is here: it was deleted. */
  order: string | null
  /** What it had in the columns that were changed; `null`: it was not there. */
  before: Values | null
  /** What it got there; `null`: it was deleted, or nothing is kept of that. */
  after: Values | null
}

export interface TableImagesReader {
  /** Whether the images of an entry are there: those of an older version never were. */
  hasImages(revision: number): Promise<boolean>
  /** The images above an id, by id: at most `limit`, and fewer where they are large; empty only where there are no more. */
  images(revision: number, after: number, limit: number): Promise<RowImage[]>
  /** How many bytes all of them have. */
  imageBytes(revision: number): Promise<number>
  /** The rules that went with columns; `null` where nobody knows them, because the images came from elsewhere. */
  rulesKept(revision: number): Promise<StoredRule[] | null>
}

/** They belong to the entry of this revision, and go with it when the log is cut. */
export interface TableImages extends TableImagesReader {
  keepImages(revision: number, images: readonly RowImage[]): Promise<void>
  /** What these rows have: all of it and their places, or in some columns, in all of which they get the same. */
  keepRows(
    revision: number,
    table: Table,
    ids: readonly number[],
    written?: { columns: readonly string[]; after: Values },
  ): Promise<void>
  /** What all rows have in these columns, which go or become others, and the rules that go with them. */
  keepColumns(
    revision: number,
    table: Table,
    columns: readonly string[],
    rules: readonly StoredRule[],
  ): Promise<void>
  /** That the staged rows were not there. */
  keepStaged(revision: number, staged: Table, idOffset: number): Promise<void>
  /** What the rows with the ids of staged ones have in these columns, and what those have there. */
  keepReplaced(
    revision: number,
    table: Table,
    staged: Table,
    columns: readonly string[],
  ): Promise<void>
}
