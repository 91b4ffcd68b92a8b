import { locale } from '../place/locale.ts'

const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })

export function when(instant: string): string {
  return format.format(new Date(instant))
}

/** To the second, for what may come soon after each other. */
export function whenExactly(instant: string): string {
  return exact.format(new Date(instant))
}

const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

/** As a list of what was done lately says it: `Today, 17:38`, `Yesterday, 09:10`, then with the date. */
export function lately(instant: string, now = new Date()): string {
  const at = new Date(instant)
  const ago = [0, 1].find((days) => dayBefore(now, days) === dayBefore(at, 0))
  if (ago === undefined) return when(instant)
  const [first = '', ...rest] = relative.format(-ago, 'day')
  return `${first.toLocaleUpperCase(locale)}${rest.join('')}, ${time.format(at)}`
}

function dayBefore(of: Date, days: number): string {
  return new Date(of.getFullYear(), of.getMonth(), of.getDate() - days).toDateString()
}
