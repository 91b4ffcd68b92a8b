import type { Total, ViewGroup } from '@triptych/contract/table-schema'

export interface SortKey {
  key: string
  order: 'asc' | 'desc'
}

/** In which groups the rows of a grid stand. */
export interface Grouping {
  /** By what, from the outermost; only the innermost can be by weeks, months or years. */
  levels: readonly ViewGroup[]
  /** What their headings add up, by column. */
  totals: Readonly<Record<string, Total>>
  /** The groups of which only the heading is shown, by their marks. */
  folded: readonly string[]
}

/** Which rows are shown, and in which order. */
export interface TableQuery {
  /** The value of SVAR's filter. */
  filter: object | null
  search: string
  /** The first key counts most. */
  sort: readonly SortKey[]
  /** In which groups they stand; they are sorted by these first. */
  groups?: Grouping | null
}

export const allRows: TableQuery = { filter: null, search: '', sort: [] }

/** Whether the rows are all there, in their own order. */
export function isPlain({ filter, search, sort }: TableQuery): boolean {
  return fieldsIn(filter).length === 0 && search === '' && sort.length === 0
}

/** Whether a change of these columns can bring a row in or out, or to another place. */
export function asksFor(
  { filter, search, sort, groups }: TableQuery,
  columns: readonly string[],
): boolean {
  if (search !== '') return true
  // What a heading adds up is known by the server only.
  const added = Object.keys(groups?.totals ?? {})
  const asked = new Set([...fieldsIn(filter), ...sort.map(({ key }) => key), ...added])
  return asked.has('*') || columns.some((column) => asked.has(column))
}

export type FilterRule = Record<string, unknown>

/** What of a query a table can answer; the same object where that is all of it. */
export function fittingQuery(
  query: TableQuery,
  hasColumn: (name: string) => boolean,
  isRule: (rule: FilterRule) => boolean = () => true,
): TableQuery {
  const fits = (rule: FilterRule) => hasColumn(rule['field'] as string) && isRule(rule)
  const filter = fittingRules(query.filter, fits)
  const sort = query.sort.filter(({ key }) => hasColumn(key))
  const groups = query.groups && fittingGroups(query.groups, hasColumn)
  const isSame =
    filter === query.filter && sort.length === query.sort.length && groups === query.groups
  return isSame ? query : { ...query, filter, sort, ...(groups !== undefined && { groups }) }
}

function fittingGroups(groups: Grouping, hasColumn: (name: string) => boolean): Grouping {
  const levels = groups.levels.filter(({ column }) => hasColumn(column))
  const all = Object.entries(groups.totals)
  const totals = all.filter(([column]) => hasColumn(column))
  const isSame = levels.length === groups.levels.length && totals.length === all.length
  return isSame ? groups : { ...groups, levels, totals: Object.fromEntries(totals) }
}

function fittingRules(node: unknown, fits: (rule: FilterRule) => boolean): object | null {
  if (typeof node !== 'object' || node === null) return null
  const { rules } = node as { rules?: unknown }
  if (!Array.isArray(rules)) return fits(node as FilterRule) ? node : null
  const kept = rules.flatMap((rule) => fittingRules(rule, fits) ?? [])
  if (kept.length === rules.length && kept.every((rule, at) => rule === rules[at])) return node
  return kept.length > 0 ? { ...node, rules: kept } : null
}

function fieldsIn(filter: unknown): string[] {
  const { rules, field } = (filter ?? {}) as { rules?: unknown[]; field?: unknown }
  return Array.isArray(rules) ? rules.flatMap(fieldsIn) : typeof field === 'string' ? [field] : []
}

export type SortMarks = Record<string, { order: 'asc' | 'desc'; index?: number }>

/** What the header of the grid shows. */
export function sortMarks(sort: readonly SortKey[]): SortMarks {
  const isOne = sort.length === 1
  return Object.fromEntries(
    sort.map(({ key, order }, index) => [key, isOne ? { order } : { order, index }]),
  )
}

/** The order after a click on a header; with `adds` the column counts on top of the others. */
export function sortedBy(
  sort: readonly SortKey[],
  { key, order }: SortKey,
  adds: boolean,
): SortKey[] {
  if (!adds) return [{ key, order }]
  return sort.some((one) => one.key === key)
    ? sort.map((one) => (one.key === key ? { key, order } : one))
    : [...sort, { key, order }]
}

/** What the filters in the header of the grid ask, as a filter for the server. */
export function headerFilter(values: Record<string, unknown>): object | null {
  const rules = Object.entries(values).flatMap(([field, value]): object[] => {
    if (value === '' || value === null || value === undefined) return []
    if (value instanceof Date) return [{ field, type: 'date', filter: 'equal', value }]
    if (Array.isArray(value)) return value.length > 0 ? [{ field, includes: value }] : []
    return [
      typeof value === 'string'
        ? { field, filter: 'contains', value }
        : { field, includes: [value] },
    ]
  })
  return rules.length > 0 ? { glue: 'and', rules } : null
}

/** The rows of a query that a rule lets pass, too. */
export function narrowed(query: TableQuery, rule: object | null): TableQuery {
  if (!rule) return query
  const rules = [rule, ...(query.filter ? [query.filter] : [])]
  return { ...query, filter: { glue: 'and', rules } }
}

/** Whether the rows stand in the same groups and order, but for what is folded or added up. */
export function isFolding(was: TableQuery, is: TableQuery): boolean {
  return Boolean(is.groups) && unfolded(was) === unfolded(is)
}

const unfolded = (query: TableQuery) => JSON.stringify({ ...query, groups: query.groups?.levels })
