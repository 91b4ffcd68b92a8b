import type { Load, ResourceLoad } from '@triptych/contract/load'

/** Working minutes. */
export interface Cell {
  work: number
  /** Of these, above what can be done. */
  over: number
  capacity: number
}

/** A person, or a group with the sum of what is below it. */
export interface LoadRow {
  id: number
  name: string
  depth: number
  isGroup: boolean
  works: boolean
  maxUnits: number
  /** `null`: that of the plan. */
  calendar: number | null
  /** By column, where there is work. */
  cells: ReadonlyMap<number, Cell>
  /** Minutes that can be worked in each column. */
  capacity: readonly number[]
}

/** In the order of the outline: each group before what is below it. */
export function loadRows({ resources, hours, columns }: Load): LoadRow[] {
  const below = Map.groupBy(resources, ({ parent }) => parent)
  const rows: LoadRow[] = []

  function add(one: ResourceLoad, depth: number): LoadRow {
    const children = below.get(one.id) ?? []
    const isGroup = children.length > 0
    const own = isGroup || !one.works ? null : hours[one.hours]!
    const capacity = columns.map((_, column) => ((own?.[column] ?? 0) * one.maxUnits) / 100)
    const cells = new Map<number, Cell>()
    for (const [column, work, over] of one.load) {
      cells.set(column, { work, over, capacity: capacity[column] ?? 0 })
    }
    const { id, name, works, maxUnits, calendar } = one
    const row: LoadRow = { id, name, depth, isGroup, works, maxUnits, calendar, cells, capacity }
    rows.push(row)
    for (const child of children.map((each) => add(each, depth + 1))) addTo(cells, capacity, child)
    return row
  }

  for (const one of below.get(0) ?? []) add(one, 0)
  return rows
}

function addTo(cells: Map<number, Cell>, capacity: number[], child: LoadRow): void {
  for (const [column, more] of child.capacity.entries()) capacity[column]! += more
  for (const [column, more] of child.cells) {
    const { work = 0, over = 0 } = cells.get(column) ?? {}
    cells.set(column, { work: work + more.work, over: over + more.over, capacity: 0 })
  }
  for (const [column, cell] of cells) cell.capacity = capacity[column] ?? 0
}
