import type { Table } from '@triptych/contract/tables'
import type { PlacedRow } from '../../ports/table-query.ts'
import type { TableReader } from '../../ports/table-store.ts'
import { mostChanges } from './query/count-rows.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A list of all rows, as it was answered at a revision of its table. */
interface EarlierList {
  revision: number
  body: string | Bytes
  total?: number
}

/** More rows than this are not put into a list one by one. */
const mostFollowed = 16

/**
 * The list of a revision by that of an earlier one: of a few rows that have changed since, only these are made anew. `null`
 * where all of it is made as quickly, or has to be.
 */
export async function followList(
  tables: TableReader,
  { table, revision }: { table: Table; revision: number },
  { body, total, ...earlier }: EarlierList,
): Promise<{ body: Bytes; total: number } | null> {
  if (typeof body === 'string' || total === undefined || !hasPlainRows(table)) return null
  const changes = revision - earlier.revision
  if (changes < 0 || changes > mostChanges) return null
  const changed = await tables.changedRows(table, earlier.revision, revision, mostFollowed)
  if (!changed) return null
  const list = listAfter(body, changed, await tables.placedRows(table, changed))
  return list && { body: list.body, total: total + list.gained }
}

/** JSON in a cell may look like a row. In a text it cannot: a quote has a backslash before it there. */
function hasPlainRows({ columns }: Table): boolean {
  return columns.length > 0 && columns.every(({ type }) => type !== 'json')
}

/**
 * A JSON array of rows after some of them have changed: `placed` are those of them that are still there, in the order of
 * the table. `null` where one of them stands behind a row that is not in the list.
 */
export function listAfter(
  list: Bytes,
  changed: readonly number[],
  placed: readonly PlacedRow[],
): { body: Bytes; gained: number } | null {
  const bytes = Buffer.from(list.buffer, list.byteOffset, list.length)
  const outdated = changed.flatMap((id) => rowIn(bytes, id) ?? [])
  // Each takes the comma before it along, and that behind it.
  const cuts = outdated.map(({ start, end }): Cut => ({ from: start - 1, to: end + 1, row: null }))

  const isNew = new Set(changed)
  let from = 0
  for (const { json, behind } of placed) {
    // Where that one is new itself, it is the one before in this loop.
    if (behind !== null && !isNew.has(behind)) {
      const before = rowIn(bytes, behind)
      if (!before) return null
      from = before.end
    }
    cuts.push({ from, to: from + 1, row: json })
  }
  return { body: joined(bytes, cuts), gained: placed.length - outdated.length }
}

/** From one sign between two rows to another one. */
interface Cut {
  from: number
  to: number
  /** What comes in its place. */
  row: string | null
}

function joined(bytes: Buffer, cuts: readonly Cut[]): Bytes {
  const pieces: Uint8Array[] = []
  const add = (piece: Uint8Array) => {
    if (piece.length > 0) pieces.push(pieces.length === 0 ? opening : comma, piece)
  }
  let at = 1
  for (const { from, to, row } of cuts.toSorted((one, other) => one.from - other.from)) {
    add(bytes.subarray(at, Math.max(at, from)))
    if (row !== null) add(Buffer.from(row))
    at = Math.max(at, to)
  }
  add(bytes.subarray(at, -1))
  return Buffer.concat(pieces.length === 0 ? [opening, closing] : [...pieces, closing])
}

const opening = Buffer.from('[')
const comma = Buffer.from(',')
const closing = Buffer.from(']')

function rowIn(bytes: Buffer, id: number): { start: number; end: number } | null {
  const start = bytes.indexOf(`{"id":${id},`)
  if (start < 0) return null
  const next = bytes.indexOf('},{"id":', start)
  return { start, end: next < 0 ? bytes.length - 1 : next + 1 }
}
