import type { TableQuery } from 'triptych-client'
import type { ViewGroup } from '@triptych/contract/table-schema'
import type { Column } from '@triptych/contract/tables'
import type { GroupKey } from './use-totals.ts'

/** The rows of a query that are in one group of it. */
export function withinGroup(
  query: TableQuery,
  { column, unit }: ViewGroup,
  type: Column['type'],
  key: GroupKey,
): TableQuery {
  const isDate = type === 'date' || type === 'datetime'
  const rule =
    key === null || !isDate
      ? { field: column, includes: [key] }
      : { field: column, type: 'date', filter: 'between', value: spanOf(key, unit) }
  const rules = [rule, ...(query.filter ? [query.filter] : [])]
  return { ...query, filter: { glue: 'and', rules } }
}

/** Those that are in a group, in one of its groups, and so on. */
export function withinGroups(
  query: TableQuery,
  groups: readonly ViewGroup[],
  columns: readonly Column[],
  path: readonly GroupKey[],
): TableQuery {
  return path.reduce<TableQuery>((rows, key, level) => {
    const group = groups[level]!
    const type = columns.find(({ name }) => name === group.column)?.type ?? 'integer'
    return withinGroup(rows, group, type, key)
  }, query)
}

/** From the first to the last instant of what a group of dates is of: `2026-04`, `2026`, `2026-04-06`. */
export function spanOf(key: GroupKey, unit: ViewGroup['unit']): { start: Date; end: Date } {
  const text = String(key)
  if (text.includes('T')) return { start: new Date(text), end: new Date(text) }
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  const start = new Date(year, month - 1, day)
  const days = unit === 'week' ? 7 : unit === 'month' || unit === 'year' ? 0 : 1
  const months = unit === 'month' ? 1 : unit === 'year' ? 12 : 0
  const next = new Date(year, month - 1 + months, day + days)
  return { start, end: new Date(next.getTime() - 1) }
}
