import type { Table } from '@triptych/contract/tables'
import type { RowQuery } from '../../../ports/table-query.ts'
import type { TableReader } from '../../../ports/table-store.ts'
import type { KnownQuery } from './query-cache.ts'

export type CountMode = 'exact' | 'capped' | 'estimated' | 'none'

export interface Total {
  /** `null` where it was not asked for. */
  rows: number | null
  /** `capped`: there are at least so many. */
  kind: 'exact' | 'capped' | 'estimated' | 'none'
}

/** So far it is counted where not all of them need be. */
export const countCap = 10_000
const sampleRows = 10_000
const leastSample = 1000

/** Through more changes than this, or than there are rows, nobody looks: it is quicker to count. */
export const mostChanges = 10_000

/**
 * Of all rows of a table: their number by what has changed since they were counted, and their places
 * where they are all where they were.
 */
export async function recall(
  tables: TableReader,
  table: Table,
  { where, sort }: RowQuery,
  known: KnownQuery,
): Promise<void> {
  const { earlier, revision } = known
  if (where !== null || known.total !== null || !earlier) return
  const changes = revision - earlier.revision
  if (changes < 0 || changes > Math.min(mostChanges, earlier.total)) return
  const change = await tables.changeOfRows(table, earlier.revision, revision)
  if (!change) return
  known.total = earlier.total + change.gained
  if (sort.length > 0 || !change.isInPlace) return
  known.places = earlier.places
  known.isMapped = earlier.isMapped
}

export async function countRows(
  tables: TableReader,
  table: Table,
  query: RowQuery,
  mode: CountMode,
  known: KnownQuery,
): Promise<Total> {
  const { where } = query
  if (mode === 'none') return { rows: null, kind: 'none' }
  if (known.total !== null) return { rows: known.total, kind: 'exact' }
  const cap = mode === 'exact' || where === null ? Number.MAX_SAFE_INTEGER : countCap + 1
  const rows = await tables.count(table, where, cap)
  if (rows < cap) {
    known.total = rows
    return { rows, kind: 'exact' }
  }
  if (mode === 'capped' || where === null) return { rows: countCap, kind: 'capped' }
  const all = await tables.count(table, null, Number.MAX_SAFE_INTEGER)
  const { looked, passed } = await tables.sampled(table, where, sampleRows)
  // Ids that lie in heaps far apart make a sample of a few rows.
  if (looked < leastSample) return countRows(tables, table, query, 'exact', known)
  const estimate = Math.round((all * passed) / looked)
  return { rows: Math.max(estimate, countCap), kind: 'estimated' }
}
