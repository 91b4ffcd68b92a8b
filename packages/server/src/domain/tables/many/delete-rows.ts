import type { Table } from '@triptych/contract/tables'
import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import type { Stores } from '../../../ports/database.ts'
import { mayNot } from '../find-table.ts'
import type { SeenTable } from '../find-table.ts'
import type { QueryInput } from '../query/read-query.ts'
import { cellsToClear, releaseRows } from '../schema/on-delete.ts'
import { askedFor, idsOf } from './asked-rows.ts'
import { foundAside, foundFirst } from './found-first.ts'
import type { Look } from './found-first.ts'
import { areToldApart, recordCount, recordRows } from './record-rows.ts'

export interface DeleteRowsInput {
  table: string
  query: Pick<QueryInput, 'filter' | 'search' | 'tz'>
  max: number | undefined
  dryRun: boolean
}

/** Deletes every row that passes a filter; all of them or none. */
export async function deleteRows(
  ctx: Context,
  { table: name, query, max, dryRun }: DeleteRowsInput,
): Promise<{ deleted: number }> {
  authorise(ctx.principal, 'tables.write')
  const look: Look<number[]> = async (tables, { table, isWritable }) => {
    if (!isWritable) throw mayNot()
    return idsOf(tables, table, askedFor(table, query), max)
  }
  if (dryRun) {
    return foundAside(ctx, name, async (tables, state) => {
      const ids = await look(tables, state)
      await cellsToClear(tables, state, ids)
      return { deleted: ids.length }
    })
  }
  // Not looked for again on the way: what is cleared in other rows may let them pass as well.
  return foundFirst(ctx, name, look, async (stores, state, ids) => {
    await removeRows(ctx, stores, state, ids)
    return { deleted: ids.length }
  })
}

async function removeRows(
  ctx: Context,
  stores: Stores,
  seen: SeenTable,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  ctx.budget.spend('rows', ids.length)
  await releaseRows(ctx, stores, seen, ids)
  const table = seen.whole
  const revision = (await areToldApart(stores.tables, table, ids))
    ? await recordEach(ctx, stores, table, ids)
    : await recordDeleted(ctx, stores, table, ids)
  await stores.tables.removeMany(table, ids, revision)
}

/** One entry for all of them, with their images. */
export async function recordDeleted(
  ctx: Context,
  stores: Stores,
  table: Table,
  ids: readonly number[],
): Promise<number> {
  const revision = await recordCount(ctx, stores, table, 'deleted', ids.length)
  await stores.tables.keepRows(revision, table, ids)
  return revision
}

/** Answers the last revision. */
async function recordEach(
  ctx: Context,
  stores: Stores,
  table: Table,
  ids: readonly number[],
): Promise<number> {
  const changes = (await stores.tables.rowsById(table, ids)).map(({ id, order, values }) => ({
    id,
    before: { id, ...values, $order: order },
    after: null,
  }))
  const revisions = await recordRows(ctx, stores, table, 'deleted', changes)
  return revisions.at(-1)!
}
