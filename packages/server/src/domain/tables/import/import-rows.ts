import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { maxImportFailures } from '@triptych/contract/table-import'
import type { Imported, ImportFailure } from '@triptych/contract/table-import'
import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Stores } from '../../../ports/database.ts'
import type { StagedClash } from '../../../ports/table-import.ts'
import type { TableStore } from '../../../ports/table-store.ts'
import { keyBetween } from '../../order-key.ts'
import { recordChange } from '../../record-change.ts'
import { refuseNewTable } from '../create-table.ts'
import { findWritable, mayNot, toldColumns, wholeSight } from '../find-table.ts'
import type { Sight } from '../find-table.ts'
import { recordCount } from '../many/record-rows.ts'
import { joinedReports, newReport, refuseAny } from './failure-report.ts'
import type { FailureReport } from './failure-report.ts'
import type { ImportSource } from './open-records.ts'
import { discardImport, stageRows } from './stage-rows.ts'
import type { ImportOptions, StagedImport } from './stage-rows.ts'

export interface ImportInput extends ImportOptions {
  /** Whether rows that cannot be taken are left out; else nothing is taken then. */
  skipBad: boolean
  /** Takes nothing, and tells what would be. */
  dryRun: boolean
}

/** An import in two halves, because an upload may turn out to be wrong after its file has arrived. */
export interface PendingImport {
  finish(): Promise<Imported>
  discard(): Promise<void>
}

/** Reads a file into rows that nobody sees yet. */
export async function importRows(
  ctx: Context,
  source: ImportSource,
  input: ImportInput,
): Promise<PendingImport> {
  authorise(ctx.principal, 'tables.write')
  const staged = await stageRows(ctx, source, input)
  return {
    discard: () => discardImport(ctx, staged),
    async finish() {
      try {
        const settled = await settle(ctx, staged, input)
        if (!input.skipBad && !input.dryRun) refuseAny(settled.report)
        if (input.dryRun) await discardImport(ctx, staged)
        return answerFor(staged, settled)
      } catch (error) {
        await discardImport(ctx, staged)
        throw error
      }
    },
  }
}

/** What became of the rows. */
interface Settled {
  rows: number
  report: FailureReport
}

/** Nothing outside is changed in here: a transaction may be run again. */
function settle(ctx: Context, one: StagedImport, input: ImportInput): Promise<Settled> {
  return ctx.workspace.database.transact(async (stores) => {
    if (one.isNew) await refuseNewTable(ctx, stores, one.plan.table.name)
    else await refuseOtherTable(ctx, stores, one)
    const idOffset =
      one.isNew || one.plan.hasIds ? 0 : (await stores.tables.nextRowId(one.plan.table)) - 1
    // Where one bad row decides, there is no need to look for those that depend on it.
    const goesOn = input.skipBad || input.dryRun
    const clashes = one.isNew
      ? newReport()
      : await dropClashes(stores.tables, one, idOffset, goesOn)
    const rows = one.rows - clashes.count
    const report = joinedReports(one.report, clashes)
    const isTaken = !input.dryRun && (input.skipBad || report.count === 0)
    if (isTaken && one.isNew) await adopt(ctx, stores, one, rows)
    else if (isTaken) await merge(ctx, stores, one, rows, idOffset)
    return { rows, report }
  })
}

function answerFor(
  { plan, isNew, columns, encoding, emptied }: StagedImport,
  { rows, report }: Settled,
): Imported {
  return {
    table: plan.table.name,
    created: isNew,
    added: rows,
    skipped: report.count,
    emptied,
    failures: report.told,
    columns,
    encoding,
  }
}

/** The rows become a table. */
async function adopt(
  ctx: Context,
  stores: Stores,
  { plan: { table }, staged, widest }: StagedImport,
  rows: number,
): Promise<void> {
  const made = await recordChange(ctx, stores, {
    area: 'tables',
    operation: 'table-created',
    entity: table.name,
    before: null,
    after: table,
  })
  const revision = rows === 0 ? made : await recordCount(ctx, stores, table, 'added', rows)
  if (rows > 0) await stores.tables.keepStaged(revision, staged, 0)
  await stores.tables.adopt(staged, table, revision, widest)
}

/** The rows come to the end of the table. */
async function merge(
  ctx: Context,
  stores: Stores,
  { plan: { table }, staged, widest }: StagedImport,
  rows: number,
  idOffset: number,
): Promise<void> {
  const { tables } = stores
  if (rows === 0) return tables.unstage(staged)
  const revision = await recordCount(ctx, stores, table, 'added', rows)
  await tables.keepStaged(revision, staged, idOffset)
  // Whatever is below a key comes right after it.
  const orderPrefix = keyBetween(await tables.lastOrder(table), null)
  await tables.merge(staged, table, { idOffset, orderPrefix, revision, widest })
}

async function refuseOtherTable(
  ctx: Context,
  stores: Stores,
  { plan, existing }: StagedImport,
): Promise<void> {
  const { whole, table, locked } = await findWritable(ctx, stores, plan.table.name)
  const isSame =
    isDeepStrictEqual(whole, plan.table) &&
    isDeepStrictEqual(table, existing?.table) &&
    isDeepStrictEqual(locked, existing?.locked)
  if (isSame) return
  throw new AppError(
    'tables.changed_meanwhile',
    'The table was changed in the meantime; try again.',
  )
}

/** Rows that name rows that are left out are left out too; so long a chain of them is no accident. */
const mostRounds = 100
/** Each round looks through all rows: so many are looked at in all. */
const mostLooks = 5_000_000

async function dropClashes(
  tables: TableStore,
  { plan, existing, staged, rows }: StagedImport,
  idOffset: number,
  goesOn: boolean,
): Promise<FailureReport> {
  let report = newReport()
  const rounds = Math.max(2, Math.min(mostRounds, mostLooks / Math.max(1, rows)))
  for (let round = 0; round < rounds; round++) {
    await nextTurn()
    const limit = maxImportFailures - report.told.length
    const { count, first } = await tables.dropClashes(staged, plan.table, idOffset, limit)
    if (count === 0) return report
    const told = first.map((clash) => clashFailure(existing ?? wholeSight(plan.table), clash))
    report = joinedReports(report, { count, told })
    if (!goesOn) return report
  }
  throw new AppError('tables.rows_refused', 'Too many rows name rows that cannot be taken.', {
    count: report.count,
    failures: report.told,
  })
}

function clashFailure(sight: Sight, clash: StagedClash): ImportFailure {
  const columns = toldColumns(sight, clash.columns)
  if (columns.length === 0) throw mayNot()
  return { line: clash.line, column: columns[0]!, error: reasonOf({ ...clash, columns }) }
}

function reasonOf({ id, columns, kind }: StagedClash): string {
  const names = columns.join(', ')
  if (kind === 'missing') return `${names} names a row that does not exist.`
  if (kind === 'taken' && names === 'id') return `There is a row ${id} already.`
  const which = columns.length === 1 ? 'this value' : 'these values'
  return kind === 'taken'
    ? `Another row has ${which} in ${names}.`
    : `An earlier row of the file has ${which} in ${names}.`
}
