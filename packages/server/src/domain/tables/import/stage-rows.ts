import { randomInt } from 'node:crypto'
import type { ImportColumn, Imported, ImportFormat } from '@triptych/contract/table-import'
import type { Table } from '@triptych/contract/tables'
import { authorise } from '../../../auth/principal.ts'
import type { RecordBatch, SourceRecords, SourceCell } from '../../../codecs/records.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { StagedRow } from '../../../ports/table-import.ts'
import type { ReadStores } from '../../../ports/database.ts'
import { refuseHighId } from '../../entity-id.ts'
import { keysBetween } from '../../order-key.ts'
import { refuseNewTable } from '../create-table.ts'
import { mayNot, tableNamed } from '../find-table.ts'
import type { SeenTable } from '../find-table.ts'
import { requestedRowId } from '../row-values.ts'
import { lockedValues } from '../starting-values.ts'
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
import { rowReader } from './row-reader.ts'
import type { ReadRow } from './row-reader.ts'
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
