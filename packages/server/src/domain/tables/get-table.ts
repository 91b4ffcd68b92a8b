import type { TableDescription } from '@triptych/contract/table-schema'
import type { Table } from '@triptych/contract/tables'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { findTable } from './find-row.ts'
import { svarTable } from './schema/svar-table.ts'

export async function getTable(ctx: Context, name: string): Promise<TableDescription> {
  authorise(ctx.principal, 'tables.read')
  return ctx.workspace.database.read(async ({ tables }) => {
    const { table } = await findTable(tables, name)
    return { ...table, views: await tables.views(table), svar: svarTable(table) }
  })
}

export async function listTables(ctx: Context): Promise<Table[]> {
  authorise(ctx.principal, 'tables.read')
  return ctx.workspace.database.read(({ tables }) => tables.all())
}
