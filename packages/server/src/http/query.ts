import { AppError } from '../errors.ts'
import type { Call } from './route.ts'

/** A query parameter that counts something. */
export function wholeNumber(call: Call, name: string, otherwise: number): number {
  const text = call.query[name]
  if (text === undefined) return otherwise
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new AppError('bad_request', `${name} must be a whole number.`, { parameter: name })
}
