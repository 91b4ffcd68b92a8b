import { t } from '../../words/words.ts'

/** What a date is asked for as seen from today, by the server's names for it. */
const named: Readonly<Record<string, string>> = {
  today: t('is today'),
  yesterday: t('is yesterday'),
  tomorrow: t('is tomorrow'),
  thisWeek: t('is this week'),
  lastWeek: t('is last week'),
  nextWeek: t('is next week'),
  thisMonth: t('is this month'),
  lastMonth: t('is last month'),
  nextMonth: t('is next month'),
  thisQuarter: t('is this quarter'),
  lastQuarter: t('is last quarter'),
  nextQuarter: t('is next quarter'),
  thisYear: t('is this year'),
  lastYear: t('is last year'),
  nextYear: t('is next year'),
  last7Days: lastDays(7),
  last30Days: lastDays(30),
  next7Days: nextDays(7),
  next30Days: nextDays(30),
  past: t('is before today'),
  future: t('is after today'),
}

/** An address may ask for other numbers of days than those to choose from. */
const counted = /^(last|next)([1-9]\d{0,3})Days$/

export const periodNames: readonly string[] = Object.keys(named)

/** `null`: the server knows none of that name. */
export function periodLabel(name: string): string | null {
  if (Object.hasOwn(named, name)) return named[name]!
  const [, which, days] = counted.exec(name) ?? []
  if (!which || Number(days) > 3660) return null
  return which === 'last' ? lastDays(Number(days)) : nextDays(Number(days))
}

function lastDays(count: number): string {
  return t('is in the last {count} days', { count })
}

function nextDays(count: number): string {
  return t('is in the next {count} days', { count })
}

/** The builder has an operator for each, as what it asks a value of is a day. */
export const periodOperator = (name: string) => `within ${name}`

export function periodIn(operator: unknown): string | null {
  return typeof operator === 'string' && operator.startsWith('within ') ? operator.slice(7) : null
}
