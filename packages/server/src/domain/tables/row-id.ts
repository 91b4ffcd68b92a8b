import { maxRowId } from '@triptych/contract/tables'
import { AppError } from '../../errors.ts'

/** The id an address names, `null` when no row can have it. */
export function rowIdFrom(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

/** The id a client asks for: `null` when the server is to choose one. */
export function requestedRowId(id: unknown): number | null {
  if (id === undefined || id === null || id === '' || id === 0 || isTemporary(id)) return null
  const number = anchorId(id)
  if (number === null) throw badId()
  return number
}

/** `next` is the id the server would give next: what it gave before may come back, by undo. */
export function refuseHighId(id: number, next: number): void {
  if (id > maxRowId && id >= next) throw badId()
}

function badId(): AppError {
  return new AppError('tables.bad_id', 'A row id is a whole number from 1 to 2^48.')
}

/** The row to stand beside; an unknown one is no reason to refuse the new row. */
export function anchorId(id: unknown): number | null {
  return typeof id === 'string' || typeof id === 'number' ? rowIdFrom(String(id)) : null
}

/** The client's own test looks at the length and the 13 digits, not at the `temp://` before them. */
function isTemporary(id: unknown): boolean {
  return typeof id === 'string' && (/^.{7}\d{13}$/s.test(id) || id.startsWith('temp://'))
}
