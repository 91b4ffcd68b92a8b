import type { IApi, TID } from '@svar-ui/react-gantt'
import { inFrames } from '../../in-frames.ts'
import { writtenId } from '../element-id.ts'
import { isHeading } from '../heading-id.ts'
import { cellAt } from './cell-at.ts'
import { rowsShown } from './go-to-row.ts'
import { tableOf } from './table-of.ts'
import type { Table } from './table-of.ts'

/** A cell of the list, drawn or not. */
export interface Place {
  id: TID
  column: string
}

/**
 * Where the keyboard is in the list of a plan. The widget knows that by the focus alone, which a row loses that is drawn
 * anew or scrolled out of sight. So it is kept here: keys are for this cell, and the focus follows as soon as it is drawn.
 */
export interface Cursor {
  /** `null`: the keyboard is elsewhere. */
  at(): Place | null
  /** To a row that is selected alone from now on, and in sight. */
  go(id: TID, column: string): void
  /** To a cell, whatever is selected. */
  enter(id: TID, column: string): void
  /** Whether the focus is where the cursor is. */
  isThere(): boolean
  isDrawn(at: Place): boolean
  /** Until what it answers is called. `left`: somebody has gone elsewhere. */
  watch(root: HTMLElement, left: () => void): () => void
}

/** A row that was named may be on its way for so long. */
const mostFramesWithoutRow = 60

/** A row that is selected may be drawn so for so long. */
const mostFramesUntold = 10

/** Where it is not drawn for so long, as in a list that is not shown, there is nothing for the keyboard. */
const mostFrames = 600

const cursors = new WeakMap<IApi, Cursor>()

/** There is one for each plan that is shown. */
export function cursorOf(api: IApi): Cursor {
  const cursor = cursors.get(api) ?? newCursor(api)
  cursors.set(api, cursor)
  return cursor
}

function newCursor(api: IApi): Cursor {
  let place: Place | null = null
  /** It was sent there: until it has been there once, it takes the focus from whatever has it. */
  let isSent = false
  /** What is said to the widget from here. */
  let isOurs = false
  /** The widget knows that it has to give the focus to it. */
  let isTold = false
  let framesWithoutRow = 0
  let framesUntold = 0
  let stopLooking: (() => void) | null = null

  const elementAt = ({ id, column }: Place): HTMLElement | null => {
    const cell = `[data-row-id="${writtenId(id)}"][data-col-id=":${CSS.escape(column)}"]`
    return document.querySelector<HTMLElement>(`.gantt-stage .wx-table ${cell}`)
  }

  /** Whether there is nothing left to do. */
  function look(): boolean {
    if (!place || isEdited(place)) return true
    if (!isRowShown(place)) {
      if (++framesWithoutRow > mostFramesWithoutRow) place = null
      return place === null
    }
    framesWithoutRow = 0
    const element = elementAt(place)
    if (!element) return false
    if (document.activeElement === element) {
      if (!isKnown(place)) tell(place)
      return true
    }
    if (!isSent && isElsewhere(document.activeElement)) {
      place = null
      return true
    }
    if (isTold || !isSent) element.focus()
    else if (isDrawnAsChosen(element, place.id) || ++framesUntold > mostFramesUntold) tell(place)
    return document.activeElement === element
  }

  /** Before, the widget would make the row its own way in that was selected until now. */
  function isDrawnAsChosen(element: HTMLElement, id: TID): boolean {
    const isDrawn = element.closest('.wx-row')?.classList.contains('wx-selected') ?? false
    return isDrawn === (api.getState().selected?.includes(id) ?? false)
  }

  function isEdited({ id, column }: Place): boolean {
    const editor = tableOf(api)?.getState().editor
    return editor?.id === id && editor.column === column
  }

  /** The widget passes over a click on a cell that it drew with the focus last. */
  function isKnown({ id, column }: Place): boolean {
    const { row, column: of } = tableOf(api)?.getState().focusCell ?? {}
    return row === id && of === column
  }

  function tell({ id, column }: Place): void {
    isTold = true
    isOurs = true
    void tableOf(api)?.exec('focus-cell', { row: id, column, eventSource: 'click' })
    isOurs = false
  }

  function follow(): void {
    if (look()) return stay()
    const lookAgain = () => {
      const isDone = look()
      if (isDone) stay()
      return isDone
    }
    stopLooking = inFrames(lookAgain, mostFrames, () => {
      stay()
      place = null
    })
  }

  function stay(): void {
    stopLooking?.()
    stopLooking = null
    isSent = false
  }

  const isRowShown = ({ id }: Place) => rowsShown(api).includes(id)

  const cursor: Cursor = {
    at: () => (place && (isSent || isRowShown(place)) ? place : null),
    go(id, column) {
      const { selected = [] } = api.getState()
      const isAlone = selected.length === 1 && selected[0] === id
      if (!isAlone) void api.exec('select-task', { id, show: false })
      cursor.enter(id, column)
    },
    enter(id, column) {
      stay()
      place = { id, column }
      isSent = true
      isTold = false
      framesWithoutRow = framesUntold = 0
      bringIntoSight(api, id)
      follow()
    },
    isDrawn: (at) => elementAt(at) !== null,
    isThere: () => place !== null && document.activeElement === elementAt(place),
    watch(root, left) {
      const over = new AbortController()
      const options = { capture: true, signal: over.signal }
      let pressed: ReturnType<typeof setTimeout> | undefined
      const observer = new MutationObserver(() => {
        // A row that was scrolled away gets the focus back when it is drawn again, or when a key leads from it.
        if (!place || isSent || pressed !== undefined) return
        if (document.activeElement === document.body && isRowShown(place)) look()
      })
      observer.observe(root, { childList: true, subtree: true })
      document.addEventListener(
        'pointerdown',
        ({ target }) => {
          stay()
          left()
          const cell = cellAt(target)
          if (cell) place = { id: cell.id, column: cell.column }
          clearTimeout(pressed)
          // By then the browser has given the focus to what was pressed.
          pressed = setTimeout(() => {
            pressed = undefined
            // Unless what was pressed has sent it somewhere.
            if (document.activeElement === document.body && !cell && !isSent) place = null
          })
        },
        options,
      )
      document.addEventListener(
        'focusin',
        ({ target, relatedTarget }) => {
          const cell = cellAt(target)
          if (cell && place && !isAt(place, cell) && !isElsewhere(relatedTarget)) {
            // Within the rows keys and clicks lead, and nothing else: the widget has drawn late what was left.
            if (!isSent) cursor.enter(place.id, place.column)
            return
          }
          if (cell && !isSent) place = { id: cell.id, column: cell.column }
          if (isSent || !isElsewhere(target)) return
          stay()
          left()
          place = null
        },
        options,
      )
      const stopTable = guardFocus(api, (event) => isOurs || isAllowed(event))
      return () => {
        over.abort()
        observer.disconnect()
        clearTimeout(pressed)
        stay()
        place = null
        stopTable()
      }
    },
  }

  /** What the widget says by itself of where the focus is. */
  function isAllowed({ row, eventSource }: FocusCell): boolean {
    if (!place) return true
    // It forgets a cell that is not drawn, and would not give it the focus when it is.
    if (eventSource === 'destroy') return !rowsShown(api).includes(place.id)
    // A moment after a row was selected it sends the focus there, even if it was sent on since.
    return row === undefined || eventSource !== undefined
  }

  return cursor
}

interface FocusCell {
  row?: TID
  eventSource?: string
}

function guardFocus(api: IApi, isAllowed: (event: FocusCell) => boolean): () => void {
  const tag = Symbol('cursor')
  let table: Table | null = null
  let isOver = false
  void Promise.resolve(api.getTable(true)).then((found) => {
    if (isOver || !found) return
    table = found as unknown as Table
    table.intercept('focus-cell', isAllowed, { tag })
  })
  return () => {
    isOver = true
    table?.detach(tag)
  }
}

function isAt(one: Place, other: Place): boolean {
  return one.id === other.id && one.column === other.column
}

/** Outside of the rows. The body has the focus while nothing has it, and the table as a whole while a row is pressed. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target === document.body) return false
  return (
    target.closest('.gantt-stage .wx-table .wx-body') === null && !target.matches('.wx-table-box')
  )
}

/** So far as it has to be, and no further. */
function bringIntoSight(api: IApi, id: TID): void {
  const state = api.getState() as ReturnType<IApi['getState']> & { _scrollSize?: number }
  const { scrollTop, cellHeight = 36, _chartHeight = 0, _scrollSize = 0 } = state
  const rows = rowsShown(api)
  const at = rows.indexOf(id)
  if (at < 0) return
  // In groups the first row in sight is behind the heading that is held above it.
  const held = isHeading(rows[0]) && !isHeading(id) ? cellHeight : 0
  const top = at * cellHeight - held
  const lowest = top + held + cellHeight + _scrollSize - _chartHeight
  if (top < scrollTop) void api.exec('scroll-chart', { top })
  else if (lowest > scrollTop) void api.exec('scroll-chart', { top: lowest })
}
