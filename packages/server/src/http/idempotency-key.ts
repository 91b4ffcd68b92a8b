import { AppError } from '../errors.ts'
import type { Route } from './route.ts'

/** As it is, or in quotes, as the IETF's draft of the header has it: both are the same key. */
const plain = /^[!#-~][!-~]{0,254}$/
const quoted = /^"(?:[ !#-[\]-~]|\\["\\])*"$/

export const longestKey = 255

/** Whether a request of this route is carried out once, however often it comes with the same key. */
export function takesKey({ method, reads }: Route): boolean {
  // A PUT may copy something, and then it is not by itself that it does no more the second time.
  return (method === 'POST' || method === 'PUT') && reads !== true
}

/** Whether a request with this body changes nothing. */
export function onlyReads({ method, reads }: Route, body: unknown): boolean {
  return method === 'GET' || (typeof reads === 'function' ? reads(body) : reads === true)
}

/** What the client calls the request, so that it is known when it comes again. */
export function idempotencyKey({ headers }: Request): string | null {
  const sent = headers.get('idempotency-key')
  if (sent === null || plain.test(sent)) return sent
  const key = quoted.test(sent) ? sent.slice(1, -1).replaceAll(/\\(.)/g, '$1') : ''
  if (key.length >= 1 && key.length <= longestKey) return key
  const message = `Idempotency-Key takes 1 to ${longestKey} visible characters.`
  throw new AppError('idempotency.bad_key', message, { header: 'Idempotency-Key' })
}
