import type { CellEdits } from './cell-edits.ts'
import type { CellStore } from './cell-store.ts'
import { moved, pickedIn } from './range.ts'

export interface CellCommands {
  clear: () => void
  fillDown: () => void
}

/** The keys of the cells, in the place of the grid's own. Answers a function that ends it. */
export function listenToKeys(
  store: CellStore,
  edits: CellEdits,
  commands: CellCommands,
): () => void {
  const { area, api } = store
  /** Escape lets Tab leave the grid. */
  let isLeaving = false

  function press(event: KeyboardEvent): void {
    if (!isOfCells(event.target) || event.defaultPrevented) return
    if (edits.isOpening()) {
      if (event.key.length === 1 || event.key === 'Enter' || event.key === 'Tab') {
        edits.typeAhead(event.key)
        stop(event)
      }
      return
    }
    // An editor that the mouse has opened is about to take the keyboard.
    if (api.getState().editor) return
    if (handle(event)) stop(event)
    if (event.key !== 'Escape' && event.key !== 'Tab') isLeaving = false
  }

  function handle(event: KeyboardEvent): boolean {
    const { key, shiftKey, altKey } = event
    const far = event.ctrlKey || event.metaKey
    const { picked } = store.state()
    if (!picked || altKey) return false
    const shape = store.shape()
    const from = shiftKey ? picked.to : picked.at
    const to = moved(from, key, far, shape)
    if (to) {
      store.go(to, shiftKey)
      return true
    }
    if (key === 'Tab') return !isLeaving && !far && edits.step(picked.at, shiftKey ? -1 : 1)
    if (key === 'Insert') return !far && !shiftKey && insert(picked.at.row)
    if (key === 'Escape') return escape()
    if (key === 'Enter' || key === 'F2') return far || tick() || edits.open()
    if (key === 'Delete' || key === 'Backspace') {
      commands.clear()
      return true
    }
    if (key === ' ' && (shiftKey || far)) return selectAlong(shiftKey, far)
    if (far) return withCtrl(key.toLowerCase(), shape.columns, shape.rows)
    if (key === ' ') return tick()
    return key.length === 1 && !event.isComposing && edits.open(key)
  }

  function withCtrl(key: string, columns: readonly string[], rows: number): boolean {
    if (key === 'a' && rows > 0) {
      const [at, to] = [columns[0]!, columns.at(-1)!]
      store.select({ at: { row: 0, column: at }, to: { row: rows - 1, column: to } })
      return true
    }
    if (key !== 'd') return false
    commands.fillDown()
    return true
  }

  /** As spreadsheets do: Shift and Space take whole rows of the range, Ctrl and Space whole columns. */
  function selectAlong(rows: boolean, columns: boolean): boolean {
    const bounds = store.bounds()
    const shape = store.shape()
    if (!bounds) return false
    const { top, bottom, left, right } = bounds
    store.select(
      pickedIn(
        {
          top: columns ? 0 : top,
          bottom: columns ? shape.rows - 1 : bottom,
          left: rows ? 0 : left,
          right: rows ? shape.columns.length - 1 : right,
        },
        shape.columns,
      ),
    )
    return true
  }

  function escape(): boolean {
    const { picked } = store.state()
    const mark = store.markHere()
    if (mark) store.forgive([mark[0]])
    else if (picked) store.go(picked.at)
    isLeaving = true
    return true
  }

  /** A row below the selected one. */
  function insert(place: number): boolean {
    const row = store.rowAt(place)
    if (!row || !store.now().rights.rows) return false
    edits.add({ after: row.id })
    return true
  }

  /** Yes and no need no editor. */
  function tick(): boolean {
    const { picked } = store.state()
    const row = picked && store.rowAt(picked.at.row)
    if (!row || store.column(picked.at.column)?.type !== 'boolean') return false
    if (store.column(picked.at.column)?.options) return false
    const { column } = picked.at
    if (store.writes(column)) {
      const value = row[column] !== true
      void api.exec('update-cell', { id: row.id, column, value: value as never })
    }
    return true
  }

  area.addEventListener('keydown', press, true)
  return () => area.removeEventListener('keydown', press, true)
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Not of the header, of an editor, or of what else lies over the grid. */
export function isOfCells(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (target.classList.contains('wx-table-box')) return true
  return target.closest('.wx-body') !== null && target.closest('.wx-editor, .cell-layer') === null
}
