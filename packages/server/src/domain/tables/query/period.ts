import { dayAt, midnightOf } from '../../../zone-time.ts'
import type { ZoneClock } from '../../../zone-time.ts'
import { parseText } from '../json-value.ts'

/** A stretch of time as seen from today, from one midnight to another; an end that is `undefined` is open. */
export interface Period {
  from?: number
  to?: number
}

const dayMs = 86_400_000
/** Monday, 1970-01-05; groups by week begin there, too. */
const someMonday = 4
const months = { Month: 1, Quarter: 3, Year: 12 }

const ofCalendar = /^(last|this|next)(Week|Month|Quarter|Year)$/
const ofDays = /^(last|next)([1-9]\d{0,3})Days$/

/** How far away days are counted at most. */
export const mostDays = 3660

export const periodNames =
  'today, yesterday, tomorrow, past, future, lastWeek, thisWeek, nextWeek, the same of Month, Quarter and Year, last7Days and next7Days with any number of days'

/** On the clocks of whoever asks; `null`: there is none of that name. */
export function periodAt(name: string, clock: ZoneClock, now: number): Period | null {
  const days = daysAt(name, dayAt(clock, now))
  if (!days) return null
  const [from, to] = days.map((day) => day && midnightOf(clock, day))
  return { ...(from != null && { from }), ...(to != null && { to }) }
}

/** From the first day on and before the second, as seen from `today`; `null` is an open end. */
function daysAt(name: string, today: number): [number | null, number | null] | null {
  if (name === 'today') return [today, today + 1]
  if (name === 'yesterday') return [today - 1, today]
  if (name === 'tomorrow') return [today + 1, today + 2]
  if (name === 'past') return [null, today]
  if (name === 'future') return [today + 1, null]
  const counted = ofDays.exec(name)
  if (counted) {
    const count = Number(counted[2])
    if (count > mostDays) return null
    // Today counts: of seven days it is the last, or the first.
    return counted[1] === 'last' ? [today - count + 1, today + 1] : [today, today + count]
  }
  const [, which, unit] = ofCalendar.exec(name) ?? []
  if (!which || !unit) return null
  const ahead = { last: -1, this: 0, next: 1 }[which as 'last' | 'this' | 'next']
  if (unit === 'Week') {
    const monday = today - ((((today - someMonday) % 7) + 7) % 7) + 7 * ahead
    return [monday, monday + 7]
  }
  const length = months[unit as keyof typeof months]
  const date = new Date(today * dayMs)
  const first = Math.floor(date.getUTCMonth() / length) * length + length * ahead
  const start = (month: number) => Date.UTC(date.getUTCFullYear(), month, 1) / dayMs
  return [start(first), start(first + length)]
}

/** Whether what a filter finds is other tomorrow, though nothing is changed. */
export function asksForPeriod(filter: unknown): boolean {
  if (typeof filter === 'string') return asksForPeriod(parseText(filter))
  if (typeof filter !== 'object' || filter === null) return false
  const { rules, filter: operator } = filter as Record<string, unknown>
  return Array.isArray(rules) ? rules.some(asksForPeriod) : operator === 'within'
}
