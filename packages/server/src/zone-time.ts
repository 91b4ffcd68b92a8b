/** Local time as JavaScript's Date counts it, for a zone that need not be that of the process. */

const dayMs = 86_400_000
/** So many days of a zone are remembered. */
const mostDays = 20_000

/** A day of UTC in which the offset changes at most once: at `change` from `before` to `after`. */
interface ClockDay {
  before: number
  after: number
  change: number
}

/** The clocks of one zone. They remember what they were asked, so keep them while there is more to ask. */
export interface ZoneClock {
  zone: string
  day(number: number): ClockDay
}

export function zoneClock(zone: string): ZoneClock {
  const days = new Map<number, ClockDay>()
  let format: Intl.DateTimeFormat | null = null
  return {
    zone,
    day(number) {
      const known = days.get(number)
      if (known) return known
      // Costly to make, and not needed by whoever asks for no time.
      format ??= new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
      if (days.size >= mostDays) days.clear()
      const day = clockDay(format, number)
      days.set(number, day)
      return day
    },
  }
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
export function offsetAt(clock: ZoneClock, ms: number): number {
  if (clock.zone === 'UTC') return 0
  const day = clock.day(Math.floor(ms / dayMs))
  return ms < day.change ? day.before : day.after
}

/** Days are numbered from 1970-01-01. */
export function dayAt(clock: ZoneClock, ms: number): number {
  return Math.floor((ms + offsetAt(clock, ms)) / dayMs)
}

/**
 * When a day begins. A midnight that the clocks skip is read on the clocks before the change, one
 * that comes twice is the first of the two: https://tc39.es/ecma262/#sec-utc-t
 */
export function midnightOf(clock: ZoneClock, day: number): number {
  const wall = day * dayMs
  const before = offsetAt(clock, wall - dayMs)
  const after = offsetAt(clock, wall + dayMs)
  const isAfter =
    offsetAt(clock, wall - before) !== before && offsetAt(clock, wall - after) === after
  return wall - (isAfter ? after : before)
}

export function startOfDay(clock: ZoneClock, ms: number): number {
  return midnightOf(clock, dayAt(clock, ms))
}

/** The first day that begins at this instant or later. */
export function firstDayFrom(clock: ZoneClock, ms: number): number {
  let day = dayAt(clock, ms)
  while (midnightOf(clock, day - 1) >= ms) day--
  while (midnightOf(clock, day) < ms) day++
  return day
}

/** Twelve times the year plus the month from 0 to 11. */
export function monthAt(clock: ZoneClock, ms: number): number {
  const wall = new Date(ms + offsetAt(clock, ms))
  return wall.getUTCFullYear() * 12 + wall.getUTCMonth()
}

export function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().split('T')[0]!
}

function clockDay(format: Intl.DateTimeFormat, number: number): ClockDay {
  const start = number * dayMs
  const before = writtenOffset(format, start)
  const after = writtenOffset(format, start + dayMs)
  const change = before === after ? start : changeIn(format, start, start + dayMs, after)
  return { before, after, change }
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
