import type { Dates } from './dates.ts'
import type { Network } from './network.ts'
import { closes, lagElapsed, lagPercent, lagged, pieced } from './network.ts'
import { spanOfRest } from './segments.ts'
import type { Strand } from './strands.ts'
import type { WorkingTime } from './working-time.ts'
import {
  earlierBy,
  finishAt,
  lastWork,
  laterBy,
  nextWork,
  startAt,
  workAt,
  workBetween,
} from './working-time.ts'

/** When somebody can begin on the task, from an instant on. */
export function nextStart(net: Network, place: number, tick: number): number {
  const strands = strandsAt(net, place)
  if (!strands) return nextWork(calendarAt(net, place), tick)
  const { all } = net.calendars
  let first = Infinity
  for (const { calendar } of strands) first = Math.min(first, nextWork(all[calendar]!, tick))
  return first
}

/** Where a finish may as well stand: the end of work instead of the morning after. */
export function previousFinish(net: Network, place: number, tick: number): number {
  const strands = strandsAt(net, place)
  if (!strands) return lastWork(calendarAt(net, place), tick)
  const { all } = net.calendars
  let last = -Infinity
  for (const { calendar } of strands) last = Math.max(last, lastWork(all[calendar]!, tick))
  return last
}

/** When a task is done of which so much is left at an instant. */
export function finishFrom(net: Network, place: number, start: number, left: number): number {
  const strands = strandsAt(net, place)
  if (!strands) return laterBy(calendarAt(net, place), start, spanAt(net, place, left))
  const part = partOf(net, place, left)
  let last = start
  for (const { calendar, length } of strands) {
    const end = laterBy(net.calendars.all[calendar]!, start, Math.round(length * part))
    last = Math.max(last, end)
  }
  return last
}

/** When so much of a task has to begin that has to be done by an instant. */
export function startBefore(net: Network, place: number, finish: number, left: number): number {
  const strands = strandsAt(net, place)
  if (!strands) return earlierBy(calendarAt(net, place), finish, spanAt(net, place, left))
  const part = partOf(net, place, left)
  let first = finish
  for (const { calendar, length } of strands) {
    const start = earlierBy(net.calendars.all[calendar]!, finish, Math.round(length * part))
    first = Math.min(first, start)
  }
  return first
}

/** `nextStart` and from there `finishFrom` in one, for the many tasks that are simple. */
export function placeEarly(net: Network, place: number, tick: number, dates: Dates): void {
  const calendar = calendarAt(net, place)
  const work = workAt(calendar, tick)
  dates.earlyStart[place] = startAt(calendar, work)
  dates.earlyFinish[place] = finishAt(calendar, work + net.duration[place]!)
}

/** `previousFinish` and from there `startBefore` in one. */
export function placeLate(net: Network, place: number, tick: number, dates: Dates): void {
  const calendar = calendarAt(net, place)
  const work = workAt(calendar, tick)
  const start = startAt(calendar, work - net.duration[place]!)
  dates.lateFinish[place] = finishAt(calendar, work)
  dates.lateStart[place] = start
  dates.needed[place] = start
}

/** How long a lag is, whatever it runs through. */
function lagOf(net: Network, dates: Dates, edge: number, from: number): number {
  const lag = net.lag[edge]!
  if (!isShare(net, edge)) return lag
  return Math.round((lengthAt(net, dates, from) * lag) / 100)
}

/** Whether a lag is a part of how long the task takes that it leads from. */
export function isShare(net: Network, edge: number): boolean {
  return (net.how[edge]! & lagPercent) !== 0
}

/** What was said of a summary is how long it was when it was drawn; how long it is now follows from where it is. */
function lengthAt(net: Network, dates: Dates, place: number): number {
  if (net.kind[place] !== closes) return net.duration[place]!
  const [start, finish] = [dates.earlyStart[place]!, dates.earlyFinish[place]!]
  return workBetween(lagCalendarAt(net, place), start, finish)
}

/** Later by a lag, or by a negative one earlier. */
export function afterLag(
  net: Network,
  dates: Dates,
  edge: number,
  tick: number,
  from: number,
  to: number,
): number {
  const how = net.how[edge]!
  if (!(how & lagged)) return tick
  const lag = lagOf(net, dates, edge, from)
  return how & lagElapsed ? tick + lag : laterBy(lagCalendarAt(net, to), tick, lag)
}

/** The instant from which a lag leads to this one. */
export function beforeLag(
  net: Network,
  dates: Dates,
  edge: number,
  tick: number,
  from: number,
  to: number,
): number {
  const how = net.how[edge]!
  if (!(how & lagged)) return tick
  const lag = lagOf(net, dates, edge, from)
  return how & lagElapsed ? tick - lag : laterBy(lagCalendarAt(net, to), tick, -lag)
}

export function lagCalendarAt(net: Network, place: number): WorkingTime {
  return net.calendars.all[net.lagCalendar[place]!]!
}

function calendarAt(net: Network, place: number): WorkingTime {
  return net.calendars.all[net.calendar[place]!]!
}

function strandsAt(net: Network, place: number): readonly Strand[] | undefined {
  return net.flags[place]! & pieced ? net.strands.of.get(net.task[place]!) : undefined
}

function spanAt(net: Network, place: number, left: number): number {
  if (!(net.flags[place]! & pieced)) return left
  return spanOfRest(net.plan.tasks[net.task[place]!]!.segments, left)
}

function partOf(net: Network, place: number, left: number): number {
  const whole = net.duration[place]!
  return whole > 0 ? left / whole : 1
}
