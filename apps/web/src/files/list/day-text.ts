import { locale } from '../../place/locale.ts'

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })

/** When something was changed last, in a list. */
export function dayText(date: Date | undefined): string {
  return date ? day.format(date) : ''
}
