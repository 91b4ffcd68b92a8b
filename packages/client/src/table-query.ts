export interface SortKey {
  key: string
  order: 'asc' | 'desc'
}

/** Which rows are shown, and in which order. */
export interface TableQuery {
  /** The value of SVAR's filter. */
  filter: object | null
  search: string
  /** The first key counts most. */
  sort: readonly SortKey[]
}

export const allRows: TableQuery = { filter: null, search: '', sort: [] }

/** Whether the rows are all there, in their own order. */
export function isPlain({ filter, search, sort }: TableQuery): boolean {
  return fieldsIn(filter).length === 0 && search === '' && sort.length === 0
}

/** Whether a change of these columns can bring a row in or out, or to another place. */
export function asksFor({ filter, search, sort }: TableQuery, columns: readonly string[]): boolean {
  if (search !== '') return true
  const asked = new Set([...fieldsIn(filter), ...sort.map(({ key }) => key)])
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
  const isSame = filter === query.filter && sort.length === query.sort.length
  return isSame ? query : { ...query, filter, sort }
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
