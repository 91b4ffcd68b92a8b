import type { Table } from '@triptych/contract/tables'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'

export async function listTables(ctx: Context): Promise<Table[]> {
  authorise(ctx.principal, 'tables.read')
  return ctx.workspace.database.read(({ tables }) => tables.all())
}
