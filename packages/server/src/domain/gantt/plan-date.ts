import { AppError } from '../../errors.ts'

/**
 * A date as a plan keeps it, `2026-04-01T09:00:00`; `null` where there is none. It is wall time: what
 * is written counts, in whatever zone, and is never converted.
 */
export function planDate(value: unknown, field = 'date'): string | null {
  if (value === undefined || value === null || value === '') return null
  const found = typeof value === 'string' ? written.exec(value.trim()) : null
  if (found === null) throw badDate(field)
  const [, day, hour = '00', minute = '00', second = '00'] = found
  const date = `${day}T${hour}:${minute}:${second}`
  // Date would turn February 30 into March 2, and 24:00 into the next day.
  const ms = Date.parse(`${date}Z`)
  if (Number.isNaN(ms) || textOf(ms) !== date) throw badDate(field)
  return date
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
  /^((?!0000)\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/

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
