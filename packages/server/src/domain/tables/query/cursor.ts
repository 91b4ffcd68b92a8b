import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Table } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import type { RowPlace, RowQuery } from '../../../ports/table-query.ts'

/** Where a page ended. */
export interface CursorPlace {
  /** Its last row; `null` where that has too much text in the columns of the sort to be sent along. */
  place: RowPlace | null
  /** How many rows come before the next. */
  start: number
  /** The revision of the table when they were counted. */
  revision: number
}

/** A cursor is part of an address, and addresses have an end. */
const maxPlaceLength = 4000

/** Says which rows in which order, in few characters: what holds for one query does not for another. */
export function sqlOf({ name, columns }: Table, { where, sort }: RowQuery): string {
  // Retyped, a column has other values.
  const types = sort.map(({ column }) => columns.find((each) => each.name === column)?.type)
  return createHash('sha256')
    .update(JSON.stringify([name, where, sort, types], writeInfinity))
    .digest('base64url')
    .slice(0, 16)
}

/** JSON has neither of the two and would write both as null. */
function writeInfinity(_key: string, value: unknown): unknown {
  return value === Infinity || value === -Infinity ? [String(value)] : value
}

export function writeCursor(secret: string, shape: string, cursor: CursorPlace): string {
  const { place, start, revision } = cursor
  const counted = [start, revision]
  const whole = place ? JSON.stringify([...counted, place.order, place.id, ...place.values]) : ''
  const isShort = whole !== '' && whole.length <= maxPlaceLength
  const text = Buffer.from(isShort ? whole : JSON.stringify(counted)).toString('base64url')
  return `${text}.${signature(secret, shape, text)}`
}

export function readCursor(secret: string, shape: string, cursor: string): CursorPlace {
  const at = cursor.indexOf('.')
  const text = cursor.slice(0, Math.max(at, 0))
  const expected = Buffer.from(signature(secret, shape, text))
  const given = Buffer.from(cursor.slice(at + 1))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new AppError('tables.bad_cursor', 'This cursor belongs to another query.', {
      parameter: 'cursor',
    })
  }
  // It was written by us.
  const [start, revision, order, id, ...values] = JSON.parse(
    Buffer.from(text, 'base64url').toString(),
  ) as [number, number, string?, number?, ...(string | number | null)[]]
  const isWhole = order !== undefined && id !== undefined
  return { place: isWhole ? { order, id, values } : null, start, revision }
}

function signature(secret: string, shape: string, text: string): string {
  return createHmac('sha256', secret).update(`${shape}.${text}`).digest('base64url').slice(0, 22)
}
