import type { Dates } from './dates.ts'
import type { Network } from './network.ts'
import {
  absent,
  alap,
  begun,
  bounded,
  closes,
  endAt,
  fromStart,
  leaf,
  manual,
  opens,
  toFinish,
} from './network.ts'
import type { PlanTask } from './plan.ts'
import {
  afterLag,
  finishFrom,
  nextStart,
  placeEarly,
  previousFinish,
  startBefore,
} from './task-time.ts'
import { firstTick } from './ticks.ts'

/**
 * Early dates of everything, from the first to the last. Asked once more when late dates are known,
 * tasks as late as possible hold their successors up to their late dates.
 */
export function forwardPass(net: Network, dates: Dates, again = false): void {
  for (let place = net.first; place >= 0; place = net.next[place]!) {
    forwardAt(net, dates, place, again)
  }
}

/** One place, from what comes before it; nothing but its own dates is written. */
export function forwardAt(net: Network, dates: Dates, place: number, again: boolean): void {
  const kind = net.kind[place]!
  if (kind === opens) open(net, dates, place, again)
  else if (kind === closes) close(net, dates, place, again)
  else early(net, dates, place, again)
}

/** The last finish of anything that counts, summaries put by hand included. */
export function lastFinish(net: Network, dates: Dates): number {
  let last = -Infinity
  for (let place = net.first; place >= 0; place = net.next[place]!) {
    if (net.kind[place] === opens || net.flags[place]! & absent) continue
    if (dates.earlyFinish[place]! > last) last = dates.earlyFinish[place]!
  }
  // Where nothing counts it is over when it begins.
  return last === -Infinity ? dates.projectStart : last
}

function open(net: Network, dates: Dates, place: number, again: boolean): void {
  let floor = fromAbove(net, dates, place, fromLinks(net, dates, place, again))
  const task = net.plan.tasks[net.task[place]!]!
  // Whatever is below a summary that stands by hand does not start before it.
  if (net.flags[place]! & manual) floor = Math.max(floor, task.start ?? floor)
  else if (task.constraint === 'snet') floor = Math.max(floor, task.constraintDate ?? floor)
  dates.floor[place] = floor
  const above = net.parentOpen[place]!
  const finish = above < 0 ? -Infinity : dates.finishFloor[above]!
  dates.finishFloor[place] = Math.max(finish, finishByLinks(net, dates, place, again))
}

function close(net: Network, dates: Dates, place: number, again: boolean): void {
  if (net.flags[place]! & manual) {
    const task = net.plan.tasks[net.task[place]!]!
    if (task.start !== null && task.finish !== null) {
      dates.earlyStart[place] = task.start
      dates.earlyFinish[place] = task.finish
      return
    }
  }
  // It reaches from the first to the last of its children.
  let start = Infinity
  let finish = -Infinity
  let child = net.firstChild[net.placeOf[net.task[place]!]!]!
  for (; child >= 0; child = net.nextSibling[child]!) {
    const flags = net.flags[child]!
    if (flags & absent) continue
    const end = endAt(net, child)
    const late = again && flags & alap
    start = Math.min(start, late ? dates.lateStart[end]! : dates.earlyStart[end]!)
    finish = Math.max(finish, late ? dates.lateFinish[end]! : dates.earlyFinish[end]!)
  }
  // Where nothing below it counts, it is over when the project begins.
  dates.earlyStart[place] = start === Infinity ? dates.projectStart : start
  dates.earlyFinish[place] = start === Infinity ? dates.projectStart : finish
}

/** What the links ask for, or later where a summary above wants it. */
function fromAbove(net: Network, dates: Dates, place: number, links: number): number {
  const above = net.parentOpen[place]!
  if (above < 0) return links
  const bound = Math.max(links, dates.floor[above]!)
  const finish = dates.finishFloor[above]!
  if (finish === -Infinity || net.kind[place] !== leaf) return bound
  // What ends there starts no later than that.
  if (finish <= bound && bound >= firstTick) return bound
  return Math.max(bound, startBefore(net, place, finish, net.duration[place]!))
}

/** A link to the finish of a summary holds for the finish of everything below it. */
function finishByLinks(net: Network, dates: Dates, place: number, again: boolean): number {
  let bound = -Infinity
  for (let k = net.inFirst[place]!; k >= 0; k = net.inNext[k]!) {
    const from = net.from[k]!
    if (!(net.how[k]! & toFinish) || net.flags[from]! & absent) continue
    bound = Math.max(bound, linkBound(net, dates, k, from, place, again))
  }
  return bound
}

function early(net: Network, dates: Dates, place: number, again: boolean): void {
  const flags = net.flags[place]!
  const length = net.duration[place]!
  if (flags === 0 && length > 0) {
    const bound = fromAbove(net, dates, place, fromLinks(net, dates, place, again))
    placeEarly(net, place, bound === -Infinity ? dates.projectStart : bound, dates)
    dates.earlyFinish[place] = untilLink(net, dates, place, dates.earlyFinish[place]!)
    return
  }
  const task = net.plan.tasks[net.task[place]!]!
  let start: number
  let finish: number
  if (flags & manual) {
    start = task.start ?? dates.projectStart
    finish = task.finish ?? finishFrom(net, place, start, length)
  } else if (flags & begun) {
    start = task.actualStart ?? dates.projectStart
    finish = task.actualFinish ?? finishOfBegun(net, place, start, task)
  } else {
    start = earliest(net, dates, place, again)
    finish = finishFrom(net, place, start, length)
    if (flags & bounded && task.constraint === 'mfo') finish = task.constraintDate ?? finish
    finish = untilLink(net, dates, place, finish)
  }
  dates.earlyStart[place] = start
  dates.earlyFinish[place] = finish
}

function earliest(net: Network, dates: Dates, place: number, again: boolean): number {
  let start = fromAbove(net, dates, place, fromLinks(net, dates, place, again))
  const length = net.duration[place]!
  if (!(net.flags[place]! & bounded)) {
    if (start === -Infinity) start = dates.projectStart
    // A milestone stands where it is told to; everything else begins when somebody works.
    return length > 0 ? nextStart(net, place, start) : start
  }
  const { constraint, constraintDate: date, levelingDelay } = net.plan.tasks[net.task[place]!]!
  if (date !== null && constraint === 'snet') start = Math.max(start, date)
  if (date !== null && constraint === 'fnet') {
    start = Math.max(start, startBefore(net, place, date, length))
  }
  // A date before the start of the project wins over it, as a link does.
  if (start === -Infinity) start = dates.projectStart
  if (length > 0) start = nextStart(net, place, start)
  if (levelingDelay > 0) start = nextStart(net, place, start + levelingDelay)
  if (date === null) return start
  if (constraint === 'snlt') return Math.min(start, date)
  if (constraint === 'fnlt') return Math.min(start, startBefore(net, place, date, length))
  if (constraint === 'mso') return date
  return constraint === 'mfo' ? startBefore(net, place, date, length) : start
}

/**
 * What is left goes on where it is resumed. With several people that is where the first of them stopped,
 * so that the whole may take longer.
 */
function finishOfBegun(net: Network, place: number, start: number, task: PlanTask): number {
  const whole = finishFrom(net, place, start, task.duration)
  let finish = whole
  if (task.resume !== null && task.remaining !== null) {
    finish = finishFrom(net, place, Math.max(task.resume, start), task.remaining)
    const people = task.assignments.filter(({ resource }) => net.plan.resources[resource]?.works)
    if (people.length > 1) finish = Math.max(whole, finish)
  }
  return task.constraint === 'fnet' ? Math.max(finish, task.constraintDate ?? finish) : finish
}

/** From when on the links let a task start; minus infinity where there are none. */
function fromLinks(net: Network, dates: Dates, place: number, again: boolean): number {
  const { inNext, from, how, flags } = net
  const { earlyFinish } = dates
  let bound = -Infinity
  for (let k = net.inFirst[place]!; k >= 0; k = inNext[k]!) {
    const source = from[k]!
    const flag = flags[source]! & (absent | alap)
    if ((how[k]! | flag) === 0) {
      // Most links say no more than this.
      const finish = earlyFinish[source]!
      if (finish > bound) bound = finish
    } else if (!(flag & absent)) {
      bound = Math.max(bound, startByLink(net, dates, k, place, again, bound))
    }
  }
  return bound
}

/** From when on one link lets it start; where that is no later than others ask for, it may be less. */
function startByLink(
  net: Network,
  dates: Dates,
  edge: number,
  place: number,
  again: boolean,
  others: number,
): number {
  const at = linkBound(net, dates, edge, net.from[edge]!, place, again)
  const how = net.how[edge]!
  if (!(how & toFinish)) return at
  if (net.kind[place] === opens) return -Infinity
  // Who only has to end with another is not moved before the project.
  const least = how & fromStart ? -Infinity : dates.projectStart
  // What ends there starts no later than that.
  if (at <= others && others >= firstTick) return least
  return Math.max(least, startBefore(net, place, at, net.duration[place]!))
}

/** The instant before which a link lets its target not start, or not end. */
export function linkBound(
  net: Network,
  dates: Dates,
  edge: number,
  from: number,
  to: number,
  again: boolean,
): number {
  const late = again && net.flags[from]! & alap
  const finish = late ? dates.lateFinish : dates.earlyFinish
  const start = late ? dates.lateStart : dates.earlyStart
  return afterLag(
    net,
    dates,
    edge,
    net.how[edge]! & fromStart ? start[from]! : finish[from]!,
    from,
    to,
  )
}

/** Who has to end where another begins ends there, and not the evening before. */
function untilLink(net: Network, dates: Dates, place: number, finish: number): number {
  let last = finish
  for (let k = net.inFirst[place]!; k >= 0; k = net.inNext[k]!) {
    if (!(net.how[k]! & toFinish) || net.flags[net.from[k]!]! & absent) continue
    const bound = linkBound(net, dates, k, net.from[k]!, place, false)
    if (bound > last && previousFinish(net, place, bound) <= finish) last = bound
  }
  return last
}
