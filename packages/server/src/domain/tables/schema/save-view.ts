import { isDeepStrictEqual } from 'node:util'
import { maxViews } from '@triptych/contract/table-schema'
import type { KeptView, NewView, View } from '@triptych/contract/table-schema'
import type { Table } from '@triptych/contract/tables'
import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Stores } from '../../../ports/database.ts'
import { recordChange } from '../../record-change.ts'
import { findTable, findWritable, mayNot } from '../find-table.ts'
import type { SeenTable } from '../find-table.ts'
import { badQuery } from '../query/bad-query.ts'
import { checkAggregate, checkGroupKey } from '../query/check-groups.ts'
import { queryColumns } from '../query/query-columns.ts'
import { readFilter } from '../query/read-filter.ts'
import { existingViews, seenViews, viewIn } from './find-view.ts'
import { unknownColumn } from './table-draft.ts'
import { columnsInView } from './view-columns.ts'

interface Saving {
  table: string
  /** The name of the view to replace, `null` for a new one. */
  was: string | null
  view: NewView
}

export async function saveView(ctx: Context, saving: Saving): Promise<View> {
  const { was, view } = saving
  authorise(ctx.principal, view.own ? 'views.own' : 'tables.write')
  return ctx.workspace.database.transact(async (stores) => {
    const find = view.own ? findTable : findWritable
    const seen = await find(ctx, stores, saving.table)
    const before = was === null ? null : await changeableView(ctx, stores, seen, was)
    return putView(ctx, stores, seen, before, view)
  })
}

/** Who may only read has views of their own all the same; of the others they are not even told whether they are there. */
async function changeableView(
  ctx: Context,
  { tables }: Stores,
  seen: SeenTable,
  name: string,
): Promise<View> {
  const isOwn = (await existingViews(tables, seen)).some((one) => one.own && one.name === name)
  if (!isOwn) {
    authorise(ctx.principal, 'tables.write')
    if (!seen.isWritable) throw mayNot()
  }
  return viewIn(tables, seen, name)
}

/** Those of all are in the log. What only one sees is no change of the table: it would tell the others of it. */
export async function putView(
  ctx: Context,
  stores: Stores,
  seen: SeenTable,
  before: View | null,
  view: View,
): Promise<View> {
  const { tables } = stores
  const owner = view.own ? ownerIn(seen) : null
  const views = await existingViews(tables, seen)
  refuseTaken(views, view, before)
  const isMoved = before?.own !== view.own
  const others = views.filter(({ own }) => own === view.own)
  if (isMoved && others.length >= maxViews) throw tooMany()
  checkView(seen.table, view)
  if (before && isDeepStrictEqual(before, view)) return view

  if (before && isMoved) await takeView(ctx, stores, seen, before)
  const replaced = isMoved ? null : before
  const kept = keptOf(view)
  if (owner !== null) {
    await tables.saveOwnView(seen.whole, replaced?.name ?? null, { owner, view: kept })
    return view
  }
  const revision = await recordChange(ctx, stores, {
    area: 'tables',
    operation: replaced ? 'view-updated' : 'view-added',
    entity: `${seen.whole.name}/views/${view.name}`,
    before: replaced && keptOf(replaced),
    after: kept,
  })
  await tables.saveView(seen.whole, replaced?.name ?? null, kept, revision)
  return view
}

function ownerIn({ asker }: SeenTable): string {
  if (asker !== null) return asker
  const message = 'There are no accounts here, so a view is for all who see the table.'
  throw new AppError('tables.view_without_owner', message)
}

function keptOf({ own: _own, ...kept }: View): KeptView {
  return kept
}

/** A list of the views is sent with the table. */
const longestFilter = 64 * 1024

/** Throws when a view names a column that the table does not have, or a filter that makes no sense. */
function checkView(table: Table, view: View): void {
  const { filter, group, subgroups, totals } = view
  const known = queryColumns(table)
  for (const name of columnsInView({ ...view, filter: null })) {
    if (!known.has(name)) throw unknownColumn(name)
  }
  if (group) checkGroupKey(table, group)
  if (!group && subgroups.length > 0) {
    throw badQuery('subgroups', 'There are groups in groups only where there are groups.')
  }
  for (const one of subgroups) checkGroupKey(table, one)
  for (const [column, operator] of Object.entries(totals)) {
    checkAggregate(table, { operator, column })
  }
  if (JSON.stringify(filter).length > longestFilter) {
    throw badQuery('filter', `The filter of a view has at most ${longestFilter} characters.`)
  }
  // Days are read in the zone of whoever looks; for the form of the filter any will do.
  readFilter(table, filter, 'UTC')
}

/** One that keeps its name may: others can have made one of that name for all without knowing of it. */
function refuseTaken(views: readonly View[], view: View, before: View | null): void {
  const key = view.name.toLowerCase()
  const isSameAs = (one: View) => one.own === before?.own && one.name === before.name
  if (before && before.own === view.own && before.name === view.name) return
  const taken = views.some((one) => !isSameAs(one) && one.name.toLowerCase() === key)
  if (!taken) return
  const message = `There is a view named ${view.name} already (letter case does not count).`
  throw new AppError('tables.view_taken', message)
}

function tooMany(): AppError {
  const message = `A table has at most ${maxViews} views.`
  return new AppError('tables.too_many', message, { limit: maxViews })
}

interface ViewAddress {
  table: string
  view: string
}

export async function deleteView(ctx: Context, address: ViewAddress): Promise<{ name: string }> {
  authorise(ctx.principal, 'views.own')
  return ctx.workspace.database.transact(async (stores) => {
    const seen = await findTable(ctx, stores, address.table)
    const view = await changeableView(ctx, stores, seen, address.view)
    await takeView(ctx, stores, seen, view)
    return { name: view.name }
  })
}

export async function takeView(
  ctx: Context,
  stores: Stores,
  seen: SeenTable,
  view: View,
): Promise<void> {
  const table = seen.whole
  if (view.own) return stores.tables.dropOwnView(table, ownerIn(seen), view.name)
  const revision = await recordChange(ctx, stores, {
    area: 'tables',
    operation: 'view-deleted',
    entity: `${table.name}/views/${view.name}`,
    before: keptOf(view),
    after: null,
  })
  await stores.tables.dropView(table, view.name, revision)
}

export async function listViews(ctx: Context, name: string): Promise<View[]> {
  authorise(ctx.principal, 'tables.read')
  return ctx.workspace.database.read(async (stores) =>
    seenViews(stores.tables, await findTable(ctx, stores, name)),
  )
}
