import { midnightOf, monthAt, startOfDay } from '../../../ports/zone-time.ts'
import { isStorableText } from '../json-value.ts'
import { badQuery } from './bad-query.ts'
import { filterLimits } from './filter-limits.ts'
import type { Given, Predicate } from './filter-rule.ts'
import type { QueryColumn } from './query-columns.ts'

const plainDay = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
/** As JSON writes a Date, and the same with an offset. */
const instant =
  /^(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

/** A value of a rule; where dates are meant, text that is a day or an instant becomes one. */
export function givenValue(
  raw: unknown,
  { name }: QueryColumn,
  reads: { days: boolean; instants: boolean },
  zone: string,
): Given {
  if (Array.isArray(raw)) throw badQuery('filter', 'A list stands in includes.', name)
  // What JavaScript makes of an object where it needs a text or a number.
  if (isObject(raw)) return '[object Object]'
  if (typeof raw !== 'string') return raw as Given
  if (raw.length > filterLimits.textLength) {
    throw badQuery('filter', `A text has at most ${filterLimits.textLength} characters.`, name)
  }
  if (!isStorableText(raw)) {
    throw badQuery('filter', 'No text has half characters or U+0000.', name)
  }
  return (reads.days && dayIn(raw, zone)) || (reads.instants && instantIn(raw)) || raw
}

function dayIn(text: string, zone: string): Date | null {
  const found = plainDay.exec(text)
  if (found === null) return null
  const [, year, month, day] = found.map(Number)
  // Like the Date constructor, this takes the years 0 to 99 for 1900 to 1999 and knows a 13th month.
  const ms = Date.UTC(year!, month! - 1, day)
  return new Date(midnightOf(zone, ms / 86_400_000))
}

function instantIn(text: string): Date | null {
  const date = instant.test(text) ? new Date(text) : null
  return date === null || Number.isNaN(date.getTime()) ? null : date
}

/** What a predicate makes of a date; everything else stays as it is. */
export function reducedDate(value: Given, predicate: Predicate | null, zone: string): Given {
  if (!(value instanceof Date) || predicate === null) return value
  if (predicate === 'date') return startOfDay(zone, value.getTime())
  const month = monthAt(zone, value.getTime())
  if (predicate === 'yearMonth') return month + 1
  const year = Math.floor(month / 12)
  return predicate === 'year' ? year : month - year * 12
}

/** No value is the empty text: the client's own filter fails there. */
export function writtenText(value: Given): string {
  return value === null || value === undefined || value instanceof Date ? '' : String(value)
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
