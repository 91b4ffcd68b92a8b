import type { View } from '@triptych/contract/table-schema'
import type { Table } from '@triptych/contract/tables'
import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { TableReader } from '../../../ports/table-store.ts'
import { findTable } from '../find-table.ts'

export interface ViewAddress {
  table: string
  view: string
}

export async function findView(ctx: Context, { table: name, view }: ViewAddress): Promise<View> {
  authorise(ctx.principal, 'tables.read')
  return ctx.workspace.database.read(async ({ tables }) => {
    const { table } = await findTable(tables, name)
    return viewIn(tables, table, view)
  })
}

export async function viewIn(tables: TableReader, table: Table, name: string): Promise<View> {
  const view = (await tables.views(table)).find((each) => each.name === name)
  if (!view) throw new AppError('tables.view_not_found', 'The table has no such view.')
  return view
}
