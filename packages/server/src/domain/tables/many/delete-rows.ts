import { maxRowsChanged } from '@triptych/contract/many-rows'
import type { Table } from '@triptych/contract/tables'
import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import type { Stores } from '../../../ports/database.ts'
import type { TableState } from '../../../ports/table-store.ts'
import { findTable } from '../find-table.ts'
import type { QueryInput } from '../query/read-query.ts'
import { refuseUsedRows, releaseRows } from '../schema/references.ts'
import { askedFor, refuseTooMany, rowsOf } from './asked-rows.ts'
import { recordCount, recordRows, rowsToldApart } from './record-rows.ts'

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
  return ctx.workspace.database.transact(async (stores) => {
    const { tables } = stores
    const state = await findTable(tables, name)
    const where = askedFor(state.table, query)
    await refuseTooMany(tables, state.table, where, max)
    // Looked for once: what is cleared in other rows may let them pass as well.
    const ids = await tables.ids(state.table, where, maxRowsChanged)
    if (dryRun) await refuseUsedRows(tables, state, ids)
    else await removeRows(ctx, stores, state, ids)
    return { deleted: ids.length }
  })
}

async function removeRows(
  ctx: Context,
  stores: Stores,
  state: TableState,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await releaseRows(ctx, stores, state, ids)
  const { table } = state
  const revision =
    ids.length > rowsToldApart
      ? await recordCount(ctx, stores, table, 'deleted', ids.length)
      : await recordEach(ctx, stores, table, ids)
  await stores.tables.removeMany(table, ids, revision)
}

/** Answers the last revision. */
async function recordEach(
  ctx: Context,
  stores: Stores,
  table: Table,
  ids: readonly number[],
): Promise<number> {
  const changes = (await rowsOf(stores.tables, table, ids)).map(({ id, order, values }) => ({
    id,
    before: { id, ...values, $order: order },
    after: null,
  }))
  const revisions = await recordRows(ctx, stores, table, 'deleted', changes)
  return revisions.at(-1)!
}
