import { showsAllInOrder } from 'triptych-client'
import { addRow } from '../add-row.ts'
import type { Beside } from '../add-row.ts'
import type { CellStore, Id } from './cell-store.ts'
import { markKey } from './cell-store.ts'
import { readCell } from './cell-values.ts'
import { workedOutText } from '../columns/formula-words.ts'
import { readAhead } from './keys-ahead.ts'
import type { Ahead, AheadKey } from './keys-ahead.ts'
import { isSameCell, moved, nextCell } from './range.ts'
import type { After, Bounds, Cell } from './range.ts'

export interface Edited {
  id: Id
  column: string
  /** What was typed; `value` counts where something was chosen. */
  text: string
  value?: unknown
  after: After
}

type KeyOfPerson = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

/** The one cell that is edited. */
export function cellEdits(
  store: CellStore,
  onOverwritten: (edited: Edited, theirs: unknown) => void,
  /** Writes a text into all cells of a range. */
  enter: (text: string, into: Bounds) => void,
) {
  /** What was selected when the editor was opened by the keyboard. */
  let range: Bounds | null = null
  /** What the editor begins with in place of what the cell holds. */
  let draft: string | null = null
  /** What it holds, where typing goes on behind it. */
  let held = ''
  /** What stands in the cells of a new row was written by nobody: typing takes its place. */
  let isNew = false
  let isOpening = false
  /** What comes before the editor is there, and behind a key that leaves it. */
  let keys: AheadKey[] = []
  /** Who waits for an editor last. */
  let turn = 0
  let before: unknown
  const sent = new Map<string, string>()
  /** Where Tab began in a row, and where it has led to: Enter goes on below that beginning. */
  let run: { from: string; to: Cell } | null = null

  return {
    /** By Tab to the next cell, or the one before; a new row follows the last. Answers whether there is one. */
    step,
    /** Adds a row, and opens it. Keys that come meanwhile are for it. */
    add(beside: Beside, cells?: object): void {
      keys = []
      void add(beside, undefined, cells)
    },
    /** Opens the selected cell; with a text in place of what it holds. */
    open(text: string | null = null): boolean {
      const { picked } = store.state()
      if (!picked || store.shape().rows === 0) return false
      const { at } = picked
      if (!store.writes(at.column)) return tellWorkedOut(at.column)
      draft = text
      isNew = false
      isOpening = true
      turn++
      keys = []
      range = store.bounds()
      const isHere = isDrawn(at)
      if (!isHere || !isSameCell(at, picked.to)) store.go(at)
      if (isHere) openAt(at)
      else openWhenThere(at)
      return true
    },
    isOpening: () => isOpening,
    /** Keys that come now are for something else. */
    letGo(): void {
      isOpening = false
    },
    /** A key that came before what it is for was there. */
    typeAhead({ key, shiftKey, ctrlKey, metaKey }: KeyOfPerson): void {
      keys.push({ key, shiftKey, ...((ctrlKey || metaKey) && { ctrlKey: true }) })
    },
    /** In place of a cell, which the new row does not have here. */
    goOnIn(field: Element): void {
      const { text } = readAhead(draft, keys)
      stopOpening()
      const takesText = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement
      if (!text || !takesText) return
      field.setRangeText(text, field.value.length, field.value.length, 'end')
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    },
    /**
     * What the editor begins with, in place of what the cell holds: `holds` is that, where one may type behind it.
     * The editor is not there yet: keys may still come.
     */
    begin(id: Id, columnId: string, holds: string | null): string | null {
      const row = store.api.getRow(id) as Record<string, unknown> | undefined
      before = row?.[columnId]
      // By the mouse it is one cell.
      if (!isOpening) range = null
      const refused = store.state().marks.get(markKey(id, columnId))?.text ?? null
      held = isNew ? '' : (refused ?? holds ?? '')
      const { text } = readAhead(draft, keys, held)
      return text ?? refused
    },
    /** The editor is there and has the keyboard: what was typed until now, and where it goes at once. */
    opened(): { text: string | null; next: Ahead | null; isNew: boolean } {
      const { text, next, rest } = readAhead(draft, keys, held)
      const told = { text, next, isNew }
      isOpening = false
      isNew = false
      draft = null
      keys = rest
      return told
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
        // They were for a cell to which it does not go.
        keys = []
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
      pressAgain()
    },
    /** Whether several cells were selected when the editor was opened. */
    isOfRange: () => range !== null && (range.top !== range.bottom || range.left !== range.right),
    /** Into all of them. */
    enterAll({ id, column, text }: Pick<Edited, 'id' | 'column' | 'text'>): void {
      if (!range) return
      void store.api.exec('close-editor', { ignore: true })
      store.forgive([markKey(id, column)])
      keys = []
      enter(text, range)
    },
    cancel(id: Id, column: string): void {
      void store.api.exec('close-editor', { ignore: true })
      store.forgive([markKey(id, column)])
      keys = []
      move({ id, column }, 'stay')
    },
    /** What was typed into a cell that the server has refused. */
    sentText: (key: string): string => sent.get(key) ?? '',
  }

  /** The grid is given rows a moment after they are here. */
  function isDrawn({ row }: Cell): boolean {
    const held = store.rowAt(row)
    return held !== null && Boolean(store.api.getRow(held.id))
  }

  function openAt({ row, column }: Cell): void {
    const { id } = store.rowAt(row)!
    void store.api.exec('open-editor', { id, column })
    if (!store.api.getState().editor) isOpening = false
  }

  /** Its row was scrolled so far away that it has to be loaded again. Keys that come meanwhile are for it. */
  function openWhenThere(cell: Cell): void {
    const mine = turn
    const look = () => {
      if (turn !== mine || !isOpening || !store.area.isConnected) return
      if (isDrawn(cell)) openAt(cell)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }

  /** A key that seems to do nothing would leave one wondering. */
  function tellWorkedOut(name: string): false {
    const column = store.column(name)
    if (column?.formula !== undefined && store.now().rights.cells) {
      store.now().tell({ kind: 'info', text: workedOutText(column) })
    }
    return false
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
    return store.now().rights.rows && showsAllInOrder(store.connection)
  }

  /** As in a spreadsheet: whoever has gone through a row by Tab begins the next one where this one was begun. */
  function goOnBelow(cell: Cell, column: string): void {
    run = null
    const isLast = cell.row === store.shape().rows - 1
    store.go(isLast ? cell : { row: cell.row + 1, column })
    if (isLast && mayGoOn()) void add({}, column)
  }

  /** Keys that came behind the one that has led here are for it. */
  async function add(beside: Beside = {}, column?: string, cells?: object): Promise<void> {
    draft = null
    range = null
    isNew = true
    isOpening = true
    const mine = ++turn
    const isShown = await addRow(store.api, newRow(beside, cells), beside, column)
    if (turn === mine && !(isShown && store.api.getState().editor)) stopOpening()
  }

  /** It stands in the group of the row that it is put beside, or of the one that is selected. */
  function newRow({ before: below, after: above }: Beside, cells?: object): object {
    const { newRow: given, groupColumns } = store.now()
    const { picked } = store.state()
    const id = above ?? below
    const beside = id !== undefined ? store.api.getRow(id) : picked && store.rowAt(picked.at.row)
    const shared = groupColumns.filter(store.writes).flatMap((name) => {
      const value = (beside as Record<string, unknown> | null | undefined)?.[name]
      return value === undefined ? [] : [[name, value] as const]
    })
    return { ...given, ...(cells ?? Object.fromEntries(shared)) }
  }

  function stopOpening(): void {
    turn++
    isOpening = false
    isNew = false
    draft = null
    keys = []
  }

  /** What came behind the key that has left a cell is for the one to which it led. */
  function pressAgain(): void {
    const grid = store.area.querySelector('.wx-table-box')
    for (const key of keys.splice(0)) {
      grid?.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))
    }
  }
}

const ways = { down: 'ArrowDown', up: 'ArrowUp' }

export type CellEdits = ReturnType<typeof cellEdits>
