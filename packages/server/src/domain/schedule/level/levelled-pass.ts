import { backwardAt } from '../backward-pass.ts'
import type { Dates } from '../dates.ts'
import { emptyDates } from '../dates.ts'
import { forwardAt } from '../forward-pass.ts'
import type { Network } from '../network.ts'
import { closes, endAt, opens } from '../network.ts'
import type { PlaceHeap } from '../place-heap.ts'
import { popPlace, pushPlace } from '../place-heap.ts'
import { finishFrom, nextStart, previousFinish, startBefore } from '../task-time.ts'
import type { Load } from './resource-load.ts'
import { firstAbove, lastAbove, take } from './resource-load.ts'

/** What a task needs while it runs. */
export interface Demand {
  resource: number
  units: number
}

/** A plan whose tasks are put one after the other where there is enough of what they need. */
export interface Levelling {
  net: Network
  /** By place; `null` for whatever is not moved. */
  demands: readonly (readonly Demand[] | null)[]
  capacity: readonly number[]
  /** What those take that are not moved. */
  taken: readonly Load[]
  projectStart: number
  waits: { forwards: Int32Array; backwards: Int32Array }
}

/** When everything is, put forwards from the start or backwards from the finish. */
export interface Levelled {
  dates: Dates
  /** By how much each place stands later than it could without the others; only of a pass from the start. */
  delay: Float64Array
}

/** Between two keys so far apart nothing that could begin soon comes first. */
export const soonApart = 1e9
/** So often for each task it is looked who else could begin before one that has to wait. */
const looksEach = 4

/**
 * As early as possible; of those that could be next the one with the lowest key, or the one that can begin soonest: then keys
 * say who is first among those that begin at once, and who is apart.
 */
export function* levelForwards(
  level: Levelling,
  given: Float64Array,
  isSoonestFirst = false,
): Generator<void, Levelled> {
  const { net, demands } = level
  const keys = given.slice()
  let looks = isSoonestFirst ? looksEach * net.count : 0
  const dates = emptyDates(net.count)
  const delay = new Float64Array(net.count)
  const loads = copyOf(level.taken)
  dates.projectStart = level.projectStart
  yield* inOrder(level, keys, false, (place, next) => {
    forwardAt(net, dates, place, false)
    const needs = demands[place]
    if (!needs) return true
    const first = dates.earlyStart[place]!
    let start = first
    let finish = dates.earlyFinish[place]!
    for (;;) {
      const free = needs.reduce((last, { resource, units }) => {
        const above = lastAbove(loads[resource]!, start, finish, room(level, resource, units))
        return above === null ? last : Math.max(last, above)
      }, start)
      if (free === start) break
      start = nextStart(net, place, free)
      finish = finishFrom(net, place, start, net.duration[place]!)
    }
    if (looks > 0 && next !== undefined) {
      const key = given[place]! + Math.min(start - level.projectStart, soonApart - 1)
      if (keys[next]! < key) {
        looks--
        keys[place] = key
        return false
      }
    }
    dates.earlyStart[place] = start
    dates.earlyFinish[place] = finish
    delay[place] = start - first
    for (const { resource, units } of needs) take(loads[resource]!, start, finish, units)
    return true
  })
  return { dates, delay }
}

/**
 * As late as possible before a finish; of those that could be last the one with the lowest key. What stands by hand, or is the
 * first below its summary, is known by the early dates.
 */
export function* levelBackwards(
  level: Levelling,
  keys: Float64Array,
  { earlyStart, earlyFinish }: Dates,
  projectFinish: number,
): Generator<void, Levelled> {
  const { net, demands } = level
  const { projectStart } = level
  const dates = { ...emptyDates(net.count), earlyStart, earlyFinish, projectStart, projectFinish }
  const loads = copyOf(level.taken)
  yield* inOrder(level, keys, true, (place) => {
    backwardAt(net, dates, place)
    const needs = demands[place]
    if (!needs) return true
    let start = dates.lateStart[place]!
    let finish = dates.lateFinish[place]!
    for (;;) {
      const free = needs.reduce((first, { resource, units }) => {
        const above = firstAbove(loads[resource]!, start, finish, room(level, resource, units))
        return above === null ? first : Math.min(first, above)
      }, finish)
      if (free === finish) break
      finish = previousFinish(net, place, free)
      start = startBefore(net, place, finish, net.duration[place]!)
    }
    dates.lateStart[place] = start
    dates.lateFinish[place] = finish
    dates.needed[place] = start
    for (const { resource, units } of needs) take(loads[resource]!, start, finish, units)
    return true
  })
  return { dates, delay: new Float64Array(0) }
}

/** Whoever needs more than there is gets all of it. */
function room({ capacity }: Levelling, resource: number, units: number): number {
  return Math.max(0, capacity[resource]! - units) + 1e-9
}

function copyOf(loads: readonly Load[]): Load[] {
  return loads.map(({ at, taken }) => ({ at: [...at], taken: [...taken] }))
}

/** In a large plan a task takes a while to find its place. */
const visitsAtOnce = 32

/**
 * Every place, after all that it waits for; those that need nothing at once, of the others the lowest key. A visit is told who
 * would be next, and says whether the place is done or comes again, by the key that it has by then.
 */
function* inOrder(
  { net, demands, waits }: Levelling,
  keys: Float64Array,
  isBackwards: boolean,
  visit: (place: number, next: number | undefined) => boolean,
): Generator<void, void> {
  const left = (isBackwards ? waits.backwards : waits.forwards).slice()
  const ready: number[] = []
  const heap: PlaceHeap = { places: [], direction: 1 }

  const add = (place: number): void => {
    if (demands[place]) pushPlace(heap, keys, place)
    else ready.push(place)
  }
  const release = (place: number): void => {
    if (--left[place]! === 0) add(place)
  }
  const releaseAfter = isBackwards ? eachBefore : eachAfter
  for (let place = net.first; place >= 0; place = net.next[place]!) {
    if (left[place] === 0) add(place)
  }
  for (let count = 1; ready.length > 0 || heap.places.length > 0; count++) {
    if (count % visitsAtOnce === 0) yield
    const place = ready.pop() ?? popPlace(heap, keys)
    if (visit(place, heap.places[0])) releaseAfter(net, place, release)
    else add(place)
  }
}

/** For how many others each place waits. */
export function waitsIn(net: Network): Levelling['waits'] {
  const [forwards, backwards] = [new Int32Array(net.count), new Int32Array(net.count)]
  for (let place = net.first; place >= 0; place = net.next[place]!) {
    eachAfter(net, place, (other) => forwards[other]!++)
    eachBefore(net, place, (other) => backwards[other]!++)
  }
  return { forwards, backwards }
}

type Visit = (place: number) => void

/** Those that wait for a place on the way forwards. */
function eachAfter(net: Network, place: number, visit: Visit): void {
  for (let k = net.outFirst[place]!; k >= 0; k = net.outNext[k]!) visit(net.to[k]!)
  if (net.kind[place] === opens) {
    visit(endAt(net, place))
    let child = net.firstChild[place]!
    for (; child >= 0; child = net.nextSibling[child]!) visit(child)
  } else if (net.parentClose[place]! >= 0) visit(net.parentClose[place]!)
}

/** Those that wait for it on the way backwards. */
function eachBefore(net: Network, place: number, visit: Visit): void {
  for (let k = net.inFirst[place]!; k >= 0; k = net.inNext[k]!) visit(net.from[k]!)
  if (net.kind[place] === closes) {
    const open = net.placeOf[net.task[place]!]!
    visit(open)
    let child = net.firstChild[open]!
    for (; child >= 0; child = net.nextSibling[child]!) visit(endAt(net, child))
  } else if (net.parentOpen[place]! >= 0) visit(net.parentOpen[place]!)
}
