import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { StoredRow } from '../../ports/table-store.ts'
import { editedCell } from './cell-value.ts'
import { changeRow } from './change-row.ts'
import type { RowAddress } from './find-row.ts'
import { writableColumn } from './row-values.ts'

/** The grid sends every value as text; it is read by the type of its column. */
export async function updateCell(
  ctx: Context,
  input: RowAddress & { key: string; value: unknown },
): Promise<StoredRow> {
  authorise(ctx.principal, 'tables.write')
  return changeRow(ctx, input, (table, old) => {
    const column = writableColumn(table, input.key)
    return { [column.name]: editedCell(column, old[column.name] ?? null, input.value) }
  })
}
