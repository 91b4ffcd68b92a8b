import { maxPlanId } from '@triptych/contract/gantt'
import { maxRowId } from '@triptych/contract/tables'
import { AppError } from '../errors.ts'

/** An id as clients write it: a number, also as text. `null` for what nothing can have. */
export function idFrom(value: unknown): number | null {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  // What was given a high id goes on from there, so addresses reach higher than wishes.
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

type Area = 'tables' | 'gantt'

const highest = { tables: maxRowId, gantt: maxPlanId }

/** `next` is the id the server would give next: what it gave before may come back, by undo. */
export function refuseHighId(area: Area, id: number, next: number): void {
  if (id > highest[area] && id >= next) throw badId(area)
}

export function badId(area: Area): AppError {
  return new AppError(`${area}.bad_id`, 'An id is a whole number from 1 to 2^48.')
}

/**
 * An id that a client made up for something new: one of SVAR's, or what people write by hand, which
 * is `temp://` and something short. It may be stored for a while, so it has nothing odd in it.
 */
export function isTemporary(id: unknown): id is string {
  return typeof id === 'string' && (temporaryNumber(id) !== null || byHand.test(id))
}

const byHand = /^temp:\/\/\P{C}{0,57}$/u

/**
 * The number in an id that SVAR made; it counts up. SVAR's own test looks at the length and at the
 * number, not at the `temp://` before it.
 */
export function temporaryNumber(id: unknown): number | null {
  if (typeof id !== 'string' || id.length !== 20) return null
  const digits = /\d{13}$/.exec(id)?.[0]
  const number = Number(digits ?? 0)
  return number > 1e12 ? number : null
}
