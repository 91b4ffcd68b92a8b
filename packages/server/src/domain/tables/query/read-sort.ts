import type { Table } from '@triptych/contract/tables'
import type { Sort, SortColumn } from '../../../ports/row-query.ts'
import { parseText } from '../json-value.ts'
import { badQuery } from './bad-query.ts'
import { queryColumns } from './query-columns.ts'

export const maxSortColumns = 8

/**
 * `name,-year` is by name, then the latest year first. A list as SVAR's grid has it says the same
 * and reaches every column: `[{"key":"a,b","order":"asc"},{"key":"-c","order":"desc"}]`, as JSON
 * text or as JSON. Where a column comes twice, the first place counts.
 */
export function readSort(table: Table, sort: unknown): Sort {
  const columns = queryColumns(table)
  const read = new Map<string, SortColumn>()
  const items = itemsIn(sort)
  if (items.length > maxSortColumns) {
    throw badQuery('sort', `Rows are sorted by at most ${maxSortColumns} columns.`)
  }
  for (const { column, descending } of items) {
    if (!columns.has(column)) throw badQuery('sort', 'The table has no such column.')
    if (!read.has(column)) read.set(column, { column, descending })
  }
  return [...read.values()]
}

function itemsIn(sort: unknown): SortColumn[] {
  if (sort === undefined || sort === null || sort === '') return []
  if (typeof sort === 'string' && !sort.startsWith('[')) return sort.split(',').map(plainItem)
  const list = typeof sort === 'string' ? parseText(sort) : sort
  if (!Array.isArray(list)) throw malformed()
  return list.map(listItem)
}

function plainItem(item: string): SortColumn {
  return item.startsWith('-')
    ? { column: item.slice(1), descending: true }
    : { column: item, descending: false }
}

function listItem(item: unknown): SortColumn {
  if (typeof item !== 'object' || item === null) throw malformed()
  const { key, order = 'asc' } = item as Record<string, unknown>
  if (typeof key !== 'string' || (order !== 'asc' && order !== 'desc')) throw malformed()
  return { column: key, descending: order === 'desc' }
}

function malformed() {
  return badQuery('sort', 'A sort is name,-year or [{"key":"name","order":"asc"},…].')
}
