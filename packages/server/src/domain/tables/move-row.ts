import type { Table } from '@triptych/contract/tables'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Gap } from '../../ports/order.ts'
import type { StoredRow, TableReader } from '../../ports/table-store.ts'
import { idFrom } from '../entity-id.ts'
import { recordChange } from '../record-change.ts'
import { findRow, seenRow } from './find-row.ts'
import type { RowAddress } from './find-row.ts'
import { findWritable } from './find-table.ts'
import { placeIn } from './place-row.ts'

export interface MoveInput extends RowAddress {
  target: unknown
  mode: 'before' | 'after'
}

/** One row is written, however many there are, but for a spot that has become crowded. */
export async function moveRow(ctx: Context, input: MoveInput): Promise<StoredRow> {
  authorise(ctx.principal, 'tables.write')
  return ctx.workspace.database.transact(async (stores) => {
    const { tables } = stores
    const seen = await findWritable(ctx, stores, input.table)
    const table = seen.whole
    const row = await findRow(tables, seen, input)
    const target = { ...(await gapAt(tables, table, input)), side: input.mode }
    if (target.id === row.id || isThere(row, target)) return seenRow(seen, row)
    const order = await placeIn(ctx, stores, table, target, target.gap)
    // Its old key may be a new one by now.
    const { order: before } = await findRow(tables, seen, input)
    const version = await recordChange(ctx, stores, {
      area: 'tables',
      operation: 'row-moved',
      entity: `${table.name}/${row.id}`,
      before: { $order: before },
      after: { $order: order },
    })
    await tables.move(table, row.id, order, version)
    return seenRow(seen, { ...row, order, version })
  })
}

function isThere({ order }: StoredRow, { gap, side }: { gap: Gap; side: MoveInput['mode'] }) {
  return (side === 'before' ? gap.lower : gap.upper) === order
}

/** The row to stand beside, and the gap there. */
export async function gapAt(
  tables: TableReader,
  table: Table,
  { target, mode }: Pick<MoveInput, 'target' | 'mode'>,
): Promise<{ id: number; gap: Gap }> {
  const id = idFrom(target)
  const gap = id === null ? null : await tables.gapBeside(table, id, mode)
  if (id !== null && gap) return { id, gap }
  throw new AppError('tables.row_not_found', 'There is no such row to stand beside.')
}
