import { cellIn, cellOut } from '@triptych/client'
import type { SortKey, TableQuery } from '@triptych/client'

/** What the address of a table says behind its name. */
export interface TableAddress extends TableQuery {
  hidden: ReadonlySet<string>
}

export function readTableAddress(query: URLSearchParams): TableAddress {
  return {
    filter: filterIn(query.get('filter')),
    search: query.get('search') ?? '',
    sort: listIn(query.get('sort')).map(sortKey),
    hidden: new Set(listIn(query.get('hide'))),
  }
}

export function writeTableAddress({
  filter,
  search,
  sort,
  hidden,
}: TableAddress): Record<string, string> {
  return {
    ...(filter && { filter: JSON.stringify(withDays(filter)) }),
    ...(search && { search }),
    ...(sort.length > 0 && { sort: writeList(sort.map(writeKey)) }),
    ...(hidden.size > 0 && { hide: writeList([...hidden]) }),
  }
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
function listIn(text: string | null): string[] {
  if (!text) return []
  const parsed = parse(text)
  return Array.isArray(parsed) ? parsed.map(String) : text.split(',').filter(Boolean)
}

/** The filter builder works with dates; an address has texts. */
function filterIn(text: string | null): object | null {
  const filter = text ? parse(text) : null
  return typeof filter === 'object' && filter !== null ? (withDates(filter) as object) : null
}

function withDates(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node
  const { rules, type, value, includes, ...rest } = node as Record<string, unknown>
  if (Array.isArray(rules)) return { ...rest, rules: rules.map(withDates) }
  const read = type === 'date' ? dateIn : (given: unknown) => given
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
