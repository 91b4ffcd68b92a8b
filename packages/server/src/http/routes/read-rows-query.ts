import { maxPageRows, usualPageRows } from '@triptych/contract/table-query'
import type { RowsQuery } from '@triptych/contract/table-query'
import type { PageInput } from '../../domain/tables/query/page.ts'
import { AppError } from '../../errors.ts'
import type { Aggregate, DateUnit } from '../../ports/table-query.ts'

/** What a query asks for, but for the table and what the client knows already. */
export type AskedRows = Pick<PageInput, 'query' | 'from' | 'limit' | 'count'>

/** `start` and `end`, or `offset` and `limit`, or a cursor; in an address or in a body. */
export function pageIn(asked: RowsQuery): AskedRows {
  const { offset = 0, start = offset, end, limit, cursor, count = 'exact', ...query } = asked
  const wanted = limit ?? (end === undefined ? usualPageRows : end - start)
  return {
    query,
    from: cursor === undefined ? { start } : { cursor },
    // More rows than a page may have are not refused: the answer tells how many it holds.
    limit: Math.min(wanted, maxPageRows),
    count,
  }
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
