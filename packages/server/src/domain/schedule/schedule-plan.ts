import { backwardPass } from './backward-pass.ts'
import type { Dates } from './dates.ts'
import { emptyDates } from './dates.ts'
import { forwardPass, lastFinish } from './forward-pass.ts'
import type { Network } from './network.ts'
import { absent, alap, begun, closes, compileNetwork, leaf, manual, opens } from './network.ts'
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
  const someLate = net.flags.some((flags) => flags & alap)
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
  if (someLate) forwardPass(net, dates, true)
  stand(net, dates, someLate)
}

function firstStart(net: Network, dates: Dates): number {
  let first = Infinity
  for (let place = 0; place < net.count; place++) {
    if (net.kind[place] !== leaf || net.flags[place]! & absent) continue
    if (dates.lateStart[place]! < first) first = dates.lateStart[place]!
  }
  return Number.isFinite(first) ? first : net.plan.start
}

/** Everything stands at its early dates but what is to be as late as possible. */
function stand(net: Network, dates: Dates, someLate: boolean): void {
  dates.start.set(dates.earlyStart)
  dates.finish.set(dates.earlyFinish)
  if (!someLate) return
  for (let place = 0; place < net.count; place++) {
    const flags = net.flags[place]!
    const close = net.closeOf[net.task[place]!]!
    if (net.kind[place] === opens && !(flags & manual)) {
      dates.start[close] = Infinity
      dates.finish[close] = -Infinity
    }
    if (net.kind[place] === leaf && flags & alap && !(flags & (begun | manual))) {
      dates.start[place] = dates.lateStart[place]!
      dates.finish[place] = dates.lateFinish[place]!
    }
    if (net.kind[place] === closes && dates.start[place] === Infinity) {
      dates.start[place] = dates.earlyStart[place]!
      dates.finish[place] = dates.earlyFinish[place]!
    }
    const above = net.parentClose[place]!
    if (net.kind[place] === opens || above < 0 || flags & absent) continue
    if (net.flags[above]! & manual) continue
    dates.start[above] = Math.min(dates.start[above]!, dates.start[place]!)
    dates.finish[above] = Math.max(dates.finish[above]!, dates.finish[place]!)
  }
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
