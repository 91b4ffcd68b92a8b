import { isDeepStrictEqual } from 'node:util'
import type { TableStep } from '@triptych/contract/table-schema'
import type { Column, Table } from '@triptych/contract/tables'
import type { Context } from '../../context.ts'
import type { StepEntry } from '../../ports/change-log.ts'
import type { Stores } from '../../ports/database.ts'
import { sameValue } from '../tables/cell-value.ts'
import { findDefinable } from '../tables/find-table.ts'
import { changeTable } from '../tables/schema/change-table.ts'
import { originsIn } from './past-table.ts'
import { changedSince, gone, notKept } from './take-back.ts'

type Changed = Table & { $changes: TableStep[]; $blank?: string[] }

/** Names, places, rules and indexes of columns come back; not what was in a column that was dropped or got another type. */
export async function takeBackShape(ctx: Context, stores: Stores, entry: StepEntry): Promise<void> {
  const was = entry.before as unknown as Table
  const { $changes, $blank = [], ...is } = entry.after as unknown as Changed
  const state = await stores.tables.find(is.name)
  if (!state) throw gone(entry)
  await findDefinable(ctx, stores, is.name)
  if (!isDeepStrictEqual(state.table, is)) throw changedSince(entry)
  const origins = originsIn(was, $changes)
  const kept = new Map([...origins].flatMap(([name, origin]) => (origin ? [[origin, name]] : [])))
  const isKept = was.columns.every(({ name, type }) => {
    if (!kept.has(name)) return $blank.includes(name)
    const now = is.columns.find((column) => column.name === kept.get(name))
    return now?.type === type
  })
  if (!isKept) throw notKept(entry)
  const added = is.columns.filter(({ name }) => origins.get(name) === null)
  await refuseFilled(ctx, stores, state.table, added, entry)
  const changes = stepsBack(was, is, kept, added)
  const { failures: _, ...made } = await changeTable(ctx, {
    table: is.name,
    changes,
    dryRun: false,
    blank: added.map(({ name }) => name),
  })
  if (!isDeepStrictEqual(made, was)) throw notKept(entry)
}

/** What somebody has written into a new column would go with it. */
async function refuseFilled(
  ctx: Context,
  { tables }: Stores,
  table: Table,
  added: readonly Column[],
  entry: StepEntry,
): Promise<void> {
  if (added.length === 0) return
  const names = added.map(({ name }) => name)
  for (let last = 0; ;) {
    const page = await tables.cells(table, names, last, 1000)
    if (page.length === 0) return
    ctx.budget.spend('rows', page.length)
    for (const { values } of page) {
      const isFilled = added.some((column, at) => !sameValue(values[at] ?? null, column.default))
      if (isFilled) throw changedSince(entry)
    }
    last = page.at(-1)!.id
  }
}

function stepsBack(
  was: Table,
  is: Table,
  kept: ReadonlyMap<string, string>,
  added: readonly Column[],
): TableStep[] {
  const renamed = [...kept].filter(([name, now]) => name !== now)
  // Two may have changed their names with each other.
  const between = (at: number): string => `${at} of ${is.columns.length} in between`
  return [
    ...is.indexes.map(({ name }) => ({ dropIndex: name })),
    ...added.map(({ name }) => ({ dropColumn: name })),
    ...renamed.map(([, now], at) => ({ renameColumn: { from: now, to: between(at) } })),
    ...renamed.map(([name], at) => ({ renameColumn: { from: between(at), to: name } })),
    ...was.columns.filter(({ name }) => !kept.has(name)).map((column) => ({ addColumn: column })),
    ...was.columns.map(({ name }) => ({ moveColumn: { name } })),
    ...was.columns.map(({ name, nullable, unique, options, reference, ...column }) => ({
      changeColumn: { name, nullable, unique, default: column.default, options, reference },
    })),
    ...was.indexes.map((index) => ({ addIndex: index })),
    ...(was.name === is.name ? [] : [{ rename: was.name }]),
  ] as TableStep[]
}
