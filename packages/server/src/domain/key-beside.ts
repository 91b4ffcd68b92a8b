import type { Gap, Place } from '../ports/order.ts'
import { keyBetween, keysBetween } from './order-key.ts'

/** Things in an order of their own: the rows of a table, or the tasks below one. */
export interface OrderedList {
  /** `null` when there is no such thing. */
  gapBeside(id: number, side: 'before' | 'after'): Promise<Gap | null>
  /** Those beside one, itself among them, in their order; at most `limit` on each side. */
  neighbours(id: number, limit: number): Promise<Place[]>
  /** Writes new keys; the order stays what it is. */
  renumber(places: readonly Place[]): Promise<void>
}

/** Longer keys come from many moves to one spot. */
const longestKey = 24
/** Keys of this length leave room for many more. */
const roomyKey = 12
/** So many on each side of a crowded spot get new keys, and more where those are not short. */
const widths = [50, 200, 500]

/** A key for the place right before or after `id`, in the gap there. A crowded spot is cleared first. */
export async function keyBeside(
  list: OrderedList,
  { id, side }: { id: number; side: 'before' | 'after' },
  gap: Gap,
): Promise<string> {
  const key = keyBetween(gap.lower, gap.upper)
  if (key.length <= longestKey) return key
  await list.renumber(await roomierPlaces(list, id))
  const wider = await list.gapBeside(id, side)
  return wider ? keyBetween(wider.lower, wider.upper) : key
}

async function roomierPlaces(list: OrderedList, id: number): Promise<Place[]> {
  let places: Place[] = []
  for (const width of widths) {
    places = newPlaces(await list.neighbours(id, width), id, width)
    if (places.every(({ order }) => order.length <= roomyKey)) break
  }
  return places
}

/** Keys anew between those of the outermost, which stay unless the list ends there. */
function newPlaces(old: readonly Place[], id: number, width: number): Place[] {
  const at = old.findIndex((place) => place.id === id)
  const first = at === width ? old[0] : undefined
  const last = old.length - 1 - at === width ? old.at(-1) : undefined
  const inner = old.filter((place) => place !== first && place !== last)
  const orders = keysBetween(first?.order ?? null, last?.order ?? null, inner.length)
  return inner.map((place, index) => ({ id: place.id, order: orders[index]! }))
}
