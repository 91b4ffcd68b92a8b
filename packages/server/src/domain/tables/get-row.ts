import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { StoredRow } from '../../ports/table-store.ts'
import { findRow, seenRow } from './find-row.ts'
import { findTable } from './find-table.ts'

export async function getRow(
  ctx: Context,
  input: { table: string; id: string },
): Promise<StoredRow> {
  authorise(ctx.principal, 'tables.read')
  return ctx.workspace.database.read(async (stores) => {
    const seen = await findTable(ctx, stores, input.table)
    return seenRow(seen, await findRow(stores.tables, seen, input))
  })
}
