import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { StoredRow } from '../../ports/table-store.ts'
import { findRow, findTable } from './find-row.ts'
import { insertRow } from './insert-row.ts'
import { gapAt } from './move-row.ts'
import type { MoveInput } from './move-row.ts'

/** A row like another beside a target, or right after the other. */
export async function copyRow(ctx: Context, input: MoveInput): Promise<StoredRow> {
  authorise(ctx.principal, 'tables.write')
  return ctx.workspace.database.transact(async (stores) => {
    const { tables } = stores
    const { table } = await findTable(tables, input.table)
    const row = await findRow(tables, table, input)
    ctx.budget.spend('bytes', await tables.bytesOf(table, [row.id]))
    const isBeside = input.target !== undefined && input.target !== null
    const anchor = isBeside
      ? { side: input.mode, id: (await gapAt(tables, table, input)).id }
      : { side: 'after' as const, id: row.id }
    // What no two rows may have stays with the first.
    const values = Object.fromEntries(
      table.columns.map(({ name, unique, nullable }) => [
        name,
        unique && nullable ? null : (row.values[name] ?? null),
      ]),
    )
    return insertRow(ctx, stores, table, { id: null, values, anchor })
  })
}
