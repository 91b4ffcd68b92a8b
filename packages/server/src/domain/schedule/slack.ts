import type { Dates } from './dates.ts'
import { linkBound } from './forward-pass.ts'
import type { Network } from './network.ts'
import {
  absent,
  begun,
  done,
  elapsed,
  endAt,
  fromStart,
  lagged,
  summary,
  toFinish,
} from './network.ts'
import type { Scheduled } from './schedule-plan.ts'
import { placeOfDates } from './schedule-plan.ts'
import { beforeLag } from './task-time.ts'
import { firstTick, lastTick } from './ticks.ts'
import type { WorkingTime } from './working-time.ts'
import { workBetween } from './working-time.ts'

/** By task: working time, by the clock for tasks that run through nights. */
export interface Slack {
  total: Float64Array
  free: Float64Array
  /** 1 for a task that may not be later without the project being later. */
  critical: Uint8Array
}

export function slackOf({ net, dates }: Scheduled): Slack {
  const count = net.plan.tasks.length
  const slack: Slack = {
    total: new Float64Array(count),
    free: new Float64Array(count),
    critical: new Uint8Array(count),
  }
  const { criticalSlack } = net.plan
  for (let task = 0; task < count; task++) {
    const place = placeOfDates(net, task)
    const calendar = slackCalendar(net, place)
    const total = totalSlack(net, dates, place, calendar)
    slack.total[task] = total
    slack.free[task] = freeSlack(net, dates, place, calendar, total)
    const over = net.flags[place]! & (done | absent)
    slack.critical[task] = !over && total <= criticalSlack ? 1 : 0
  }
  return slack
}

/** The less of what its start and its finish may be later; a start that has been cannot be. */
function totalSlack(net: Network, dates: Dates, place: number, calendar: WorkingTime): number {
  const flags = net.flags[place]!
  const start =
    flags & begun
      ? Infinity
      : workBetween(calendar, dates.earlyStart[place]!, dates.lateStart[place]!)
  if (flags === 0 && isEven(net, dates, place)) return start
  return Math.min(start, workBetween(calendar, dates.earlyFinish[place]!, dates.lateFinish[place]!))
}

/** Whether it runs by one calendar alone, within its time: its finish may be as much later as its start. */
function isEven({ calendar, lagCalendar }: Network, dates: Dates, place: number): boolean {
  if (calendar[place] !== lagCalendar[place]) return false
  if (dates.earlyStart[place]! <= firstTick || dates.lateStart[place]! <= firstTick) return false
  return dates.earlyFinish[place]! < lastTick && dates.lateFinish[place]! < lastTick
}

/** How much later it may be with nobody after it being later; with nobody after it all the slack there is. */
function freeSlack(
  net: Network,
  dates: Dates,
  place: number,
  calendar: WorkingTime,
  total: number,
): number {
  const { outNext, to, how, flags } = net
  const { earlyStart, earlyFinish } = dates
  // The first of those that come after it: what works by one calendar is counted only for that.
  let afterFinish = Infinity
  let afterStart = Infinity
  for (let edge = net.outFirst[place]!; edge >= 0; edge = outNext[edge]!) {
    const target = to[edge]!
    const flag = flags[target]! & (absent | done | summary)
    const kind = how[edge]!
    if ((kind | flag) === 0) {
      // Most links say no more than this.
      const start = earlyStart[target]!
      if (start < afterFinish) afterFinish = start
      continue
    }
    if (flag & (absent | done)) continue
    const end = flag & summary ? endAt(net, target) : target
    let at = kind & toFinish ? earlyFinish[end]! : earlyStart[end]!
    if (kind & lagged) {
      // Where a lag ends at a gap in the work, what matters is whether the successor has to move.
      if (linkBound(net, dates, edge, place, target, false) >= at) return 0
      at = beforeLag(net, dates, edge, at, place, target)
    }
    if (kind & fromStart) afterStart = Math.min(afterStart, at)
    else afterFinish = Math.min(afterFinish, at)
  }
  const isLast = afterFinish === Infinity && afterStart === Infinity
  if (isLast) return Math.max(total, 0)
  let free = Infinity
  if (afterFinish < Infinity) free = workBetween(calendar, earlyFinish[place]!, afterFinish)
  if (afterStart < Infinity) {
    free = Math.min(free, workBetween(calendar, earlyStart[place]!, afterStart))
  }
  return Math.max(free, 0)
}

function slackCalendar(net: Network, place: number): WorkingTime {
  const { all, always } = net.calendars
  return all[net.flags[place]! & elapsed ? always : net.lagCalendar[place]!]!
}
