import { absent, done } from './network.ts'
import type { Network } from './network.ts'
import type { Plan } from './plan.ts'
import type { Scheduled } from './schedule-plan.ts'
import { placeOfDates } from './schedule-plan.ts'
import { lagCalendarAt } from './task-time.ts'
import { workBetween } from './working-time.ts'

/** By task; what a summary is follows from what is below it. */
export interface RolledUp {
  duration: Float64Array
  /** From 0 to 100, whole. */
  progress: Float64Array
}

/** What everything below a task counts for, and how much of that is done; of a task without children its own. */
export interface Sums {
  whole: Float64Array | number[]
  past: Float64Array | number[]
}

/**
 * A summary lasts from its start to its finish in working time, and is done as far as what is below it, each
 * counting by its length or by its work.
 */
export function rollUp({ net, dates }: Scheduled): RolledUp {
  const count = net.plan.tasks.length
  const sums = { whole: new Float64Array(count), past: new Float64Array(count) }
  sumUp(net, sums)
  const rolled: RolledUp = {
    duration: new Float64Array(count),
    progress: new Float64Array(count),
  }
  for (let task = 0; task < count; task++) {
    rolled.progress[task] = progressOf(net, sums, task)
    if (net.closeOf[task]! < 0) {
      rolled.duration[task] = net.plan.tasks[task]!.duration
      continue
    }
    const place = placeOfDates(net, task)
    const calendar = lagCalendarAt(net, place)
    rolled.duration[task] = workBetween(calendar, dates.start[place]!, dates.finish[place]!)
  }
  return rolled
}

export function sumUp(net: Network, sums: Sums): void {
  // What is below a summary comes before the place where it closes.
  for (let place = net.first; place >= 0; place = net.next[place]!) {
    const task = net.task[place]!
    if (place === placeOfDates(net, task)) sumOf(net, sums, task)
  }
}

/** Of one task, from the sums of what is directly below it. */
export function sumOf(net: Network, sums: Sums, task: number): void {
  let whole = 0
  let past = 0
  if (net.closeOf[task]! < 0) {
    const { duration, remaining } = net.plan.tasks[task]!
    const isDone = net.flags[net.placeOf[task]!]! & done
    whole = duration
    past = isDone ? duration : duration - (remaining ?? duration)
    if (net.plan.progressBy === 'work' && duration > 0) {
      whole = workOf(net.plan, task)
      past = Math.round((whole * past) / duration)
    }
  } else {
    let child = net.firstChild[net.placeOf[task]!]!
    for (; child >= 0; child = net.nextSibling[child]!) {
      if (net.flags[child]! & absent) continue
      whole += sums.whole[net.task[child]!]!
      past += sums.past[net.task[child]!]!
    }
  }
  sums.whole[task] = whole
  sums.past[task] = past
}

/** What there is to do for all who work on a task; where nobody does, for one whom nobody has named yet. */
function workOf({ tasks, resources }: Plan, task: number): number {
  const { duration, assignments } = tasks[task]!
  let work = 0
  let isStaffed = false
  for (const { resource, units, work: said } of assignments) {
    if (!resources[resource]?.works) continue
    isStaffed = true
    // Whole, so that sums are the same in any order.
    work += Math.round(said ?? units * duration)
  }
  return isStaffed ? work : duration
}

/** From 0 to 100, whole. */
export function progressOf(net: Network, { whole, past }: Sums, task: number): number {
  if (whole[task]! > 0) return Math.round((100 * past[task]!) / whole[task]!)
  return net.flags[placeOfDates(net, task)]! & done ? 100 : 0
}
