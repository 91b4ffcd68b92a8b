import type { Table } from '@triptych/contract/tables'
import type { RowQuery } from '../../../ports/table-query.ts'
import type { TableReader, TableState } from '../../../ports/table-store.ts'
import { mostChanges } from './count-rows.ts'
import type { KnownQuery } from './query-cache.ts'

/** So many ids are kept of a query: that is when all of its pages are found by looking through the table once. */
export const mostIds = 20_000

/** More rows than this are not put where they belong one by one. */
const mostFollowed = 16

const sampleRows = 500
const leastSample = 100

/** What was found before a few rows changed is made true again, with what the log tells of them. */
export async function recallIds(
  tables: TableReader,
  table: Table,
  query: RowQuery,
  known: KnownQuery,
): Promise<void> {
  const { earlier, revision } = known
  if (known.ids || !earlier?.ids) return
  const changes = revision - earlier.revision
  if (changes < 0 || changes > mostChanges) return
  const changed = await tables.changedRows(table, earlier.revision, revision, mostFollowed)
  if (changed) rememberIds(known, await tables.idsAfter(table, query, earlier.ids, changed))
}

/**
 * All rows of a query and so their number, where they are likely to be few: to sort them all then takes less than
 * to look through the table twice, for the first ones and for their number. `null` where it is better done so.
 */
export async function findAllIds(
  tables: TableReader,
  state: TableState,
  query: RowQuery,
  known: KnownQuery,
): Promise<readonly number[] | null> {
  if (known.hasMany || !(await tables.looksThrough(state.table, query))) return null
  known.hasMany = (await likelyCount(tables, state, query, known)) > mostIds
  if (known.hasMany) return null
  const ids = await tables.allIds(state.table, query)
  rememberIds(known, ids)
  return ids
}

async function likelyCount(
  tables: TableReader,
  { table, nextId }: TableState,
  { where }: RowQuery,
  { total, earlier }: KnownQuery,
): Promise<number> {
  const counted = total ?? earlier?.total
  if (counted !== undefined) return counted
  if (where === null || nextId <= mostIds) return nextId
  const { looked, passed } = await tables.sampled(table, where, sampleRows)
  // Ids that lie in heaps far apart make a sample of a few rows.
  return looked < leastSample ? Infinity : (nextId * passed) / looked
}

function rememberIds(known: KnownQuery, ids: readonly number[]): void {
  known.total = ids.length
  known.hasMany = ids.length > mostIds
  if (!known.hasMany) known.ids = ids
  // Nothing of it is needed any more.
  known.earlier = null
}
