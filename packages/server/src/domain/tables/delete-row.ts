import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../record-change.ts'
import { findRow, findTable } from './find-row.ts'
import type { RowAddress } from './find-row.ts'
import { releaseRows } from './schema/on-delete.ts'

export async function deleteRow(ctx: Context, input: RowAddress): Promise<{ id: number }> {
  authorise(ctx.principal, 'tables.write')
  return ctx.workspace.database.transact(async (stores) => {
    const state = await findTable(stores.tables, input.table)
    const { table } = state
    const { id, order, values } = await findRow(stores.tables, table, input)
    await releaseRows(ctx, stores, state, [id])
    const revision = await recordChange(ctx, stores, {
      area: 'tables',
      operation: 'row-deleted',
      entity: `${table.name}/${id}`,
      before: { id, ...values, $order: order },
      after: null,
    })
    await stores.tables.remove(table, id, revision)
    return { id }
  })
}
