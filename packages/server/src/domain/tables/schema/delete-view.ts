import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import { recordChange } from '../../record-change.ts'
import { findTable } from '../find-table.ts'
import { viewIn } from './find-view.ts'
import type { ViewAddress } from './find-view.ts'

export async function deleteView(ctx: Context, address: ViewAddress): Promise<{ name: string }> {
  authorise(ctx.principal, 'tables.write')
  return ctx.workspace.database.transact(async (stores) => {
    const { table } = await findTable(stores.tables, address.table)
    const view = await viewIn(stores.tables, table, address.view)
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
