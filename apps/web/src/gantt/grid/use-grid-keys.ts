import type { IApi, TID } from '@svar-ui/react-gantt'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { isTyping } from '../../is-typing.ts'
import { cellAt } from './cell-at.ts'
import type { CellPlace } from './cell-at.ts'
import { tableOf } from './cells.ts'
import type { Cells } from './cells.ts'
import type { Drafts } from './drafts.ts'
import { extendSelection } from './extend-selection.ts'
import type { RowRange } from './extend-selection.ts'
import { goalOf, selectAll } from './go-to-row.ts'
import { moveRows } from './move-rows.ts'
import type { RowMove } from './move-rows.ts'

/** As long as a second click may still become a double one. */
const doubleMs = 350

/** With Alt and Shift, as in Microsoft Project. */
const moves: Record<string, RowMove> = {
  ArrowRight: 'indent',
  ArrowLeft: 'outdent',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

interface Options {
  cells: Cells | null
  mayEdit: (id: TID, column: string) => boolean
  drafts: Drafts | null
}

/** Typing, Enter, F2 and a second click edit a cell; other keys move its row, or select more of them. */
export function useGridKeys(
  frame: RefObject<HTMLElement | null>,
  api: IApi | null,
  { cells, mayEdit, drafts }: Options,
): void {
  useEffect(() => {
    const root = frame.current
    if (!api || !root || !cells) return undefined
    const over = new AbortController()
    const { signal } = over

    /** What was selected by Shift and arrows, until the focus goes elsewhere. */
    let range: RowRange | null = null
    /** Where the focus is about to go: the keys until then are for that cell. */
    let moving: { id: TID; column: string } | null = null
    let next = 0

    const press = (event: KeyboardEvent) => {
      const cell = cellAt(event.target)
      if (!cell || isTyping(event.target) || event.isComposing) return
      // Arrows to the side are faster than what they lead to is drawn.
      const to = tableOf(api)?.getState().focusCell
      const isLate = moving && cells.hasLater()
      if (isLate) cells.later(event)
      else if (!handle(event, moving ?? (to ? { id: to.row, column: to.column } : cell))) return
      event.preventDefault()
      // The widget folds a task with Enter, and goes to another with arrows.
      event.stopPropagation()
    }

    function handle(event: KeyboardEvent, { id, column }: Omit<CellPlace, 'element'>): boolean {
      const { key, altKey, shiftKey } = event
      const isCommand = event.ctrlKey || event.metaKey
      if (isCommand && key === 'a' && !shiftKey && !altKey) {
        selectAll(api!)
        return true
      }
      const goal = altKey ? null : goalOf(api!, id, key, isCommand)
      if (isCommand && goal === null) return false
      const move = altKey && shiftKey ? moves[key] : undefined
      if (move) {
        moveRows(api!, move)
        // A row that is drawn elsewhere has lost the focus; whoever is in another cell by then stays there.
        requestAnimationFrame(() => {
          if (!cellAt(document.activeElement)) cells!.focus(id, column)
        })
        return true
      }
      if (altKey) return false
      if (goal !== null && shiftKey) {
        range = extendSelection(api!, range?.end === id ? range : { start: id, end: id }, goal)
        moveTo(goal, column)
        return true
      }
      const isStep = key === 'ArrowUp' || key === 'ArrowDown'
      if (goal !== null && (moving || !isStep)) {
        range = null
        void api!.exec('select-task', { id: goal, show: true })
        moveTo(goal, column)
        return true
      }
      // The widget itself goes to the next row.
      if (isStep) cells!.followRow()
      if (key === 'Insert') {
        drafts?.begin(id)
        return true
      }
      if (key === ' ' && column === 'text') return fold(id)
      if (key === 'Enter' && column === 'add-task') return false
      const isBegun = key === 'F2' || key === 'Enter'
      const isTyped = key.length === 1 && key !== ' '
      if (!isBegun && !isTyped) return false
      // A field that is opened on the way would be closed by the focus that comes.
      if (moving) cells!.later(event)
      else if (mayEdit(id, column)) cells!.open(id, column, isTyped ? key : undefined)
      return true
    }

    /** Before it is drawn as selected, the grid would put the focus back. */
    function moveTo(id: TID, column: string): void {
      moving = { id, column }
      cancelAnimationFrame(next)
      next = requestAnimationFrame(() => {
        moving = null
        cells!.focus(id, column)
      })
    }

    function fold(id: TID): boolean {
      const task = api!.getState().tasks.byId(id)
      if (task?.data?.length || task?.lazy) void api!.exec('open-task', { id, mode: !task.open })
      return true
    }

    /** The widget passes over a click on the cell that it drew with the focus last, though the focus was sent on since. */
    function enter({ id, column }: CellPlace): void {
      const table = tableOf(api!)
      const { row, column: of } = table?.getState().focusCell ?? { row: id, column }
      if (row === id && of === column) return
      void table?.exec('focus-cell', { row: id, column, eventSource: 'click' })
    }

    let focused: Element | null = null
    let waiting: ReturnType<typeof setTimeout> | undefined
    let isOnly = false
    const down = ({ target }: Event) => {
      focused = document.activeElement
      const { selected = [] } = api.getState()
      isOnly = selected.length === 1 && selected[0] === cellAt(target)?.id
    }
    const click = (event: MouseEvent) => {
      clearTimeout(waiting)
      const cell = cellAt(event.target)
      if (!cell || isTyping(event.target)) return
      enter(cell)
      if (event.detail > 1) return
      if (event.ctrlKey || event.metaKey || event.shiftKey || cell.element !== focused) return
      // Of several that were selected it is the one that is left now.
      if (!isOnly) return
      if ((event.target as Element).closest('[data-action]')) return
      waiting = setTimeout(() => {
        const isStill = document.activeElement === cell.element
        if (isStill && mayEdit(cell.id, cell.column)) cells.open(cell.id, cell.column)
      }, doubleMs)
    }
    root.addEventListener('keydown', press, { capture: true, signal })
    root.addEventListener('pointerdown', down, { capture: true, signal })
    root.addEventListener('click', click, { signal })
    root.addEventListener('dblclick', () => clearTimeout(waiting), { capture: true, signal })
    return () => {
      clearTimeout(waiting)
      cancelAnimationFrame(next)
      over.abort()
    }
  }, [api, frame, cells, mayEdit, drafts])
}
