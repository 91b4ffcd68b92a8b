import { weekdayOf } from '@triptych/contract/recurring-days'
import type { Hours, Span } from './hours-of-day.ts'
import { allHours, commonHours } from './hours-of-day.ts'
import { firstDay } from './ticks.ts'

/** What a calendar says. Days are numbers since 1970, both ends included. */
export interface CalendarRules {
  /** Monday first; `null` where the parent decides. */
  week: readonly (Hours | null)[]
  /** Other weeks for a while; of several the last holds. */
  weeks: readonly { from: number; to: number; week: readonly (Hours | null)[] }[]
  /** Single days and runs of days, which win over any week; of several the last holds. */
  exceptions: readonly { from: number; to: number; hours: Hours }[]
}

export const roundTheClock: readonly Span[] = [{ day: firstDay, week: Array(7).fill(allHours) }]

/** A calendar over its parent, which has its say where the child has none. */
export function spansOf(rules: CalendarRules, parent: readonly Span[]): Span[] {
  const periods = [
    ...rules.weeks.map(({ from, to, week }) => ({ from, to, week, exception: false })),
    ...rules.exceptions.map(({ from, to, hours }) => ({
      from,
      to,
      week: Array<Hours>(7).fill(hours),
      exception: true,
    })),
  ].filter(({ from, to }) => from <= to)
  const days = new Set(parent.map((span) => span.day))
  for (const { from, to } of periods) {
    days.add(Math.max(from, firstDay))
    days.add(Math.max(to, firstDay) + 1)
  }
  const open = openPeriods(periods)
  return joined(
    [...days]
      .toSorted((one, other) => one - other)
      .map((day) => {
        const above = spanAt(parent, day).week
        const held = open(day)
        const week = above.map((hours, i) => held?.week[i] ?? rules.week[i] ?? hours)
        return { day, week }
      }),
  )
}

/** When both calendars work. */
export function commonSpans(one: readonly Span[], other: readonly Span[]): Span[] {
  const days = new Set([...one, ...other].map((span) => span.day))
  return joined(
    [...days]
      .toSorted((left, right) => left - right)
      .map((day) => {
        const week = spanAt(other, day).week
        return {
          day,
          week: spanAt(one, day).week.map((hours, i) => commonHours(hours, week[i] ?? hours)),
        }
      }),
  )
}

/** Whose hours hold on a day. */
export function hoursOn(spans: readonly Span[], day: number): Hours {
  return spanAt(spans, day).week[weekdayOf(day)] ?? allHours
}

interface Period {
  from: number
  to: number
  week: readonly (Hours | null)[]
  exception: boolean
}

/** Asked with rising days: the period that holds, an exception before a week, a later before an earlier. */
function openPeriods(periods: readonly Period[]): (day: number) => Period | undefined {
  const coming = periods
    .map((period, place) => ({ period, place: period.exception ? place + periods.length : place }))
    .toSorted((one, other) => one.period.from - other.period.from)
  let next = 0
  let open: typeof coming = []
  return (day) => {
    while (next < coming.length && coming[next]!.period.from <= day) open.push(coming[next++]!)
    open = open.filter(({ period }) => period.to >= day)
    let held = open[0]
    for (const one of open) if (held && one.place > held.place) held = one
    return held?.period
  }
}

function spanAt(spans: readonly Span[], day: number): Span {
  let low = 0
  let high = spans.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (spans[middle]!.day <= day) low = middle
    else high = middle - 1
  }
  return spans[low]!
}

/** Without those that only repeat the one before. */
function joined(spans: readonly Span[]): Span[] {
  return spans.filter((span, i) => {
    const before = spans[i - 1]
    return !before || span.week.some((hours, k) => !sameHours(hours, before.week[k]))
  })
}

function sameHours(one: Hours, other: Hours | undefined): boolean {
  if (one === other) return true
  return (
    one.from.length === other?.from.length &&
    one.from.every((from, i) => from === other.from[i] && one.to[i] === other.to[i])
  )
}
