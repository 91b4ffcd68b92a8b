import { changeAllRows, deleteRows, loadRows, writeCells } from 'triptych-client'
import type { CellsOf, Row } from 'triptych-client'
import type { Column } from '@triptych/contract/tables'
import { copying } from './cell-copy.ts'
import { markKey } from './cell-store.ts'
import type { CellStore, Mark } from './cell-store.ts'
import { emptyOf } from './cell-values.ts'
import { readHtml, readTsv } from './clipboard-text.ts'
import type { Copied } from './clipboard-text.ts'
import { workedOutText } from '../columns/formula-words.ts'
import { pickedIn } from './range.ts'
import type { Bounds } from './range.ts'
import { isAllOf, mostRows } from './all-rows.ts'
import { namedRows } from './named-rows.ts'
import { readCopied } from './read-copied.ts'
import { seriesOf } from './series.ts'
import { notWritten } from './not-written.ts'
import type { CellWork } from './not-written.ts'
import { tellLong } from '../../tell-long.ts'
import type { Message } from '../../view.ts'
import { locale } from '../../place/locale.ts'
import { counted, reasonOf, reasonText, t } from '../../words/words.ts'

const most = mostRows.toLocaleString(locale)

/** What is done with all cells of a range: at once, or not at all. */
export function cellRanges(store: CellStore) {
  const { connection, area } = store
  const { copy } = copying(store, say)

  return { copy, cut, paste, clear, fillDown, fill, enter, remove }

  function cut(event: ClipboardEvent): void {
    if (copy(event)) void clear()
  }

  async function clear(): Promise<void> {
    const bounds = store.bounds()
    if (!bounds) return
    const columns = writtenIn(bounds)
    if (columns.length === 0) return refuseColumns(bounds)
    const values = Object.fromEntries(columns.map((column) => [column.name, emptyOf(column)]))
    if (isAllOf(store, bounds)) return writeAll(values)
    const rows = await rowsOf(bounds)
    if (rows)
      await write(
        rows.map(({ id }) => ({ id, values })),
        'cleared',
      )
  }

  /** Deletes the rows of the range, also those that are not loaded. */
  async function remove(): Promise<void> {
    const bounds = store.bounds()
    if (bounds && isAllOf(store, bounds)) return writeAll('delete')
    const rows = bounds && (await rowsOf(bounds))
    if (!rows) return
    const first = { row: bounds.top, column: store.shape().columns[bounds.left]! }
    store.pick({ at: first, to: first })
    const error = await deleteRows(
      connection,
      rows.map(({ id }) => id),
    )
    if (error) say(t('Nothing was deleted. {message}', { message: reasonOf(error) }))
  }

  /** The first row of the range goes into the others; of one row, the row above into it. */
  async function fillDown(): Promise<void> {
    const bounds = store.bounds()
    if (!bounds) return
    const { top, bottom } = bounds
    if (top !== bottom) return fill({ ...bounds, bottom: top }, bounds)
    if (top > 0)
      await fill({ ...bounds, top: top - 1, bottom: top - 1 }, { ...bounds, top: top - 1 })
  }

  /** The cells of `from`, as they go on or over and over, into the rest of `to`. */
  async function fill(from: Bounds, to: Bounds): Promise<void> {
    const columns = writtenIn(from)
    if (columns.length === 0) return refuseColumns(from)
    if (isAllOf(store, to) && from.top === from.bottom) {
      const [source] = (await rowsOf(from)) ?? []
      if (!source) return undefined
      return writeAll(Object.fromEntries(columns.map(({ name }) => [name, source[name]])))
    }
    const rows = await rowsOf(to)
    if (!rows) return
    const first = from.top - to.top
    const height = from.bottom - from.top + 1
    const sources = rows.slice(first, first + height)
    const valueAt = columns.map((column) => {
      const values = sources.map((row) => row[column.name])
      const series = seriesOf(column, values)
      return series ?? ((place: number) => values[((place % height) + height) % height])
    })
    const changed = rows.flatMap(({ id }, index): CellsOf[] => {
      const place = index - first
      if (place >= 0 && place < height) return []
      const values = columns.map(({ name }, at) => [name, valueAt[at]!(place)])
      return [{ id, values: Object.fromEntries(values) as CellsOf['values'] }]
    })
    store.pick(pickedIn(to, store.shape().columns))
    if (changed.length > 0) await write(changed, 'filled')
  }

  async function paste(event: ClipboardEvent): Promise<void> {
    const data = event.clipboardData
    const bounds = emptyBounds() ?? store.bounds()
    if (!data || !bounds) return
    event.preventDefault()
    const html = data.getData('text/html')
    const text = data.getData('text/plain')
    const block = (html && readHtml(html)) || (text ? readTsv(text) : null)
    if (!block) return
    if (!store.now().rights.cells) return say(t('You may read this table, and not change it.'))
    const target = targetOf(block, bounds)
    if (target) await pasteInto(target, block)
  }

  /** In a table without rows there is no cell to begin with: it is the first that can be written. */
  function emptyBounds(): Bounds | null {
    const { columns, rows } = store.shape()
    const left = columns.findIndex((name) => store.writes(name))
    return rows > 0 || left < 0 ? null : { top: 0, bottom: 0, left, right: left }
  }

  /** A single cell, or a block that fits several times, fills the range; else the range is as large as the block. */
  function targetOf(block: Copied[][], bounds: Bounds): Bounds | null {
    const [height, width] = [block.length, block[0]!.length]
    const [rows, wide] = [bounds.bottom - bounds.top + 1, bounds.right - bounds.left + 1]
    const fits = rows % height === 0 && wide % width === 0
    const target = fits
      ? bounds
      : { ...bounds, bottom: bounds.top + height - 1, right: bounds.left + width - 1 }
    const { columns } = store.shape()
    if (target.right >= columns.length) {
      const room = columns.length - bounds.left
      // A selection in a spreadsheet often ends in empty columns.
      const isLost = block.some((line) => line.slice(room).some(({ text }) => text !== ''))
      if (!isLost) return targetOf(fittingIn(block, room), bounds)
      offerRoom(block, bounds, room)
      return null
    }
    if (target.bottom - target.top < mostRows || (isAllOf(store, target) && height === 1))
      return target
    say(t('At most {most} rows can be pasted at once.', { most }))
    return null
  }

  /** As typed, in each cell of a range. */
  async function enter(text: string, into: Bounds): Promise<void> {
    if (into.bottom - into.top < mostRows || isAllOf(store, into))
      await pasteInto(into, [[{ text }]])
    else say(t('At most {most} rows can be changed at once.', { most }))
  }

  /** Who copied a little too much need not copy again. */
  function offerRoom(block: Copied[][], bounds: Bounds, room: number): void {
    const width = block[0]!.length
    const fitting = fittingIn(block, room)
    say(
      t('There are {width} columns to paste, and only {room} from here on. Nothing was pasted.', {
        width,
        room,
      }),
      {
        label: counted(room, 'Paste the first column', 'Paste the first {count} columns'),
        run() {
          const target = targetOf(fitting, bounds)
          if (target) void pasteInto(target, fitting)
        },
      },
    )
  }

  async function pasteInto(target: Bounds, block: Copied[][]): Promise<void> {
    const { columns, rows: count } = store.shape()
    const written = writtenIn(target)
    if (written.length === 0) return refuseColumns(target)
    if (isAllOf(store, target) && block.length === 1)
      return pasteIntoAll(target, written, block[0]!)
    const isLonger = target.bottom >= count
    if (isLonger && !store.now().rights.rows) {
      return say(t('There are fewer rows than would be pasted, and you may not add any.'))
    }
    const rows = await rowsOf({ ...target, bottom: Math.min(target.bottom, count - 1) })
    if (!rows) return
    const named = await namedRows(store, written, target, block).catch(sayUnchanged)
    if (!named) return
    const cells: CellsOf[] = []
    const marks: Mark[] = []
    let bad = 0
    /** Of what has no row yet that could show it. */
    let first: string | null = null
    for (let row = target.top; row <= target.bottom; row++) {
      const id = rows[row - target.top]?.id ?? null
      const values: Record<string, unknown> = {}
      for (const column of written) {
        const left = columns.indexOf(column.name) - target.left
        const line = block[(row - target.top) % block.length]!
        const copiedCell = line[left % line.length]!
        const read = readCopied(store, column, copiedCell, named.get(column.name))
        if ('value' in read) values[column.name] = read.value
        else {
          bad++
          const { text } = copiedCell
          const { reason } = read
          if (id !== null) marks.push({ id, column: column.name, text, reason })
          else first ??= lineText(row - target.top, column.name, reason)
        }
      }
      cells.push({ id, values })
    }
    if (count > 0) {
      store.pick(pickedIn({ ...target, bottom: Math.min(target.bottom, count - 1) }, columns))
    }
    if (bad > 0) return refuseAll(marks, bad, 'pasted', first)
    if (!(await write(cells, 'pasted', block, target))) return
    store.pick(pickedIn(target, columns))
  }

  /** One line, into each of all rows. */
  async function pasteIntoAll(target: Bounds, written: Column[], line: Copied[]): Promise<void> {
    const named = await namedRows(store, written, target, [line]).catch(sayUnchanged)
    if (!named) return
    const values: Record<string, unknown> = {}
    for (const column of written) {
      const left = store.shape().columns.indexOf(column.name) - target.left
      const read = readCopied(store, column, line[left % line.length]!, named.get(column.name))
      if ('reason' in read) return say(`${notWritten('pasted', 1)} ${read.reason}`)
      values[column.name] = read.value
    }
    await writeAll(values)
  }

  async function writeAll(values: Record<string, unknown> | 'delete'): Promise<void> {
    const count = store.shape().rows
    const text =
      values === 'delete'
        ? counted(count, 'One row is being deleted …', '{count} rows are being deleted …')
        : changedText(count)
    const error = await telling(changeAllRows(connection, values), text)
    if (error) sayUnchanged(error)
  }

  function telling<Result>(working: Promise<Result>, text: string): Promise<Result> {
    tellLong(store.now().tell, working, text)
    return working
  }

  /** Answers whether it is saved. What was refused stands in its cells. */
  async function write(
    cells: readonly CellsOf[],
    done: CellWork,
    block?: Copied[][],
    target?: Bounds,
  ): Promise<boolean> {
    const keys = cells.flatMap(({ id, values }) =>
      id === null ? [] : Object.keys(values).map((column) => markKey(id, column)),
    )
    store.forgive(keys)
    const writing = writeCells(connection, 'update-row', cells)
    const refused = await telling(writing, changedText(cells.length))
    if (!refused) return true
    let first: string | null = null
    const marks = refused.failures.flatMap(({ row, column, reason: said }): Mark[] => {
      const reason = reasonText(said)
      const { id, values } = cells[row]!
      if (id === null) first ??= lineText(row, column, reason)
      if (id === null || column === null) return []
      const known = store.column(column)
      const text = textIn(row, column, block, target)
      return [
        { id, column, reason, text: text ?? (known ? store.text(known, values[column]) : '') },
      ]
    })
    const why = marks.length === 0 ? (first ?? reasonOf(refused.error)) : null
    refuseAll(marks, refused.failures.length, done, why)
    return false
  }

  function textIn(row: number, column: string, block?: Copied[][], target?: Bounds): string | null {
    if (!block || !target) return null
    const line = block[row % block.length]!
    const left = store.shape().columns.indexOf(column) - target.left
    return line[left % line.length]?.text ?? null
  }

  function refuseAll(marks: Mark[], bad: number, done: CellWork, why: string | null): void {
    store.refuse(marks)
    say([notWritten(done, bad), why].filter(Boolean).join(' '))
  }

  function writtenIn({ left, right }: Bounds): Column[] {
    const names = store.shape().columns.slice(left, right + 1)
    return names.flatMap((name) => (store.writes(name) ? (store.column(name) ?? []) : []))
  }

  function refuseColumns({ left, right }: Bounds): void {
    const names = store.shape().columns.slice(left, right + 1)
    const worked = names
      .map((name) => store.column(name))
      .find((column) => column?.formula !== undefined)
    say(worked ? workedOutText(worked) : t('These cells cannot be written.'))
  }

  async function rowsOf({ top, bottom }: Bounds): Promise<Row[] | null> {
    if (bottom - top >= mostRows) {
      say(t('At most {most} rows can be changed at once.', { most }))
      return null
    }
    if (bottom < top) return []
    try {
      return await loadRows(connection, top, bottom + 1)
    } catch (error) {
      return sayUnchanged(error as Error)
    }
  }

  function sayUnchanged(error: Error): null {
    say(t('Nothing was changed. {message}', { message: reasonOf(error) }))
    return null
  }

  function say(text: string, action?: Message['action']): void {
    store.now().tell({ kind: 'error', text, ...(action && { action }) })
    if (document.activeElement === document.body) {
      area.querySelector<HTMLElement>('.wx-table-box')?.focus({ preventScroll: true })
    }
  }
}

export type CellRanges = ReturnType<typeof cellRanges>

function changedText(count: number): string {
  return counted(count, 'One row is being changed …', '{count} rows are being changed …')
}

function fittingIn(block: Copied[][], room: number): Copied[][] {
  return block.map((line) => line.slice(0, room))
}

/** A row that is not there cannot show what is wrong with it. */
function lineText(row: number, column: string | null, reason: string): string {
  const line = (row + 1).toLocaleString(locale)
  const where = column === null ? reason : `${column}: ${reason}`
  return t('Line {line} of what was pasted: {reason}', { line, reason: where })
}
