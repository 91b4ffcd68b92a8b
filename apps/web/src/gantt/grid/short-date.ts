import { locale } from '../../place/locale.ts'
export const shortDate = new Intl.DateTimeFormat(locale, {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
})
