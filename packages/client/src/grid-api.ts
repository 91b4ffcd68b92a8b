import type { TableDescription } from '@triptych/contract/table-schema'
import type { Row } from './shown-rows.ts'
import type { Id } from './temp-ids.ts'
import type { Params, WidgetApi } from './widget.ts'

/** The api of SVAR's grid, as far as it is used here. */
export interface GridApi extends Omit<WidgetApi, 'on' | 'intercept'> {
  intercept(action: string, handler: (event: Params) => unknown, config?: object): void
  getReactiveState(): {
    sortMarks: { subscribe(listener: (marks: object) => void): unknown }
    /** SVAR's types do not promise it. */
    history?: {
      subscribe(listener: (steps: { undo: number; redo: number } | undefined) => void): unknown
    }
  }
  getStores(): { data: { setState(state: object): unknown } }
}

/** A column as SVAR's grid takes it. */
export type GridColumn = TableDescription['svar']['columns'][number] & Record<string, unknown>

/** The props of a grid that is filled by `connectTable`. They stay the same ones, so React keeps what is shown. */
export const emptyTable = { data: [], columns: [], dynamic: { rowCount: 0 } }

/** What is read of the grid's state. */
export interface GridState {
  data: Row[]
  columns: { id: string; width?: number }[]
  /** The one that is open. */
  editor: { id: Id; column: string; value: unknown; type: unknown } | null
  filterValues: Record<string, unknown>
  focusCell: { row: Id; column: string } | null
  selectedRows: Id[]
  sizes: { rowHeight: number }
}
