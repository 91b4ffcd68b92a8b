import type { Table } from '@triptych/contract/tables'
import type { Context } from '../../context.ts'
import type { Stores } from '../../ports/database.ts'
import type { Gap, Place } from '../../ports/order.ts'
import { keyBeside } from '../key-beside.ts'
import { recordChange } from '../record-change.ts'

/** A key for the place right before or after a row, in the gap there. */
export function placeIn(
  ctx: Context,
  stores: Stores,
  table: Table,
  beside: { id: number; side: 'before' | 'after' },
  gap: Gap,
): Promise<string> {
  const { tables } = stores
  const rows = {
    gapBeside: (id: number, side: 'before' | 'after') => tables.gapBeside(table, id, side),
    neighbours: (id: number, limit: number) => tables.neighbours(table, id, limit),
    renumber: (places: readonly Place[]) => renumberRows(ctx, stores, table, places),
  }
  return keyBeside(rows, beside, gap)
}

/** Told to everybody: who knows the old keys could not tell where the new one lies among them. */
export async function renumberRows(
  ctx: Context,
  stores: Stores,
  table: Table,
  places: readonly Place[],
): Promise<void> {
  const { tables } = stores
  const ids = places.map(({ id }) => id)
  await recordChange(ctx, stores, {
    area: 'tables',
    operation: 'rows-moved',
    entity: table.name,
    before: { $orders: ordersOf(await tables.rowsById(table, ids, [])) },
    after: { count: places.length, $orders: ordersOf(places) },
  })
  await tables.renumber(table, places)
}

function ordersOf(places: readonly Place[]): Record<string, string> {
  return Object.fromEntries(places.map(({ id, order }) => [id, order]))
}
