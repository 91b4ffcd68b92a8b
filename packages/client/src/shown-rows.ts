import type { Id } from './temp-ids.ts'

export type Row = { id: Id } & Record<string, unknown>

/** What was done here, and the loaded rows do not have yet. */
export type Write = { id: Id; doneIn: number | null } & (
  | {
      kind: 'update'
      values: Record<string, unknown>
      /** Columns of which there was news since it was sent. */
      told: Set<string>
    }
  | { kind: 'add'; row: Row; before?: Id | undefined; after?: Id | undefined }
  | { kind: 'delete' }
)

export interface Part {
  /** The rows that are wanted: from `start` up to, but without, `end`. */
  start: number
  end: number
  /** How many rows the server has. */
  total: number
  /** What was done up to this age is counted there, also where its row is not loaded yet. */
  totalAge: number
  rowAt: (index: number) => Row | undefined
  writes: readonly Write[]
  /** Whether the rows are in their own order, so that it is known where a new one will be. */
  isPlain: boolean
}

const unloaded = 'unloaded:'

/** Where a row stands that is on its way, by the id it has until then. */
export function placeOfUnloaded(id: unknown): number | null {
  return typeof id === 'string' && id.startsWith(unloaded)
    ? Number(id.slice(unloaded.length))
    : null
}

const heading = 'heading:'

/** What the grid is given in the line of a heading. */
export const headingRow = (mark: string): Row => ({ id: `${heading}${mark}` })

export const isHeading = (id: unknown): boolean => typeof id === 'string' && id.startsWith(heading)

/** Whether it is no row, but stands where one is on its way, or a heading. */
export const isStandIn = (id: unknown): boolean => placeOfUnloaded(id) !== null || isHeading(id)

/** The rows a person sees, own changes included. */
export function shownRows(part: Part): { rows: Row[]; count: number } {
  const { start, end, total, totalAge, rowAt, writes, isPlain } = part
  const deleted = new Set(writes.flatMap(({ kind, id }) => (kind === 'delete' ? [id] : [])))
  const rows: Row[] = []
  let index = start
  for (; index < total && rows.length < end - start; index++) {
    const row = rowAt(index) ?? { id: `${unloaded}${index}` }
    if (!deleted.has(row.id)) rows.push(row)
  }
  let count = total - deleted.size
  for (const write of writes) {
    if (write.kind === 'update') change(rows, write.id, write.values)
    if (write.kind === 'add' && isPlain && !deleted.has(write.id)) {
      const isCounted = write.doneIn !== null && write.doneIn <= totalAge
      if (!isCounted) count++
      if (rows.some(({ id }) => id === write.id)) continue
      // One of those that are on their way is this one.
      const standIn = isCounted ? rows.findLastIndex(({ id }) => placeOfUnloaded(id) !== null) : -1
      if (standIn >= 0) rows.splice(standIn, 1)
      insert(rows, write, index >= total)
    }
  }
  return { rows: rows.slice(0, Math.max(0, end - start)), count }
}

function change(rows: Row[], id: Id, values: object): void {
  const index = rows.findIndex((row) => row.id === id)
  if (index >= 0) rows[index] = { ...rows[index]!, ...values }
}

function insert(
  rows: Row[],
  { row, before, after }: Write & { kind: 'add' },
  isEnd: boolean,
): void {
  const anchor = rows.findIndex(({ id }) => id === (before ?? after))
  if (anchor >= 0) rows.splice(before ? anchor : anchor + 1, 0, row)
  else if (isEnd) rows.push(row)
}
