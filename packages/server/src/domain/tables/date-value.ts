/**
 * The calendar day that a text means, as `2024-04-05`; `null` when it means none. An instant is read
 * right from zones between -10:00 and +13:00; from Pago Pago (-11), Chatham's summer (+13:45) and
 * Kiritimati (+14) it looks like another zone's midnight, so only text is.
 */
export function dayOf(text: string): string | null {
  if (surelyDay.test(text)) return text
  const written = readIso(text)
  const wall = written ?? readDateString(text)
  if (wall === null) return null
  const ms = written?.zone === 'Z' ? dayMsOfInstant(wall.ms) : dayMsOfWall(wall, written !== null)
  return isInRange(ms) ? new Date(ms).toISOString().slice(0, 10) : null
}

/** Days as most are written, which every month has. */
const surelyDay = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/

/**
 * Z is how JSON.stringify writes the browser's local midnight. Offsets run from -12 to +14: before
 * 11:00Z it is midnight of that day in the west, from 11:00Z on of the next (+13 is Auckland). No
 * zone's midnight lies beside the quarter hours: such an instant is just a moment, `new Date()`.
 */
function dayMsOfInstant(ms: number): number {
  return ms % (15 * minute) === 0 ? ms + 13 * hour : ms
}

/** A page that read `new Date('2024-04-05')` sends it back as UTC's midnight in its own zone's time. */
function dayMsOfWall({ ms, offset }: WallTime, isIso: boolean): number {
  const isUtcMidnight = (ms - offset) % day === 0 && ms % day !== 0
  return isUtcMidnight && !isIso ? ms - offset : ms
}

/** The instant that a text means, as `2024-04-05T08:30:00.000Z`; `null` when it means none. */
export function instantOf(text: string): string | null {
  const wall = readIso(text) ?? readDateString(text)
  if (wall === null) return null
  const ms = wall.ms - wall.offset
  return isInRange(ms) ? new Date(ms).toISOString() : null
}

/** Whether a text is how JavaScript writes an instant, which it does without its milliseconds. */
export function isWrittenFor(text: string, instant: string): boolean {
  return readDateString(text) !== null && instantOf(text)?.slice(0, 19) === instant.slice(0, 19)
}

/** A time as written, in milliseconds as if it were UTC, and what was said about its zone. */
interface WallTime {
  ms: number
  zone: string
  offset: number
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const iso =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/

function readIso(text: string): WallTime | null {
  const found = iso.exec(text)
  if (found === null) return null
  const [, year, month, dayOfMonth, h = '0', m = '0', s = '0', fraction = '', zone = ''] = found
  const date = dateMs(Number(year), Number(month) - 1, Number(dayOfMonth))
  const time = timeMs(Number(h), Number(m), Number(s))
  const offset = offsetMs(zone)
  if (date === null || time === null || offset === null) return null
  return { ms: date + time + Number(fraction.slice(0, 3).padEnd(3, '0')), zone, offset }
}

// https://tc39.es/ecma262/#sec-todatestring: the form is fixed, only the zone's name varies.
const dateString =
  /^([A-Z][a-z]{2}) ([A-Z][a-z]{2}) (\d\d) (\d{4}) (\d\d):(\d\d):(\d\d) GMT([+-]\d{4})(?: \(.*\))?$/

function readDateString(text: string): WallTime | null {
  const found = dateString.exec(text)
  if (found === null) return null
  const [, weekday, month, dayOfMonth, year, h, m, s, zone = ''] = found
  const date = dateMs(Number(year), months.indexOf(month!), Number(dayOfMonth))
  const time = timeMs(Number(h), Number(m), Number(s))
  const offset = offsetMs(zone)
  if (date === null || time === null || offset === null) return null
  if (weekdays[new Date(date).getUTCDay()] !== weekday) return null
  return { ms: date + time, zone, offset }
}

function dateMs(year: number, month: number, day: number): number | null {
  const date = new Date(0)
  // Date.UTC would take the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month, day)
  return date.getUTCMonth() === month && date.getUTCDate() === day ? date.getTime() : null
}

function timeMs(h: number, m: number, s: number): number | null {
  return h > 23 || m > 59 || s > 59 ? null : h * hour + m * minute + s * 1000
}

function offsetMs(zone: string): number | null {
  if (zone === '' || zone === 'Z') return 0
  const m = Number(zone.slice(3).replace(':', ''))
  const offset = Number(zone.slice(1, 3)) * hour + m * minute
  if (m > 59 || offset > 14 * hour) return null
  return zone.startsWith('-') ? -offset : offset
}

function isInRange(ms: number): boolean {
  const year = new Date(ms).getUTCFullYear()
  return year >= 1 && year <= 9999
}
