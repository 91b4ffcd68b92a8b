import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { StoredRow } from '../../ports/table-store.ts'
import { changeRow } from './change-row.ts'
import type { RowAddress } from './find-row.ts'
import { rowIdFrom } from './row-id.ts'
import { rowIn } from './row-in.ts'
import { valuesFromRow } from './row-values.ts'

/** Columns that are not in the body keep their values. */
export async function updateRow(
  ctx: Context,
  input: RowAddress & { body: Record<string, unknown> },
): Promise<StoredRow> {
  authorise(ctx.principal, 'tables.write')
  const row = rowIn(input.body)
  return changeRow(ctx, input, (table) => valuesFromRow(table, row, rowIdFrom(input.id)))
}
