import { linkBound } from './forward-pass.ts'
import type { Network } from './network.ts'
import { absent, alap, begun, endAt, manual, toFinish } from './network.ts'
import type { Scheduled } from './schedule-plan.ts'
import { nextStart, startBefore } from './task-time.ts'

/** Why a task starts when it does. A link and a constraint of a summary drive what is below it. */
export type Driver =
  | { by: 'actual' | 'manual' | 'late' | 'project' | 'levelling' }
  | { by: 'constraint'; task: number }
  | { by: 'manualSummary'; task: number }
  | { by: 'link'; link: number }

/** Which of several that do so is named: the one that comes first. */
export interface DriverOrder {
  task(place: number): number
  link(place: number): number
}

const byPlace: DriverOrder = { task: (place) => place, link: (place) => place }

export function driverOf(scheduled: Scheduled, task: number, order: DriverOrder = byPlace): Driver {
  const { net } = scheduled
  const place = net.placeOf[task]!
  const flags = net.flags[place]!
  if (flags & manual) return { by: 'manual' }
  if (net.closeOf[task]! >= 0) return driverOfSummary(scheduled, task, order)
  if (flags & begun) return { by: 'actual' }
  if (flags & alap) return { by: 'late' }
  const { constraint, constraintDate, levelingDelay } = net.plan.tasks[task]!
  if (constraintDate !== null && (constraint === 'mso' || constraint === 'mfo')) {
    return { by: 'constraint', task }
  }
  if (levelingDelay > 0) return { by: 'levelling' }
  return lastBound(scheduled, place, order) ?? { by: 'project' }
}

/** A summary starts with the first of its children, for the reason for which that does. */
function driverOfSummary(scheduled: Scheduled, task: number, order: DriverOrder): Driver {
  const { net, dates } = scheduled
  const start = dates.start[net.closeOf[task]!]!
  let first = -1
  let child = net.firstChild[net.placeOf[task]!]!
  for (; child >= 0; child = net.nextSibling[child]!) {
    const counts = !(net.flags[child]! & absent) && dates.start[endAt(net, child)] === start
    const one = net.task[child]!
    if (counts && (first < 0 || order.task(one) < order.task(first))) first = one
  }
  return first < 0 ? { by: 'project' } : driverOf(scheduled, first, order)
}

/** Of all that holds a start back, its own and that of the summaries above, what holds longest. */
function lastBound(scheduled: Scheduled, place: number, order: DriverOrder): Driver | null {
  const { net, dates } = scheduled
  let held = -Infinity
  let driver: Driver | null = null
  for (let at = place; at >= 0; at = net.parentOpen[at]!) {
    let link = -1
    for (let k = net.inFirst[at]!; k >= 0; k = net.inNext[k]!) {
      const from = net.from[k]!
      if (net.flags[from]! & absent) continue
      const bound = linkBound(net, dates, k, from, at, true)
      const start =
        net.how[k]! & toFinish ? startBefore(net, place, bound, net.duration[place]!) : bound
      // Of several that hold as long the first that was said.
      if (start < held) continue
      if (start === held && !(link >= 0 && order.link(net.link[k]!) < order.link(link))) continue
      held = start
      link = net.link[k]!
    }
    if (link >= 0) driver = { by: 'link', link }
    const own = boundOfTask(net, at, place)
    if (own && own.start > held) [held, driver] = [own.start, own.driver]
  }
  // What holds a start back less than the beginning of the project does not drive it.
  const work = nextStart(net, place, dates.projectStart)
  return driver && nextStart(net, place, held) < work && dates.start[place] === work ? null : driver
}

function boundOfTask(
  net: Network,
  at: number,
  place: number,
): { start: number; driver: Driver } | null {
  const task = net.task[at]!
  const { constraint, constraintDate: date, start } = net.plan.tasks[task]!
  if (at !== place && net.flags[at]! & manual && start !== null) {
    return { start, driver: { by: 'manualSummary', task } }
  }
  if (date === null) return null
  const driver: Driver = { by: 'constraint', task }
  if (constraint === 'snet') return { start: date, driver }
  if (constraint !== 'fnet' || at !== place) return null
  return { start: startBefore(net, place, date, net.duration[place]!), driver }
}
