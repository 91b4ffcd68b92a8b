import type { Row } from 'triptych-client'
import type { Column } from '@triptych/contract/tables'
import type { CellStore } from './cell-store.ts'
import type { Copied } from './clipboard-text.ts'
import type { Bounds } from './range.ts'
import type { Option } from './row-names.ts'

/** By column the rows that a block names, where they are too many to be known. */
export async function namedRows(
  store: CellStore,
  written: readonly Column[],
  { left, right }: Bounds,
  block: Copied[][],
): Promise<ReadonlyMap<string, readonly Option[]>> {
  const shown = store.shape().columns.slice(left, right + 1)
  const found = written.map(async (column) => {
    const names = store.names(column)
    if (!names) return []
    const place = shown.indexOf(column.name)
    const texts = block.flatMap((line) => line[place % line.length]!.text.trim() || [])
    return [[column.name, await names.called(texts)] as const]
  })
  return new Map((await Promise.all(found)).flat())
}

/** Whether the names are here that people see in place of numbers: those of rows that were never in sight are not. */
export function areNamed(store: CellStore, rows: readonly Row[], bounds: Bounds): boolean {
  return namesIn(store, rows, bounds).every(({ names, ids }) =>
    ids.every((id) => names.of(id) !== null),
  )
}

export async function loadNames(
  store: CellStore,
  rows: readonly Row[],
  bounds: Bounds,
): Promise<void> {
  await Promise.all(namesIn(store, rows, bounds).map(({ names, ids }) => names.load(ids)))
}

function namesIn(store: CellStore, rows: readonly Row[], { left, right }: Bounds) {
  const shown = store.shape().columns.slice(left, right + 1)
  return shown.flatMap((name) => {
    const column = store.column(name)
    const names = column && store.names(column)
    if (!names) return []
    return [{ names, ids: rows.map((row) => row[name]).filter((id) => typeof id === 'number') }]
  })
}
