import { maxPlanId } from '@triptych/contract/gantt'
import { AppError } from '../../errors.ts'

/**
 * An id that a client made up for something new. SVAR's own test looks at the length and at the
 * number, not at the `temp://` before it; shorter ones are what people write by hand.
 */
export function isTemporary(id: unknown): id is string {
  return (
    typeof id === 'string' && (temporaryNumber(id) !== null || /^temp:\/\/[\w-]{1,40}$/.test(id))
  )
}

/** The number in an id that SVAR made; it counts up. */
export function temporaryNumber(id: unknown): number | null {
  if (typeof id !== 'string' || id.length !== 20) return null
  const digits = /\d{13}$/.exec(id)?.[0]
  const number = Number(digits ?? 0)
  return number > 1e12 ? number : null
}

/**
 * The id that a body or an address names. `null`: it names none; 0: the top, where a parent is meant.
 * What cannot be an id is refused.
 */
export function readId(value: unknown): number | null {
  const id = idIn(value)
  if (id === undefined) throw badId()
  return id
}

/** The same, but `undefined` for what cannot be an id, or only for a while. */
export function idIn(value: unknown): number | null | undefined {
  if (value === undefined || value === null || value === '') return null
  if (value === 0 || value === '0') return 0
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  // A plan that was given a high id goes on from there, so addresses reach higher than wishes.
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

/** `next` is the id the server would give next: what it gave before may come back, by undo. */
export function refuseHighId(id: number, next: number): void {
  if (id > maxPlanId && id >= next) throw badId()
}

function badId(): AppError {
  return new AppError('gantt.bad_id', 'An id is a whole number from 1 to 2^48.')
}
