import { isDeepStrictEqual } from 'node:util'
import type { ChangedTable, RowFailure, TableStep, View } from '@triptych/contract/table-schema'
import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Stores } from '../../../ports/database.ts'
import type { Reshape } from '../../../ports/table-changes.ts'
import type { TableReader } from '../../../ports/table-store.ts'
import { recordChange } from '../../record-change.ts'

import { findTable } from '../find-table.ts'
import { checkColumns } from './check-columns.ts'
import { checkUnique } from './check-unique.ts'
import { planChange } from './plan-change.ts'
import { columnsInView, fieldsIn, renamedInView } from './view-columns.ts'

interface Input {
  table: string
  changes: TableStep[]
  /** Change nothing, and tell what would happen. */
  dryRun: boolean
}

export async function changeTable(ctx: Context, input: Input): Promise<ChangedTable> {
  authorise(ctx.principal, 'tables.define')
  if (input.dryRun) return rehearsed(ctx, input)
  return ctx.workspace.database.transact(async (stores) => {
    const { change, views } = await planFor(stores.tables, input)
    const failures = await failuresOf(stores.tables, change)
    if (failures.length > 0) throw rowsDoNotFit(failures)
    if (!isSame(change)) await carryOut(ctx, stores, input, change, views)
    return { ...change.after, failures: [] }
  })
}

/** A table can be long; nobody has to wait while it is only looked at. */
async function rehearsed(ctx: Context, input: Input): Promise<ChangedTable> {
  const looks = ctx.workspace.database.stream(async function* ({ tables }) {
    const { change } = await planFor(tables, input)
    yield { ...change.after, failures: await failuresOf(tables, change) }
  })
  const [answer] = await Array.fromAsync(looks)
  return answer!
}

interface Plan {
  change: Reshape
  /** Those that name columns which have other names now, as they are then. */
  views: View[]
}

async function planFor(tables: TableReader, { table: name, changes }: Input): Promise<Plan> {
  const { table } = await findTable(tables, name)
  const change = planChange(await tables.all(), table, changes)
  const views = await tables.views(table)
  refuseLostColumns(change, views)
  refuseRetypedColumns(change, views)
  const names = new Map([...change.origins].map(([is, was]) => [was ?? '', is]))
  const renamed = views.map((view) => renamedInView(view, names))
  return { change, views: renamed.filter((view, index) => !isDeepStrictEqual(view, views[index])) }
}

/** A view without one of its columns would show something else than it was made for. */
function refuseLostColumns({ before, origins }: Reshape, views: readonly View[]): void {
  const staying = new Set(origins.values())
  for (const { name } of before.columns) {
    if (staying.has(name)) continue
    const users = views.filter((view) => columnsInView(view).has(name)).map((view) => view.name)
    if (users.length === 0) continue
    const message = `${name} is part of the view ${users.join(', ')}.`
    throw new AppError('tables.column_in_use', message, { column: name, views: users })
  }
}

/** What a filter asks of a date it cannot ask of a text. */
function refuseRetypedColumns({ before, after, origins }: Reshape, views: readonly View[]): void {
  for (const { name, type } of after.columns) {
    const was = before.columns.find((column) => column.name === origins.get(name))
    if (!was || was.type === type) continue
    const users = views.filter((view) => fieldsIn(view.filter).includes(was.name))
    if (users.length === 0) continue
    const names = users.map((view) => view.name)
    const message = `The filter of the view ${names.join(', ')} asks for ${was.name}.`
    throw new AppError('tables.column_in_use', message, { column: was.name, views: names })
  }
}

async function failuresOf(tables: TableReader, change: Reshape): Promise<RowFailure[]> {
  return [...(await checkColumns(tables, change)), ...(await checkUnique(tables, change))]
}

function rowsDoNotFit(failures: RowFailure[]): AppError {
  const columns = [...new Set(failures.flatMap((failure) => failure.columns))]
  const message = `Rows do not fit in ${columns.join(', ')}.`
  return new AppError('tables.rows_do_not_fit', message, { failures })
}

function isSame({ before, after, origins }: Reshape): boolean {
  return isDeepStrictEqual(before, after) && [...origins].every(([is, was]) => is === was)
}

async function carryOut(
  ctx: Context,
  stores: Stores,
  { changes }: Input,
  change: Reshape,
  views: readonly View[],
): Promise<void> {
  const revision = await recordChange(ctx, stores, {
    area: 'tables',
    operation: 'table-changed',
    entity: change.after.name,
    before: change.before,
    after: { ...change.after, $changes: changes },
  })
  await stores.tables.reshape(change, revision)
  for (const view of views) await stores.tables.saveView(change.after, view.name, view, revision)
}
