import { weekdayOf } from '@triptych/contract/recurring-days'
import type { Span } from './hours-of-day.ts'
import { timeOfNext, timeWhenDone, workUntil } from './hours-of-day.ts'
import type { Room, Stretches } from './stretches.ts'
import {
  daysAround,
  noStretches,
  roomForYears,
  stretchesOf,
  timeShift,
  workShift,
} from './stretches.ts'
import { day, firstTick, lastDay, lastTick } from './ticks.ts'

/**
 * A calendar made for counting: the work before each span is added up beforehand, so that any instant
 * becomes working time, and working time an instant, with one search among the spans. A calendar
 * without exceptions is one span.
 */
export interface WorkingTime {
  spans: readonly Span[]
  days: Float64Array
  /** All work before the span: from 1970 on, so that the numbers are small and take no memory. */
  before: Float64Array
  /** What added to the work of whole weeks since 1970, were all as in the span, gives all work. */
  base: Float64Array
  /** Of each span the work before each day of its week, and in the eighth place that of all of them. */
  inWeek: Float64Array
  /** What is done before the first and the last day there is. */
  least: number
  most: number
  /** The span that was asked for last: who is counted next mostly lies in the same. */
  near: number
  /** The years that are asked for often. */
  often: Stretches
  /** How often others were asked for since. */
  missed: number
  room: Room
}

/** So often is asked before years are counted out, which takes about as long as that. */
const mostMissed = 4096

export function workingTime(spans: readonly Span[], room: Room = roomForYears()): WorkingTime {
  const count = spans.length
  const made: WorkingTime = {
    spans,
    days: Float64Array.from(spans, (span) => span.day),
    before: new Float64Array(count + 1),
    base: new Float64Array(count),
    inWeek: new Float64Array(count * 8),
    least: 0,
    most: 0,
    near: 0,
    often: noStretches,
    missed: 0,
    room,
  }
  for (const [i, span] of spans.entries()) {
    for (let k = 0; k < 7; k++) {
      made.inWeek[i * 8 + k + 1] = made.inWeek[i * 8 + k]! + span.week[k]!.total
    }
    const base = made.before[i]! - workOfDays(made, i, span.day)
    made.base[i] = base
    made.before[i + 1] = base + workOfDays(made, i, spans[i + 1]?.day ?? lastDay)
  }
  const until1970 = workAt(made, 0)
  for (const works of [made.before, made.base]) {
    for (let i = 0; i < works.length; i++) works[i]! -= until1970
  }
  made.least = made.before[0]!
  made.most = made.before[count]!
  return made
}

/** Whether anybody could ever work by it. */
export function hasWork(calendar: WorkingTime): boolean {
  return calendar.most > calendar.least
}

/** All work before an instant. */
export function workAt(calendar: WorkingTime, tick: number): number {
  const { from, length, before, bounds, byTime } = calendar.often
  const at = (tick - from) | 0
  if (at !== tick - from || at < 0 || at >= length) return workOf(calendar, tick)
  const i = lastUntil(bounds, byTime[at >> timeShift]!, at)
  return before + Math.min((bounds[i + 1]! + at - bounds[i]!) | 0, bounds[i + 3]!)
}

/** The earliest instant by which so much work is done: where something ends. */
export function finishAt(calendar: WorkingTime, work: number): number {
  const { from, before, total, bounds, byWork } = calendar.often
  const left = (work - before) | 0
  if (left !== work - before || left <= 0 || left > total) return finishOf(calendar, work)
  const i = lastUntil(bounds, (byWork[(left - 1) >> workShift]! + 1) | 0, (left - 1) | 0)
  return from + ((bounds[i - 1]! + left - bounds[i]!) | 0)
}

/** The latest instant until which no more than this is done: where something begins. */
export function startAt(calendar: WorkingTime, work: number): number {
  const { from, before, total, bounds, byWork } = calendar.often
  const left = (work - before) | 0
  if (left !== work - before || left < 0 || left >= total) return startOf(calendar, work)
  const i = lastUntil(bounds, (byWork[left >> workShift]! + 1) | 0, left)
  return from + ((bounds[i - 1]! + left - bounds[i]!) | 0)
}

/** The last of the bounds, every other from a place on, that is no more than the value. */
function lastUntil(bounds: Int32Array, place: number, value: number): number {
  // The first step is counted and not decided: nobody could foretell it.
  let i = (place + (((bounds[place + 2]! - 1 - value) >> 31) & 2)) | 0
  while (bounds[i + 2]! <= value) i = (i + 2) | 0
  return i
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

function workOf(calendar: WorkingTime, tick: number): number {
  const dayNumber = Math.floor(tick / day)
  miss(calendar, dayNumber)
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

function finishOf(calendar: WorkingTime, work: number): number {
  if (work <= calendar.least) return firstTick
  if (work > calendar.most) return lastTick
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
  miss(calendar, weeks * 7 - 3 + weekday)
  return (weeks * 7 - 3 + weekday) * day + timeWhenDone(hours, left - inWeek[i * 8 + weekday]!)
}

function startOf(calendar: WorkingTime, work: number): number {
  if (work < calendar.least) return firstTick
  if (work >= calendar.most) return lastTick
  const i = spanOf(calendar, calendar.before, work)
  const inWeek = calendar.inWeek
  const perWeek = inWeek[i * 8 + 7]!
  const rest = work - calendar.base[i]!
  const weeks = Math.floor(rest / perWeek)
  const left = rest - weeks * perWeek
  let weekday = 6
  while (weekday > 0 && inWeek[i * 8 + weekday]! > left) weekday--
  const hours = calendar.spans[i]!.week[weekday]!
  miss(calendar, weeks * 7 - 3 + weekday)
  return (weeks * 7 - 3 + weekday) * day + timeOfNext(hours, left - inWeek[i * 8 + weekday]!)
}

/** A day that is asked for often is counted out, with the years around it. */
function miss(calendar: WorkingTime, dayNumber: number): void {
  if (++calendar.missed < mostMissed) return
  calendar.missed = 0
  const { often, room } = calendar
  const [first, last] = daysAround(often, dayNumber)
  const more = last - first - often.length / day
  if (more > room.days) return
  const made = stretchesOf(calendar.spans, [first, last], workOf(calendar, first * day))
  if (!made) return
  calendar.often = made
  room.days -= more
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
