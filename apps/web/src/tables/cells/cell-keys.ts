import { isTyping } from '../../is-typing.ts'
import type { CellEdits } from './cell-edits.ts'
import type { CellStore } from './cell-store.ts'
import { isAhead } from './keys-ahead.ts'
import { isOfCells } from './keyboard-of-cells.ts'
import type { KeyboardOfCells } from './keyboard-of-cells.ts'
import { readCell, textOf } from './cell-values.ts'
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
  keyboard: KeyboardOfCells,
): () => void {
  const { area, api } = store
  /** Escape lets Tab leave the grid. */
  let isLeaving = false

  function press(event: KeyboardEvent): void {
    if (event.defaultPrevented) return
    if (edits.isOpening() && !isTyping(event.target)) return goAhead(event)
    if (!isOfCells(event.target) && !keyboard.isLost()) return
    // An editor that the mouse has opened is about to take the keyboard.
    if (api.getState().editor) return
    if (handle(event)) stop(event)
    if (event.key !== 'Escape' && event.key !== 'Tab') isLeaving = false
  }

  /** Wherever the focus is, as on the button that has added the row. */
  function goAhead(event: KeyboardEvent): void {
    if (event.key === 'Escape') edits.letGo()
    if (!isAhead(event)) return
    edits.typeAhead(event)
    stop(event)
  }

  function handle(event: KeyboardEvent): boolean {
    const { key, shiftKey, altKey } = event
    const far = event.ctrlKey || event.metaKey
    const { picked } = store.state()
    if (!picked || altKey) return false
    const shape = store.shape()
    const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : null
    const heading = by && !shiftKey && !far ? store.headingBeside(picked.at.row, by) : null
    if (heading !== null) {
      store.goToHeading(heading)
      return true
    }
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
    if (far) return withCtrl(key.toLowerCase())
    if (key === ' ') return tick()
    // A key that begins a composed letter belongs to the field, which has to be there for it.
    if (key === 'Dead' || key === 'Process') compose(event)
    return key.length === 1 && !event.isComposing && (say(key) || edits.open(key))
  }

  /** Yes or no by its first letter, or by what marks it in lists: `y`, `n`, `x`, `1`, `0`. */
  function say(key: string): boolean {
    const { picked } = store.state()
    const column = picked && store.column(picked.at.column)
    if (!column || column.type !== 'boolean' || column.options) return false
    const read = readCell(column, key)
    return 'value' in read && typeof read.value === 'boolean' && write(read.value)
  }

  /** Letters are composed in a field only: it opens empty, and what is composed goes on in it. */
  function compose({ target }: Event): void {
    if (!isOfCells(target) || edits.isOpening() || api.getState().editor) return
    edits.open('')
  }

  function withCtrl(key: string): boolean {
    if (key === 'a') {
      store.selectAll()
      return true
    }
    // Where the semicolon needs Shift, Excel takes the point.
    if (key === ';' || key === '.') return enterNow()
    if (key !== 'd') return false
    commands.fillDown()
    return true
  }

  /** Today, and where there is a time, now: to the minute, as people write it. */
  function enterNow(): boolean {
    const { picked } = store.state()
    const column = picked && store.column(picked.at.column)
    if (!column || (column.type !== 'date' && column.type !== 'datetime')) return false
    const now = new Date()
    now.setSeconds(0, 0)
    const read = readCell(column, textOf(column, now))
    return 'value' in read && write(read.value)
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
    else if (picked) {
      // Of what was refused together, as in a paste, each cell has its mark.
      store.forgive([...store.state().marks.keys()])
      store.go(picked.at)
    }
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
    const column = picked && store.column(picked.at.column)
    if (!row || !column || column.type !== 'boolean' || column.options) return false
    write(row[column.name] !== true)
    return true
  }

  function write(value: unknown): boolean {
    const { picked } = store.state()
    const row = picked && store.rowAt(picked.at.row)
    if (!row || !store.writes(picked.at.column)) return false
    void api.exec('update-cell', { id: row.id, column: picked.at.column, value: value as never })
    return true
  }

  // While the focus is on its way they come to the page.
  const pressElsewhere = (event: KeyboardEvent) => {
    if (!area.contains(event.target as Node)) press(event)
  }
  // Whoever clicks does something else.
  const letGo = () => edits.letGo()
  document.addEventListener('pointerdown', letGo, true)
  area.addEventListener('keydown', press, true)
  document.addEventListener('keydown', pressElsewhere, true)
  area.addEventListener('compositionstart', compose, true)
  return () => {
    document.removeEventListener('pointerdown', letGo, true)
    area.removeEventListener('keydown', press, true)
    document.removeEventListener('keydown', pressElsewhere, true)
    area.removeEventListener('compositionstart', compose, true)
  }
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
