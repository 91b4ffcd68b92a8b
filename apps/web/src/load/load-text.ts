import type { LoadUnit } from '@triptych/contract/load'
import type { Cell } from './load-rows.ts'
import { dateOf } from './load-scale.ts'
import { locale } from '../place/locale.ts'
import { t } from '../words/words.ts'

export type Measure = 'hours' | 'percent'

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
const wholeDay = new Intl.DateTimeFormat(locale, { dateStyle: 'full' })
const monthDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })

export function hoursText(minutes: number): string {
  return t('{hours} h', { hours: number.format(minutes / 60) })
}

/** What fits into a cell. */
export function cellText({ work, capacity }: Cell, measure: Measure): string {
  if (measure === 'hours' || capacity === 0) return number.format(work / 60)
  return `${Math.round((work / capacity) * 100)}%`
}

export function wholeText({ work, over, capacity }: Cell): string {
  const all = { work: hoursText(work), capacity: hoursText(capacity) }
  return over > 0
    ? t('{work} of {capacity}, {over} too much', { ...all, over: hoursText(over) })
    : t('{work} of {capacity}', all)
}

export function columnName(day: string, unit: LoadUnit): string {
  const text = wholeDay.format(dateOf(day))
  return unit === 'day' ? text : t('Week from {text}', { text })
}

/** The number of the day; the first of a month, and weeks, with the name of the month. */
export function columnText(day: string, unit: LoadUnit): string {
  const date = dateOf(day)
  return unit === 'week' || date.getDate() === 1 ? monthDay.format(date) : String(date.getDate())
}
