import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { StoredRow } from '../../ports/table-store.ts'
import { findRow, findTable } from './find-row.ts'

export async function getRow(
  ctx: Context,
  input: { table: string; id: string },
): Promise<StoredRow> {
  authorise(ctx.principal, 'tables.read')
  return ctx.workspace.database.read(async ({ tables }) => {
    const { table } = await findTable(tables, input.table)
    return findRow(tables, table, input)
  })
}
