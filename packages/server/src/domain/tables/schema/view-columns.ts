import type { View } from '@triptych/contract/table-schema'

/** The columns that a view names, `id` perhaps among them. */
export function columnsInView(view: View): Set<string> {
  const { widths, frozen, group, totals } = view
  return new Set([
    ...columnsAskedFor(view),
    ...Object.keys(widths),
    ...Object.keys(totals),
    ...(frozen === null ? [] : [frozen]),
    ...(group === null ? [] : [group.column]),
  ])
}

/** Those without which it would not show the same; how the others look is no loss. */
export function columnsAskedFor({ filter, sort, columns }: View): Set<string> {
  return new Set([...fieldsIn(filter), ...sort.map(({ column }) => column), ...(columns ?? [])])
}

/** The view after columns have got other names. */
export function renamedInView(view: View, names: ReadonlyMap<string, string>): View {
  const nameOf = (column: string) => names.get(column) ?? column
  const renamed = <Value>(of: Record<string, Value>) =>
    Object.fromEntries(Object.entries(of).map(([column, value]) => [nameOf(column), value]))
  const { filter, sort, columns, widths, frozen, group, totals } = view
  return {
    ...view,
    filter: filter && (renamedInFilter(filter, nameOf) as View['filter']),
    sort: sort.map(({ column, descending }) => ({ column: nameOf(column), descending })),
    columns: columns && columns.map(nameOf),
    widths: renamed(widths),
    frozen: frozen === null ? null : nameOf(frozen),
    group: group && { ...group, column: nameOf(group.column) },
    totals: renamed(totals),
  }
}

/** The view after columns have gone, or have got other types, of which other things can be added up. */
export function withoutLooks(
  view: View,
  { gone, retyped }: { gone: ReadonlySet<string>; retyped: ReadonlySet<string> },
): View {
  const isLost = (column: string) => gone.has(column) || retyped.has(column)
  const { widths, frozen, group, totals } = view
  return {
    ...view,
    widths: only(widths, (column) => !gone.has(column)),
    frozen: frozen !== null && gone.has(frozen) ? null : frozen,
    group: group && isLost(group.column) ? null : group,
    totals: only(totals, (column) => !isLost(column)),
  }
}

function only<Value>(
  of: Record<string, Value>,
  isKept: (column: string) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(of).filter(([column]) => isKept(column)))
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
