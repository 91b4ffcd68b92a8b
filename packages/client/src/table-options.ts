import type { TakenBack } from '@triptych/contract/history'
import type { TableDescription } from '@triptych/contract/table-schema'
import type { GridColumn } from './grid-api.ts'
import type { GroupHeading, ReadGroups } from './table-groups.ts'
import type { Lines } from './table-lines.ts'
import type { SortKey, TableQuery } from './table-query.ts'
import type { TableParts } from './table-ranges.ts'
import type { Id } from './temp-ids.ts'
import type { Connection, ConnectOptions } from './widget.ts'

export interface TableOptions extends ConnectOptions {
  table: string
  /** Which rows are shown at first. */
  query?: Partial<TableQuery>
  /** Makes the columns that are shown from those the server proposes. */
  columns?: (columns: GridColumn[], table: TableDescription) => object[]
  /** Told whenever the table is another one than before: it was loaded, changed or renamed. */
  onTable?: (table: TableDescription) => void
  /** Told when a click on a header has changed the order. */
  onSort?: (sort: readonly SortKey[]) => void
  /** Where rows may stand in groups: `groupRows`. */
  groups?: ReadGroups
  /** Told of the groups whenever they are other ones; `null` where there are too many to be shown. */
  onGroups?: (headings: readonly GroupHeading[] | null) => void
  /** Told how many rows the query has. */
  onCount?: (count: number) => void
  /** Told of a new row that the order or the filter puts out of sight. */
  onAddedElsewhere?: (id: Id) => void
  /** Told when the grid's own `undo` or `redo` has taken something back, or done it again. */
  onTakenBack?: (taken: TakenBack) => void
}

export interface TableConnection extends Connection {
  /** Shows other rows, or the same in another order. */
  show(query: Partial<TableQuery>): void
  /** Makes the columns anew, when what `columns` goes by is another. */
  showColumns(): void
  /** The number by which the server knows a row; until it is saved, its id here. */
  realId: (row: Id) => Id
  /** Rows that stand in groups, and their headings: where both are in the grid, and which of its lines are drawn. */
  lines(): Lines & { headings: readonly GroupHeading[]; start: number; end: number }
  /** Which rows are shown, without those of groups that are folded. */
  asked(): TableQuery
  parts: TableParts
}
