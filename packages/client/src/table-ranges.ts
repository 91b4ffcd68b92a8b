import type { Column, Row as StoredRow } from '@triptych/contract/tables'
import type { Outbox } from './outbox.ts'
import { ServerError } from './server-error.ts'
import type { Request } from './server.ts'
import { placeOfUnloaded } from './shown-rows.ts'
import type { Row, Write } from './shown-rows.ts'
import { cellOut } from './table-cells.ts'
import { isPlain } from './table-query.ts'
import type { TableQuery } from './table-query.ts'
import type { tablePlaces } from './table-places.ts'
import type { Loaded, tableRows } from './table-rows.ts'
import type { Id, TempIds } from './temp-ids.ts'
import type { Params, Saved } from './widget.ts'

/** What a connected table is made of, for work on many of its rows. */
export interface TableParts {
  box: Outbox
  ids: TempIds
  rows: ReturnType<typeof tableRows>
  columns: () => readonly Column[]
  /** Escaped. */
  address: () => string
  load: (start: number, end: number, counts: boolean, signal: AbortSignal) => Promise<Loaded>
  places: ReturnType<typeof tablePlaces>
  /** The rows that the grid has, where the first of them stands, and how many rows there are in all. */
  held: () => { start: number; data: Row[]; count: number }
  onSaved: ((saved: Saved) => void) | undefined
  /** Which rows are shown. */
  asked: () => TableQuery
}

interface OfTable {
  parts: TableParts
}

/** New values for one row; without an id, for a new one. */
export interface CellsOf {
  id: Id | null
  values: Record<string, unknown>
}

export interface CellsRefused {
  error: ServerError
  /** What is wrong where: `row` counts what was given. Empty where that is not known. */
  failures: { row: number; column: string | null; reason: string }[]
}

export function rowCount({ parts }: OfTable): number {
  return parts.held().count
}

/** Whether all rows are shown, in their own order. */
export function showsAllInOrder({ parts }: OfTable): boolean {
  return isPlain(parts.asked())
}

/** Where a row stands that the grid holds. */
export function placeOfRow({ parts }: OfTable, id: Id): number | null {
  const { start, data } = parts.held()
  const index = data.findIndex((row) => row.id === id)
  return index < 0 ? null : start + index
}

/** Scrolls until the row is seen. */
export function showPlace({ parts }: OfTable, place: number): Promise<void> {
  return parts.places.show(place)
}

/** The rows from `start` up to, but without, `end`, or `null` where they are not all here. */
export function heldRows({ parts }: OfTable, start: number, end: number): Row[] | null {
  const held = parts.held()
  const found: Row[] = []
  for (let place = start; place < end; place++) {
    const row = held.data[place - held.start] ?? parts.rows.rowAt(place)
    if (!row || placeOfUnloaded(row.id) !== null) return null
    found.push(row)
  }
  return found
}

/** The same, loaded where they are not here. What was done before is saved first, so that it is in them. */
export async function loadRows(
  table: OfTable,
  start: number,
  end: number,
  signal = new AbortController().signal,
): Promise<Row[]> {
  const held = heldRows(table, start, end)
  if (held) return held
  await table.parts.box.settled()
  return (await table.parts.load(start, end, false, signal)).data
}

/** Writes cells of many rows, and adds rows: all of it or nothing, by one request, to be taken back as one. */
export async function writeCells(
  { parts }: OfTable,
  action: string,
  all: readonly CellsOf[],
): Promise<CellsRefused | null> {
  const { ids, rows, columns, address, onSaved } = parts
  const places = all.map(({ id }, index) => ({ id, index }))
  const changed = places.filter(({ id }) => id !== null)
  const added = places.filter(({ id }) => id === null)
  const writes = rows.begin(
    changed.map(({ id, index }) => ({
      kind: 'update' as const,
      id: id!,
      values: all[index]!.values,
      told: new Set<string>(),
    })),
  )
  const error = await sendAll(parts, writes, make, (write) => {
    onSaved?.({ action, ids: changed.map(({ id }) => id!), write })
  })
  return error && { error, failures: failuresIn(error) }

  function make(): Request {
    const path = `${address()}/rows`
    const put = {
      key: ['id'],
      rows: changed.map(({ id, index }) => ({ ...cellsOut(index), id: ids.real(id!) })),
      add: false,
    }
    const post = { rows: added.map(({ index }) => cellsOut(index)) }
    if (added.length === 0) return { method: 'PUT', path, body: put }
    if (changed.length === 0) return { method: 'POST', path, body: post }
    const body = [
      { method: 'PUT', url: path, data: put },
      { method: 'POST', url: path, data: post },
    ]
    return { method: 'POST', path: 'batch?atomic=true', body }
  }

  function cellsOut(index: number): StoredRow {
    const { values } = all[index]!
    const given = columns().filter(({ name }) => values[name] !== undefined)
    const cells = given.map((column) => [column.name, cellOut(column, values[column.name])])
    return Object.fromEntries(cells) as StoredRow
  }

  function failuresIn({ details }: ServerError): CellsRefused['failures'] {
    const { failures, item } = details as { failures?: unknown; item?: number }
    const isAdded = item === 1 || changed.length === 0
    return (Array.isArray(failures) ? (failures as Params[]) : []).flatMap((failure) => {
      const place = (isAdded ? added : changed)[failure['index'] as number]
      const column = typeof failure['column'] === 'string' ? failure['column'] : null
      return place ? [{ row: place.index, column, reason: String(failure['error']) }] : []
    })
  }
}

/** Deletes many rows: all of them or none, by one request, to be taken back as one. */
export async function deleteRows(
  { parts }: OfTable,
  all: readonly Id[],
): Promise<ServerError | null> {
  const { ids, rows, address, onSaved } = parts
  const writes = rows.begin(all.map((id) => ({ kind: 'delete' as const, id })))
  return sendAll(parts, writes, make, (write) => {
    onSaved?.({ action: 'delete-row', ids: all, write })
  })

  function make(): Request {
    const body = all.map((id) => ({ method: 'DELETE', url: `${address()}/${ids.real(id)}` }))
    return { method: 'POST', path: 'batch?atomic=true', body }
  }
}

/**
 * Writes the same values to all rows that are shown, or deletes them, however many they are: by one request that names
 * their filter, to be taken back as one. Refused where there are more by now than are known here.
 */
export async function changeAllRows(
  { parts }: OfTable,
  values: Record<string, unknown> | 'delete',
): Promise<ServerError | null> {
  const { box, rows, columns, address, asked, held, onSaved } = parts
  const { search, ...query } = asked()
  const filter = isPlain({ ...query, search: '', sort: [] }) ? null : query.filter
  const { count: max } = held()
  const tz = Intl.DateTimeFormat().resolvedOptions().timeZone
  // A search alone is no filter; neither of them means all rows, which is to be said.
  const which = { ...((filter || !search) && { filter: filter ?? {} }), ...(search && { search }) }

  function make(): Request {
    const path = `${address()}/rows`
    if (values === 'delete') {
      const parameters = new URLSearchParams({ tz, max: String(max) })
      if ('filter' in which) parameters.set('filter', JSON.stringify(which.filter))
      if (search) parameters.set('search', search)
      return { method: 'DELETE', path: `${path}?${parameters.toString()}` }
    }
    const given = columns().filter(({ name }) => values[name] !== undefined)
    const set = Object.fromEntries(
      given.map((column) => [column.name, cellOut(column, values[column.name])]),
    )
    return { method: 'PATCH', path, body: { ...which, tz, max, set } }
  }

  try {
    const action = values === 'delete' ? 'delete-row' : 'update-row'
    await box.send(make, (answer, write) =>
      onSaved?.({ action, ids: [], count: changedIn(answer), write }),
    )
    return null
  } catch (error) {
    if (!(error instanceof ServerError)) throw error
    return error
  } finally {
    rows.refresh(0)
    await rows.settled()
  }
}

function changedIn(answer: unknown): number {
  const { changed, deleted } = answer as { changed?: number; deleted?: number }
  return changed ?? deleted ?? 0
}

/** Sends what was begun; what is refused is not shown any more. */
async function sendAll(
  { box, rows }: Pick<TableParts, 'box' | 'rows'>,
  writes: readonly Write[],
  make: () => Request,
  told: (write: string) => void,
): Promise<ServerError | null> {
  try {
    await box.send(make, (_, mark) => told(mark))
    rows.done(writes)
    await rows.settled()
    return null
  } catch (error) {
    if (!(error instanceof ServerError)) throw error
    rows.forget(writes)
    rows.refresh(0)
    return error
  }
}
