import { isDeepStrictEqual } from 'node:util'
import { maxRowsChanged } from '@triptych/contract/many-rows'
import type { Table } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import type { Condition } from '../../../ports/row-query.ts'
import type { TableReader } from '../../../ports/table-store.ts'
import { badQuery } from '../query/bad-query.ts'
import { conditionIn, filterIn } from '../query/read-query.ts'
import type { QueryInput } from '../query/read-query.ts'
import { refuseVagueFilter } from './definite-filter.ts'

/** Which rows are meant. Whoever means all of them says so: an empty filter may be an oversight. */
export function askedFor(table: Table, query: QueryInput): Condition | null {
  if (isBlank(query.filter) && isBlank(query.search)) {
    throw badQuery('filter', 'A filter is needed; {} means all rows.')
  }
  const filter = filterIn(query.filter)
  refuseVagueFilter(filter)
  const condition = conditionIn(table, { ...query, filter })
  const saysAll = isDeepStrictEqual(filter, {})
  if (condition === null && !saysAll) {
    throw badQuery('filter', 'Every row passes this filter; {} means all rows.')
  }
  return condition
}

function isBlank(given: unknown): boolean {
  const isNothing = given === undefined || given === null
  return isNothing || (typeof given === 'string' && given.trim() === '')
}

/** `max` is what the client will have at most. */
export async function refuseTooMany(
  tables: TableReader,
  table: Table,
  where: Condition | null,
  max = maxRowsChanged,
): Promise<void> {
  const limit = Math.min(max, maxRowsChanged)
  if ((await tables.count(table, where, limit + 1)) > limit) throw tooMany(limit)
}

/** The rows that pass, where they are not too many. */
export async function idsOf(
  tables: TableReader,
  table: Table,
  where: Condition | null,
  max = maxRowsChanged,
): Promise<number[]> {
  const limit = Math.min(max, maxRowsChanged)
  const ids = await tables.ids(table, where, limit + 1)
  if (ids.length > limit) throw tooMany(limit)
  return ids
}

export function tooMany(limit: number): AppError {
  const message = `The filter has more than ${limit} rows; nothing was changed.`
  return new AppError('tables.too_many_rows', message, { limit })
}
