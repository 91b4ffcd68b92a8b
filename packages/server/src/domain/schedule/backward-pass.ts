import type { Dates } from './dates.ts'
import type { Network } from './network.ts'
import {
  absent,
  begun,
  bounded,
  closes,
  done,
  endAt,
  fromStart,
  manual,
  opens,
  toFinish,
} from './network.ts'
import {
  beforeLag,
  finishFrom,
  lagCalendarAt,
  placeLate,
  previousFinish,
  startBefore,
} from './task-time.ts'
import { lastTick } from './ticks.ts'
import { earlierBy } from './working-time.ts'

/** Late dates of everything, from the last to the first. */
export function backwardPass(net: Network, dates: Dates): void {
  for (let place = net.last; place >= 0; place = net.previous[place]!) backwardAt(net, dates, place)
}

/** One place, from what comes after it; nothing but its own dates is written. */
export function backwardAt(net: Network, dates: Dates, place: number): void {
  const kind = net.kind[place]!
  if (kind === closes) close(net, dates, place)
  else if (kind === opens) open(net, dates, place)
  else latest(net, dates, place)
}

function close(net: Network, dates: Dates, place: number): void {
  const { constraint, constraintDate } = net.plan.tasks[net.task[place]!]!
  let ceiling = Math.min(fromLinks(net, dates, place), ceilingAbove(net, dates, place))
  if (constraint === 'fnlt') ceiling = Math.min(ceiling, constraintDate ?? ceiling)
  dates.ceiling[place] = ceiling
  dates.startCeiling[place] = Math.min(
    startByLinks(net, dates, place),
    startAbove(net, dates, place),
  )
}

/** The dates of a summary are known when all below it are: where it opens. */
function open(net: Network, dates: Dates, place: number): void {
  const close = endAt(net, place)
  let start = Infinity
  let finish = -Infinity
  // A link to a summary holds for whoever needs it first.
  let needed = Infinity
  let neededFinish = Infinity
  let child = net.firstChild[place]!
  for (; child >= 0; child = net.nextSibling[child]!) {
    const flags = net.flags[child]!
    if (flags & absent) continue
    const end = endAt(net, child)
    // What stands by hand keeps its summary where it stands.
    start = Math.min(start, flags & manual ? dates.earlyStart[end]! : dates.lateStart[end]!)
    finish = Math.max(finish, dates.lateFinish[end]!)
    if (flags & done) continue
    needed = Math.min(needed, dates.needed[child]!)
    neededFinish = Math.min(neededFinish, dates.lateFinish[child]!)
  }
  // What stands by hand is not late where it stands.
  if (net.flags[place]! & manual) finish = Math.max(finish, dates.earlyFinish[close]!)
  dates.lateStart[close] = start === Infinity ? dates.projectFinish : start
  dates.lateFinish[close] = start === Infinity ? dates.projectFinish : finish
  dates.needed[place] = needed
  dates.lateFinish[place] = neededFinish
}

function ceilingAbove(net: Network, dates: Dates, place: number): number {
  const above = net.parentClose[place]!
  return above < 0 ? Infinity : dates.ceiling[above]!
}

/** Whoever starts first below a summary has to heed who waits for the start of it. */
function startAbove(net: Network, dates: Dates, place: number): number {
  const above = net.parentClose[place]!
  if (above < 0 || dates.startCeiling[above] === Infinity) return Infinity
  return dates.earlyStart[place] === dates.earlyStart[above] ? dates.startCeiling[above]! : Infinity
}

function startByLinks(net: Network, dates: Dates, place: number): number {
  let bound = Infinity
  for (let edge = net.outFirst[place]!; edge >= 0; edge = net.outNext[edge]!) {
    const to = net.to[edge]!
    if (!(net.how[edge]! & fromStart) || net.flags[to]! & (absent | done)) continue
    if (net.flags[place]! & (manual | begun)) continue
    const at = net.how[edge]! & toFinish ? dates.lateFinish[to]! : dates.needed[to]!
    if (at === Infinity) continue
    bound = Math.min(bound, beforeLag(net, dates, edge, at, place, to))
  }
  return bound
}

/** By when everything that comes after a task wants it done. */
function wanted(net: Network, dates: Dates, place: number): number {
  const finish = Math.min(fromLinks(net, dates, place), ceilingAbove(net, dates, place))
  const start = startAbove(net, dates, place)
  if (start === Infinity) return finish
  return Math.min(finish, finishFrom(net, place, start, net.duration[place]!))
}

function latest(net: Network, dates: Dates, place: number): void {
  const flags = net.flags[place]!
  const length = net.duration[place]!
  if (flags === 0 && length > 0 && !net.plan.severalPaths) {
    placeLate(net, place, Math.min(wanted(net, dates, place), dates.projectFinish), dates)
    return
  }
  const task = net.plan.tasks[net.task[place]!]!
  if (flags & done) {
    const finish = task.actualFinish ?? dates.projectFinish
    dates.lateFinish[place] = finish
    dates.lateStart[place] = task.actualStart ?? startBefore(net, place, finish, length)
    dates.needed[place] = dates.lateStart[place]!
    return
  }
  let finish = wanted(net, dates, place)
  if (net.plan.severalPaths && finish === Infinity) finish = dates.earlyFinish[place]!
  finish = Math.min(finish, dates.projectFinish)
  if (flags & manual) {
    lateByHand(net, dates, place, finish)
    return
  }
  if (flags & bounded) finish = byConstraint(net, place, finish)
  if (length > 0) finish = previousFinish(net, place, finish)
  const left = flags & begun ? (task.remaining ?? length) : length
  const needed = startBefore(net, place, finish, left)
  dates.lateFinish[place] = finish
  dates.lateStart[place] = flags & begun ? (task.actualStart ?? needed) : needed
  // Who was put off by levelling needs what comes before it that much earlier.
  dates.needed[place] = flags & bounded ? needed - task.levelingDelay : needed
}

/**
 * Where a task was put by hand it is counted by its duration alone, whoever works on it, and is never
 * late where it stands.
 */
function lateByHand(net: Network, dates: Dates, place: number, bound: number): void {
  const finish = Math.max(bound, dates.earlyFinish[place]!)
  const calendar = net.plan.tasks[net.task[place]!]!.elapsed
    ? net.calendars.all[net.calendars.always]!
    : lagCalendarAt(net, place)
  const start = earlierBy(calendar, finish, net.duration[place]!)
  dates.lateFinish[place] = finish
  dates.lateStart[place] = Math.max(start, dates.earlyStart[place]!)
  dates.needed[place] = dates.lateStart[place]!
}

function byConstraint(net: Network, place: number, bound: number): number {
  const task = net.plan.tasks[net.task[place]!]!
  const { constraint, constraintDate: date } = task
  let finish = bound
  if (date !== null) {
    const fromStart = () => finishFrom(net, place, date, task.duration)
    if (constraint === 'mso') finish = fromStart()
    else if (constraint === 'mfo') finish = date
    else if (constraint === 'snlt') finish = Math.min(finish, fromStart())
    else if (constraint === 'fnlt') finish = Math.min(finish, date)
  }
  return task.deadline === null ? finish : Math.min(finish, task.deadline)
}

/** By when the links want a task done; infinity where there are none. */
function fromLinks(net: Network, dates: Dates, place: number): number {
  const { outNext, to, how, flags } = net
  const { needed } = dates
  let bound = Infinity
  for (let edge = net.outFirst[place]!; edge >= 0; edge = outNext[edge]!) {
    const target = to[edge]!
    // What is done or does not count binds nobody.
    if (flags[target]! & (absent | done)) continue
    // Most links say no more than this.
    const finish = how[edge] === 0 ? needed[target]! : finishByLink(net, dates, edge, bound)
    if (finish < bound) bound = finish
  }
  return bound
}

/** By when one link wants it done; where that is no earlier than others do, it may be more. */
function finishByLink(net: Network, dates: Dates, edge: number, others: number): number {
  const how = net.how[edge]!
  const [from, to] = [net.from[edge]!, net.to[edge]!]
  if (how & fromStart) {
    if (net.kind[from] === closes) return Infinity
    // A start that has been, or stands by hand, is moved by nobody.
    if (net.flags[from]! & (manual | begun)) return Infinity
    if (!(how & toFinish) && net.flags[to]! & begun) return Infinity
  }
  const at = how & toFinish ? dates.lateFinish[to]! : dates.needed[to]!
  // A summary of which nothing counts, or all is done, waits for nobody.
  if (at === Infinity) return Infinity
  const bound = beforeLag(net, dates, edge, at, from, to)
  if (!(how & fromStart)) return bound
  // What starts there ends no earlier than that.
  if (bound >= others && others <= lastTick) return bound
  return finishFrom(net, from, bound, net.duration[from]!)
}
