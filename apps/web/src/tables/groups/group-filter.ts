import { rowsIn } from 'triptych-client'
import type { GroupKey, TableQuery } from 'triptych-client'
import type { ViewGroup } from '@triptych/contract/table-schema'
import type { Column } from '@triptych/contract/tables'

/** The rows of a query that are in one group of it. */
export function withinGroup(
  query: TableQuery,
  group: ViewGroup,
  type: Column['type'],
  key: GroupKey,
): TableQuery {
  const rules = [rowsIn(group, type, [key]), ...(query.filter ? [query.filter] : [])]
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
