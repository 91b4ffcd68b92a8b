import { randomInt } from 'node:crypto'
import type { ImportColumn, Imported, ImportFormat } from '@triptych/contract/table-import'
import type { Table, CellValue, Column } from '@triptych/contract/tables'
import { authorise } from '../../../auth/principal.ts'
import type { RecordBatch, SourceRecords, SourceCell } from '../../../codecs/records.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { StagedRow } from '../../../ports/table-import.ts'
import type { ReadStores } from '../../../ports/database.ts'
import type { Values } from '../../../ports/table-store.ts'
import { refuseHighId } from '../../entity-id.ts'
import { keysBetween } from '../../order-key.ts'
import { sameValue, valueRequired } from '../cell-value.ts'
import { refuseNewTable } from '../create-table.ts'
import { withFormulas } from '../formula-cells.ts'
import { mayNot, tableNamed } from '../find-table.ts'
import type { SeenTable } from '../find-table.ts'
import { requestedRowId } from '../row-values.ts'
import { lockedValues } from '../starting-values.ts'
import { cellConverter, watchedConverter } from './cell-converter.ts'
import type { CellConverter } from './cell-converter.ts'
import { addFailure, addRefusal, newReport } from './failure-report.ts'
import type { FailureReport } from './failure-report.ts'
import { findValues } from './found-values.ts'
import type { FoundValues } from './found-values.ts'
import { openRecords } from './open-records.ts'
import type { ImportSource, ReadOptions } from './open-records.ts'
import {
  describePlan,
  planExisting,
  planNewTable,
  wishesIn,
  withoutFormats,
  withOptions,
} from './plan-columns.ts'
import type { ColumnPlan } from './plan-columns.ts'
import type { WaysOfWriting } from './written-forms.ts'

export interface ImportOptions extends ReadOptions, WaysOfWriting {
  /** The name of the table, which is made where it does not exist. */
  table: string
  /** What it is called if it is made. */
  title?: string | undefined
  format: ImportFormat
  columns: readonly ImportColumn[]
  /** Whether a cell that does not fit stays empty where its column can be; else its row cannot be taken. */
  emptyBad: boolean
  /** Called now and then with how many rows were read. */
  progress?: (rows: number) => void
}

/** Rows that wait for one last transaction. */
export interface StagedImport {
  plan: ColumnPlan
  /** The table as it was when the import began; `null` where there was none. */
  existing: SeenTable | null
  isNew: boolean
  staged: Table
  rows: number
  /** How many bytes the longest text has. */
  widest: number
  report: FailureReport
  /** How many cells stayed empty because what the file has there does not fit. */
  emptied: number
  columns: Imported['columns']
  encoding: string
}

export async function stageRows(
  ctx: Context,
  source: ImportSource,
  options: ImportOptions,
): Promise<StagedImport> {
  const { database } = ctx.workspace
  const existing = await database.read((stores) => findOrRefuse(ctx, stores, options.table))
  if (!existing) authorise(ctx.principal, 'tables.define')
  const records = await openRecords(source, options.format, existing?.table ?? null, options)
  const first = await records.batches.next()
  const batch = first.done ? null : first.value
  const known = { ...records, sample: batch?.rows ?? [] }
  const wishes = wishesIn(known, options.columns)
  const plan = existing
    ? planExisting(existing, known, wishes, options)
    : planNewTable(options, known, wishes)
  const isNew = !existing
  const staged = await database.transact(({ tables }) => tables.stage(plan.table, isNew))
  const started: StagedImport = {
    plan,
    existing,
    isNew,
    staged,
    rows: 0,
    widest: 0,
    report: newReport(),
    emptied: 0,
    columns: [],
    encoding: records.encoding ?? 'utf-8',
  }
  try {
    const found = findValues(plan.table.columns, plan.choices, isNew)
    const strange = await stageAll(ctx, records, batch, { started, found }, options)
    const settled = withOptions(withoutFormats(plan, strange), found)
    return { ...started, plan: settled, columns: describePlan(known, settled, found) }
  } catch (error) {
    await discardImport(ctx, started)
    throw error
  }
}

export async function discardImport(ctx: Context, { staged }: StagedImport): Promise<void> {
  await ctx.workspace.database.transact(({ tables }) => tables.unstage(staged))
}

/** A name that could be found taken only at the end is refused before anything is read. */
async function findOrRefuse(
  ctx: Context,
  stores: Pick<ReadStores, 'tables' | 'rules'>,
  name: string,
): Promise<SeenTable | null> {
  const found = await tableNamed(ctx, stores, name)
  if (!found) await refuseNewTable(ctx, stores, name)
  if (found && !found.isWritable) throw mayNot()
  return found
}

/** Answers the columns that are not what their format says, where that was only guessed. */
async function stageAll(
  ctx: Context,
  records: SourceRecords,
  first: RecordBatch | null,
  { started, found }: { started: StagedImport; found: FoundValues },
  { progress, emptyBad }: ImportOptions,
): Promise<ReadonlySet<string>> {
  const { database } = ctx.workspace
  const { plan, staged, report } = started
  const kept = started.existing ? lockedValues(started.existing, ctx.now()) : {}
  const strange = new Set<string>()
  const read = rowReader(plan, records.stringsAre, { kept, strange, emptyBad })
  // The version of all rows of a new table: no revision, so that no row of before can have had it.
  const version = started.isNew ? -randomInt(1, 2 ** 47) : null
  let lastOrder: string | null = null
  let highestId = 0

  for (let batch = first; batch;) {
    for (const { line, reason } of batch.errors) addFailure(report, { line, error: reason })
    const orders = keysBetween(lastOrder, null, Math.max(1, batch.rows.length))
    lastOrder = orders.at(-1)!
    let rows = rowsOf(batch, orders, read, started)
    if (plan.hasIds) rows = await withoutStaged(ctx, rows, highestId, started)
    for (const { id, values } of rows) {
      highestId = Math.max(highestId, id)
      found.note(values)
    }
    started.rows += rows.length
    if (version !== null) for (const row of rows) row.line = version
    if (rows.length > 0) {
      const widest = await database.transact(({ tables }) => tables.addStaged(staged, rows))
      started.widest = Math.max(started.widest, widest)
    }
    progress?.(started.rows + report.count)
    const next = await records.batches.next()
    batch = next.done ? null : next.value
  }
  return strange
}

/** The rows that fit, and have another id each. */
function rowsOf(
  { rows, lines }: RecordBatch,
  orders: readonly string[],
  read: ReadRow,
  started: StagedImport,
): StagedRow[] {
  const { plan, report, rows: before } = started
  const fitting: StagedRow[] = []
  const ids = new Set<number>()
  for (let at = 0; at < rows.length; at++) {
    const line = lines[at]!
    try {
      const { values, emptied } = read(rows[at]!)
      const id = idIn(rows[at]!, plan) ?? before + fitting.length + 1
      if (ids.has(id)) throw idTwice(id)
      ids.add(id)
      fitting.push({ id, order: orders[at]!, line, values })
      started.emptied += emptied
    } catch (error) {
      addRefusal(report, line, error)
    }
  }
  return fitting
}

/** In most files ids rise, and then there is nothing to look for. */
async function withoutStaged(
  { workspace }: Context,
  rows: StagedRow[],
  highestId: number,
  { staged, report }: StagedImport,
): Promise<StagedRow[]> {
  const dirty = rows.map(({ id }) => id).filter((id) => id <= highestId)
  if (dirty.length === 0) return rows
  const found = await workspace.database.read(({ tables }) => tables.stagedAmong(staged, dirty))
  const taken = new Set(found)
  return rows.filter(({ id, line }) => {
    if (taken.has(id)) addRefusal(report, line, idTwice(id))
    return !taken.has(id)
  })
}

function idTwice(id: number): AppError {
  return new AppError('tables.id_taken', `An earlier row of the file has the id ${id} too.`, {
    column: 'id',
  })
}

interface RowRead {
  /** In the order of the table's columns. */
  values: CellValue[]
  /** How many of them stay empty because what the file has does not fit. */
  emptied: number
}

/** Throws where a cell does not fit that cannot stay empty, or is not to. */
type ReadRow = (cells: readonly SourceCell[]) => RowRead

interface Reading extends Pick<ImportOptions, 'emptyBad'> {
  kept: Values
  strange: Set<string>
}

function rowReader(
  { table, places, doubled, unnamed, forms, guessed, choices }: ColumnPlan,
  stringsAre: SourceRecords['stringsAre'],
  { kept, strange, emptyBad }: Reading,
): ReadRow {
  // Of the row that is being read.
  let emptied = 0
  const forgive = () => void emptied++
  const readers = table.columns.map((column, at) => {
    const read = guessed.includes(column.name)
      ? watchedConverter(column, stringsAre, forms[at], strange)
      : cellConverter(column, stringsAre, forms[at])
    const convert = choices.has(column.name) ? trimmed(column, read) : read
    const isKept = Object.hasOwn(kept, column.name)
    // What must not be changed is refused, whatever else is forgiven.
    const isForgiven = emptyBad && column.nullable && !isKept
    return {
      column,
      place: places[at]!,
      convert: isForgiven ? orEmpty(convert, forgive) : convert,
      isKept,
    }
  })
  const worksOut = table.columns.some(({ formula }) => formula !== undefined)
  return (cells) => {
    if (doubled.some((place) => cells[place] !== undefined)) throw doubledKey()
    const nameless = unnamed.find((place) => cells[place] != null && cells[place] !== '')
    if (nameless !== undefined) throw namelessValue(nameless)
    const values: CellValue[] = []
    emptied = 0
    for (const { column, place, convert, isKept } of readers) {
      if (column.formula !== undefined) {
        values.push(null)
        continue
      }
      const cell = place < 0 ? undefined : cells[place]
      if (isKept) {
        const value = kept[column.name] ?? null
        const isOther = cell !== undefined && cell !== null && !sameValue(convert(cell), value)
        if (isOther) throw mayNot()
        values.push(value)
        continue
      }
      values.push(cell === undefined || cell === null ? emptyCell(column, cell) : convert(cell))
    }
    const all = worksOut ? inOrder(table, withFormulas(table, asRow(table, values))) : values
    return { values: all, emptied }
  }
}

/** Nobody means to choose between two texts that look the same. */
function trimmed(column: Column, convert: CellConverter): CellConverter {
  return (cell) => {
    const value = convert(cell)
    const text = typeof value === 'string' ? value.trim() : value
    return text === '' ? emptyCell(column, null) : text
  }
}

function orEmpty(convert: CellConverter, forgive: () => void): CellConverter {
  return (cell) => {
    try {
      return convert(cell)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      forgive()
      return null
    }
  }
}

function asRow({ columns }: Table, values: readonly CellValue[]): Values {
  return Object.fromEntries(columns.map(({ name }, at) => [name, values[at] ?? null]))
}

function inOrder({ columns }: Table, values: Values): CellValue[] {
  return columns.map(({ name }) => values[name] ?? null)
}

/** A cell that is not there has the default; an empty one only where it cannot stay empty. */
function emptyCell(column: Column, cell: null | undefined): CellValue {
  if (cell === null && column.nullable) return null
  if (column.default === null && !column.nullable) throw valueRequired(column)
  return column.default
}

/** The id a row brings along: all of them do, or none. */
function idIn(cells: readonly SourceCell[], { idPlace, hasIds }: ColumnPlan): number | null {
  if (idPlace < 0) return null
  const id = rowIdIn(cells[idPlace])
  if (hasIds && id === null) throw badId('The row has no id, and others have.')
  if (!hasIds && id !== null) throw badId('The row has an id, and the first ones have none.')
  return id
}

function rowIdIn(cell: SourceCell): number | null {
  try {
    const id = requestedRowId(cell)
    if (id !== null) refuseHighId('tables', id, 0)
    return id
  } catch (error) {
    throw error instanceof AppError ? badId(error.message) : error
  }
}

function badId(message: string): AppError {
  return new AppError('tables.bad_id', message, { column: 'id' })
}

function namelessValue(place: number): AppError {
  const message = `Column ${place + 1} has a value here, but no name, and none in the first rows.`
  return new AppError('tables.unknown_column', message)
}

function doubledKey(): AppError {
  return new AppError('tables.unknown_column', 'Two of its keys are for the same column.')
}
