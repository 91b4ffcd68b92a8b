const dayMs = 86_400_000
/** Counted from here all days since March 1900 have the number that Excel gives them. */
const start1900 = Date.UTC(1899, 11, 30)
const start1904 = Date.UTC(1904, 0, 1)
/** Excel's calendar has a 29 February 1900; before it the programs disagree about every number. */
const firstAgreedDay = '1900-03-01'
const end = Date.UTC(10_000, 0, 1)

/** The number of a day (`2026-04-05`) or an instant in UTC; `null` when it must be written as text. */
export function serialOf(date: string): number | null {
  if (date < firstAgreedDay) return null
  return (Date.parse(date) - start1900) / dayMs
}

/** What the format of a cell shows of a number: nothing of a calendar, or which parts of a date. */
export type DateShown = 'day' | 'time' | 'day and time' | 'elapsed time'

export interface DateSystem {
  isFrom1904: boolean
}

/**
 * `2026-04-05`, `2026-04-05T08:30:00.000` or, of less than a day, `08:30:00`. A time has no zone: a
 * sheet has none. `null` when the number is no date at all.
 */
export function dateOfSerial(
  serial: number,
  shown: DateShown,
  { isFrom1904 }: DateSystem,
): string | null {
  const ms = Math.round(serial * dayMs)
  if (!(ms >= 0)) return null
  if (shown === 'elapsed time') return ms < 10_000 * 3_600_000 ? timeText(ms) : null
  if (ms < dayMs && (shown === 'time' || (ms > 0 && !isFrom1904))) return timeText(ms)
  const at = isFrom1904 ? start1904 + ms : since1900(ms)
  if (at === null || at >= end) return null
  const day = dayText(new Date(at))
  const time = ms % dayMs
  return shown === 'day' && time === 0 ? day : `${day}T${timeText(time, true)}`
}

/** `toISOString()` takes eight times as long, and there may be millions. */
function dayText(date: Date): string {
  const month = two(date.getUTCMonth() + 1)
  return `${date.getUTCFullYear()}-${month}-${two(date.getUTCDate())}`
}

function since1900(ms: number): number | null {
  const day = Math.floor(ms / dayMs)
  // Number 60 is the day that never was, and 0 the one before the first.
  if (day === 0 || day === 60) return null
  return start1900 + ms + (day < 60 ? dayMs : 0)
}

function timeText(ms: number, withFraction = ms % 1000 !== 0): string {
  const minutes = Math.floor(ms / 60_000)
  const seconds = Math.floor(ms / 1000) % 60
  const text = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds)}`
  return withFraction ? `${text}.${String(ms % 1000).padStart(3, '0')}` : text
}

function two(number: number): string {
  return number < 10 ? `0${number}` : `${number}`
}
