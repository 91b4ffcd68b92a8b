import type { View } from '@triptych/contract/table-schema'
import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import { findTable } from '../find-table.ts'

export async function listViews(ctx: Context, name: string): Promise<View[]> {
  authorise(ctx.principal, 'tables.read')
  return ctx.workspace.database.read(async ({ tables }) => {
    const { table } = await findTable(tables, name)
    return tables.views(table)
  })
}
