import { locale as here } from './locale.ts'

const iso = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z)?)?$/

/**
 * A day, a wall time or an instant as people of the place read it: `4 May 2026`, `4 May 2026, 08:00`. A midnight is the
 * day that it begins. What is none of these stays as it is.
 */
export function dateText(value: string, locale: string | undefined = here): string {
  const [, day, time = '00:00', zone] = iso.exec(value) ?? []
  const isDay = time === '00:00'
  const at = new Date(zone && !isDay ? value : `${day}T${time}Z`)
  if (day === undefined || Number.isNaN(at.getTime())) return value
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    ...(!isDay && { timeStyle: 'short' }),
    ...((isDay || !zone) && { timeZone: 'UTC' }),
  }).format(at)
}
