import type { Total } from '@triptych/contract/table-schema'
import type { Column } from '@triptych/contract/tables'
import { locale } from '../place/locale.ts'
import { numberFormat } from './columns/formats.ts'
import { t } from '../words/words.ts'

export const totalNames: Record<Total, string> = {
  count: t('Count'),
  sum: t('Sum'),
  avg: t('Average'),
  min: t('Min'),
  max: t('Max'),
}

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

/** A total as it stands below its column: `Sum 1,204`. */
export function totalText(column: Column | undefined, total: Total, value: unknown): string {
  const name = total === 'avg' ? t('Avg') : totalNames[total]
  if (value === undefined) return name
  const shown = value === null ? '–' : valueText(column, value)
  return `${name} ${shown}`
}

/** A value of a column as the server has it, as a person reads it. */
export function valueText(
  column: Pick<Column, 'type' | 'format'> | undefined,
  value: unknown,
): string {
  if (typeof value === 'number') return (numberFormat(column?.format) ?? number).format(value)
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (column?.type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(text)) return day.format(new Date(text))
  if (column?.type === 'datetime' && text.includes('T')) return time.format(new Date(text))
  return text
}
