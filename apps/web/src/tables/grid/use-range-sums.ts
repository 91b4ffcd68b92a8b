import type { Server, TableQuery } from 'triptych-client'
import { useSyncExternalStore } from 'react'
import type { CellStore } from '../cells/cell-store.ts'
import { farColumns, rangeHeight, rangeText, sumText } from '../cells/range-text.ts'
import { useTotals } from '../groups/use-totals.ts'

interface RangeSums {
  /** How many rows are selected. */
  height: number
  /** Whether it is all rows, from edge to edge. */
  isAll: boolean
  /** What their numbers come to; nothing until it is known, and where there is nothing to add up. */
  text: string
}

/** What is selected, and what it adds up to: whole columns of any length are added up by the server. */
export function useRangeSums(
  server: Server,
  table: string,
  query: TableQuery,
  cells: CellStore | null,
): RangeSums {
  const subscribe = (listener: () => void) => cells?.subscribe(listener) ?? (() => {})
  const height = useSyncExternalStore(subscribe, () => (cells ? rangeHeight(cells) : 0))
  const isAll = useSyncExternalStore(subscribe, () => cells?.isAllSelected() ?? false)
  const near = useSyncExternalStore(subscribe, () => (cells ? rangeText(cells) : ''))
  const farNames = useSyncExternalStore(subscribe, () =>
    JSON.stringify(cells ? farColumns(cells).map(({ name }) => name) : []),
  )
  const names = JSON.parse(farNames) as string[]
  const all = (total: 'sum' | 'avg') => Object.fromEntries(names.map((name) => [name, total]))
  const [sums] = useTotals(server, table, query, null, all('sum'), names.length > 0)
  // Of several columns it would have to be weighed by how many numbers each has.
  const [averages] = useTotals(server, table, query, null, all('avg'), names.length === 1)
  if (near || !cells || names.length === 0) return { height, isAll, text: near }

  const known = names.map((name) => sums?.values[name])
  if (known.some((sum) => sum === undefined)) return { height, isAll, text: '' }
  const sum = known.reduce<number>((total, each) => total + Number(each ?? 0), 0)
  const avg = names.length === 1 ? averages?.values[names[0]!] : undefined
  const text = sumText(farColumns(cells), sum, typeof avg === 'number' ? avg : null)
  return { height, isAll, text }
}
