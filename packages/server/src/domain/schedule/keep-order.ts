import type { Network } from './network.ts'
import { closes, endAt, opens } from './network.ts'
import type { PlaceHeap } from './place-heap.ts'
import { popPlace, pushPlace } from './place-heap.ts'

/** A search from one place along all that comes after it, or back along all it waits for. */
interface Search {
  heap: PlaceHeap
  /** From where each place that was seen was come to. */
  cameFrom: Map<number, number>
  /** Those whose neighbours were seen, too, in the order of the search. */
  passed: number[]
  /** How many neighbours were looked at. */
  work: number
}

/**
 * Makes sure that one place comes after another that it waits for from now on. Where it cannot, because
 * the other waits for it, the places from one to the other are answered and nothing is changed.
 *
 * It is looked from both ends at once, always on from what is least far, until the two searches have
 * passed each other in the order: so only what lies between them is seen, and of that what hangs
 * together with the ends. (Haeupler, Kavitha, Mathew, Sen, Tarjan: Incremental cycle detection, 2012.)
 */
export function putAfter(net: Network, before: number, after: number): number[] | null {
  const { rank } = net
  if (rank[before]! < rank[after]!) return null
  const on = searchFrom(after, 1)
  const back = searchFrom(before, -1)
  for (;;) {
    const [next, last] = [on.heap.places[0], back.heap.places[0]]
    if (next === undefined || last === undefined || rank[next]! >= rank[last]!) break
    const isOn = on.work <= back.work
    const met = isOn ? lookOn(net, on, back) : lookBack(net, back, on)
    if (met >= 0) return [...pathTo(met, on).toReversed(), ...pathTo(met, back).slice(1)]
  }
  moveTogether(net, on, back, { before, after })
  return null
}

function searchFrom(place: number, direction: 1 | -1): Search {
  const cameFrom = new Map([[place, -1]])
  return { heap: { places: [place], direction }, cameFrom, passed: [], work: 0 }
}

/** All that waits for the next place; answers who was seen by the other search, or -1. */
function lookOn(net: Network, search: Search, other: Search): number {
  const place = popPlace(search.heap, net.rank)
  search.passed.push(place)
  let met = -1
  for (let edge = net.outFirst[place]!; edge >= 0 && met < 0; edge = net.outNext[edge]!) {
    met = see(net, search, other, place, net.to[edge]!)
  }
  if (net.kind[place] === opens) {
    let child = net.firstChild[place]!
    for (; child >= 0 && met < 0; child = net.nextSibling[child]!) {
      met = see(net, search, other, place, child)
    }
  } else if (met < 0 && net.parentClose[place]! >= 0) {
    met = see(net, search, other, place, net.parentClose[place]!)
  }
  return met
}

/** All that the next place waits for. */
function lookBack(net: Network, search: Search, other: Search): number {
  const place = popPlace(search.heap, net.rank)
  search.passed.push(place)
  let met = -1
  for (let edge = net.inFirst[place]!; edge >= 0 && met < 0; edge = net.inNext[edge]!) {
    met = see(net, search, other, place, net.from[edge]!)
  }
  if (net.kind[place] === closes) {
    let child = net.firstChild[net.placeOf[net.task[place]!]!]!
    for (; child >= 0 && met < 0; child = net.nextSibling[child]!) {
      const end = endAt(net, child)
      // Who is being put below the summary is not waited for yet.
      if (net.parentClose[end] === place) met = see(net, search, other, place, end)
    }
  } else if (met < 0 && net.parentOpen[place]! >= 0) {
    met = see(net, search, other, place, net.parentOpen[place]!)
  }
  return met
}

function see(net: Network, search: Search, other: Search, from: number, place: number): number {
  search.work++
  if (search.cameFrom.has(place)) return -1
  search.cameFrom.set(place, from)
  if (other.cameFrom.has(place)) return place
  pushPlace(search.heap, net.rank, place)
  return -1
}

function pathTo(place: number, { cameFrom }: Search): number[] {
  const path: number[] = []
  for (let at = place; at >= 0; at = cameFrom.get(at)!) path.push(at)
  return path
}

/**
 * Where the searches passed each other all that was found looking back is put first, and then all that
 * was found looking on: what either of them still has before it lies on the other side of that.
 */
function moveTogether(
  net: Network,
  on: Search,
  back: Search,
  { before, after }: { before: number; after: number },
): void {
  const { rank } = net
  const next = on.heap.places[0]
  const last = back.heap.places[0]
  let moved: number[]
  let cut: number
  if (last === undefined) {
    moved = back.passed.toReversed()
    cut = net.previous[after]!
  } else if (next === undefined) {
    moved = on.passed
    cut = before
  } else {
    const behind = back.passed.filter((place) => rank[place]! > rank[next]!)
    moved = [...behind.toReversed(), ...on.passed]
    cut = net.previous[next]!
  }
  const isMoved = new Set(moved)
  while (cut >= 0 && isMoved.has(cut)) cut = net.previous[cut]!
  for (const place of moved) takeOut(net, place)
  putIn(net, cut, moved)
}

/** Takes a place out of the order. */
export function takeOut(net: Network, place: number): void {
  const [before, after] = [net.previous[place]!, net.next[place]!]
  if (before >= 0) net.next[before] = after
  else net.first = after
  if (after >= 0) net.previous[after] = before
  else net.last = before
}

/** Puts places into the order after one, or with -1 before all. */
export function putIn(net: Network, cut: number, places: readonly number[]): void {
  const { rank } = net
  const after = cut >= 0 ? net.next[cut]! : net.first
  const low = cut >= 0 ? rank[cut]! : after >= 0 ? rank[after]! - places.length - 1 : 0
  const high = after >= 0 ? rank[after]! : low + places.length + 1
  const step = (high - low) / (places.length + 1)
  let at = cut
  for (const [i, place] of places.entries()) {
    rank[place] = low + step * (i + 1)
    net.previous[place] = at
    if (at >= 0) net.next[at] = place
    else net.first = place
    at = place
  }
  net.next[at] = after
  if (after >= 0) net.previous[after] = at
  else net.last = at
  // Numbers so close that some become one say nothing any more: all are given new ones.
  if (step < Math.max(1, Math.abs(low), Math.abs(high)) * 1e-14) rankAnew(net)
}

function rankAnew(net: Network): void {
  let rank = 0
  for (let place = net.first; place >= 0; place = net.next[place]!) net.rank[place] = rank++
}
