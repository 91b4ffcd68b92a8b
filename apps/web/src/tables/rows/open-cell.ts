import type { IApi } from '@svar-ui/react-grid'
import { cellOfKey, drawnCell } from '../cells/picked-cell.ts'
import type { CellAt } from '../cells/picked-cell.ts'
import { rowIn } from './row-tools.tsx'

interface Opening {
  api: () => IApi | null
  /** What of a cell opens it by a click, as a selector. */
  button: string
  /** Answers whether the cell leads anywhere. */
  show: (cell: CellAt) => boolean
  /** Answers whether there is something to choose for the cell. */
  choose?: (cell: CellAt) => boolean
}

/** Cells that lead somewhere: by Alt+Enter, by a click on their button, or by Ctrl and a click. Answers a function that ends it. */
export function listenToOpening(split: HTMLElement, opening: Opening): () => void {
  function keyDown(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    if (!altKey || ctrlKey || metaKey || shiftKey) return
    const work = { Enter: opening.show, ArrowDown: opening.choose }[key]
    const cell = work && cellOfKey(opening.api(), event.target)
    if (cell && work(cell)) stop(event)
  }

  function click(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : null
    const isButton = target?.closest(opening.button)
    if (!isButton && !event.ctrlKey && !event.metaKey) return
    const cell = cellAround(target)
    if (cell && opening.show(cell)) stop(event)
  }

  // Before the grid and its cells hear of it.
  split.addEventListener('keydown', keyDown, true)
  split.addEventListener('click', click, true)
  return () => {
    split.removeEventListener('keydown', keyDown, true)
    split.removeEventListener('click', click, true)
  }
}

/** The keyboard goes back to the cell, or to the grid where it is not drawn. */
export function focusCell(split: Element | null | undefined, cell: CellAt | null): void {
  const drawn = cell && split && drawnCell(split, cell.id, cell.column)
  if (drawn) drawn.focus()
  else split?.querySelector<HTMLElement>('.wx-table-box')?.focus()
}

/** The one that something drawn belongs to. */
function cellAround(target: Element | null): CellAt | null {
  if (!target || target.closest('.wx-editor')) return null
  const column = target.closest('.wx-body .wx-cell')?.getAttribute('data-col-id')
  const id = rowIn(target)
  return id === null || !column ? null : { id, column: column.slice(1) }
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
