import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../record-change.ts'
import { findRow } from './find-row.ts'
import type { RowAddress } from './find-row.ts'
import { findWritable } from './find-table.ts'
import { releaseRows } from './schema/on-delete.ts'

export async function deleteRow(ctx: Context, input: RowAddress): Promise<{ id: number }> {
  authorise(ctx.principal, 'tables.write')
  return ctx.workspace.database.transact(async (stores) => {
    const seen = await findWritable(ctx, stores, input.table)
    const table = seen.whole
    const { id, order, values } = await findRow(stores.tables, seen, input)
    await releaseRows(ctx, stores, seen, [id])
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
