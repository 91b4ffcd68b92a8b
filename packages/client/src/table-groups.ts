import type { ViewGroup } from '@triptych/contract/table-schema'
import type { Column } from '@triptych/contract/tables'
import { linesOf } from './table-lines.ts'
import type { Lines } from './table-lines.ts'
import type { Server } from './server.ts'
import type { Grouping, SortKey, TableQuery } from './table-query.ts'

/** What all rows of a group have in its column, as the server tells it. */
export type GroupKey = string | number | boolean | null

/** The line above the rows of a group. */
export interface GroupHeading {
  /** Says which group it is, also when it has other rows by now. */
  mark: string
  /** Of the group and of those it is in, from the outermost. */
  keys: readonly GroupKey[]
  count: number
  values: Readonly<Record<string, unknown>>
  isFolded: boolean
}

/** How rows stand in their groups. */
export interface Arranged {
  sort: readonly SortKey[]
  /** Leaves out the rows of groups that are folded; `null` where there are none. */
  filter: object | null
  headings: readonly GroupHeading[]
  lines: Lines
  /** How many rows are shown. */
  count: number
}

/** More than a person can look through. */
export const mostGroups = 1000

/** The most columns by which the server sorts. */
const mostSorted = 8

interface GroupsAsked {
  server: Server
  /** Its name, escaped. */
  table: string
  columns: readonly Column[]
  query: TableQuery & { groups: Grouping }
  signal: AbortSignal
}

/** Answers `null` where there are too many groups. */
export type ReadGroups = (asked: GroupsAsked) => Promise<Arranged | null>

/** What lets the rows of `connectTable` stand in groups: one request for each level. */
export const groupRows: ReadGroups = async (asked) => {
  const { groups, sort } = asked.query
  const depth = groups.levels.length
  const hasTotals = Object.keys(groups.totals).length > 0
  // How many an outer group has is told by those in it.
  const found = await Promise.all(
    groups.levels.map(async (_, at) =>
      hasTotals || at + 1 === depth ? readLevel(asked, at + 1) : [],
    ),
  )
  const isMany = found.some((level) => level.length > mostGroups)
  return isMany ? null : arranged(found, groups, asked.columns, sort)
}

/** A group as the server tells it. */
interface FoundGroup {
  keys: readonly GroupKey[]
  count: number
  values: Readonly<Record<string, unknown>>
}

interface Group extends FoundGroup {
  mark: string
  inner: Group[]
}

const markOf = (keys: readonly GroupKey[]) => JSON.stringify(keys)

/** `found` has the groups of each level, in their order; of the outer levels only where there is something to add up. */
function arranged(
  found: readonly (readonly FoundGroup[])[],
  { levels, folded }: Grouping,
  columns: readonly Column[],
  sort: readonly SortKey[],
): Arranged {
  const groupSort = levels.map(({ column }) => ({
    key: column,
    order: sort.find(({ key }) => key === column)?.order ?? ('asc' as const),
  }))
  const others = sort.filter(({ key }) => levels.every(({ column }) => column !== key))
  const closed = new Set(folded)
  const headings: GroupHeading[] = []
  const above: number[] = []
  let count = 0
  const list = (groups: readonly Group[]) => {
    for (const group of groups) {
      const isFolded = closed.has(group.mark)
      headings.push({ ...group, isFolded })
      above.push(count)
      if (isFolded) continue
      if (group.inner.length > 0) list(group.inner)
      else count += group.count
    }
  }
  const groups = treeOf(found, groupSort)
  list(groups)
  const filter = openRule(groups, closed, levels, columns)
  return {
    sort: [...groupSort, ...others].slice(0, mostSorted),
    // What shows no row at all is not asked for.
    filter: filter === 'all' || filter === 'none' ? null : filter,
    headings,
    lines: linesOf(above),
    count,
  }
}

function treeOf(found: readonly (readonly FoundGroup[])[], sort: readonly SortKey[]): Group[] {
  const sums = new Map(
    found.slice(0, -1).flatMap((all) => all.map((one) => [markOf(one.keys), one])),
  )
  const made = new Map<string, Group>()
  const outer: Group[] = []
  for (const leaf of found.at(-1) ?? []) {
    let siblings = outer
    for (let level = 1; level <= leaf.keys.length; level++) {
      const keys = leaf.keys.slice(0, level)
      const mark = markOf(keys)
      const isLeaf = level === leaf.keys.length
      const values = (isLeaf ? leaf : sums.get(mark))?.values ?? {}
      const known = made.get(mark)
      const group = known ?? { keys, mark, count: 0, values, inner: [] }
      if (!known) {
        made.set(mark, group)
        // The server tells them as they are sorted up.
        if (sort[level - 1]?.order === 'desc') siblings.unshift(group)
        else siblings.push(group)
      }
      group.count += leaf.count
      siblings = group.inner
    }
  }
  return outer
}

/** What lets the rows pass of all groups that are not folded. */
function openRule(
  groups: readonly Group[],
  folded: ReadonlySet<string>,
  levels: readonly ViewGroup[],
  columns: readonly Column[],
): object | 'all' | 'none' {
  const [level, ...deeper] = levels
  if (!level) return 'all'
  const inner = groups.map((group) =>
    folded.has(group.mark) ? 'none' : openRule(group.inner, folded, deeper, columns),
  )
  if (inner.every((rule) => rule === 'all')) return 'all'
  if (inner.every((rule) => rule === 'none')) return 'none'
  const type = columns.find(({ name }) => name === level.column)?.type ?? 'integer'
  const keyOf = (group: Group) => group.keys.at(-1)!
  const rules: object[] = []
  const open = groups.filter((_, at) => inner[at] === 'all').map(keyOf)
  if (open.length > 0) rules.push(rowsIn(level, type, open))
  groups.forEach((group, at) => {
    const rule = inner[at]!
    if (typeof rule === 'string') return
    rules.push({ glue: 'and', rules: [rowsIn(level, type, [keyOf(group)]), rule] })
  })
  return { glue: 'or', rules }
}

/** A filter for the rows of some groups of a column. */
export function rowsIn(
  { column: field, unit }: ViewGroup,
  type: Column['type'],
  keys: readonly GroupKey[],
): object {
  if (type !== 'date' && type !== 'datetime') return { field, includes: keys }
  const dates = keys.filter((key) => key !== null)
  const spans = dates.map((key) => spanRule(field, spanOf(key, unit)))
  const empty = dates.length < keys.length ? [{ field, filter: 'isEmpty' }] : []
  const [only, ...others] = [...spans, ...empty]
  return others.length === 0 ? only! : { glue: 'or', rules: [only, ...others] }
}

/** `between` leaves out its ends, and takes an empty cell for the first instant of 1970. By numbers it is asked of instants, and not of days. */
function spanRule(field: string, { start, end }: { start: Date; end: Date }): object {
  const value = { start: start.getTime() - 1, end: end.getTime() + 1 }
  const rule = { field, type: 'number', filter: 'between', value }
  const hasEmpty = value.start < 0 && value.end > 0
  return hasEmpty ? { glue: 'and', rules: [{ field, filter: 'isNotEmpty' }, rule] } : rule
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

async function readLevel({ server, table, query, signal }: GroupsAsked, depth: number) {
  const { filter, search, groups } = query
  const levels = groups.levels.slice(0, depth)
  const totals = Object.entries(groups.totals)
  const parameters = new URLSearchParams({
    by: JSON.stringify(levels.map(({ column, unit }) => (unit ? `${column}:${unit}` : column))),
    aggregate: JSON.stringify(['count', ...totals.map(([column, total]) => `${total}:${column}`)]),
    limit: String(mostGroups + 1),
    tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(filter && { filter: JSON.stringify(filter) }),
    ...(search && { search }),
  })
  const path = `${table}/groups?${parameters.toString()}`
  const found = (await server.send({ method: 'GET', path, signal })) as Record<string, unknown>[]
  return found.map((one): FoundGroup => {
    const sums = totals.map(([column, total]) => [column, one[`${total}(${column})`]])
    return {
      keys: levels.map(({ column }) => one[column] as GroupKey),
      count: Number(one['count']),
      values: Object.fromEntries(sums) as FoundGroup['values'],
    }
  })
}
