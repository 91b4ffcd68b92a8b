/** Local time as JavaScript's Date counts it, for a zone that need not be that of the process. */

const dayMs = 86_400_000
const mostZones = 100
/** So many days of a zone are remembered. */
const mostDays = 20_000

interface Clock {
  format: Intl.DateTimeFormat
  days: Map<number, ClockDay>
}

/** A day of UTC in which the offset changes at most once: at `change` from `before` to `after`. */
interface ClockDay {
  before: number
  after: number
  change: number
}

const clocks = new Map<string, Clock>()

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
export function offsetAt(zone: string, ms: number): number {
  if (zone === 'UTC') return 0
  const clock = clockOf(zone)
  const number = Math.floor(ms / dayMs)
  const day = clock.days.get(number) ?? clockDay(clock, number)
  return ms < day.change ? day.before : day.after
}

/** Days are numbered from 1970-01-01. */
export function dayAt(zone: string, ms: number): number {
  return Math.floor((ms + offsetAt(zone, ms)) / dayMs)
}

/**
 * When a day begins. A midnight that the clocks skip is read on the clocks before the change, one
 * that comes twice is the first of the two: https://tc39.es/ecma262/#sec-utc-t
 */
export function midnightOf(zone: string, day: number): number {
  const wall = day * dayMs
  const before = offsetAt(zone, wall - dayMs)
  const after = offsetAt(zone, wall + dayMs)
  const isAfter = offsetAt(zone, wall - before) !== before && offsetAt(zone, wall - after) === after
  return wall - (isAfter ? after : before)
}

export function startOfDay(zone: string, ms: number): number {
  return midnightOf(zone, dayAt(zone, ms))
}

/** The first day that begins at this instant or later. */
export function firstDayFrom(zone: string, ms: number): number {
  let day = dayAt(zone, ms)
  while (midnightOf(zone, day - 1) >= ms) day--
  while (midnightOf(zone, day) < ms) day++
  return day
}

/** Twelve times the year plus the month from 0 to 11. */
export function monthAt(zone: string, ms: number): number {
  const wall = new Date(ms + offsetAt(zone, ms))
  return wall.getUTCFullYear() * 12 + wall.getUTCMonth()
}

export function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().split('T')[0]!
}

function clockOf(zone: string): Clock {
  const known = clocks.get(zone)
  if (known) return known
  if (clocks.size >= mostZones) clocks.clear()
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  const clock = { format, days: new Map<number, ClockDay>() }
  clocks.set(zone, clock)
  return clock
}

function clockDay({ format, days }: Clock, number: number): ClockDay {
  const start = number * dayMs
  const before = writtenOffset(format, start)
  const after = writtenOffset(format, start + dayMs)
  const change = before === after ? start : changeIn(format, start, start + dayMs, after)
  const day = { before, after, change }
  if (days.size >= mostDays) days.clear()
  days.set(number, day)
  return day
}

function changeIn(format: Intl.DateTimeFormat, start: number, end: number, after: number): number {
  let [low, high] = [start, end]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (writtenOffset(format, middle) === after) high = middle
    else low = middle
  }
  return high
}

/** Asking for it as text is slow, but the only way; seconds were given until about 1900. */
function writtenOffset(format: Intl.DateTimeFormat, ms: number): number {
  const [, sign, h = 0, m = 0, s = 0] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(within(ms))) ?? []
  const offset = ((Number(h) * 60 + Number(m)) * 60 + Number(s)) * 1000
  return sign === '-' ? -offset : offset
}

/** No other time can be written. */
function within(ms: number): number {
  return Math.min(Math.max(ms, -8.64e15), 8.64e15)
}
