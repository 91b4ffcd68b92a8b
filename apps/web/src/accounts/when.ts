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
