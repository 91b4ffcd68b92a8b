import type { CellStore } from './cell-store.ts'
import type { Bounds } from './range.ts'

/** So many the server takes at once; its own number for it would bring all that checks requests along. */
export const mostRows = 10_000

/** All rows that are shown, and more than can be written one by one. */
export function isAllOf(store: CellStore, { top, bottom }: Bounds): boolean {
  return top === 0 && bottom >= mostRows && bottom >= store.shape().rows - 1
}
