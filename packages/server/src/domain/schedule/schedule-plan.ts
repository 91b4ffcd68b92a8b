import { backwardPass } from './backward-pass.ts'
import type { Dates } from './dates.ts'
import { emptyDates } from './dates.ts'
import { forwardPass, lastFinish } from './forward-pass.ts'
import type { Network } from './network.ts'
import { absent, alap, begun, closes, compileNetwork, endAt, leaf, manual } from './network.ts'
import type { Plan } from './plan.ts'

export interface Scheduled {
  net: Network
  dates: Dates
}

export function schedulePlan(plan: Plan): Scheduled {
  const net = compileNetwork(plan)
  const dates = emptyDates(net.count)
  runPasses(net, dates)
  return { net, dates }
}

/** All dates of a network, from whichever end its plan is made. */
export function runPasses(net: Network, dates: Dates): void {
  const { plan } = net
  const someLate = hasLate(net)
  dates.projectStart = plan.start
  if (plan.from === 'finish' && plan.finish !== null) {
    // Where it has to start follows from where it has to end.
    dates.projectFinish = plan.finish
    forwardPass(net, dates)
    backwardPass(net, dates)
    dates.projectStart = firstStart(net, dates)
    forwardPass(net, dates)
    backwardPass(net, dates)
  } else {
    forwardPass(net, dates)
    dates.projectFinish = lastFinish(net, dates)
    backwardPass(net, dates)
  }
  if (!someLate) return
  forwardPass(net, dates, true)
  dates.start = new Float64Array(net.count)
  dates.finish = new Float64Array(net.count)
  standPass(net, dates)
}

function hasLate({ flags }: Network): boolean {
  let all = 0
  for (let place = 0; place < flags.length; place++) all |= flags[place]!
  return (all & alap) > 0
}

/** When the first has to start. */
export function firstStart(net: Network, dates: Dates): number {
  let first = Infinity
  for (let place = net.first; place >= 0; place = net.next[place]!) {
    if (net.kind[place] !== leaf || net.flags[place]! & absent) continue
    if (dates.lateStart[place]! < first) first = dates.lateStart[place]!
  }
  return Number.isFinite(first) ? first : net.plan.start
}

/** Everything stands at its early dates but what is to be as late as possible. */
export function standPass(net: Network, dates: Dates): void {
  for (let place = net.first; place >= 0; place = net.next[place]!) standAt(net, dates, place)
}

export function standAt(net: Network, dates: Dates, place: number): void {
  const flags = net.flags[place]!
  const kind = net.kind[place]!
  const isLate = kind === leaf && flags & alap && !(flags & (begun | manual))
  let start = isLate ? dates.lateStart[place]! : dates.earlyStart[place]!
  let finish = isLate ? dates.lateFinish[place]! : dates.earlyFinish[place]!
  if (kind === closes && !(flags & manual)) {
    let [first, last] = [Infinity, -Infinity]
    let child = net.firstChild[net.placeOf[net.task[place]!]!]!
    for (; child >= 0; child = net.nextSibling[child]!) {
      if (net.flags[child]! & absent) continue
      const end = endAt(net, child)
      first = Math.min(first, dates.start[end]!)
      last = Math.max(last, dates.finish[end]!)
    }
    if (first !== Infinity) [start, finish] = [first, last]
  }
  dates.start[place] = start
  dates.finish[place] = finish
}

export interface TaskDates {
  start: number
  finish: number
  earlyStart: number
  earlyFinish: number
  lateStart: number
  lateFinish: number
}

/** Where a summary closes, and where anything else stands. */
export function placeOfDates(net: Network, task: number): number {
  const close = net.closeOf[task]!
  return close >= 0 ? close : net.placeOf[task]!
}

export function datesOfTask({ net, dates }: Scheduled, task: number): TaskDates {
  const place = placeOfDates(net, task)
  return {
    start: dates.start[place]!,
    finish: dates.finish[place]!,
    earlyStart: dates.earlyStart[place]!,
    earlyFinish: dates.earlyFinish[place]!,
    lateStart: dates.lateStart[place]!,
    lateFinish: dates.lateFinish[place]!,
  }
}
