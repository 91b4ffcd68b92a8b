import type { PlainHeaders } from '../../auth/plain-request.ts'
import { entityTags, hasTag } from './etag.ts'

/** What a client may name to ask for a representation only if it has changed. */
export interface Validators {
  /** With its quotes, and strong: no `W/`. */
  etag: string
  modified: Date
}

/** Whether 304 is the answer to a GET or HEAD (RFC 9110, 13.2.2): the date counts only without tags. */
export function isNotModified(headers: PlainHeaders, { etag, modified }: Validators): boolean {
  const tags = headers.get('if-none-match')
  if (tags !== null) return hasTag(entityTags(tags), etag)
  const since = parseHttpDate(headers.get('if-modified-since') ?? '')
  return since !== null && seconds(modified) <= seconds(since)
}

/** Whether `Range` is to be heeded: always without `If-Range`, else only if it names what we have. */
export function ifRangeHolds(header: string | null, { etag, modified }: Validators): boolean {
  if (header === null) return true
  const value = header.trim()
  if (value.startsWith('"')) return value === etag
  const date = parseHttpDate(value)
  return date !== null && seconds(date) === seconds(modified)
}

const forms = [
  /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^\w{6,9}, \d\d-\w{3}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
]

/** The three forms of RFC 9110, 5.6.7; the last has no zone, and means GMT. */
function parseHttpDate(text: string): Date | null {
  if (!forms.some((form) => form.test(text))) return null
  const date = new Date(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(date.getTime()) ? null : date
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
