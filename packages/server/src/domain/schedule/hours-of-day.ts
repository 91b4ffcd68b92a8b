import { day } from './ticks.ts'

/** The working hours of a day: where each begins, where it ends, and the work before it. */
export interface Hours {
  from: number[]
  to: number[]
  before: number[]
  total: number
}

export type Range = readonly [from: number, to: number]

/** In order and without overlaps, whatever order they come in. An end before its start is the next midnight. */
export function hoursOf(ranges: readonly Range[]): Hours {
  const inDay = ranges
    .map(([from, to]): Range => [clamp(from), to <= from ? day : clamp(to)])
    .filter(([from, to]) => to > from)
    .toSorted((one, other) => one[0] - other[0])
  const hours: Hours = { from: [], to: [], before: [], total: 0 }
  for (const [from, to] of inDay) {
    const last = hours.to.length - 1
    const end = hours.to[last] ?? -1
    if (from <= end) {
      // Ranges that touch are one: nobody stops working between them.
      hours.total += Math.max(0, to - end)
      hours.to[last] = Math.max(end, to)
      continue
    }
    hours.from.push(from)
    hours.to.push(to)
    hours.before.push(hours.total)
    hours.total += to - from
  }
  return hours
}

export const noHours = hoursOf([])
export const allHours = hoursOf([[0, day]])

/** When both work. */
export function commonHours(one: Hours, other: Hours): Hours {
  if (one === other) return one
  const ranges: Range[] = []
  for (const [i, from] of one.from.entries()) {
    for (const [k, otherFrom] of other.from.entries()) {
      const start = Math.max(from, otherFrom)
      const end = Math.min(one.to[i] ?? 0, other.to[k] ?? 0)
      if (end > start) ranges.push([start, end])
    }
  }
  return hoursOf(ranges)
}

/** How much of the day's work lies before this time of day. */
export function workUntil(hours: Hours, time: number): number {
  const { from, to, before } = hours
  for (let i = from.length - 1; i >= 0; i--) {
    const start = from[i]!
    if (time > start) return before[i]! + Math.min(time, to[i]!) - start
  }
  return 0
}

/** The earliest time of day by which so much is done, which is more than nothing. */
export function timeWhenDone(hours: Hours, work: number): number {
  const { from, before } = hours
  let i = from.length - 1
  while (i > 0 && before[i]! >= work) i--
  return from[i]! + work - before[i]!
}

/** The latest time of day until which no more than this is done, which is less than all. */
export function timeOfNext(hours: Hours, work: number): number {
  const { from, before } = hours
  let i = from.length - 1
  while (i > 0 && before[i]! > work) i--
  return from[i]! + work - before[i]!
}

function clamp(time: number): number {
  return Math.min(Math.max(time, 0), day)
}

/** From a day on, until the next span begins, every week is alike: seven days from Monday. */
export interface Span {
  day: number
  week: readonly Hours[]
}
