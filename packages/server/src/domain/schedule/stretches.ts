import { weekdayOf } from '@triptych/contract/recurring-days'
import type { Span } from './hours-of-day.ts'
import { day, firstDay, lastDay } from './ticks.ts'

/**
 * Some years of a calendar as the stretches in which somebody works, one after the other, with a place
 * to look at for each piece of time and of work: so any instant is found in a few steps, however many
 * holidays there are. Everything is counted from where the years begin.
 */
export interface Stretches {
  from: number
  length: number
  /** The work before them, and that in them. */
  before: number
  total: number
  /** Where each begins, and the work before it. The first is empty, and after the last comes another. */
  bounds: Int32Array
  /** The last stretch that begins no later than a piece of time, and no later than one of work. */
  byTime: Int32Array
  byWork: Int32Array
}

/** As powers of two: 14 hours and 7 hours of work, in which one or two begin. */
export const timeShift = 13
export const workShift = 12

export const noStretches: Stretches = {
  from: 0,
  length: 0,
  before: 0,
  total: 0,
  bounds: new Int32Array(4),
  byTime: new Int32Array(1),
  byWork: new Int32Array(1),
}

/** How many days on either side of one are looked at first, and how many there may be. */
const fewDays = 1024
const mostDays = 1 << 15
const mostBounds = 1 << 18

/** How many days the calendars of a plan may count out, all of them together. */
export interface Room {
  days: number
}

export function roomForYears(): Room {
  return { days: 4 * mostDays }
}

/** From which day to which: where it was asked for, and farther if days around it are there already. */
export function daysAround({ from, length }: Stretches, dayNumber: number): [number, number] {
  const asked = Math.min(Math.max(dayNumber, firstDay + fewDays), lastDay - fewDays)
  const [first, last] = [from / day, (from + length) / day]
  const more = Math.max(fewDays, (last - first) >> 1)
  const low = Math.max(Math.min(first, asked - more), firstDay)
  const high = Math.min(Math.max(last, asked + more), lastDay)
  return length > 0 && high - low <= mostDays ? [low, high] : [asked - fewDays, asked + fewDays]
}

/** `null` where they would be too many. */
export function stretchesOf(
  spans: readonly Span[],
  [first, last]: readonly [number, number],
  before: number,
): Stretches | null {
  const bounds: number[] = [0, 0]
  let total = 0
  let end = -1
  let i = 0
  for (let at = first; at < last; at++) {
    while (i + 1 < spans.length && spans[i + 1]!.day <= at) i++
    const { from, to } = spans[i]!.week[weekdayOf(at)]!
    for (let k = 0; k < from.length; k++) {
      const begin = (at - first) * day + from[k]!
      if (begin !== end) bounds.push(begin, total)
      end = (at - first) * day + to[k]!
      total += to[k]! - from[k]!
    }
    if (bounds.length > mostBounds) return null
  }
  bounds.push(0x7fffffff, total)
  const length = (last - first) * day
  return {
    from: first * day,
    length,
    before,
    total,
    bounds: Int32Array.from(bounds),
    byTime: places(bounds, 0, length, timeShift),
    byWork: places(bounds, 1, total, workShift),
  }
}

function places(bounds: readonly number[], side: 0 | 1, length: number, shift: number): Int32Array {
  const found = new Int32Array((length >> shift) + 1)
  let at = 0
  for (let i = 0; i < found.length; i++) {
    while (at + 4 < bounds.length && bounds[at + 2 + side]! <= i << shift) at += 2
    found[i] = at
  }
  return found
}
