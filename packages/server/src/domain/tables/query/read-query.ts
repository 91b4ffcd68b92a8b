import type { KeptView } from '@triptych/contract/table-schema'
import type { Table } from '@triptych/contract/tables'
import type { Condition } from '../../../ports/row-query.ts'
import type { RowQuery } from '../../../ports/table-query.ts'
import type { TableReader } from '../../../ports/table-store.ts'
import type { SeenTable } from '../find-table.ts'
import { parseText } from '../json-value.ts'
import { viewIn } from '../schema/find-view.ts'
import { badQuery } from './bad-query.ts'
import { all } from './conditions.ts'
import { readFilter } from './read-filter.ts'
import { readSort } from './read-sort.ts'
import { readZone } from './read-zone.ts'
import { searchCondition } from './search-condition.ts'
import { whereCondition } from './where-condition.ts'
import type { Where } from './where-condition.ts'

/** A query as a client writes it: the members of a body, or the parameters of an address. */
export interface QueryInput {
  filter?: unknown
  /** Columns and the values they must have, of an address alone. */
  where?: Where | undefined
  search?: unknown
  sort?: unknown
  fields?: unknown
  tz?: unknown
  /** The name of a view: its filter comes on top, its sort and columns count where none are given. */
  view?: unknown
}

export async function readQuery(
  tables: TableReader,
  seen: SeenTable,
  input: QueryInput,
): Promise<RowQuery> {
  const { table } = seen
  const name = textIn(input.view, 'view')
  const view = name ? await viewIn(tables, seen, name) : null
  const where = conditionIn(table, input, view)
  const sort = readSort(table, input.sort)
  return {
    where,
    sort: sort.length === 0 && view ? view.sort : sort,
    fields: readFields(table, input.fields) ?? view?.columns ?? null,
  }
}

/** What the filter, the search and a view ask of a row. */
export function conditionIn(
  table: Table,
  { filter, where = {}, search, tz }: QueryInput,
  view: KeptView | null = null,
): Condition | null {
  const zone = readZone(textIn(tz, 'tz'))
  const conditions = [
    readFilter(table, view?.filter, zone),
    readFilter(table, filterIn(filter), zone),
    whereCondition(table, where, zone),
    searchCondition(table, textIn(search, 'search') ?? ''),
  ].filter((condition) => condition !== null)
  return conditions.length === 0 ? null : all(conditions)
}

/** What an address carries is text. */
export function filterIn(filter: unknown): unknown {
  if (typeof filter !== 'string') return filter
  if (filter.trim() === '') return null
  const parsed = parseText(filter)
  if (parsed === undefined) throw badQuery('filter', 'The filter is not valid JSON.')
  return parsed
}

/** `name,year`, or a list, which reaches names with commas too. */
export function readFields(
  table: Pick<Table, 'columns'>,
  fields: unknown,
): readonly string[] | null {
  if (fields === undefined || fields === null || fields === '') return null
  const known = new Set(['id', ...table.columns.map(({ name }) => name)])
  const names = namesIn(fields)
  if (names.every((name) => known.has(name))) return names
  throw badQuery('fields', 'The table has no such column.')
}

/** Names in a text with commas, or in a list. */
function namesIn(fields: unknown): string[] {
  if (typeof fields === 'string' && !fields.startsWith('[')) return fields.split(',')
  const list = typeof fields === 'string' ? parseText(fields) : fields
  if (Array.isArray(list) && list.every((name) => typeof name === 'string')) return list
  throw badQuery('fields', 'Fields are name,year or ["name","year"].')
}

export function textIn(value: unknown, parameter: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  throw badQuery(parameter, `${parameter} is a text.`)
}
