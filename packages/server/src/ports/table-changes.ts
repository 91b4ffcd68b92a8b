import type { KeptView } from '@triptych/contract/table-schema'
import type { CellValue, Column, Table } from '@triptych/contract/tables'
import type { StoredRule } from './rules.ts'

/** A table as it is, and as it is to be. */
export interface Reshape {
  before: Table
  after: Table
  /** For each column of `after` by name: the one of `before` it comes from, `null` where it is new. */
  origins: ReadonlyMap<string, string | null>
  /** Columns of `after` of which options have other names, by those they had: cells follow. */
  optionNames: ReadonlyMap<string, OptionNames>
  /** Tables that name this one in a reference, where its name changes: as they are to be. */
  referring: readonly Table[]
  /** The value of the new type, by the new names; asked only where the cells of a column become others. */
  convert: (from: Column, to: Column, value: CellValue) => CellValue
}

type OptionNames = ReadonlyMap<string | number, string | number>

/** Whether the cells of a column stay as they are. */
export function keepsCells(
  { optionNames }: Pick<Reshape, 'optionNames'>,
  was: Pick<Column, 'type'> | undefined,
  is: Pick<Column, 'name' | 'type'>,
): boolean {
  return was?.type === is.type && !optionNames.has(is.name)
}

/** A row's id with its values in some columns. */
export interface Cells {
  id: number
  values: CellValue[]
}

/** A row with a number that it has in some column. */
export interface Holder {
  id: number
  value: number
}

export interface DroppedTable {
  table: Table
  /** All ids are below this one. */
  nextId: number
  views: KeptView[]
  rules: StoredRule[]
}

/** A view as it was kept: what later versions know of views is not in those of earlier ones. */
export function keptView(kept: unknown): KeptView {
  return { ...plainLooks, ...(kept as KeptView) }
}

const plainLooks = { widths: {}, frozen: null, group: null, subgroups: [], totals: {} }

/** Where the rows and the comments of a table lie that was deleted at a revision: no table can be called so. */
export function droppedName(revision: number | ''): string {
  return `_dropped_${revision}`
}

/** A view that one person has for themselves. */
export interface OwnView {
  /** The id of an account. */
  owner: string
  view: KeptView
}

export interface TableChangesReader {
  /**
   * The values in these columns of the rows above `after`, by id: at most `limit`, and fewer where
   * they are large; an empty list only where there are no more.
   */
  cells(table: Table, columns: readonly string[], after: number, limit: number): Promise<Cells[]>
  hasRow(table: Table, id: number): Promise<boolean>
  /** The rows with one of these numbers in a column, by the number and then by id, behind `after`. */
  rowsHolding(
    table: Table,
    held: { column: string; values: readonly number[] },
    after: Holder | null,
    limit: number,
  ): Promise<Holder[]>
  /** A table that was deleted at a revision and still lies out of sight. */
  dropped(revision: number): Promise<DroppedTable | null>
  /** The first rows that name one in a column that is not there in `target`, by id. */
  rowsNamingNone(table: Table, column: string, target: Table, limit: number): Promise<number[]>
  /** Oldest first. */
  views(table: Table): Promise<KeptView[]>
  /** `null` when there is none of exactly this name. */
  view(table: Table, name: string): Promise<KeptView | null>
  /** Oldest first. */
  ownViews(table: Table, owner: string): Promise<KeptView[]>
  /** Of everybody. */
  allOwnViews(table: Table): Promise<OwnView[]>
}

/** All rows must fit the new table already. Row versions stay; the table gets the revision. */
export interface TableChanges extends TableChangesReader {
  /** Existing rows have the default of a new column. Indexes are made and dropped as they are needed. */
  reshape(change: Reshape, revision: number): Promise<void>
  /**
   * With its rows and views, those that are somebody's own among them, which lie out of sight until the log is cut behind this revision. No other table may refer to
   * it. The rules on it are only kept.
   */
  drop(table: Table, revision: number, rules: readonly StoredRule[]): Promise<void>
  /** Makes it a table again, with its rows and views, if there is none of its name. */
  takeOut(dropped: number, revision: number): Promise<void>
  /** `was` is the name of the view to replace, `null` for a new one. */
  saveView(table: Table, was: string | null, view: KeptView, revision: number): Promise<void>
  dropView(table: Table, name: string, revision: number): Promise<void>
  /** As with `saveView`. The table keeps its revision: nobody else is to learn of it. */
  saveOwnView(table: Table, was: string | null, own: OwnView): Promise<void>
  dropOwnView(table: Table, owner: string, name: string): Promise<void>
}
