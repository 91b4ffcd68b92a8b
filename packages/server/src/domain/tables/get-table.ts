import type { Table } from '@triptych/contract/tables'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { findTable } from './find-table.ts'

export async function getTable(ctx: Context, name: string): Promise<Table> {
  authorise(ctx.principal, 'tables.read')
  return ctx.workspace.database.read(async ({ tables }) => (await findTable(tables, name)).table)
}
