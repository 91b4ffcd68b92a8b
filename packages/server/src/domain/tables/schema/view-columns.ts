import type { View } from '@triptych/contract/table-schema'

/** The columns that a view names, `id` perhaps among them. */
export function columnsInView({ filter, sort, columns }: View): Set<string> {
  return new Set([...fieldsIn(filter), ...sort.map(({ column }) => column), ...(columns ?? [])])
}

/** The view after columns have got other names. */
export function renamedInView(view: View, names: ReadonlyMap<string, string>): View {
  const nameOf = (column: string) => names.get(column) ?? column
  return {
    ...view,
    filter: view.filter && (renamedInFilter(view.filter, nameOf) as View['filter']),
    sort: view.sort.map(({ column, descending }) => ({ column: nameOf(column), descending })),
    columns: view.columns && view.columns.map(nameOf),
  }
}

/** In SVAR's filters `*` is no column, but any of them. */
const anyField = '*'

export function fieldsIn(filter: unknown): string[] {
  if (!isObject(filter)) return []
  const { field, rules } = filter
  const own = typeof field === 'string' && field !== anyField ? [field] : []
  return [...own, ...(Array.isArray(rules) ? rules.flatMap(fieldsIn) : [])]
}

function renamedInFilter(filter: unknown, nameOf: (column: string) => string): unknown {
  if (!isObject(filter)) return filter
  const { field, rules } = filter
  return {
    ...filter,
    ...(typeof field === 'string' && field !== anyField && { field: nameOf(field) }),
    ...(Array.isArray(rules) && { rules: rules.map((rule) => renamedInFilter(rule, nameOf)) }),
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
