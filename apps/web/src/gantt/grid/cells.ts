import type { IApi, TID } from '@svar-ui/react-gantt'
import { writtenId } from '../element-id.ts'
import { cellAt } from './cell-at.ts'
import type { GridPlan, GridTask } from './grid-plan.ts'
import type { KeysAhead } from './keys-ahead.ts'
import type { PlanColumn } from './plan-columns.ts'

/** The table of the widget, as far as its cells are led from here. */
export interface Table {
  exec(action: string, event: object): Promise<unknown>
  intercept(action: string, before: (event: object) => unknown, options: object): void
  detach(tag: symbol): void
  getState(): {
    focusCell?: { row: TID; column: string } | null
    editor?: { id: TID; column: string } | null
    columns: readonly { id: string; hidden?: boolean }[]
  }
}

export function tableOf(api: IApi): Table | null {
  return api.getTable(false) as unknown as Table | null
}

/** The cell that is edited, and the way to another. */
export interface Cells {
  /** `first`: what was typed to begin with, in place of what stands in it. */
  open(id: TID, column: string, first?: string): void
  focus(id: TID, column: string): void
  /** An arrow has chosen another row, and the focus follows it. */
  followRow(): void
  /** A key for the cell to which the focus is about to go, and those after it. */
  later(event: KeyboardEvent): void
  hasLater(): boolean
  /** The field of a task that is being added is on its way. */
  expectField(): void
  /** Begins to edit the next cell of the row in which something can be said. */
  focusNext(id: TID, column: string, step: 1 | -1, tries?: number): void
  close(): void
  /** What was typed to begin with; `null`: it begins with what stands in it. */
  first: string | null
  /** Saves the cell that is edited, and says whether it can be left. */
  leave: (() => boolean) | null
}

export function cellsOf(
  api: IApi,
  mayEdit: (id: TID, column: string) => boolean,
  ahead?: KeysAhead,
): Cells & { isOpening: () => boolean } {
  let isOpening = false
  let turns = 0
  const cells: Cells = {
    first: null,
    leave: null,
    open(id, column, first) {
      cells.first = first ?? null
      isOpening = true
      void tableOf(api)?.exec('open-editor', { id, column })
      isOpening = false
      const editor = tableOf(api)?.getState().editor
      if (editor?.id === id && editor.column === column) cells.expectField()
    },
    followRow() {
      // The widget counts arrows faster than it can show where they lead.
      ahead?.begin(() => {
        const chosen = api.getState().selected?.at(-1)
        return chosen === undefined || cellAt(document.activeElement)?.id === chosen
      }, rowArrows)
    },
    later: (event) => ahead?.add(event),
    hasLater: () => ahead?.hasKeys() ?? false,
    expectField: () => void ahead?.begin(isFieldThere),
    focus(id, column) {
      const turn = ++turns
      const isAsked = ahead?.begin(() => isCellFocused(id, column)) ?? (() => true)
      const isStillWanted = () => turn === turns && isAsked()
      const enter = (tries: number) => {
        if (!isStillWanted()) return
        // A row that is scrolled to is drawn later, and the widget forgets what is not there.
        if (!elementOf(id, column) && tries > 0) return nextFrame(() => enter(tries - 1))
        enterCell()
        stay(20)
      }
      const enterCell = () =>
        void tableOf(api)?.exec('focus-cell', { row: id, column, eventSource: 'click' })
      /** A row that is drawn once more on the way loses the focus, and nobody gives it back. */
      const stay = (tries: number) =>
        nextFrame(() => {
          if (!isStillWanted() || tries === 0) return
          if (document.activeElement === document.body) {
            enterCell()
            elementOf(id, column)?.focus()
          }
          stay(tries - 1)
        })
      if (api.getState().selected?.includes(id)) {
        if (!elementOf(id, column)) scrollTo(api, id)
        enter(60)
      } else {
        void api.exec('select-task', { id, show: true })
        // Before it is drawn as selected, the grid would put the focus back to the one that was.
        nextFrame(() => enter(60))
      }
    },
    focusNext(id, column, step, tries = 60) {
      // A row that was just added.
      if (!elementOf(id, column) && tries > 0) {
        cells.expectField()
        return nextFrame(() => cells.focusNext(id, column, step, tries - 1))
      }
      const shown =
        tableOf(api)
          ?.getState()
          .columns.filter((one) => !one.hidden) ?? []
      let at = shown.findIndex((one) => one.id === column) + step
      while (shown[at] && !mayEdit(id, shown[at]!.id)) at += step
      const next = shown[at]?.id
      cells.focus(id, next ?? column)
      if (next !== undefined) cells.open(id, next)
    },
    close() {
      void tableOf(api)?.exec('close-editor', { ignore: true })
    },
  }
  return Object.assign(cells, { isOpening: () => isOpening })
}

const rowArrows = new Set(['ArrowUp', 'ArrowDown'])
const fieldSelector = '.gantt-cell-input'

/** So that its row is drawn, in the middle of what is seen. */
function scrollTo(api: IApi, id: TID): void {
  const { _tasks, cellHeight = 36 } = api.getState()
  const at = (_tasks as readonly { id: TID }[]).findIndex((one) => one.id === id)
  void api.exec('scroll-chart', { top: Math.max(0, at * cellHeight - innerHeight / 2) })
}

function elementOf(id: TID, column: string): HTMLElement | null {
  const cell = `[data-row-id="${writtenId(id)}"][data-col-id=":${CSS.escape(column)}"]`
  return document.querySelector<HTMLElement>(`.gantt-stage .wx-table ${cell}`)
}

function nextFrame(go: () => void): void {
  requestAnimationFrame(go)
}

function isFieldThere(): boolean {
  return document.activeElement?.matches(fieldSelector) ?? false
}

function isCellFocused(id: TID, column: string): boolean {
  const cell = isFieldThere() ? null : cellAt(document.activeElement)
  return cell?.id === id && cell.column === column
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
