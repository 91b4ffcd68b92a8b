import { addRow } from '../add-row.ts'
import type { Beside } from '../add-row.ts'
import type { CellStore, Id } from './cell-store.ts'
import { markKey } from './cell-store.ts'
import { readCell } from './cell-values.ts'
import { isSameCell, moved, nextCell } from './range.ts'
import type { Cell } from './range.ts'

/** Where the selection goes after an edit. */
export type After = 'stay' | 'down' | 'up' | 'right' | 'left'

export interface Edited {
  id: Id
  column: string
  /** What was typed; `value` counts where something was chosen. */
  text: string
  value?: unknown
  after: After
}

/** The one cell that is edited. */
export function cellEdits(
  store: CellStore,
  onOverwritten: (edited: Edited, theirs: unknown) => void,
) {
  /** What is typed before the editor is there. */
  let draft: string | null = null
  let isOpening = false
  let next: After | null = null
  let before: unknown
  const sent = new Map<string, string>()
  /** Where Tab began in a row, and where it has led to: Enter goes on below that beginning. */
  let run: { from: string; to: Cell } | null = null

  return {
    /** By Tab to the next cell, or the one before; a new row follows the last. Answers whether there is one. */
    step,
    /** Adds a row, and opens it. Keys that come meanwhile are for it. */
    add: (beside: Beside) => void add(beside),
    /** Opens the selected cell; with a text in place of what it holds. */
    open(text: string | null = null): boolean {
      const { picked } = store.state()
      const row = picked && store.rowAt(picked.at.row)
      if (!row || !store.writes(picked.at.column)) return false
      draft = text
      isOpening = true
      next = null
      const { column } = picked.at
      if (picked.to.row !== picked.at.row || picked.to.column !== column) store.go(picked.at)
      void store.api.exec('open-editor', { id: row.id, column })
      if (!store.api.getState().editor) isOpening = false
      return true
    },
    isOpening: () => isOpening,
    /** A key that came before the editor was there. */
    typeAhead(key: string): void {
      if (key.length === 1) draft = (draft ?? '') + key
      if (key === 'Enter') next = 'down'
      if (key === 'Tab') next = 'right'
    },
    /** What the editor begins with. It is not there yet: keys may still come. */
    begin(id: Id, columnId: string): string | null {
      const row = store.api.getRow(id) as Record<string, unknown> | undefined
      before = row?.[columnId]
      return draft ?? store.state().marks.get(markKey(id, columnId))?.text ?? null
    },
    /** The editor is there and has the keyboard: what was typed until now, and where it goes at once. */
    opened(): { text: string | null; next: After | null } {
      const found = { text: draft, next }
      isOpening = false
      draft = null
      next = null
      return found
    },
    commit(edited: Edited): void {
      const { id, text } = edited
      const column = store.column(edited.column)
      void store.api.exec('close-editor', { ignore: true })
      if (!column) return
      const key = markKey(id, column.name)
      const read =
        'value' in edited
          ? { value: edited.value }
          : readCell(column, text, { options: store.options(column.name) })
      if ('reason' in read) {
        store.refuse([{ id, column: column.name, text, reason: read.reason }])
        return move(edited, 'stay')
      }
      store.forgive([key])
      sent.set(key, text)
      const now = (store.api.getRow(id) as Record<string, unknown> | undefined)?.[column.name]
      // A new row has nothing in its cells, and `null` as soon as it is saved.
      const isOther = JSON.stringify(now ?? '') !== JSON.stringify(before ?? '')
      if (isOther) onOverwritten(edited, now)
      void store.api.exec('update-cell', { id, column: column.name, value: read.value as never })
      move(edited, edited.after)
    },
    cancel(id: Id, column: string): void {
      void store.api.exec('close-editor', { ignore: true })
      store.forgive([markKey(id, column)])
      move({ id, column }, 'stay')
    },
    /** What was typed into a cell that the server has refused. */
    sentText: (key: string): string => sent.get(key) ?? '',
  }

  function move({ id, column }: Pick<Edited, 'id' | 'column'>, after: After): void {
    const cell = store.cellOf(id, column)
    if (!cell) return
    if (after === 'right' || after === 'left') {
      if (!step(cell, after === 'right' ? 1 : -1)) store.go(cell)
    } else if (after === 'down' && run && isSameCell(run.to, cell)) goOnBelow(cell, run.from)
    else
      store.go(after === 'stay' ? cell : (moved(cell, ways[after], false, store.shape()) ?? cell))
  }

  function step(cell: Cell, by: 1 | -1): boolean {
    const shape = store.shape()
    const next = nextCell(cell, by, shape)
    if (next) {
      const from = run && isSameCell(run.to, cell) ? run.from : cell.column
      run = next.row === cell.row ? { from, to: next } : null
      store.go(next)
    } else if (by > 0 && shape.rows > 0 && mayGoOn()) {
      store.go(cell)
      void add()
    } else return false
    return true
  }

  /** Where rows are sorted or filtered, a new one would stand elsewhere. */
  function mayGoOn(): boolean {
    return store.now().rights.rows && store.connection.parts.isPlain()
  }

  /** As in a spreadsheet: whoever has gone through a row by Tab begins the next one where this one was begun. */
  function goOnBelow(cell: Cell, column: string): void {
    run = null
    const isLast = cell.row === store.shape().rows - 1
    store.go(isLast ? cell : { row: cell.row + 1, column })
    if (isLast && mayGoOn()) void add({}, column)
  }

  async function add(beside: Beside = {}, column?: string): Promise<void> {
    draft = null
    next = null
    // Elsewhere nothing is opened.
    isOpening = store.connection.parts.isPlain()
    if (!(await addRow(store.api, beside, column))) isOpening = false
  }
}

const ways = { down: 'ArrowDown', up: 'ArrowUp' }

export type CellEdits = ReturnType<typeof cellEdits>
