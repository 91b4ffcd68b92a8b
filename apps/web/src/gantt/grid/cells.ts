import type { IApi, TID } from '@svar-ui/react-gantt'
import { inFrames } from '../../in-frames.ts'
import { cursorOf } from './cursor.ts'
import type { GridPlan, GridTask } from './grid-plan.ts'
import type { KeysAhead } from './keys-ahead.ts'
import type { PlanColumn } from './plan-columns.ts'
import { columnsShown, tableOf } from './table-of.ts'

/** The cell that is edited, and the way to another. */
export interface Cells {
  open(id: TID, column: string, first?: string): void
  focus(id: TID, column: string): void
  /** The field of a task that is being added is on its way. */
  expectField(): void
  /** Begins to edit the next cell of the row in which something can be said. */
  focusNext(id: TID, column: string, step: 1 | -1): void
  /** Where it is this cell that is edited: the next one may be open before a field has left the page. */
  close(id: TID, column: string): void
  /** What was typed to begin with; `null`: it begins with what stands in it. */
  first: string | null
  /** Saves the cell that is edited, and says whether it can be left. */
  leave: (() => boolean) | null
}

export function cellsOf(
  api: IApi,
  mayEdit: (id: TID, column: string) => boolean,
  ahead: KeysAhead,
): Cells & { isOpening: () => boolean } {
  let isOpening = false
  const cells: Cells = {
    first: null,
    leave: null,
    open(id, column, first) {
      cells.first = first ?? null
      const left = document.activeElement
      isOpening = true
      void tableOf(api)?.exec('open-editor', { id, column })
      isOpening = false
      const editor = tableOf(api)?.getState().editor
      if (editor?.id === id && editor.column === column) ahead.expectField(left)
    },
    expectField: () => ahead.expectField(),
    focus: (id, column) => cursorOf(api).go(id, column),
    focusNext(id, column, step) {
      const open = () => {
        // A row that was just added.
        if (!cursorOf(api).isDrawn({ id, column })) {
          ahead.expectField()
          return false
        }
        const shown = columnsShown(api)
        let at = shown.indexOf(column) + step
        while (shown[at] !== undefined && !mayEdit(id, shown[at]!)) at += step
        const next = shown[at]
        cells.focus(id, next ?? column)
        if (next !== undefined) cells.open(id, next)
        return true
      }
      if (!open()) inFrames(open)
    },
    close(id, column) {
      const { editor } = tableOf(api)?.getState() ?? {}
      if (editor?.id !== id || editor.column !== column) return
      void tableOf(api)?.exec('close-editor', { ignore: true })
    },
  }
  return Object.assign(cells, { isOpening: () => isOpening })
}

export function isEditable(column: PlanColumn, task: GridTask, plan: GridPlan): boolean {
  if (!column.keep || !plan.mayChange(task.id)) return false
  return column.isEditable?.(task, plan) ?? true
}

export function taskOf(api: IApi, id: TID): GridTask | undefined {
  return api.getState().tasks.byId(id)
}

/** The task in the row above or below, as they are shown. */
export function rowBeside(api: IApi, id: TID, step: 1 | -1): TID | null {
  const rows = api.getState()._tasks as readonly { id: TID }[]
  return rows[rows.findIndex((one) => one.id === id) + step]?.id ?? null
}
