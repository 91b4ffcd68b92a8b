import { weekdayOf } from '@triptych/contract/recurring-days'
import type { Hours } from './hours-of-day.ts'
import { timeOfNext, timeWhenDone, workUntil } from './hours-of-day.ts'
import { day, firstDay, lastDay } from './ticks.ts'

/** From a day on, until the next span begins, every week is alike: seven days from Monday. */
export interface Span {
  day: number
  week: readonly Hours[]
}

/**
 * A calendar made for counting: the work before each span is added up beforehand, so that any instant
 * becomes working time, and working time an instant, with one search among the spans. A calendar
 * without exceptions is one span.
 */
export interface WorkingTime {
  spans: readonly Span[]
  days: Float64Array
  /** All work before the span, from the first day there is. */
  before: Float64Array
  /** What added to the work of whole weeks since 1970 gives the work since the first day. */
  base: Float64Array
  /** Of each span the work before each day of its week, and in the eighth place that of all of them. */
  inWeek: Float64Array
  total: number
  /** The span that was asked for last: who is counted next mostly lies in the same. */
  near: number
}

export function workingTime(spans: readonly Span[]): WorkingTime {
  const count = spans.length
  const made: WorkingTime = {
    spans,
    days: Float64Array.from(spans, (span) => span.day),
    before: new Float64Array(count + 1),
    base: new Float64Array(count),
    inWeek: new Float64Array(count * 8),
    total: 0,
    near: 0,
  }
  for (const [i, span] of spans.entries()) {
    for (let k = 0; k < 7; k++) {
      made.inWeek[i * 8 + k + 1] = made.inWeek[i * 8 + k]! + span.week[k]!.total
    }
    const base = made.before[i]! - workOfDays(made, i, span.day)
    made.base[i] = base
    made.before[i + 1] = base + workOfDays(made, i, spans[i + 1]?.day ?? lastDay)
  }
  made.total = made.before[count]!
  return made
}

/** Whether anybody could ever work by it. */
export function hasWork(calendar: WorkingTime): boolean {
  return calendar.total > 0
}

/** All work before an instant. */
export function workAt(calendar: WorkingTime, tick: number): number {
  const dayNumber = Math.floor(tick / day)
  const i = spanOf(calendar, calendar.days, dayNumber)
  const weekday = weekdayOf(dayNumber)
  const weeks = (dayNumber - weekday + 3) / 7
  return (
    calendar.base[i]! +
    weeks * calendar.inWeek[i * 8 + 7]! +
    calendar.inWeek[i * 8 + weekday]! +
    workUntil(calendar.spans[i]!.week[weekday]!, tick - dayNumber * day)
  )
}

/** The earliest instant by which so much work is done: where something ends. */
export function finishAt(calendar: WorkingTime, work: number): number {
  if (work <= 0) return firstDay * day
  if (work > calendar.total) return lastDay * day
  // Lengths are whole ticks, so that less than the work is no more than one tick less.
  const i = spanOf(calendar, calendar.before, work - 1)
  const inWeek = calendar.inWeek
  const perWeek = inWeek[i * 8 + 7]!
  const rest = work - calendar.base[i]!
  const weeks = Math.ceil(rest / perWeek) - 1
  const left = rest - weeks * perWeek
  let weekday = 6
  while (weekday > 0 && inWeek[i * 8 + weekday]! >= left) weekday--
  const hours = calendar.spans[i]!.week[weekday]!
  return (weeks * 7 - 3 + weekday) * day + timeWhenDone(hours, left - inWeek[i * 8 + weekday]!)
}

/** The latest instant until which no more than this is done: where something begins. */
export function startAt(calendar: WorkingTime, work: number): number {
  if (work < 0) return firstDay * day
  if (work >= calendar.total) return lastDay * day
  const i = spanOf(calendar, calendar.before, work)
  const inWeek = calendar.inWeek
  const perWeek = inWeek[i * 8 + 7]!
  const rest = work - calendar.base[i]!
  const weeks = Math.floor(rest / perWeek)
  const left = rest - weeks * perWeek
  let weekday = 6
  while (weekday > 0 && inWeek[i * 8 + weekday]! > left) weekday--
  const hours = calendar.spans[i]!.week[weekday]!
  return (weeks * 7 - 3 + weekday) * day + timeOfNext(hours, left - inWeek[i * 8 + weekday]!)
}

/** The instant itself if it is worked on, or the next that is. */
export function nextWork(calendar: WorkingTime, tick: number): number {
  return startAt(calendar, workAt(calendar, tick))
}

/** The instant itself if there is work right before it, or the last before it that has. */
export function lastWork(calendar: WorkingTime, tick: number): number {
  return finishAt(calendar, workAt(calendar, tick))
}

/** Where work of this length ends that begins then; where it has none, it stays. */
export function laterBy(calendar: WorkingTime, tick: number, length: number): number {
  if (length === 0) return tick
  const work = workAt(calendar, tick) + length
  return length > 0 ? finishAt(calendar, work) : startAt(calendar, work)
}

/** Where work of this length begins that ends then. */
export function earlierBy(calendar: WorkingTime, tick: number, length: number): number {
  return length === 0 ? tick : startAt(calendar, workAt(calendar, tick) - length)
}

export function workBetween(calendar: WorkingTime, from: number, to: number): number {
  return workAt(calendar, to) - workAt(calendar, from)
}

/** Of whole days from the Monday before 1970 on, as if every week were as in the span. */
function workOfDays(calendar: WorkingTime, span: number, dayNumber: number): number {
  const weekday = weekdayOf(dayNumber)
  const weeks = (dayNumber - weekday + 3) / 7
  return weeks * calendar.inWeek[span * 8 + 7]! + calendar.inWeek[span * 8 + weekday]!
}

/** The last span that begins, by days or by work, no later than the value; or the first. */
function spanOf(calendar: WorkingTime, begins: Float64Array, value: number): number {
  const count = calendar.days.length
  const { near } = calendar
  if (begins[near]! <= value && (near + 1 === count || begins[near + 1]! > value)) return near
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (begins[middle]! <= value) low = middle
    else high = middle - 1
  }
  calendar.near = low
  return low
}
