import type { KeptView } from '@triptych/contract/table-schema'
import type { Table } from '@triptych/contract/tables'
import type {
  Fields,
  StoredAssignment,
  StoredCalendar,
  StoredLink,
  StoredResource,
  StoredTask,
} from './gantt-store.ts'
import type { StoredRow } from './table-store.ts'

export type DumpValue = string | number | null

/** Some rows of one table, as they are kept. The same on every engine. */
export interface DumpPage {
  table: string
  columns: string[]
  rows: DumpValue[][]
}

/**
 * Everything of a workspace that is neither a file nor part of the index of files: tables, plan, views,
 * the log and the answers that are kept. For moving it to another database of any engine.
 */
export interface DumpReader {
  /**
   * In an order in which they can be loaded; each table in the order of its key. `withoutLog`: of the log nothing but its end,
   * behind which it goes on.
   */
  pages(withoutLog?: boolean): AsyncGenerator<DumpPage>
  /**
   * Of a workspace as it was, without its log. What is kept of imported plans is that of imports before its revision, and
   * ids are given out behind those of now.
   */
  pagesAt(state: DumpedState): AsyncGenerator<DumpPage>
}

/** What a workspace held right after a revision. */
export interface DumpedState {
  revision: number
  tables: readonly DumpedTable[]
  tasks: readonly StoredTask[]
  links: readonly StoredLink[]
  resources: readonly StoredResource[]
  assignments: readonly StoredAssignment[]
  calendars: readonly StoredCalendar[]
  schedule: Fields
}

export interface DumpedTable {
  table: Table
  /** All ids are below this one. */
  nextId: number
  views: readonly KeptView[]
  /** By their ids. */
  rows: () => AsyncIterable<StoredRow>
}

export interface Dump extends DumpReader {
  /** Into an empty workspace, in the order of `pages`. Refuses what this version does not know. */
  load(page: DumpPage): Promise<void>
  /** After the last page: makes what was left out while rows came in. */
  finish(): Promise<void>
}
