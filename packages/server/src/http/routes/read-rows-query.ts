import { CountMode, maxPageRows, usualPageRows } from '@triptych/contract/table-query'
import type { RowsQuery } from '@triptych/contract/table-query'
import type { PageInput } from '../../domain/tables/query/query-rows.ts'
import { AppError } from '../../errors.ts'
import type { Aggregate, DateUnit } from '../../ports/table-query.ts'
import type { Call } from '../old-route.ts'
import { wholeNumber } from '../wire/answer.ts'

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

const units: readonly string[] = ['day', 'week', 'month', 'year'] satisfies DateUnit[]

const operators: readonly string[] = ['count', 'sum', 'avg', 'min', 'max']

const mostKeys = 8

const mostAggregates = 20

/** `country,added:month`; a name with a comma or a colon is written as `["a,b","c:month"]`. */
export function readGroupKeys(text = ''): { column: string; unit: DateUnit | null }[] {
  const items = itemsIn(text, 'by')
  if (items.length > mostKeys) throw bad('by', `Groups are made by at most ${mostKeys} columns.`)
  return items.map((item) => {
    const at = item.lastIndexOf(':')
    const unit = item.slice(at + 1)
    if (at < 0 || !units.includes(unit)) return { column: item, unit: null }
    return { column: item.slice(0, at), unit: unit as DateUnit }
  })
}

/** `count,sum:votes` */
export function readAggregates(text = 'count'): Aggregate[] {
  const items = itemsIn(text, 'aggregate')
  if (items.length === 0 || items.length > mostAggregates) {
    throw bad('aggregate', `There are 1 to ${mostAggregates} aggregates.`)
  }
  return items.map((item) => {
    const at = item.indexOf(':')
    const operator = at < 0 ? item : item.slice(0, at)
    if (!operators.includes(operator)) {
      throw bad('aggregate', 'An aggregate is count, or count, sum, avg, min or max of a column.')
    }
    return {
      operator: operator as Aggregate['operator'],
      column: at < 0 ? null : item.slice(at + 1),
    }
  })
}

function itemsIn(text: string, parameter: string): string[] {
  if (text === '') return []
  if (!text.startsWith('[')) return text.split(',')
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list) && list.every((item) => typeof item === 'string')) return list
  } catch {
    // Said below.
  }
  throw bad(parameter, `${parameter} is a list of texts.`)
}

function bad(parameter: string, message: string): AppError {
  return new AppError('tables.bad_query', message, { parameter })
}
