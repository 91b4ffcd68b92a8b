// For routes of the old style; `reply.ts` is for those of the new one.
import { AppError } from '../../errors.ts'
import type { Call } from '../old-route.ts'
import { entityTags, knownVersions } from './etag.ts'
import { reply, replyJson, replyList } from './reply.ts'
import type { Reply } from './reply.ts'

type HeaderValues = Record<string, string>

export function answerJson(_call: Call, value: unknown, headers: HeaderValues = {}): Reply {
  return reply(value, { headers })
}

export function answerText(
  _call: Call,
  json: Parameters<typeof replyJson>[0],
  headers: HeaderValues = {},
): Reply {
  return replyJson(json, headers)
}

export function answerList(...list: Parameters<typeof replyList>): Reply {
  return replyList(...list)
}

export function ifNoneMatch({ context, request }: Call): (version: number | string) => boolean {
  const header = request.headers.get('if-none-match')
  return knownVersions(context, header === null ? undefined : entityTags(header))
}

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
