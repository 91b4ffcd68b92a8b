import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { StoredRow } from '../../ports/table-store.ts'
import { findRow, seenRow } from './find-row.ts'
import { findWritable } from './find-table.ts'
import { withFormulas } from './formula-cells.ts'
import { insertRow } from './insert-row.ts'
import { gapAt } from './move-row.ts'
import type { MoveInput } from './move-row.ts'
import { lockedValues } from './starting-values.ts'

/** A row like another beside a target, or right after the other. */
export async function copyRow(ctx: Context, input: MoveInput): Promise<StoredRow> {
  authorise(ctx.principal, 'tables.write')
  return ctx.workspace.database.transact(async (stores) => {
    const { tables } = stores
    const seen = await findWritable(ctx, stores, input.table)
    const table = seen.whole
    const row = await findRow(tables, seen, input)
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
    // What one may not write is not written by copying either.
    Object.assign(values, lockedValues(seen, ctx.now()))
    const whole = withFormulas(table, values)
    return seenRow(seen, await insertRow(ctx, stores, seen, { id: null, values: whole, anchor }))
  })
}
