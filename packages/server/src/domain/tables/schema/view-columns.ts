import type { KeptView } from '@triptych/contract/table-schema'

/** The columns that a view names, `id` perhaps among them. */
export function columnsInView(view: KeptView): Set<string> {
  const { widths, frozen, group, subgroups, totals } = view
  return new Set([
    ...columnsAskedFor(view),
    ...Object.keys(widths),
    ...Object.keys(totals),
    ...(frozen === null ? [] : [frozen]),
    ...(group === null ? [] : [group.column]),
    ...subgroups.map(({ column }) => column),
  ])
}

/** Those without which it would not show the same; how the others look is no loss. */
export function columnsAskedFor({ filter, sort, columns }: KeptView): Set<string> {
  return new Set([...fieldsIn(filter), ...sort.map(({ column }) => column), ...(columns ?? [])])
}

/** The view after columns have got other names. */
export function renamedInView(view: KeptView, names: ReadonlyMap<string, string>): KeptView {
  const nameOf = (column: string) => names.get(column) ?? column
  const renamed = <Value>(of: Record<string, Value>) =>
    Object.fromEntries(Object.entries(of).map(([column, value]) => [nameOf(column), value]))
  const { filter, sort, columns, widths, frozen, group, subgroups, totals } = view
  return {
    ...view,
    filter: filter && (renamedInFilter(filter, nameOf) as KeptView['filter']),
    sort: sort.map(({ column, descending }) => ({ column: nameOf(column), descending })),
    columns: columns && columns.map(nameOf),
    widths: renamed(widths),
    frozen: frozen === null ? null : nameOf(frozen),
    group: group && { ...group, column: nameOf(group.column) },
    subgroups: subgroups.map((one) => ({ ...one, column: nameOf(one.column) })),
    totals: renamed(totals),
  }
}

/** The view after columns have gone, or have got other types, of which other things can be added up. */
export function withoutLooks(
  view: KeptView,
  { gone, retyped }: { gone: ReadonlySet<string>; retyped: ReadonlySet<string> },
): KeptView {
  const isLost = (column: string) => gone.has(column) || retyped.has(column)
  const { widths, frozen, group, subgroups, totals } = view
  const [outer = null, ...inner] = [...(group ? [group] : []), ...subgroups].filter(
    ({ column }) => !isLost(column),
  )
  return {
    ...view,
    widths: only(widths, (column) => !gone.has(column)),
    frozen: frozen !== null && gone.has(frozen) ? null : frozen,
    group: outer,
    subgroups: inner,
    totals: only(totals, (column) => !isLost(column)),
  }
}

/** The view after that as well, where it has to do without what it asked of them. */
export function withoutColumns(
  view: KeptView,
  lost: { gone: ReadonlySet<string>; retyped: ReadonlySet<string> },
): KeptView {
  const isGone = (column: string) => lost.gone.has(column)
  const { filter, sort, columns } = view
  const left = columns?.filter((column) => !isGone(column)) ?? []
  return {
    ...withoutLooks(view, lost),
    filter: withoutRules(filter, (field) => isGone(field) || lost.retyped.has(field)),
    sort: sort.filter(({ column }) => !isGone(column)),
    columns: left.length === 0 ? null : left,
  }
}

/** `null` where no rule is left. */
function withoutRules(
  node: KeptView['filter'],
  isLost: (field: string) => boolean,
): KeptView['filter'] {
  if (!isObject(node)) return null
  const { field, rules } = node
  if (!Array.isArray(rules)) return typeof field === 'string' && isLost(field) ? null : node
  const left = rules.flatMap((rule: unknown) =>
    isObject(rule) ? (withoutRules(rule, isLost) ?? []) : [],
  )
  return left.length === 0 ? null : { ...node, rules: left }
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
