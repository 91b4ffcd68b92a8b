import { weekdays } from './schedule.ts'
import type { Calendar } from './schedule.ts'

type Repeat = NonNullable<Calendar['exceptions'][number]['repeat']>

/** A day that comes again and again. Days count from 1970; weekdays from Monday as 0. */
export interface Recurrence {
  unit: 'day' | 'week' | 'month' | 'year'
  /** Every so many of them. */
  every: number
  /** Of a week: on which days. Of a month or a year with `nth`: which of them. */
  weekdays: readonly number[]
  /** Of a month or a year: the first to the fourth of those days, or the fifth for the last. */
  nth: number | null
  /** Of a month or a year: on which day of the month. */
  dayOfMonth: number | null
  /** Of a year: in which month, from 1. */
  month: number | null
  /** How often at most. */
  count: number | null
}

/** More days than anybody means: what a stranger sends is not to fill the memory. */
const most = 40_000

/** The days that are meant from one to another, both included. */
export function repeatedDays(repeat: Repeat, from: number, to: number): number[] {
  const rule = {
    unit: repeat.unit,
    every: repeat.every,
    weekdays: (repeat.days ?? []).map((name) => weekdays.indexOf(name)),
    nth: repeat.nth ?? null,
    dayOfMonth: repeat.day ?? null,
    month: repeat.month ?? null,
    count: repeat.count ?? null,
  }
  return recurringDays(rule, from, to)
}

export function recurringDays(rule: Recurrence, from: number, to: number): number[] {
  const days: number[] = []
  const limit = Math.min(rule.count ?? most, most)
  for (const day of candidates(rule, from, to)) {
    if (day > to || days.length >= limit) break
    if (day >= from) days.push(day)
  }
  return days
}

function* candidates(rule: Recurrence, from: number, to: number): Generator<number> {
  const every = Math.max(1, Math.floor(rule.every))
  if (rule.unit === 'day') {
    for (let day = from; day <= to; day += every) yield day
    return
  }
  if (rule.unit === 'week') {
    const weekdays = [...new Set(rule.weekdays)].toSorted((one, other) => one - other)
    if (weekdays.length === 0) return
    for (let monday = from - weekdayOf(from); monday <= to; monday += 7 * every) {
      for (const weekday of weekdays) yield monday + weekday
    }
    return
  }
  const first = new Date(from * 86_400_000)
  const yearly = rule.unit === 'year'
  let year = first.getUTCFullYear()
  let month = yearly ? (rule.month ?? 1) - 1 : first.getUTCMonth()
  while (dayNumber(year, month, 1) <= to) {
    const day = dayInMonth(rule, year, month)
    if (day !== null) yield day
    if (yearly) year += every
    else month += every
  }
}

/** `null` where the month has no such day. */
function dayInMonth(rule: Recurrence, year: number, month: number): number | null {
  const first = dayNumber(year, month, 1)
  const length = dayNumber(year, month + 1, 1) - first
  const { nth, dayOfMonth } = rule
  const weekday = rule.weekdays[0]
  if (nth === null || weekday === undefined) {
    const day = dayOfMonth ?? 1
    return day >= 1 && day <= length ? first + day - 1 : null
  }
  const firstOne = (weekday - weekdayOf(first) + 7) % 7
  const last = firstOne + 7 * Math.floor((length - 1 - firstOne) / 7)
  const wanted = firstOne + 7 * (nth - 1)
  return first + (nth >= 5 ? last : Math.min(wanted, last))
}

function dayNumber(year: number, month: number, day: number): number {
  return Math.round(Date.UTC(year, month, day) / 86_400_000)
}

/** Monday is 0. */
export function weekdayOf(dayNumber: number): number {
  const rest = (dayNumber + 3) % 7
  return rest < 0 ? rest + 7 : rest
}
