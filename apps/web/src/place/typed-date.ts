import { localeTag } from './locale.ts'

/**
 * Dates as people of a place write them. A day is `2027-03-01`, a moment `2027-03-01T14:30:00`: wall time, in no zone.
 * Without a locale it is that of the browser.
 */

export interface DateReading {
  locale?: string | undefined
  /** What `today` and `+3d` count from; the day of the clock if left out. */
  today?: Date | undefined
}

type Part = 'day' | 'month' | 'year'

/** Our calendar and our digits, whatever else the place has. */
function plain(locale?: string): Intl.Locale {
  return new Intl.Locale(localeTag(locale), { calendar: 'gregory', numberingSystem: 'latn' })
}

/** In which order the place writes day, month and year. */
export function dateOrder(locale?: string): Part[] {
  return numericParts(locale).flatMap(({ type }) => (isPart(type) ? [type] : []))
}

function numericParts(locale?: string): Intl.DateTimeFormatPart[] {
  const numbers = { year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(plain(locale), numbers).formatToParts(Date.UTC(2027, 2, 1))
}

function isPart(type: string): type is Part {
  return type === 'day' || type === 'month' || type === 'year'
}

/** A day in figures, as it is typed at the place: `1.3.2027`, `3/1/2027`. */
export function typedDateText(day: string, locale?: string): string {
  return shown(`${day.slice(0, 10)}T00:00:00`, locale, {})
}

/** A moment as it is typed at the place, without seconds where there are none. */
export function typedMomentText(moment: string, locale?: string): string {
  const second = moment.slice(17, 19).replace('00', '') && 'numeric'
  return shown(moment, locale, {
    hour: 'numeric',
    minute: '2-digit',
    ...(second && { second: '2-digit' }),
  })
}

function shown(moment: string, locale: string | undefined, time: object): string {
  const numbers = { year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' } as const
  const format = new Intl.DateTimeFormat(plain(locale), { ...numbers, ...time })
  return format.format(new Date(`${moment}Z`))
}

/** `null`: it cannot be read as a day. */
export function typedDate(text: string, reading: DateReading = {}): string | null {
  const said = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const today = dayOf(reading.today ?? new Date())
  return (
    namedDay(said, today, reading.locale) ??
    dayFrom(said, today) ??
    inFigures(said, today, reading.locale) ??
    withMonthName(said, today, reading.locale)
  )
}

/** A day alone is its midnight. `null`: it cannot be read as a moment. */
export function typedMoment(text: string, reading: DateReading = {}): string | null {
  const said = text.trim()
  const whole = typedDate(said, reading)
  if (whole !== null) return `${whole}T00:00:00`
  const found =
    /^(.*?)[\s,T]+(\d{1,2})(?:[:.h](\d\d))?(?::(\d\d)(?:\.\d+)?)?\s*([ap]\.?m\.?)?$/i.exec(said)
  const [, date = '', hour = '', minute, second = '00', half] = found ?? []
  const day = typedDate(date.replace(/,\s*$/, ''), reading)
  // `1 3 2027 5` is no time of day.
  if (day === null || (minute === undefined && half === undefined)) return null
  const hours = half === undefined ? Number(hour) : ofTwelve(Number(hour), half)
  if (hours === null || hours > 23 || Number(minute ?? 0) > 59 || Number(second) > 59) return null
  return `${day}T${two(hours)}:${minute ?? '00'}:${second}`
}

function ofTwelve(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0)
}

/** `today`, `tomorrow`, `yesterday`, in English and as the place says it. */
function namedDay(said: string, today: string, locale?: string): string | null {
  for (const language of [plain(locale).toString(), 'en']) {
    const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
    for (const away of [0, 1, -1]) {
      if (said === words.format(away, 'day').toLowerCase()) return later(today, away, 'd')
    }
  }
  return null
}

/** `+3d`, `-2w`, `+1m`, `+1y`; days, weeks, months and years from today. */
function dayFrom(said: string, today: string): string | null {
  const [, sign, count, unit = 'd'] = /^([+-]) ?(\d{1,4}) ?(d|w|mo?|y)?$/.exec(said) ?? []
  return count === undefined ? null : later(today, Number(`${sign}${count}`), unit)
}

function later(day: string, count: number, unit: string): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  if (unit === 'd' || unit === 'w') {
    const days = unit === 'w' ? count * 7 : count
    return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10)
  }
  const months = unit === 'y' ? count * 12 : count
  // The last day of a month that has no such day.
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const moved = new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)))
  return moved.toISOString().slice(0, 10)
}

function inFigures(said: string, today: string, locale?: string): string | null {
  const found = /^(\d{1,4})([./-]| ) ?(\d{1,2})(?:\2 ?(\d{1,4})?)?\.?$/.exec(said)
  if (!found) return null
  const [, first = '', sign, second = '', third] = found
  if (first.length > 2) return third === undefined ? null : validDay(first, second, third)
  const order = orderOf(sign!, locale)
  if (third === undefined) {
    const [day, month] =
      order.indexOf('day') < order.indexOf('month') ? [first, second] : [second, first]
    return validDay(today.slice(0, 4), month, day)
  }
  const named: Partial<Record<Part, string>> = {}
  for (const [index, part] of order.entries()) named[part] = [first, second, third][index]!
  return validDay(yearOf(named.year!, today), named.month!, named.day!)
}

/** Whoever writes dots where the place has none writes the day first. */
function orderOf(sign: string, locale?: string): Part[] {
  const own = numericParts(locale).some(
    ({ type, value }) => type === 'literal' && value.trim() === '.',
  )
  return sign === '.' && !own ? ['day', 'month', 'year'] : dateOrder(locale)
}

/** `1 Mar 2027`, `March 1`, `1. März 2027`. */
function withMonthName(said: string, today: string, locale?: string): string | null {
  const words = said.split(/[\s,./-]+/).filter((word) => word !== '')
  const name = words.findIndex((word) => !/^\d+$/.test(word))
  const month = name === -1 ? null : monthOf(words[name]!, locale)
  const figures = words.filter((_, index) => index !== name)
  if (month === null || figures.length < 1 || figures.length > 2) return null
  if (figures.some((word) => !/^\d+$/.test(word))) return null
  const isYearFirst = figures[0]!.length > 2
  const [day, year = today.slice(0, 4)] = isYearFirst ? [figures[1]!, figures[0]] : figures
  return day === undefined ? null : validDay(yearOf(year, today), String(month), day)
}

function monthOf(word: string, locale?: string): number | null {
  for (const language of [plain(locale).toString(), 'en']) {
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' })
      for (let index = 0; index < 12; index++) {
        const parts = format.formatToParts(Date.UTC(2027, index, 1))
        const named = parts.find(({ type }) => type === 'month')?.value ?? ''
        if (named.toLowerCase().replace(/\.$/, '') === word) return index + 1
      }
    }
  }
  return null
}

/** Two figures are the year of that end within fifty years. */
function yearOf(text: string, today: string): string {
  if (text.length > 2) return text
  const now = Number(today.slice(0, 4))
  const near = Math.floor(now / 100) * 100 + Number(text)
  return String(near > now + 49 ? near - 100 : near < now - 50 ? near + 100 : near)
}

function validDay(year: string, month: string, day: string): string | null {
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isThere = at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day)
  return isThere && year.length === 4 ? `${year}-${two(Number(month))}-${two(Number(day))}` : null
}

function dayOf(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
