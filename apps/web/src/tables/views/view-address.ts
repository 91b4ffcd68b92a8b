import type { NewView, TableDescription, View } from '@triptych/contract/table-schema'
import { plainAddress, readTableAddress, writeTableAddress } from './table-address.ts'
import type { TableAddress } from './table-address.ts'

type Shape = Pick<TableDescription, 'columns'>

/** What a saved view shows, as an address would say it. */
export function viewAddress(view: View, table: Shape): TableAddress {
  const { columns } = view
  const hidden = columns ? namesIn(table).filter((name) => !columns.includes(name)) : []
  const text = view.filter ? JSON.stringify(view.filter) : ''
  // The builder works with dates, which a filter that was kept has as texts.
  const { filter } = readTableAddress(new URLSearchParams({ filter: text }))
  return {
    ...plainAddress,
    filter,
    sort: view.sort.map(({ column: key, descending }) => ({
      key,
      order: descending ? 'desc' : 'asc',
    })),
    hidden: new Set(hidden),
    order: columns && !isOwnOrder(columns, table) ? columns : [],
    widths: view.widths,
    frozen: view.frozen,
    group: view.group,
    subgroups: view.subgroups,
    totals: view.totals,
    view: view.name,
  }
}

/** Of two of a name, one's own is meant. */
export function viewNamed(views: readonly View[], name: string | null): View | null {
  const named = views.filter((view) => view.name === name)
  return named.find(({ own }) => own) ?? named[0] ?? null
}

/** What is shown, as a view to keep. */
export function viewOf(
  { name, own }: Pick<View, 'name' | 'own'>,
  address: TableAddress,
  table: Shape,
): NewView {
  const { sort, hidden, widths, frozen, group, subgroups, totals } = address
  const { filter = '' } = writeTableAddress({ ...plainAddress, filter: address.filter })
  const shown = orderedNames(namesIn(table), address.order).filter((one) => !hidden.has(one))
  const isPlain = hidden.size === 0 && isOwnOrder(shown, table)
  return {
    name,
    own,
    filter: filter ? (JSON.parse(filter) as NewView['filter']) : null,
    sort: sort.map(({ key: column, order }) => ({ column, descending: order === 'desc' })),
    columns: isPlain ? null : shown,
    widths: { ...widths },
    frozen,
    group,
    subgroups: [...subgroups],
    totals: { ...totals },
  }
}

/** Whether what is shown is other than what the view keeps. */
export function isChanged(address: TableAddress, base: TableAddress): boolean {
  const { view: _, row: __, search: ___, groups: ____, ...parts } = writeTableAddress(address, base)
  return Object.keys(parts).length > 0
}

/** Those that are not in the order stand behind the others. */
export function orderedNames(names: readonly string[], order: readonly string[]): string[] {
  const known = order.filter((name) => names.includes(name))
  const placed = new Set(known)
  return [...known, ...names.filter((name) => !placed.has(name))]
}

/** `names` with one of them put before or behind another one. */
export function movedName(
  names: readonly string[],
  name: string,
  target: string,
  side: 'before' | 'after',
): string[] {
  const others = names.filter((one) => one !== name)
  others.splice(others.indexOf(target) + (side === 'after' ? 1 : 0), 0, name)
  return others
}

export function namesIn({ columns }: Shape): string[] {
  return ['id', ...columns.map(({ name }) => name)]
}

function isOwnOrder(columns: readonly string[], table: Shape): boolean {
  const own = namesIn(table).filter((name) => columns.includes(name))
  return own.every((name, at) => columns[at] === name)
}

/** What an address says, of columns that have other names by now. */
export function renamedAddress(
  address: TableAddress,
  table: Shape,
  renames: ReadonlyMap<string, string>,
): TableAddress {
  const known = new Set(namesIn(table))
  // Also the other way: it was taken back.
  const both = [...renames].flatMap(([from, to]) => [[from, to] as const, [to, from] as const])
  const fresh = both.filter(([from, to]) => !known.has(from) && known.has(to))
  if (fresh.length === 0) return address
  const names = new Map(fresh)
  const nameOf = (name: string) => names.get(name) ?? name
  const renamed = <Value>(of: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(of).map(([name, value]) => [nameOf(name), value]))
  const { filter, group, frozen } = address
  const next = {
    ...address,
    filter: filter && (renamedFilter(filter, nameOf) as object),
    sort: address.sort.map(({ key, order }) => ({ key: nameOf(key), order })),
    hidden: new Set([...address.hidden].map(nameOf)),
    order: address.order.map(nameOf),
    widths: renamed(address.widths),
    totals: renamed(address.totals),
    frozen: frozen === null ? null : nameOf(frozen),
    group: group && { ...group, column: nameOf(group.column) },
    subgroups: address.subgroups.map((one) => ({ ...one, column: nameOf(one.column) })),
  }
  return isChanged(next, address) ? next : address
}

function renamedFilter(node: unknown, nameOf: (name: string) => string): unknown {
  if (typeof node !== 'object' || node === null) return node
  const { field, rules } = node as { field?: unknown; rules?: unknown }
  return {
    ...node,
    ...(typeof field === 'string' && { field: nameOf(field) }),
    ...(Array.isArray(rules) && { rules: rules.map((rule) => renamedFilter(rule, nameOf)) }),
  }
}
