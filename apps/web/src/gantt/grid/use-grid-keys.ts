import type { IApi, TID } from '@svar-ui/react-gantt'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import { isTyping } from '../../is-typing.ts'
import { isHeading } from '../heading-id.ts'
import { cellAt } from './cell-at.ts'
import type { Cells } from './cells.ts'
import { cursorOf } from './cursor.ts'
import type { Place } from './cursor.ts'
import type { Drafts } from './drafts.ts'
import { extendSelection } from './extend-selection.ts'
import type { RowRange } from './extend-selection.ts'
import { goalOf, rowsShown, selectAll } from './go-to-row.ts'
import type { KeysAhead } from './keys-ahead.ts'
import { moveRows } from './move-rows.ts'
import type { RowMove } from './move-rows.ts'
import { columnsShown } from './table-of.ts'

/** As long as a second click may still become a double one. */
const doubleMs = 350

/** With Alt and Shift, as in Microsoft Project. */
const moves: Record<string, RowMove> = {
  ArrowRight: 'indent',
  ArrowLeft: 'outdent',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** They do something with a cell or a field, which has to be there first. */
const deeds = new Set(['Enter', 'F2', 'Insert', 'Delete', 'Backspace', 'Escape', 'Tab'])

/** They lead somewhere, also where it is not drawn yet. */
const ways = new Set('ArrowUp ArrowDown ArrowLeft ArrowRight Home End PageUp PageDown'.split(' '))

interface Foldable {
  id: TID
  data?: readonly unknown[] | null
  lazy?: boolean
  open?: boolean
}

interface Options {
  /** `null` for those who may only read. */
  cells: Cells | null
  drafts: Drafts | null
  ahead: KeysAhead | null
  mayEdit: (id: TID, column: string) => boolean
}

/** Typing, Enter, F2 and a second click edit a cell; other keys lead to another, move its row, or select more of them. */
export function useGridKeys(
  frame: RefObject<HTMLElement | null>,
  api: IApi | null,
  { cells, drafts, ahead, mayEdit }: Options,
): void {
  useEffect(() => {
    const root = frame.current
    if (!api || !root || !ahead) return undefined
    const over = new AbortController()
    const { signal } = over
    const cursor = cursorOf(api)
    const stopCursor = cursor.watch(root, () => ahead.drop())

    /** What was selected by Shift and arrows, until the cursor goes elsewhere. */
    let range: RowRange | null = null

    const press = (event: KeyboardEvent) => {
      if (event.isComposing || !isForList(event.target)) return
      if (ahead.isWaiting()) {
        if (!isHeld(event)) return
        ahead.add(event)
      } else {
        const place = cursor.at()
        if (!place || isTyping(event.target) || !handle(event, place)) return
      }
      event.preventDefault()
      // The widget folds a task with Enter, and goes to another with arrows.
      event.stopPropagation()
    }

    function handle(event: KeyboardEvent, { id, column }: Place): boolean {
      const { key, altKey, shiftKey } = event
      const isCommand = event.ctrlKey || event.metaKey
      if (isCommand && key === 'a' && !shiftKey && !altKey) {
        selectAll(api!)
        return true
      }
      const move = cells && altKey && shiftKey ? moves[key] : undefined
      if (move) {
        moveRows(api!, move)
        cursor.enter(id, column)
        return true
      }
      if (altKey) return false
      // Of a row that is on its way nobody knows yet what is beside it.
      const isShown = rowsShown(api!).includes(id)
      const goal = isShown ? goalOf(api!, id, key, isCommand) : null
      if (goal !== null && shiftKey) {
        range = extendSelection(api!, range?.end === id ? range : { start: id, end: id }, goal)
        cursor.enter(goal, column)
        return true
      }
      if (goal !== null) {
        range = null
        cursor.go(goal, column)
        return true
      }
      if (isCommand) return false
      const beside = shiftKey || !isShown ? null : columnBeside(column, key)
      if (beside !== null) {
        cursor.enter(id, beside)
        return true
      }
      if (!cursor.isThere() && isHeld(event)) {
        cursor.enter(id, column)
        ahead!.add(event)
        return true
      }
      return act(key, { id, column })
    }

    /** What is done with the cell in which the keyboard is. */
    function act(key: string, { id, column }: Place): boolean {
      if ((key === ' ' && column === 'text') || (key === 'Enter' && isHeading(id))) return fold(id)
      if (!cells || !drafts || (key === 'Enter' && column === 'add-task')) return false
      if (key === 'Insert') {
        drafts.begin(id)
        return true
      }
      const isBegun = key === 'F2' || key === 'Enter'
      const isTyped = key.length === 1 && key !== ' '
      if (!isBegun && !isTyped) return false
      if (mayEdit(id, column)) cells.open(id, column, isTyped ? key : undefined)
      return true
    }

    function columnBeside(column: string, key: string): string | null {
      const columns = columnsShown(api!)
      const at = columns.indexOf(column)
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: columns.length - 1 }[key]
      if (to === undefined) return null
      return columns[Math.max(0, Math.min(columns.length - 1, to))] ?? null
    }

    function fold(id: TID): boolean {
      const rows = api!.getState()._tasks as readonly Foldable[]
      const task = rows.find((row) => row.id === id)
      if (task?.data?.length || task?.lazy) void api!.exec('open-task', { id, mode: !task.open })
      return true
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
      cursor.enter(cell.id, cell.column)
      if (event.detail > 1) return
      if (event.ctrlKey || event.metaKey || event.shiftKey || cell.element !== focused) return
      // Of several that were selected it is the one that is left now.
      if (!isOnly) return
      if ((event.target as Element).closest('[data-action]')) return
      waiting = setTimeout(() => {
        const isStill = document.activeElement === cell.element
        if (isStill && mayEdit(cell.id, cell.column)) cells?.open(cell.id, cell.column)
      }, doubleMs)
    }
    document.addEventListener('keydown', press, { capture: true, signal })
    root.addEventListener('pointerdown', down, { capture: true, signal })
    root.addEventListener('click', click, { signal })
    root.addEventListener('dblclick', () => clearTimeout(waiting), { capture: true, signal })
    return () => {
      clearTimeout(waiting)
      stopCursor()
      over.abort()
    }
  }, [api, frame, cells, drafts, ahead, mayEdit])
}

/** Whoever has gone to a field or a button of their own types there; a row that is drawn anew leaves the focus to nobody. */
function isForList(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  return target === document.body || target.closest('.gantt-stage .wx-table') !== null
}

/** What the list does; what the browser or the page does with a key is done at once. */
function isHeld({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (altKey) return shiftKey && key in moves
  if (ctrlKey || metaKey) return key === 'Home' || key === 'End'
  return key.length === 1 || deeds.has(key) || ways.has(key)
}
