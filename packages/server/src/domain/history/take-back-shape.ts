import { isDeepStrictEqual } from 'node:util'
import type { TableStep } from '@triptych/contract/table-schema'
import type { Column, Table } from '@triptych/contract/tables'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { StepEntry } from '../../ports/change-log.ts'
import type { Stores } from '../../ports/database.ts'
import type { StoredRule } from '../../ports/rules.ts'
import { sameValue } from '../tables/cell-value.ts'
import { findDefinable } from '../tables/find-table.ts'
import { changeTable } from '../tables/schema/change-table.ts'
import { namesBefore, optionNamesIn, sameNames } from '../tables/schema/option-names.ts'
import { originsIn } from './past-table.ts'
import { changedSince, gone, notKept } from './take-back.ts'
import type { TakeBack } from './take-back.ts'
import { fillBack } from './take-back-cells.ts'
import type { LostColumn } from './take-back-cells.ts'

type Changed = Table & { $changes: TableStep[] }

/** Names, places, rules and indexes of columns come back, and what was in those that were dropped or got another type. */
export const takeBackShape: TakeBack = async (ctx, stores, entry, keep) => {
  const was = entry.before as unknown as Table
  const { $changes, ...is } = entry.after as unknown as Changed
  const state = await stores.tables.find(is.name)
  if (!state) throw gone(entry)
  await findDefinable(ctx, stores, is.name)
  if (!isDeepStrictEqual(state.table, is)) throw changedSince(entry)
  const origins = originsIn(was, $changes)
  const kept = new Map([...origins].flatMap(([name, origin]) => (origin ? [[origin, name]] : [])))
  const optionNames = optionNamesIn($changes)
  const lost = was.columns.flatMap((column): LostColumn[] => {
    const now = is.columns.find(({ name }) => name === kept.get(column.name))
    const names = optionNames.get(now?.name ?? '') ?? sameNames
    // The type of a formula comes with what it is worked out from.
    const isSame = now?.type === column.type || (now && column.formula !== undefined)
    if (isSame && names.size === 0) return []
    return [
      { column, now: now ?? null, names, back: now ? namesBefore(names, column, now) : names },
    ]
  })
  if (lost.length > 0 && !(await stores.tables.hasImages(entry.revision))) throw notKept(entry)
  const rules = await rulesBack(stores, entry, lost)
  const added = is.columns.filter(({ name }) => origins.get(name) === null)
  const written = added.filter(({ formula }) => formula === undefined)
  await refuseFilled(ctx, stores, state.table, written, entry)
  const { first, last } = stepsBack(was, is, kept, added, lost)
  const change = (changes: TableStep[]): Promise<Table> =>
    changedBack(entry, () => changeTable(ctx, { table: is.name, changes, dryRun: false }))
  if (lost.length > 0) {
    await change(first)
    for (const { thing, subject, access } of rules) await stores.rules.set(thing, subject, access)
    const filled = lost.filter(({ column }) => column.formula === undefined)
    await fillBack(ctx, stores, entry, { table: is.name, lost: filled, keep })
  }
  const made = await change(lost.length > 0 ? last : [...first, ...last])
  if (!isDeepStrictEqual(made, was)) throw notKept(entry)
}

async function changedBack(
  entry: StepEntry,
  work: () => Promise<Table & { failures: unknown }>,
): Promise<Table> {
  try {
    const { failures: _, ...made } = await work()
    return made
  } catch (error) {
    // All rows fitted then: somebody has added or changed some since.
    const isRow = error instanceof AppError && error.code === 'tables.rows_do_not_fit'
    throw isRow ? changedSince(entry) : error
  }
}

/** A column that was hidden must not come back without what hides it. */
async function rulesBack(
  { tables, rules }: Stores,
  entry: StepEntry,
  lost: readonly LostColumn[],
): Promise<StoredRule[]> {
  const dropped = new Set(lost.flatMap(({ column, now }) => (now ? [] : [column.name])))
  if (dropped.size === 0) return []
  const known = await tables.rulesKept(entry.revision)
  if (known === null && (await rules.count()) > 0) throw notKept(entry)
  const { name: id } = entry.after as unknown as Table
  return (known ?? [])
    .filter(({ thing }) => dropped.has(thing.column))
    .map((rule) => ({ ...rule, thing: { ...rule.thing, id } }))
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

/** What a column is until its cells are filled again: nothing is asked of them yet. */
const free = { nullable: true, unique: false, options: null, reference: null }

/** `last` is what can be asked of the cells only when they are back. */
function stepsBack(
  was: Table,
  is: Table,
  kept: ReadonlyMap<string, string>,
  added: readonly Column[],
  lost: readonly LostColumn[],
): Record<'first' | 'last', TableStep[]> {
  const renamed = [...kept].filter(([name, now]) => name !== now)
  // Two may have changed their names with each other.
  const between = (at: number): string => `${at} of ${is.columns.length} in between`
  const retyped = lost.filter(({ now }) => now !== null)
  const first = [
    ...is.indexes.map(({ name }) => ({ dropIndex: name })),
    ...added.map(({ name }) => ({ dropColumn: name })),
    ...renamed.map(([, now], at) => ({ renameColumn: { from: now, to: between(at) } })),
    ...renamed.map(([name], at) => ({ renameColumn: { from: between(at), to: name } })),
    ...lost
      .filter(({ now }) => now === null)
      .map(({ column: { format: _format, colors: _colors, ...column } }) => ({
        addColumn: { ...column, ...free },
      })),
    ...retyped.map(({ column: { name, type }, back }) => {
      const renameOptions = [...back].map(([from, to]) => ({ from, to }))
      return {
        changeColumn: { name, type, default: null, ...free, format: null, renameOptions },
      }
    }),
    ...was.columns
      .filter(({ name, formula }) => formula !== undefined && kept.has(name))
      .map(({ name, formula }) => ({ changeColumn: { name, formula } })),
  ]
  const last = [
    ...was.columns.map(({ name }) => ({ moveColumn: { name } })),
    ...was.columns.map(({ name, nullable, unique, options, reference, ...column }) => ({
      changeColumn: {
        name,
        nullable,
        unique,
        default: column.default,
        options,
        colors: column.colors ?? null,
        reference,
        format: column.format ?? null,
      },
    })),
    ...was.indexes.map((index) => ({ addIndex: index })),
    ...(was.name === is.name ? [] : [{ rename: was.name }]),
    ...(was.title === is.title ? [] : [{ title: was.title ?? null }]),
  ]
  return { first, last }
}
