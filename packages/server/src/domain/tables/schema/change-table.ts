import { isDeepStrictEqual } from 'node:util'
import type { ChangedTable, RowFailure, TableStep, KeptView } from '@triptych/contract/table-schema'
import type { Column, Table } from '@triptych/contract/tables'
import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { ReadStores, Stores } from '../../../ports/database.ts'
import type { RuleStore } from '../../../ports/rules.ts'
import { keepsCells } from '../../../ports/table-changes.ts'
import type { OwnView, Reshape } from '../../../ports/table-changes.ts'
import type { TableReader } from '../../../ports/table-store.ts'
import { uniqueSetsOf } from '../../../ports/table-store.ts'
import { recordChange } from '../../record-change.ts'
import { findDefinable, seenOf } from '../find-table.ts'
import { checkColumns } from './check-columns.ts'
import { failureList } from './failure-list.ts'
import { viewByNewNames } from './option-names.ts'
import { finalValues } from './final-values.ts'
import type { FinalRow } from './final-values.ts'
import { planChange } from './plan-change.ts'
import { repeatedKeys } from './repeated-keys.ts'
import {
  columnsAskedFor,
  fieldsIn,
  renamedInView,
  withoutColumns,
  withoutLooks,
} from './view-columns.ts'

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
    const { change, ...views } = await planFor(ctx, stores, input)
    const failures = await failuresOf(stores.tables, change)
    if (failures.length > 0) throw rowsDoNotFit(failures)
    if (!isSame(change)) await carryOut(ctx, stores, input, change, views)
    return { ...change.after, failures: [] }
  })
}

/** A table can be long; nobody has to wait while it is only looked at. */
async function rehearsed(ctx: Context, input: Input): Promise<ChangedTable> {
  const looks = ctx.workspace.database.stream(async function* (stores) {
    const { change } = await planFor(ctx, stores, input)
    yield { ...change.after, failures: await failuresOf(stores.tables, change) }
  })
  const [answer] = await Array.fromAsync(looks)
  return answer!
}

interface Plan {
  change: Reshape
  /** Those that name columns which have other names now, as they are then. */
  views: KeptView[]
  /** The same of those that are somebody's own. */
  ownViews: OwnView[]
}

async function planFor(
  ctx: Context,
  stores: Pick<ReadStores, 'tables' | 'rules'>,
  { table: name, changes }: Input,
): Promise<Plan> {
  const { tables } = stores
  const { table, reach } = await findDefinable(ctx, stores, name)
  const all = await tables.all()
  const change = planChange({ all, seen: seenOf(all, reach) }, table, changes)
  const views = await tables.views(table)
  refuseLostColumns(change, views)
  refuseRetypedColumns(change, views)
  const names = new Map([...change.origins].map(([is, was]) => [was ?? '', is]))
  const lost = lostIn(change)
  // By the names that columns have had so far.
  const options = new Map(
    [...change.optionNames].map(([is, of]) => [change.origins.get(is) ?? is, of]),
  )
  const { columns } = change.before
  const renamed = views.map((view) =>
    renamedInView(viewByNewNames(withoutLooks(view, lost), columns, options), names),
  )
  // They hold nothing: whoever changes the table does not even know of them.
  const own = await tables.allOwnViews(table)
  const ownRenamed = own.map(({ owner, view }) => ({
    owner,
    view: renamedInView(viewByNewNames(withoutColumns(view, lost), columns, options), names),
  }))
  return {
    change,
    views: renamed.filter((view, index) => !isDeepStrictEqual(view, views[index])),
    ownViews: ownRenamed.filter((one, index) => !isDeepStrictEqual(one, own[index])),
  }
}

/** By their names until now. */
function lostIn({ before, after, origins }: Reshape): {
  gone: ReadonlySet<string>
  retyped: ReadonlySet<string>
} {
  const staying = new Set(origins.values())
  const gone = before.columns.map(({ name }) => name).filter((name) => !staying.has(name))
  const retyped = after.columns.flatMap(({ name, type }) => {
    const was = origins.get(name) ?? null
    return was !== null && typeIn(before, was) !== type ? [was] : []
  })
  return { gone: new Set(gone), retyped: new Set(retyped) }
}

/** A view without one of its columns would show something else than it was made for. */
function refuseLostColumns({ before, origins }: Reshape, views: readonly KeptView[]): void {
  const staying = new Set(origins.values())
  for (const { name } of before.columns) {
    if (staying.has(name)) continue
    const users = views.filter((view) => columnsAskedFor(view).has(name)).map((view) => view.name)
    if (users.length === 0) continue
    const message = `${name} is part of the view ${users.join(', ')}.`
    throw new AppError('tables.column_in_use', message, { column: name, views: users })
  }
}

/** What a filter asks of a date it cannot ask of a text. */
function refuseRetypedColumns(
  { before, after, origins }: Reshape,
  views: readonly KeptView[],
): void {
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

function isSame({ before, after, origins, optionNames }: Reshape): boolean {
  const isOne = isDeepStrictEqual(before, after) && [...origins].every(([is, was]) => is === was)
  return isOne && optionNames.size === 0
}

async function carryOut(
  ctx: Context,
  stores: Stores,
  { changes }: Input,
  change: Reshape,
  { views, ownViews }: Pick<Plan, 'views' | 'ownViews'>,
): Promise<void> {
  const revision = await recordChange(ctx, stores, {
    area: 'tables',
    operation: 'table-changed',
    entity: change.after.name,
    before: change.before,
    after: { ...change.after, $changes: changes },
  })
  await keepLost(stores, change, revision)
  await stores.tables.reshape(change, revision)
  await carryRules(stores.rules, change)
  const { before, after } = change
  if (before.name !== after.name) await stores.comments.renameTable(before.name, after.name)
  for (const view of views) await stores.tables.saveView(after, view.name, view, revision)
  for (const own of ownViews) await stores.tables.saveOwnView(after, own.view.name, own)
}

/** What is in columns that go or get another type is kept, for whoever takes this back. */
async function keepLost(
  { tables, rules }: Pick<Stores, 'tables' | 'rules'>,
  change: Reshape,
  revision: number,
): Promise<void> {
  const { before, after, origins } = change
  const staying = new Set(
    after.columns
      .filter((is) => keepsCells(change, columnOf(before, origins.get(is.name)), is))
      .map(({ name }) => origins.get(name)),
  )
  const lost = before.columns.map(({ name }) => name).filter((name) => !staying.has(name))
  if (lost.length === 0) return
  const all = (await rules.count()) === 0 ? [] : await rules.all()
  const theirs = all.filter(
    ({ thing }) =>
      thing.kind === 'column' && thing.id === before.name && lost.includes(thing.column),
  )
  await tables.keepColumns(revision, before, lost, theirs)
}

/** Rules stay with what they were made for, under whatever name. */
async function carryRules(rules: RuleStore, { before, after, origins }: Reshape): Promise<void> {
  if ((await rules.count()) === 0) return
  // What the log tells of cells that were worked out otherwise may tell of what is hidden.
  if (!isDeepStrictEqual(formulasIn(before), formulasIn(after))) await rules.touch()
  if (before.name !== after.name) await rules.renameTable(before.name, after.name)
  const names = new Map([...origins].flatMap(([is, was]) => (was === null ? [] : [[was, is]])))
  const isKept = before.columns.every(({ name }) => names.get(name) === name)
  if (!isKept) await rules.renameColumns(after.name, names)
}

function formulasIn({ columns }: Table): unknown[] {
  return columns.flatMap(({ name, formula }) => (formula === undefined ? [] : [[name, formula]]))
}

/** The rows that have the same values where the new table wants different ones. */
async function checkUnique(tables: TableReader, change: Reshape): Promise<RowFailure[]> {
  const failures: RowFailure[] = []
  for (const { columns } of uniqueSetsOf(change.after)) {
    if (isKnownUnique(change, columns)) continue
    failures.push(...(await repetitions(tables, change, [...columns])))
  }
  return failures
}

async function repetitions(
  tables: TableReader,
  change: Reshape,
  columns: string[],
): Promise<RowFailure[]> {
  const rows = () => finalValues(tables, change, columns)
  const repeated = await repeatedKeys(async function* () {
    for await (const page of rows()) yield page.map(keyOf)
  })
  if (repeated.size === 0) return []

  const list = failureList(columns)
  const message = `Another row has the same in ${columns.join(', ')}.`
  const refusal = new AppError('tables.not_unique', message)
  for await (const page of rows()) {
    for (const row of page) {
      const key = keyOf(row)
      const value = columns.length === 1 ? row.old[0]! : row.old
      if (key !== null && repeated.has(key)) list.add(row.id, value, refusal)
    }
  }
  return list.all()
}

/** `null` where the row clashes with none: it has no value, or one that is refused anyhow. */
function keyOf({ final }: FinalRow): string | null {
  const isWhole = final.every((value) => value !== null && !(value instanceof AppError))
  return isWhole ? JSON.stringify(final) : null
}

/** The table keeps these columns unique already, and their values stay as they are. */
function isKnownUnique(change: Reshape, columns: readonly string[]): boolean {
  const { before, after, origins } = change
  const isSame = columns.every((name) => {
    const origin = origins.get(name)
    return origin && keepsCells(change, columnOf(before, origin), columnOf(after, name)!)
  })
  const key = keyOfNames(columns.map((name) => origins.get(name) ?? ''))
  return isSame && uniqueSetsOf(before).some((set) => keyOfNames(set.columns) === key)
}

function keyOfNames(names: readonly string[]): string {
  return JSON.stringify(names.toSorted())
}

function typeIn(table: Table, name: string): string | undefined {
  return columnOf(table, name)?.type
}

function columnOf({ columns }: Table, name: string | null | undefined): Column | undefined {
  return columns.find((column) => column.name === name)
}
