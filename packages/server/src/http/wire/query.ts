import { AppError } from '../../errors.ts'
import type { Call } from '../route.ts'

/** A query parameter that counts something. */
export function wholeNumber(call: Call, name: string, otherwise: number): number {
  const text = call.query[name]
  if (text === undefined) return otherwise
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new AppError('bad_request', `${name} must be a whole number.`, { parameter: name })
}

/** A query parameter that is true or false, and false where it is not there. */
export function flag(call: Call, name: string): boolean {
  const { [name]: value = 'false' } = call.query
  if (value === 'true' || value === 'false') return value === 'true'
  throw new AppError('bad_request', `${name} is true or false.`, { parameter: name })
}

/** Where a misspelt parameter would do harm. */
export function refuseOthers(call: Call, known: readonly string[]): void {
  const other = Object.keys(call.query).find((name) => !known.includes(name))
  if (other === undefined) return
  throw new AppError('bad_request', `Only ${known.join(', ')} can be told here.`, {
    parameter: other.slice(0, 60).toWellFormed(),
  })
}
