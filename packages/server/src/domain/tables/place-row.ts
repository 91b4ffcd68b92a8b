import type { Table } from '@triptych/contract/tables'
import type { Context } from '../../context.ts'
import type { Stores } from '../../ports/database.ts'
import type { Gap, TableStore } from '../../ports/table-store.ts'
import { keyBetween, keysBetween } from '../order-key.ts'
import { recordChange } from '../record-change.ts'

/** Longer keys come from many rows put to one spot. */
const longestKey = 24
/** Keys of this length leave room for many more rows. */
const roomyKey = 12
/** So many rows on each side of a crowded spot get new keys, and more where those are not short. */
const rowsBeside = [50, 200, 500]

/** A key for a place at the end of a table. */
export async function lastPlace(tables: TableStore, table: Table): Promise<string> {
  return keyBetween(await tables.lastOrder(table), null)
}

/** A key for the place right before or after a row, in the gap there. */
export async function placeIn(
  ctx: Context,
  stores: Stores,
  table: Table,
  beside: { id: number; side: 'before' | 'after' },
  gap: Gap,
): Promise<string> {
  const key = keyBetween(gap.lower, gap.upper)
  if (key.length <= longestKey) return key
  await shortenKeys(ctx, stores, table, beside.id)
  const wider = await stores.tables.gapBeside(table, beside.id, beside.side)
  return wider ? keyBetween(wider.lower, wider.upper) : key
}

interface Place {
  id: number
  order: string
}

/** Told to everybody: who knows the old keys could not tell where the new one lies among them. */
async function shortenKeys(ctx: Context, stores: Stores, table: Table, id: number): Promise<void> {
  let places: Place[] = []
  for (const width of rowsBeside) {
    places = newPlaces(await stores.tables.neighbours(table, id, width), id, width)
    if (places.every(({ order }) => order.length <= roomyKey)) break
  }
  const $orders = Object.fromEntries(places.map((place) => [place.id, place.order]))
  await recordChange(ctx, stores, {
    area: 'tables',
    operation: 'rows-moved',
    entity: table.name,
    before: null,
    after: { count: places.length, $orders },
  })
  await stores.tables.renumber(table, places)
}

/** Keys anew between those of the outermost rows, which stay unless the table ends there. */
function newPlaces(rows: readonly Place[], id: number, width: number): Place[] {
  const at = rows.findIndex((row) => row.id === id)
  const first = at === width ? rows[0] : undefined
  const last = rows.length - 1 - at === width ? rows.at(-1) : undefined
  const inner = rows.filter((row) => row !== first && row !== last)
  const orders = keysBetween(first?.order ?? null, last?.order ?? null, inner.length)
  return inner.map((row, index) => ({ id: row.id, order: orders[index]! }))
}
