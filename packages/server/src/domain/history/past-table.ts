import type { TableStep } from '@triptych/contract/table-schema'
import type { CellValue, Table } from '@triptych/contract/tables'
import { AppError } from '../../errors.ts'
import type { LaterEntry, LaterOf } from '../../ports/change-log.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { StoredRow, TableReader, Values } from '../../ports/table-store.ts'
import { withFormulas } from '../tables/formula-cells.ts'
import { optionNamesIn } from '../tables/schema/option-names.ts'
import { changedLater } from './moment.ts'
import { imagesOf } from './row-images.ts'
import { notKept } from './take-back.ts'

/** A table as it was, but for the rows that nobody has touched since. */
export interface PastTable {
  /** What it was then, by the name it had. */
  table: Table
  /** Its columns then. */
  columns: readonly PastColumn[]
  /** What was other than it is, by the ids of rows; `null`: it was not there. */
  changed: Map<number, PastRow | null>
  /** Of the images that were read for it. */
  bytes: number
}

export interface PastColumn {
  /** Its name then. */
  name: string
  /** Its name now, where its cells are as they were but for those that were changed; `null`: all are other ones. */
  now: string | null
  /** Its name now, whatever has become of its type and its options; `null`: it is gone. */
  stays: string | null
  /** What was in it was not kept. */
  isLost: boolean
}

interface PastRow {
  /** Nothing of it is as it is now: it is not there any more. */
  isWhole: boolean
  values: Values
  order?: string
}

type Reading = Pick<ReadStores, 'tables' | 'changes'>

/** By the name it has now; `deleted` tells of one that lies out of sight what it was called, and since when. */
export async function tableAt(
  stores: Reading,
  table: Table,
  revision: number,
  deleted: { name: string; before: number } | null = null,
): Promise<PastTable> {
  const past: PastTable = {
    table,
    columns: table.columns.map(({ name }) => ({ name, now: name, stays: name, isLost: false })),
    changed: new Map(),
    bytes: 0,
  }
  let name: string | null = deleted?.name ?? table.name
  let before = deleted?.before ?? Number.MAX_SAFE_INTEGER
  while (name !== null) {
    const of: LaterOf = { area: 'tables', entity: name }
    name = null
    for await (const page of changedLater(stores, of, revision, before)) {
      const earlier = await goBackThrough(stores.tables, past, page, { ...of, revision })
      if (!earlier) continue
      name = earlier.name
      before = earlier.before
      break
    }
  }
  if (past.columns.some(({ isLost }) => isLost)) throw notKept({ entity: past.table.name })
  return past
}

/** Of rows that are told of by their number. */
function isOfMany({ operation }: LaterEntry): boolean {
  return operation.startsWith('rows-') && operation !== 'rows-moved'
}

/** What images of rows may hold to be in memory together. */
const mostBytes = 64 * 1024 * 1024

async function goBackMany(tables: TableReader, past: PastTable, entry: LaterEntry): Promise<void> {
  past.bytes += await tables.imageBytes(entry.revision)
  if (past.bytes > mostBytes) throw tooMuch(entry)
  const { changed } = past
  for await (const page of imagesOf(tables, entry)) {
    for (const { id, order, before } of page) {
      if (!before) changed.set(id, null)
      else if (order !== null) changed.set(id, { isWhole: true, values: before, order })
      else Object.assign(partOf(changed, id)?.values ?? {}, before)
    }
  }
}

/** Answers by which name, and before which entry, the log tells what is older than these. */
async function goBackThrough(
  tables: TableReader,
  past: PastTable,
  page: readonly LaterEntry[],
  { entity = '', revision }: LaterOf & { revision: number },
): Promise<{ name: string; before: number } | null> {
  for (const entry of page) {
    if (entry.operation === 'table-created') {
      // One that was brought back is older than that.
      const dropped = entry.after?.['$dropped']
      if (typeof dropped !== 'number' || dropped <= revision) throw notThere()
      return { name: entity, before: dropped }
    }
    if (entry.operation === 'table-changed') {
      await goBackColumns(tables, past, entry)
      const name = String(entry.before?.['name'])
      if (name !== entity) return { name, before: entry.revision }
    } else if (isOfMany(entry)) await goBackMany(tables, past, entry)
    else goBack(past, entry)
  }
  return null
}

/** To how it was before an entry; all later ones are gone back behind already. */
function goBack(past: PastTable, entry: LaterEntry): void {
  const { operation, entity, before } = entry
  const { changed } = past
  if (operation.startsWith('view-')) return
  if (operation === 'rows-moved') {
    const orders = before?.['$orders']
    if (!orders) throw notKept(entry)
    for (const [id, order] of Object.entries(orders)) {
      const row = partOf(changed, Number(id))
      if (row) row.order = String(order)
    }
    return
  }
  if (!operation.startsWith('row-')) throw notKept(entry)
  const id = Number(entity.slice(entity.lastIndexOf('/') + 1))
  if (operation === 'row-added') {
    changed.set(id, null)
    return
  }
  const { $order, id: _, ...values } = before ?? {}
  if (operation === 'row-deleted') {
    changed.set(id, { isWhole: true, values: values as Values, order: String($order) })
    return
  }
  const row = partOf(changed, id)
  if (!row) return
  Object.assign(row.values, values)
  if (typeof $order === 'string') row.order = $order
}

function partOf(changed: PastTable['changed'], id: number): PastRow | null {
  const known = changed.get(id)
  if (known !== undefined) return known
  const row: PastRow = { isWhole: false, values: {} }
  changed.set(id, row)
  return row
}

/** Values that went with their column, or became others, are in the images of the rows. */
async function goBackColumns(
  tables: TableReader,
  past: PastTable,
  entry: LaterEntry,
): Promise<void> {
  const [was, is] = [entry.before, entry.after] as unknown as [
    Table,
    Table & { $changes: TableStep[] },
  ]
  const origins = originsIn(was, is.$changes)
  const recoded = optionNamesIn(is.$changes)
  const names = new Map<string, string>()
  const staying = new Map<string, string>()
  for (const [name, origin] of origins) {
    if (origin === null) continue
    staying.set(origin, name)
    if (typeOf(was, origin) === typeOf(is, name) && !recoded.has(name)) names.set(name, origin)
  }
  const known = new Map(past.columns.map((column) => [column.name, column]))
  const after = new Map([...names].map(([name, origin]) => [origin, name]))
  const isKept = await tables.hasImages(entry.revision)
  past.table = was
  past.columns = was.columns.map(({ name, formula }) => {
    const isGone = { now: null, isLost: !isKept && formula === undefined }
    const { now, isLost } = known.get(after.get(name) ?? '') ?? isGone
    const { stays } = known.get(staying.get(name) ?? '') ?? { stays: null }
    return { name, now, stays, isLost }
  })
  for (const row of past.changed.values()) {
    if (row) row.values = renamed(row.values, names)
  }
  if (isKept) await goBackMany(tables, past, entry)
}

/** Columns whose values of then can be told from those of now, or put into their place. */
export function columnsAlike(
  { table: was, columns }: Pick<PastTable, 'table' | 'columns'>,
  is: Table,
): { name: string; stays: string }[] {
  return columns.flatMap(({ name, stays }) =>
    stays !== null && typeOf(was, name) === typeOf(is, stays) ? [{ name, stays }] : [],
  )
}

function typeOf({ columns }: Pick<Table, 'columns'>, name: string): string | undefined {
  return columns.find((column) => column.name === name)?.type
}

/** For each column after these steps the one it comes from, `null` where it is new. */
export function originsIn(
  { columns }: Pick<Table, 'columns'>,
  steps: readonly TableStep[],
): Map<string, string | null> {
  const origins = new Map<string, string | null>(columns.map(({ name }) => [name, name]))
  for (const step of steps) {
    if ('addColumn' in step) origins.set(step.addColumn.name, null)
    if ('dropColumn' in step) origins.delete(step.dropColumn)
    if ('renameColumn' in step) {
      const { from, to } = step.renameColumn
      const origin = origins.get(from) ?? null
      origins.delete(from)
      origins.set(to, origin)
    }
  }
  return origins
}

function renamed(values: Values, names: ReadonlyMap<string, string>): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const to = names.get(name)
      return to === undefined ? [] : [[to, value] as [string, CellValue]]
    }),
  )
}

/** So many are read before others get their turn. */
const rowsAtOnce = 1000

/** Those that were other than they are, in their order, and how many of them are there now. */
export async function changedRows(
  tables: TableReader,
  table: Table,
  past: PastTable,
): Promise<{ rows: StoredRow[]; there: number }> {
  const { columns, changed } = past
  const rows: StoredRow[] = []
  let there = 0
  const ids = [...changed.keys()]
  for (let at = 0; at < ids.length; at += rowsAtOnce) {
    const some = ids.slice(at, at + rowsAtOnce)
    const found = new Map((await tables.rowsById(table, some)).map((row) => [row.id, row]))
    there += found.size
    for (const id of some) {
      const was = changed.get(id)
      const now = found.get(id)
      if (!was || (!was.isWhole && !now)) continue
      const given = was.isWhole || !now ? {} : asThen(columns, now.values)
      const cells = columns.map(({ name }) => [
        name,
        (Object.hasOwn(was.values, name) ? was.values : given)[name] ?? null,
      ])
      // By the formulas of then.
      const values = withFormulas(past.table, Object.fromEntries(cells) as Values)
      rows.push({ id, version: now?.version ?? 0, order: was.order ?? now?.order ?? '', values })
    }
  }
  return { rows: rows.toSorted(byPlace), there }
}

function asThen(columns: readonly PastColumn[], values: Values): Values {
  return Object.fromEntries(columns.map(({ name, now }) => [name, values[now ?? ''] ?? null]))
}

/** A row that nobody has touched since. */
function wholeThen({ table, columns }: PastTable, values: Values): Values {
  return withFormulas(table, asThen(columns, values))
}

/** All rows as they were, in the order they were in. */
export async function* rowsAt(
  tables: TableReader,
  table: Table,
  past: PastTable,
  changed: readonly StoredRow[],
): AsyncGenerator<StoredRow> {
  let next = 0
  for (let last: StoredRow | null = null; ;) {
    const page: StoredRow[] = await tables.rowsAfter(table, last, rowsAtOnce)
    for (const row of page) {
      if (past.changed.has(row.id)) continue
      for (; changed[next] && byPlace(changed[next]!, row) < 0; next++) yield changed[next]!
      yield { ...row, values: wholeThen(past, row.values) }
    }
    last = page.at(-1) ?? null
    if (!last) break
  }
  yield* changed.slice(next)
}

/** The same by their ids. */
export async function* rowsAtById(
  tables: TableReader,
  table: Table,
  past: PastTable,
): AsyncGenerator<StoredRow> {
  const { rows } = await changedRows(tables, table, past)
  const changed = rows.toSorted((one, other) => one.id - other.id)
  const names = table.columns.map(({ name }) => name)
  let next = 0
  for (let last = 0; ;) {
    const page = await tables.cells(table, names, last, rowsAtOnce)
    const ids = page.map(({ id }) => id).filter((id) => !past.changed.has(id))
    const placed = new Map((await tables.rowsById(table, ids, [])).map((row) => [row.id, row]))
    for (const { id, values } of page) {
      const row = placed.get(id)
      if (!row) continue
      for (; changed[next] && changed[next]!.id < id; next++) yield changed[next]!
      const cells = Object.fromEntries(names.map((name, at) => [name, values[at] ?? null]))
      yield { ...row, values: wholeThen(past, cells) }
    }
    if (page.length === 0) break
    last = page.at(-1)!.id
  }
  yield* changed.slice(next)
}

/** As the database orders them: keys are plain ASCII. */
function byPlace(one: StoredRow, other: StoredRow): number {
  if (one.order !== other.order) return one.order < other.order ? -1 : 1
  return one.id - other.id
}

function tooMuch({ entity }: LaterEntry): AppError {
  const message = `More of ${entity} was changed since than can be gone back behind at once.`
  return new AppError('history.not_kept', message, { entity })
}

function notThere(): AppError {
  return new AppError('tables.not_found', 'There was no such table.')
}
