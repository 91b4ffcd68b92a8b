import type { IApi } from '@svar-ui/react-grid'
import { placeOfRow } from 'triptych-client'
import { isOfCells } from './keyboard-of-cells.ts'
import type { CellRanges } from './cell-ranges.ts'
import type { CellStore, Id } from './cell-store.ts'

/** A cell, as what stands around the grid knows it. */
export interface CellAt {
  id: Id
  column: string
}

/** For what stands around a grid and knows nothing of its cells. */
const stores = new WeakMap<IApi, CellStore>()
const ranges = new WeakMap<IApi, CellRanges>()

export function rememberCells(store: CellStore, ofRanges: CellRanges): void {
  stores.set(store.api, store)
  ranges.set(store.api, ofRanges)
}

/** Deletes the rows of a range that the grid cannot select as a whole. Answers whether there is one. */
export function deleteLongRange(api: IApi | null): boolean {
  if (!longRange(api)) return false
  void ranges.get(api!)?.remove()
  return true
}

/** How many rows such a range has that a row is in, or whichever; 0 where there is none. */
export function longRange(api: IApi | null, row?: Id): number {
  const store = api && stores.get(api)
  const bounds = store?.bounds()
  if (!bounds) return 0
  const height = bounds.bottom - bounds.top + 1
  const isLong = height > 1 && height > (api!.getState().selectedRows ?? []).length
  const place = row === undefined ? bounds.top : placeOfRow(store!.connection, row)
  const isIn = place !== null && place >= bounds.top && place <= bounds.bottom
  return isLong && isIn ? height : 0
}

/**
 * The cell that a key is for. It is the one that was picked: the focus of the browser follows only when the grid has
 * drawn it, and keys come faster than that. `null` where the key is not for the cells.
 */
export function cellOfKey(api: IApi | null, target: EventTarget | null): CellAt | null {
  const store = api && stores.get(api)
  const picked = store?.state().picked
  if (!picked || !isOfCells(target)) return null
  const row = store?.rowAt(picked.at.row)
  return row ? { id: row.id, column: picked.at.column } : null
}

/** Gives the keyboard to the cells of a grid: to those of the first row, or to the one that was picked last. */
export function enterCells(api: IApi | null, to: 'first' | 'back'): void {
  const store = api && stores.get(api)
  const { columns = [], rows = 0 } = store?.shape() ?? {}
  const picked = store?.state().picked?.at
  const column = picked?.column ?? columns.find((name) => store?.writes(name)) ?? columns[0]
  const [heading] = store?.connection.lines().headings ?? []
  if (rows === 0 && heading) store?.goToHeading(heading.mark)
  if (rows > 0 && column !== undefined) {
    store?.go({ row: to === 'back' ? (picked?.row ?? 0) : 0, column })
  }
}

/** As it is drawn; `null` where it is not. */
export function drawnCell(area: Element, id: Id, column: string): HTMLElement | null {
  const row = CSS.escape(typeof id === 'string' ? `:${id}` : String(id))
  const of = CSS.escape(`:${column}`)
  return area.querySelector(`.wx-body .wx-row[data-id="${row}"] [data-col-id="${of}"]`)
}
