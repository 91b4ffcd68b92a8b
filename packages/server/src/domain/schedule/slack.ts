import { linkBound } from './forward-pass.ts'
import type { Network } from './network.ts'
import { absent, done, endAt } from './network.ts'
import type { Scheduled } from './schedule-plan.ts'
import { placeOfDates } from './schedule-plan.ts'
import { beforeLag, lagCalendarAt } from './task-time.ts'
import type { WorkingTime } from './working-time.ts'
import { workBetween } from './working-time.ts'

/** By task: working time, by the clock for tasks that run through nights. */
export interface Slack {
  total: Float64Array
  free: Float64Array
  /** 1 for a task that may not be later without the project being later. */
  critical: Uint8Array
}

export function slackOf(scheduled: Scheduled): Slack {
  const { net } = scheduled
  const count = net.plan.tasks.length
  const slack: Slack = {
    total: new Float64Array(count),
    free: new Float64Array(count),
    critical: new Uint8Array(count),
  }
  for (let task = 0; task < count; task++) {
    const place = placeOfDates(net, task)
    const total = totalSlack(scheduled, place)
    slack.total[task] = total
    slack.free[task] = freeSlack(scheduled, place, total)
    const over = net.flags[place]! & (done | absent)
    slack.critical[task] = !over && total <= net.plan.criticalSlack ? 1 : 0
  }
  return slack
}

/** The less of what its start and its finish may be later; a start that has been cannot be. */
function totalSlack({ net, dates }: Scheduled, place: number): number {
  const calendar = slackCalendar(net, place)
  const finish = workBetween(calendar, dates.earlyFinish[place]!, dates.lateFinish[place]!)
  if (net.plan.tasks[net.task[place]!]!.actualStart !== null) return finish
  const start = workBetween(calendar, dates.earlyStart[place]!, dates.lateStart[place]!)
  return Math.min(start, finish)
}

/** How much later it may be with nobody after it being later; with nobody after it all the slack there is. */
function freeSlack({ net, dates }: Scheduled, place: number, total: number): number {
  // The first of those that come after it: what works by one calendar is counted only for that.
  let afterFinish = Infinity
  let afterStart = Infinity
  for (let edge = net.outFirst[place]!; edge >= 0; edge = net.outNext[edge]!) {
    const to = net.to[edge]!
    if (net.flags[to]! & (absent | done)) continue
    const type = net.linkType[edge]!
    const target = endAt(net, to)
    let at = type < 2 ? dates.earlyStart[target]! : dates.earlyFinish[target]!
    if (net.lag[edge] !== 0) {
      // Where a lag ends at a gap in the work, what matters is whether the successor has to move.
      if (linkBound(net, dates, edge, place, to, false) >= at) return 0
      at = beforeLag(net, edge, at, place, to)
    }
    if (type % 2 === 1) afterStart = Math.min(afterStart, at)
    else afterFinish = Math.min(afterFinish, at)
  }
  const isLast = afterFinish === Infinity && afterStart === Infinity
  if (isLast) return Math.max(total, 0)
  const calendar = slackCalendar(net, place)
  let free = Infinity
  if (afterFinish < Infinity) free = workBetween(calendar, dates.earlyFinish[place]!, afterFinish)
  if (afterStart < Infinity) {
    free = Math.min(free, workBetween(calendar, dates.earlyStart[place]!, afterStart))
  }
  return Math.max(free, 0)
}

function slackCalendar(net: Network, place: number): WorkingTime {
  const { elapsed } = net.plan.tasks[net.task[place]!]!
  return elapsed ? net.calendars.all[net.calendars.always]! : lagCalendarAt(net, place)
}
