import { backwardAt, backwardPass } from './backward-pass.ts'
import type { Dates } from './dates.ts'
import { forwardAt, forwardPass } from './forward-pass.ts'
import type { Network } from './network.ts'
import { alap, closes, endAt, opens } from './network.ts'
import type { PlaceHeap } from './place-heap.ts'
import { popPlace, pushPlace } from './place-heap.ts'
import { standAt, standPass } from './schedule-plan.ts'

/**
 * One pass over a plan that is edited: dates as it last left them, and the places where something is
 * not as it was then. It is run over those, and from each whose dates become others over who heeds them.
 */
export interface Stage {
  pass: 'forward' | 'again' | 'backward' | 'stand'
  dates: Dates
  pending: number[]
  isPending: Uint8Array
  /** Everything is to be looked at. */
  isWhole: boolean
}

/** Called for each place that was looked at and has dates, with those it had. */
export type Seen = (place: number, start: number, finish: number) => void

/** Where more than this share is to be looked at, a pass over everything takes less time. */
const wholeShare = 1 / 8

export function newStage(pass: Stage['pass'], dates: Dates): Stage {
  return { pass, dates, pending: [], isPending: new Uint8Array(0), isWhole: true }
}

export function mark({ isWhole, isPending, pending }: Stage, place: number): void {
  if (isWhole || place < 0 || isPending[place]) return
  isPending[place] = 1
  pending.push(place)
}

/** Answers whether everything was looked at. */
export function runStage(net: Network, stage: Stage, seen: Seen): boolean {
  const limit = Math.max(64, net.count * wholeShare)
  if (!stage.isWhole && stage.pending.length <= limit && runOver(net, stage, seen, limit)) {
    return false
  }
  if (stage.pass === 'backward') backwardPass(net, stage.dates)
  else if (stage.pass === 'stand') standPass(net, stage.dates)
  else forwardPass(net, stage.dates, stage.pass === 'again')
  stage.isPending = new Uint8Array(net.kind.length)
  stage.pending = []
  stage.isWhole = false
  return true
}

/** In the order of the plan, so that each place is looked at once. Answers whether it came to an end. */
function runOver(net: Network, stage: Stage, seen: Seen, limit: number): boolean {
  const { pass, pending, isPending } = stage
  if (pending.length === 0) return true
  const heap: PlaceHeap = { places: [], direction: pass === 'backward' ? -1 : 1 }
  const add = (place: number) => {
    if (place < 0 || isPending[place]) return
    isPending[place] = 1
    pushPlace(heap, net.rank, place)
  }
  for (const place of pending) {
    if (net.task[place]! >= 0) pushPlace(heap, net.rank, place)
    else isPending[place] = 0
  }
  stage.pending = []
  for (let count = 0; heap.places.length > 0; count++) {
    if (count > limit) return false
    const place = popPlace(heap, net.rank)
    isPending[place] = 0
    if (pass === 'backward') backAt(net, stage.dates, place, add, seen)
    else if (pass === 'stand') upAt(net, stage.dates, place, add, seen)
    else onAt(net, stage, place, add, seen)
  }
  return true
}

type Add = (place: number) => void

function onAt(net: Network, { dates, pass }: Stage, place: number, add: Add, seen: Seen) {
  const again = pass === 'again'
  if (net.kind[place] === opens) {
    const [floor, finishFloor] = [dates.floor[place], dates.finishFloor[place]]
    forwardAt(net, dates, place, again)
    if (dates.floor[place] === floor && dates.finishFloor[place] === finishFloor) return
    let child = net.firstChild[place]!
    for (; child >= 0; child = net.nextSibling[child]!) add(child)
    return
  }
  const start = dates.earlyStart[place]!
  const finish = dates.earlyFinish[place]!
  forwardAt(net, dates, place, again)
  seen(place, start, finish)
  if (dates.earlyStart[place] === start && dates.earlyFinish[place] === finish) return
  for (let k = net.outFirst[place]!; k >= 0; k = net.outNext[k]!) add(net.to[k]!)
  const above = net.parentClose[place]!
  if (above < 0) return
  const isAlap = again && net.flags[place]! & alap
  if (isAlap || reachesOut(dates.earlyStart, dates.earlyFinish, { place, above, start, finish })) {
    add(above)
  }
}

interface Was {
  place: number
  above: number
  start: number
  finish: number
}

/** Whether a summary may begin or end elsewhere because one of its children does. */
function reachesOut(
  starts: Float64Array,
  finishes: Float64Array,
  { place, above, start, finish }: Was,
): boolean {
  const [first, last] = [starts[above]!, finishes[above]!]
  // What was never counted may be anything.
  if (!(start >= first && finish <= last)) return true
  const [now, end] = [starts[place]!, finishes[place]!]
  return (
    now < first || (start === first && now > start) || end > last || (finish === last && end < last)
  )
}

function backAt(net: Network, dates: Dates, place: number, add: Add, seen: Seen): void {
  if (net.kind[place] === closes) {
    const [ceiling, startCeiling] = [dates.ceiling[place], dates.startCeiling[place]]
    backwardAt(net, dates, place)
    if (dates.ceiling[place] === ceiling && dates.startCeiling[place] === startCeiling) return
    addChildren(net, place, add)
    return
  }
  const end = endAt(net, place)
  const [start, finish] = [dates.lateStart[end]!, dates.lateFinish[end]!]
  const [needed, neededFinish] = [dates.needed[place], dates.lateFinish[place]]
  backwardAt(net, dates, place)
  seen(end, start, finish)
  const isMoved = dates.lateStart[end] !== start || dates.lateFinish[end] !== finish
  const isNeeded = dates.needed[place] !== needed || dates.lateFinish[place] !== neededFinish
  if (isMoved || isNeeded) add(net.parentOpen[place]!)
  if (!isNeeded) return
  for (let k = net.inFirst[place]!; k >= 0; k = net.inNext[k]!) add(net.from[k]!)
}

function upAt(net: Network, dates: Dates, place: number, add: Add, seen: Seen): void {
  const [start, finish] = [dates.start[place]!, dates.finish[place]!]
  standAt(net, dates, place)
  seen(place, start, finish)
  if (dates.start[place] === start && dates.finish[place] === finish) return
  if (net.kind[place] !== opens) add(net.parentClose[place]!)
}

/** Where the children of a summary end, given where it closes. */
export function addChildren(net: Network, close: number, add: Add): void {
  let child = net.firstChild[net.placeOf[net.task[close]!]!]!
  for (; child >= 0; child = net.nextSibling[child]!) add(endAt(net, child))
}
