import { AppError } from '../../errors.ts'

/**
 * A date as a plan keeps it, `2026-04-01T09:00:00`; `null` where there is none. It is wall time: what
 * is written counts, in whatever zone, and is never converted.
 */
export function wallTime(value: unknown, field = 'date'): string | null {
  if (value === undefined || value === null || value === '') return null
  const found = typeof value === 'string' ? written.exec(value.trim()) : null
  if (found === null) throw badDate(field)
  const [sent, day = '', hour = '00', minute = '00', second] = found
  if (!isInCalendar(day)) throw badDate(field)
  // Most are sent as they are kept, and a text that is put together takes JSON twice the time.
  const isAsKept = sent[day.length] === 'T' && second !== undefined && sent.length === keptLength
  return isAsKept ? sent : `${day}T${hour}:${minute}:${second ?? '00'}`
}

const keptLength = '2026-04-01T09:00:00'.length

/** Of a day from 01 to 31: whether its month has it. Date would turn February 30 into March 2. */
function isInCalendar(day: string): boolean {
  const number = Number(day.slice(8))
  return number <= 28 || new Date(`${day}T00:00:00Z`).getUTCDate() === number
}

/** A date so many milliseconds later, or earlier, but no later than there are dates. */
export function laterBy(date: string, ms: number): string {
  return textOf(Math.min(Math.max(msOf(date) + ms, first), last))
}

/** How much later the second date is. */
export function msBetween(earlier: string, later: string): number {
  return msOf(later) - msOf(earlier)
}

const written =
  /^((?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/

const first = msOf('0001-01-01T00:00:00')
const last = msOf('9999-12-31T23:59:59')

function msOf(date: string): number {
  return Date.parse(`${date}Z`)
}

function textOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19)
}

function badDate(field: string): AppError {
  const message = `${field} takes a date of the calendar, such as 2026-04-01T09:00:00.`
  return new AppError('gantt.bad_date', message, { field })
}
