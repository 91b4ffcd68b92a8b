import { cellIn, cellOut } from 'triptych-client'
import type { SortKey, TableQuery } from 'triptych-client'
import type { Total, ViewGroup } from '@triptych/contract/table-schema'

/** What the address of a table says behind its name. */
export interface TableAddress extends TableQuery, ColumnLayout {
  /** The saved view that is shown; what else is said here is another than it says. */
  view: string | null
  /** The row whose form is open. */
  row: number | null
  group: ViewGroup | null
  /** In which groups the rows of each group stand, level by level. */
  subgroups: readonly ViewGroup[]
  /** Whether the groups stand in a panel beside the grid, and not in it. */
  groupsBeside: boolean
}

/** How the columns stand. */
export interface ColumnLayout {
  hidden: ReadonlySet<string>
  /** The columns from left to right; those that are not in it come behind them. */
  order: readonly string[]
  widths: Readonly<Record<string, number>>
  /** The last column that stays in sight. */
  frozen: string | null
  totals: Readonly<Record<string, Total>>
}

export const plainAddress: TableAddress = {
  filter: null,
  search: '',
  sort: [],
  hidden: new Set(),
  order: [],
  widths: {},
  frozen: null,
  group: null,
  subgroups: [],
  groupsBeside: false,
  totals: {},
  view: null,
  row: null,
}

/** `base` is what counts where the address says nothing: a saved view, or the plain table. */
export function readTableAddress(
  query: URLSearchParams,
  base: TableAddress = plainAddress,
): TableAddress {
  const read = <Value>(name: string, kept: Value, from: (text: string) => Value): Value => {
    const text = query.get(name)
    return text === null ? kept : from(text)
  }
  const row = Number(query.get('row'))
  return {
    filter: read('filter', base.filter, filterIn),
    search: query.get('search') ?? '',
    sort: read('sort', base.sort, (text) => listIn(text).map(sortKey)),
    hidden: read('hide', base.hidden, (text) => new Set(listIn(text))),
    order: read('order', base.order, listIn),
    widths: read('width', base.widths, widthsIn),
    frozen: read('freeze', base.frozen, (text) => text || null),
    group: read('group', base.group, groupIn),
    subgroups: read('subgroup', base.subgroups, (text) =>
      listIn(text).flatMap((one) => groupIn(one) ?? []),
    ),
    groupsBeside: query.get('groups') === 'beside',
    totals: read('total', base.totals, totalsIn),
    view: query.get('view') || null,
    row: Number.isSafeInteger(row) && row > 0 ? row : null,
  }
}

/** Only what is other than in `base` has to be said. */
export function writeTableAddress(
  address: TableAddress,
  base: TableAddress = plainAddress,
): Record<string, string> {
  const [texts, known] = [partsOf(address), partsOf(base)]
  const changed = Object.entries(texts).filter(([name, text]) => text !== known[name])
  return {
    ...(address.view !== null && { view: address.view }),
    ...Object.fromEntries(changed),
    ...(address.search && { search: address.search }),
    ...(address.groupsBeside && { groups: 'beside' }),
    ...(address.row !== null && { row: String(address.row) }),
  }
}

/** What a view can keep, as texts. */
function partsOf(address: TableAddress): Record<string, string> {
  const { filter, sort, hidden, order, widths, frozen, group, subgroups, totals } = address
  return {
    filter: filter ? JSON.stringify(withDays(filter)) : '',
    sort: writeList(sort.map(writeKey)),
    hide: writeList([...hidden].toSorted()),
    order: writeList(order),
    width: writePairs(widths),
    freeze: frozen ?? '',
    group: group ? writeGroup(group) : '',
    subgroup: writeList(subgroups.map(writeGroup)),
    total: writePairs(totals),
  }
}

function writeGroup({ column, unit }: ViewGroup): string {
  return writePair(column, unit ?? '')
}

function writePairs(pairs: Readonly<Record<string, string | number>>): string {
  const list = Object.entries(pairs).map(([name, value]) => writePair(name, String(value)))
  return writeList(list.toSorted())
}

function writePair(name: string, value: string): string {
  return value === '' && !name.includes(':') ? name : `${name}:${value}`
}

/** `name:240`; a name may have colons itself. */
function pairIn(text: string): [name: string, value: string] {
  const at = text.lastIndexOf(':')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function widthsIn(text: string): Record<string, number> {
  const pairs = listIn(text).map(pairIn)
  const read = pairs.map(([name, value]) => [name, Math.round(Number(value))] as const)
  return Object.fromEntries(read.filter(([, width]) => width >= 20 && width <= 2000))
}

const totalNames: readonly string[] = ['count', 'sum', 'avg', 'min', 'max'] satisfies Total[]

function totalsIn(text: string): Record<string, Total> {
  const pairs = listIn(text).map(pairIn)
  return Object.fromEntries(
    pairs.filter((pair): pair is [string, Total] => totalNames.includes(pair[1])),
  )
}

const units: readonly string[] = ['day', 'week', 'month', 'year']

function groupIn(text: string): ViewGroup | null {
  if (!text) return null
  const [column, unit] = pairIn(text)
  return { column, unit: units.includes(unit) ? (unit as ViewGroup['unit']) : null }
}

function writeKey({ key, order }: SortKey): string {
  return order === 'desc' ? `-${key}` : key
}

function writeList(list: readonly string[]): string {
  return list.some((each) => each.includes(',')) ? JSON.stringify(list) : list.join()
}

function sortKey(text: string): SortKey {
  return text.startsWith('-') ? { key: text.slice(1), order: 'desc' } : { key: text, order: 'asc' }
}

/** `name,-year` as a person writes it, or a list as JSON, where a name has a comma. */
function listIn(text: string): string[] {
  if (!text) return []
  const parsed = parse(text)
  return Array.isArray(parsed) ? parsed.map(String) : text.split(',').filter(Boolean)
}

/** The filter builder works with dates; an address has texts. */
function filterIn(text: string): object | null {
  const filter = text ? parse(text) : null
  return typeof filter === 'object' && filter !== null ? (withDates(filter) as object) : null
}

function withDates(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node
  const { rules, type, value, includes, ...rest } = node as Record<string, unknown>
  if (Array.isArray(rules)) return { ...rest, rules: rules.map(withDates) }
  // What is seen from today has a name.
  const isDay = type === 'date' && rest['filter'] !== 'within'
  const read = isDay ? dateIn : (given: unknown) => given
  return {
    ...rest,
    ...(type !== undefined && { type }),
    ...(value !== undefined && { value: read(value) }),
    ...(Array.isArray(includes) && { includes: includes.map(read) }),
  }
}

const day = { type: 'date' } as const
const instant = { type: 'datetime' } as const

function dateIn(value: unknown): unknown {
  if (typeof value === 'string') {
    return cellIn(/^\d{4}-\d{2}-\d{2}$/.test(value) ? day : instant, value)
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, dateIn(each)]))
}

/** A day stays that day wherever the link is opened; a time stays that instant. */
function withDays(node: unknown): unknown {
  if (node instanceof Date) {
    const text = cellOut(day, node)
    return isSameTime(cellIn(day, text), node) ? text : node
  }
  if (Array.isArray(node)) return node.map(withDays)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(Object.entries(node).map(([key, each]) => [key, withDays(each)]))
}

function isSameTime(one: unknown, other: Date): boolean {
  return one instanceof Date && one.getTime() === other.getTime()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
