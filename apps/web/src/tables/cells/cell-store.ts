import type { IApi } from '@svar-ui/react-grid'
import { heldRows, placeOfRow, rowCount } from 'triptych-client'
import type { Row, Server, TableConnection } from 'triptych-client'
import type { Column } from '@triptych/contract/tables'
import type { Message } from '../../view.ts'
import type { References } from './references.ts'
import { rowNames } from './row-names.ts'
import type { Option, RowNames } from './row-names.ts'
import type { TableRights } from '../table-rights.ts'
import { textOf } from './cell-values.ts'
import { isOfCells } from './keyboard-of-cells.ts'
import { boundsOf, isSameCell } from './range.ts'
import type { Bounds, Cell, Picked, Shape } from './range.ts'

export type Id = string | number

/** A value that was refused: it stays in its cell, with the reason, until it is mended or taken back. */
export interface Mark {
  id: Id
  column: string
  text: string
  reason: string
}

export interface CellsState {
  picked: Picked | null
  marks: ReadonlyMap<string, Mark>
  /** The mark whose reason is shown although it is not the selected cell. */
  told: string | null
  /** Where a drag of the handle would fill to. */
  filling: Bounds | null
  /** The heading of a group that the keyboard is on, by its mark; the cell that is selected waits for it. */
  heading: string | null
}

export interface CellsOptions {
  api: IApi
  connection: TableConnection
  area: HTMLElement
  /** What may be another at any time. */
  now: () => {
    /** Its name. */
    table: string
    columns: readonly Column[]
    readOnly: readonly string[]
    references: References
    server: Server
    rights: TableRights
    /** What a row that is added has in its cells. */
    newRow: object
    /** The columns in whose groups the rows stand, from the outermost. */
    groupColumns: readonly string[]
    tell: (message: Message) => void
  }
}

/** The grid takes long over more. */
const mostSelected = 200

export const markKey = (id: Id, column: string) => `${id} ${column}`

/** What is selected in a grid, and what was refused in it. */
export function cellStore({ api, connection, area, now }: CellsOptions) {
  let state: CellsState = {
    picked: null,
    marks: new Map(),
    told: null,
    filling: null,
    heading: null,
  }
  /** The row that is selected: when others add and delete rows, it is followed. */
  let rowId: Id | null = null
  let isOwnFocus = false
  const listeners = new Set<() => void>()
  const tag = Symbol('cells')

  const store = {
    api,
    connection,
    area,
    now,
    state: () => state,
    set,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    shape,
    bounds: (): Bounds | null => (state.picked ? boundsOf(state.picked, shape().columns) : null),
    column: (id: string): Column | undefined => now().columns.find(({ name }) => name === id),
    /** Whether a person may write into a column. */
    writes: (id: string): boolean =>
      now().rights.cells &&
      now().columns.some(({ name }) => name === id) &&
      !now().readOnly.includes(id),
    options: (id: string): readonly Option[] | undefined => now().references.get(id),
    /** How the rows are called that a column names, where there are too many to list them. */
    names({ name, reference }: Column): RowNames | null {
      if (!reference || now().references.has(name)) return null
      return rowNames(now().server, reference.table)
    },
    text(column: Column, value: unknown): string {
      const name = typeof value === 'number' ? store.names(column)?.of(value) : null
      return name ?? textOf(column, value, { options: now().references.get(column.name) })
    },
    rowAt: (place: number): Row | null => heldRows(connection, place, place + 1)?.[0] ?? null,
    pick,
    select,
    /** To a cell, or with `extends` from the selected one to it. */
    go(cell: Cell, isExtended = false): void {
      pick(isExtended && state.picked ? { at: state.picked.at, to: cell } : { at: cell, to: cell })
    },
    /** All cells, or those of a column, without a jump to their beginning; the keyboard comes to them. */
    selectAll(column?: string): void {
      const { columns, rows } = shape()
      const [left, right] = [column ?? columns[0], column ?? columns.at(-1)]
      if (rows === 0 || left === undefined || right === undefined) return
      select({ at: { row: 0, column: left }, to: { row: rows - 1, column: right } })
      if (!isOfCells(document.activeElement)) hold()
    },
    isAllSelected(): boolean {
      const { columns, rows } = shape()
      const bounds = store.bounds()
      return (
        bounds !== null &&
        bounds.bottom - bounds.top === rows - 1 &&
        bounds.right - bounds.left === columns.length - 1 &&
        rows > 0
      )
    },
    /** Of several cells, the first one that is in sight. */
    selectOne(): void {
      const { picked } = state
      const top = Math.ceil((scroller()?.scrollTop ?? 0) / rowHeight())
      const row = Math.max(0, Math.min(shape().rows - 1, connection.lines().rowsAbove(top)))
      if (picked) store.go({ row, column: picked.at.column })
    },
    /** The heading in the line above or below a row; `null` where there is another row. */
    headingBeside(row: number, by: 1 | -1): string | null {
      const { headings, headingAt, lineOf } = connection.lines()
      const at = headingAt(lineOf(row) + by)
      return at === null ? null : headings[at]!.mark
    },
    /** The keyboard goes to the heading of a group, as soon as it is drawn. */
    goToHeading(mark: string): void {
      const { headings, lineOfHeading } = connection.lines()
      const at = headings.findIndex((one) => one.mark === mark)
      if (at < 0) return
      showLine(lineOfHeading(at))
      set({ heading: mark, told: null })
    },
    /** A row and a column as the grid names them. */
    cellOf(id: Id, column: string): Cell | null {
      const row = placeOfRow(connection, id)
      return row === null || !shape().columns.includes(column) ? null : { row, column }
    },
    refuse(marks: readonly Mark[]): void {
      const all = new Map(state.marks)
      for (const mark of marks) all.set(markKey(mark.id, mark.column), mark)
      const [first] = marks
      set({ marks: all, told: first ? markKey(first.id, first.column) : null })
    },
    forgive(keys: readonly string[]): void {
      if (!keys.some((key) => state.marks.has(key))) return
      set({ marks: new Map([...state.marks].filter(([key]) => !keys.includes(key))) })
    },
    /** The mark of the cell that is selected. */
    markHere(): [string, Mark] | null {
      const { picked, marks } = state
      const row = picked && store.rowAt(picked.at.row)
      const key = row ? markKey(row.id, picked.at.column) : ''
      const mark = marks.get(key)
      return mark ? [key, mark] : null
    },
    stop(): void {
      api.detach(tag)
      for (const end of ends) end()
    },
  }

  api.on(
    'focus-cell',
    ({ row, column, eventSource }: { row?: Id; column?: Id; eventSource?: string }) => {
      if (isOwnFocus) return
      const cell = row !== undefined && store.cellOf(row, String(column))
      // The mouse has selected it already, perhaps as the other end of a range.
      if (cell && eventSource === 'click' && isSameCell(cell, state.picked?.to)) return
      if (cell && !isSameCell(cell, state.picked?.at)) {
        set({ picked: { at: cell, to: cell }, heading: null })
      }
      if (cell) rowId = row
      // The cell that had the keyboard is out of sight; keys are to arrive all the same.
      if (!cell && eventSource === 'destroy' && document.activeElement === document.body) hold()
    },
    { tag },
  )
  const watched = api.getReactiveState() as unknown as Record<string, Subject>
  const ends = [
    watched['data']!.subscribe(follow),
    watched['columns']!.subscribe(keepColumn),
    watched['scrollLeft']!.subscribe(() => set({})),
    watched['editor']!.subscribe(() => set({})),
  ]
  return store

  function set(change: Partial<CellsState>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function shape(): Shape {
    const columns = api.getState().columns.filter(({ hidden }) => !hidden)
    return {
      columns: columns.map(({ id }) => String(id)),
      rows: rowCount(connection),
      page: Math.max(1, Math.floor(seenHeight() / rowHeight()) - 1),
    }
  }

  function rowHeight(): number {
    return api.getState().sizes?.rowHeight ?? 32
  }

  function scroller(): HTMLElement | null {
    return area.querySelector<HTMLElement>('.wx-scroll')
  }

  function seenHeight(): number {
    const header = area.querySelector<HTMLElement>('.wx-header-wrapper')?.offsetHeight ?? 0
    return (scroller()?.clientHeight ?? 0) - header
  }

  /** Without a word to the grid. */
  function select(picked: Picked): void {
    rowId = store.rowAt(picked.at.row)?.id ?? null
    set({ picked, told: null, heading: null })
  }

  function pick(picked: Picked): void {
    select(picked)
    show(picked.to)
    selectRows()
    focus()
  }

  /** The rows that the buttons around the grid are for: those of the range, if they are all here. */
  function selectRows(): void {
    const bounds = store.bounds()
    if (!bounds) return
    const isFew = bounds.bottom - bounds.top < mostSelected
    const rows = isFew ? heldRows(connection, bounds.top, bounds.bottom + 1) : null
    const ids = (rows ?? [store.rowAt(state.picked!.at.row)]).flatMap((row) => row?.id ?? [])
    const selected = api.getState().selectedRows ?? []
    if (ids.length === selected.length && ids.every((id) => selected.includes(id))) return
    const [first, ...others] = ids
    if (first === undefined) return
    isOwnFocus = true
    void api.exec('select-row', { id: first })
    for (const id of others) void api.exec('select-row', { id, toggle: true, mode: true })
    isOwnFocus = false
  }

  /** Scrolls so that a cell is seen; the grid itself looks after the columns. */
  function show({ row }: Cell): void {
    showLine(connection.lines().lineOf(row))
  }

  function showLine(line: number): void {
    const node = scroller()
    if (!node) return
    const top = line * rowHeight()
    if (top < node.scrollTop) node.scrollTop = top
    else if (top + rowHeight() > node.scrollTop + seenHeight()) {
      node.scrollTop = top + rowHeight() - seenHeight()
    }
  }

  /** The keyboard goes to the selected cell, or waits for it where its row is not drawn yet. */
  function focus(): void {
    const { picked } = state
    if (!picked || api.getState().editor) return
    const row = store.connection.parts.held()
    const shown = row.data[picked.at.row - row.start]
    if (!shown || !shape().columns.includes(picked.at.column)) return hold()
    isOwnFocus = true
    const column = picked.at.column
    void api.exec('focus-cell', { row: shown.id, column, eventSource: 'key' })
    isOwnFocus = false
  }

  function hold(): void {
    area.querySelector<HTMLElement>('.wx-table-box')?.focus({ preventScroll: true })
  }

  /** The column of the selected cell may be hidden, renamed or gone: then it is the first one. */
  function keepColumn(): void {
    const { picked } = state
    const { columns } = shape()
    const [first] = columns
    const isThere =
      !picked || [picked.at, picked.to].every(({ column }) => columns.includes(column))
    if (isThere || first === undefined) return set(first === undefined ? { picked: null } : {})
    const cell = { row: picked.at.row, column: first }
    set({ picked: { at: cell, to: cell } })
  }

  /** Rows came, went, or are at other places now. */
  function follow(): void {
    const { picked, heading } = state
    const isGone = ({ headings }: ReturnType<TableConnection['lines']>) =>
      headings.every(({ mark }) => mark !== heading)
    if (heading !== null && isGone(connection.lines())) {
      set({ heading: null })
      queueMicrotask(focus)
    }
    if (!picked) return set({})
    const place = rowId === null ? null : placeOfRow(connection, rowId)
    const by = place === null ? 0 : place - picked.at.row
    const last = Math.max(0, rowCount(connection) - 1)
    const at = (cell: Cell) => ({ ...cell, row: Math.max(0, Math.min(last, cell.row + by)) })
    set({ picked: { at: at(picked.at), to: at(picked.to) } })
    if (place === null) rowId = store.rowAt(state.picked!.at.row)?.id ?? rowId
    const { focusCell } = api.getState()
    const hasKeys = document.activeElement?.classList.contains('wx-table-box') ?? false
    if (!focusCell && hasKeys && area.contains(document.activeElement)) queueMicrotask(focus)
  }
}

export type CellStore = ReturnType<typeof cellStore>

interface Subject {
  subscribe(listener: () => void): () => void
}
