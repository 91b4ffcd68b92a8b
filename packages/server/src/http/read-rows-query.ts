import { CountMode, maxPageRows, usualPageRows } from '@triptych/contract/table-query'
import type { RowsQuery } from '@triptych/contract/table-query'
import type { PageInput } from '../domain/tables/query/query-rows.ts'
import { AppError } from '../errors.ts'
import { wholeNumber } from './query.ts'
import type { Call } from './route.ts'

/** What a query asks for, but for the table and what the client knows already. */
export type AskedRows = Pick<PageInput, 'query' | 'from' | 'limit' | 'count'>

/** `start` and `end`, or `offset` and `limit`; without any of these all rows are meant. */
const pageParameters = ['start', 'end', 'offset', 'limit', 'cursor', 'count']
const queryParameters = ['filter', 'search', 'sort', 'fields', 'tz', 'view']

export function asksForPage({ query }: Call): boolean {
  return pageParameters.some((name) => query[name] !== undefined)
}

export function asksForQuery({ query }: Call): boolean {
  return queryParameters.some((name) => query[name] !== undefined)
}

export function queryIn({ query }: Call): PageInput['query'] {
  const { filter, search, sort, fields, tz, view } = query
  return { filter, search, sort, fields, tz, view }
}

export function pageIn(call: Call): AskedRows {
  const { query } = call
  const numbers = {
    start: numberIn(call, 'start') ?? numberIn(call, 'offset'),
    end: numberIn(call, 'end'),
    limit: numberIn(call, 'limit'),
  }
  const { cursor } = query
  return {
    query: queryIn(call),
    ...rangeOf({ ...numbers, cursor }),
    count: countIn(query['count']),
  }
}

export function pageOf(body: RowsQuery): AskedRows {
  const { offset, start = offset, end, limit, cursor, count, ...query } = body
  return { query, ...rangeOf({ start, end, limit, cursor }), count: count ?? 'exact' }
}

interface Range {
  start: number | undefined
  end: number | undefined
  limit: number | undefined
  cursor: string | undefined
}

/** More rows than a page may have are not refused: the answer tells how many it holds. */
function rangeOf({ start = 0, end, limit, cursor }: Range): Pick<AskedRows, 'from' | 'limit'> {
  if (end !== undefined && end < start) throw badRange('end', 'end is not before start.')
  if (limit === 0) throw badRange('limit', 'limit is at least 1.')
  const wanted = limit ?? (end === undefined ? usualPageRows : end - start)
  const rows = Math.min(wanted, maxPageRows)
  return cursor === undefined ? { from: { start }, limit: rows } : { from: { cursor }, limit: rows }
}

function numberIn(call: Call, name: string): number | undefined {
  return call.query[name] === undefined ? undefined : wholeNumber(call, name, 0)
}

function countIn(text: string | undefined): AskedRows['count'] {
  const mode = CountMode.safeParse(text ?? 'exact')
  if (mode.success) return mode.data
  throw badRange('count', 'count is exact, capped, estimated or none.')
}

function badRange(parameter: string, message: string): AppError {
  return new AppError('bad_request', message, { parameter })
}
