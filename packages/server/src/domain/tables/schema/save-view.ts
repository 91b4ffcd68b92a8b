import { isDeepStrictEqual } from 'node:util'
import { maxViews } from '@triptych/contract/table-schema'
import type { NewView, View } from '@triptych/contract/table-schema'
import type { Table } from '@triptych/contract/tables'
import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { TableReader } from '../../../ports/table-store.ts'
import { recordChange } from '../../record-change.ts'
import { findTable, findWritable, toldColumns } from '../find-table.ts'
import type { Sight } from '../find-table.ts'
import { badQuery } from '../query/bad-query.ts'
import { checkAggregate, checkGroupKey } from '../query/check-groups.ts'
import { queryColumns } from '../query/query-columns.ts'
import { readFilter } from '../query/read-filter.ts'
import { unknownColumn } from './table-draft.ts'
import { columnsInView } from './view-columns.ts'

/** `was` is the name of the view to replace, `null` for a new one. */
export async function saveView(
  ctx: Context,
  { table: name, was, view }: { table: string; was: string | null; view: NewView },
): Promise<View> {
  authorise(ctx.principal, 'tables.write')
  return ctx.workspace.database.transact(async (stores) => {
    const seen = await findWritable(ctx, stores, name)
    const table = seen.whole
    const before = was === null ? null : await viewIn(stores.tables, seen, was)
    const views = await stores.tables.views(table)
    refuseTaken(views, view.name, before)
    if (!before && views.length >= maxViews) throw tooMany()
    checkView(seen.table, view)
    if (before && isDeepStrictEqual(before, view)) return view

    const revision = await recordChange(ctx, stores, {
      area: 'tables',
      operation: before ? 'view-updated' : 'view-added',
      entity: `${table.name}/views/${view.name}`,
      before,
      after: view,
    })
    await stores.tables.saveView(table, was, view, revision)
    return view
  })
}

/** A list of the views is sent with the table. */
const longestFilter = 64 * 1024

/** Throws when a view names a column that the table does not have, or a filter that makes no sense. */
function checkView(table: Table, view: View): void {
  const { filter, group, totals } = view
  const known = queryColumns(table)
  for (const name of columnsInView({ ...view, filter: null })) {
    if (!known.has(name)) throw unknownColumn(name)
  }
  if (group) checkGroupKey(table, group)
  for (const [column, operator] of Object.entries(totals)) {
    checkAggregate(table, { operator, column })
  }
  if (JSON.stringify(filter).length > longestFilter) {
    throw badQuery('filter', `The filter of a view has at most ${longestFilter} characters.`)
  }
  // Days are read in the zone of whoever looks; for the form of the filter any will do.
  readFilter(table, filter, 'UTC')
}

function refuseTaken(views: readonly View[], name: string, own: View | null): void {
  const key = name.toLowerCase()
  const taken = views.some((each) => each.name !== own?.name && each.name.toLowerCase() === key)
  if (!taken) return
  const message = `There is a view named ${name} already (letter case does not count).`
  throw new AppError('tables.view_taken', message)
}

function tooMany(): AppError {
  const message = `A table has at most ${maxViews} views.`
  return new AppError('tables.too_many', message, { limit: maxViews })
}

export async function deleteView(ctx: Context, address: ViewAddress): Promise<{ name: string }> {
  authorise(ctx.principal, 'tables.write')
  return ctx.workspace.database.transact(async (stores) => {
    const seen = await findWritable(ctx, stores, address.table)
    const table = seen.whole
    const view = await viewIn(stores.tables, seen, address.view)
    const revision = await recordChange(ctx, stores, {
      area: 'tables',
      operation: 'view-deleted',
      entity: `${table.name}/views/${view.name}`,
      before: view,
      after: null,
    })
    await stores.tables.dropView(table, view.name, revision)
    return { name: view.name }
  })
}

export async function listViews(ctx: Context, name: string): Promise<View[]> {
  authorise(ctx.principal, 'tables.read')
  return ctx.workspace.database.read(async (stores) =>
    seenViews(stores.tables, await findTable(ctx, stores, name)),
  )
}

/** A view that uses a hidden column would tell of it: it is hidden, too. */
export async function seenViews(tables: TableReader, sight: Sight): Promise<View[]> {
  return (await tables.views(sight.whole)).filter((view) => isSeen(sight, view))
}

function isSeen(sight: Sight, view: View): boolean {
  const names = [...columnsInView(view)]
  return toldColumns(sight, names).length === names.length
}

interface ViewAddress {
  table: string
  view: string
}

export async function viewIn(tables: TableReader, sight: Sight, name: string): Promise<View> {
  const view = await tables.view(sight.whole, name)
  if (!view || !isSeen(sight, view))
    throw new AppError('tables.view_not_found', 'The table has no such view.')
  return view
}
