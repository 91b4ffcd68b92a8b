import { putAfter, putIn, takeOut } from './keep-order.ts'
import type { Network } from './network.ts'
import {
  closes,
  describeLink,
  describeTask,
  endAt,
  joinEdge,
  leaf,
  opens,
  putBelow,
} from './network.ts'

/** Places and edges that nobody needs any more, to be used again. */
export interface Unused {
  places: number[]
  edges: number[]
}

type Numbers = Int32Array | Uint8Array | Uint16Array | Float64Array
type Named = { [K in keyof Network]: Network[K] extends Numbers ? K : never }[keyof Network]

const byTask: readonly Named[] = ['placeOf', 'closeOf']
const ofPlaces: readonly Named[] = ['kind', 'task', 'calendar', 'lagCalendar', 'duration', 'flags']
const ofOutline: readonly Named[] = ['parentOpen', 'parentClose', 'firstChild', 'nextSibling']
const ofOrder: readonly Named[] = ['previousSibling', 'next', 'previous', 'rank']
const byPlace: readonly Named[] = [...ofPlaces, ...ofOutline, ...ofOrder, 'inFirst', 'outFirst']
const ends: readonly Named[] = ['inNext', 'outNext', 'from', 'to']
const byEdge: readonly Named[] = [...ends, 'link', 'how', 'lag']

/** The same numbers with room for more: half as many again, so that it is seldom needed. */
export function withRoom<T extends Numbers>(numbers: T, least: number): T {
  const length = Math.max(least, numbers.length + (numbers.length >> 1))
  const more = new (numbers.constructor as new (length: number) => T)(length)
  more.set(numbers)
  return more
}

function makeRoom(net: Network, names: readonly Named[], least: number): void {
  const arrays: Record<Named, Numbers> = net
  for (const name of names) arrays[name] = withRoom(arrays[name], least)
}

function newPlace(net: Network, unused: Unused): number {
  const place = unused.places.pop() ?? net.count++
  if (place >= net.kind.length) makeRoom(net, byPlace, place + 16)
  for (const list of [net.firstChild, net.nextSibling, net.previousSibling]) list[place] = -1
  for (const list of [net.inFirst, net.outFirst, net.parentOpen, net.parentClose]) list[place] = -1
  return place
}

/** A place for a task that was added to the plan, at the top of the outline. */
export function addTask(net: Network, unused: Unused, task: number): void {
  const place = newPlace(net, unused)
  if (task >= net.placeOf.length) makeRoom(net, byTask, task + 16)
  net.placeOf[task] = place
  net.closeOf[task] = -1
  net.task[place] = task
  net.kind[place] = leaf
  putIn(net, net.last, [place])
  describeTask(net, task)
}

/**
 * Puts a task with all below it below another, or with -1 at the top. Where tasks would wait for each
 * other, the places around that circle are answered, and all stays as it was.
 */
export function moveTask(
  net: Network,
  unused: Unused,
  task: number,
  parent: number,
): number[] | null {
  const place = net.placeOf[task]!
  const open = net.parentOpen[place]!
  const before = open >= 0 ? net.task[open]! : -1
  const inside = pathUp(net, parent, place)
  if (inside) return inside
  leave(net, unused, task)
  const circle = parent < 0 ? null : enter(net, unused, task, parent)
  if (circle && before >= 0) enter(net, unused, task, before)
  return circle
}

/** From a place up to one that is above it, or itself; `null` where it is not below it. */
function pathUp(net: Network, task: number, above: number): number[] | null {
  const path: number[] = []
  let at = task < 0 ? -1 : net.placeOf[task]!
  for (; at >= 0; at = net.parentOpen[at]!) {
    path.push(at)
    if (at === above) return path
  }
  return null
}

function enter(net: Network, unused: Unused, task: number, parent: number): number[] | null {
  const open = net.placeOf[parent]!
  if (net.kind[open] !== opens) makeSummary(net, unused, parent)
  const close = net.closeOf[parent]!
  const place = net.placeOf[task]!
  const end = endAt(net, place)
  // One after the other, as each is looked for in an order in which all others hold.
  let circle = putAfter(net, open, place)
  if (!circle) {
    putBelow(net, place, open, -1)
    circle = putAfter(net, end, close)
    for (const one of [place, end]) {
      net.parentOpen[one] = open
      net.parentClose[one] = close
    }
  }
  if (circle) leave(net, unused, task, parent)
  return circle
}

/** A summary that loses the last of its children is one no more. */
function leave(net: Network, unused: Unused, task: number, from = -1): void {
  const place = net.placeOf[task]!
  const open = from >= 0 ? net.placeOf[from]! : net.parentOpen[place]!
  if (open < 0) return
  if (net.parentOpen[place] === open) {
    const [before, after] = [net.previousSibling[place]!, net.nextSibling[place]!]
    if (before >= 0) net.nextSibling[before] = after
    else net.firstChild[open] = after
    if (after >= 0) net.previousSibling[after] = before
  }
  for (const one of [place, endAt(net, place)]) {
    net.parentOpen[one] = -1
    net.parentClose[one] = -1
  }
  if (net.firstChild[open]! < 0) makeLeaf(net, unused, net.task[open]!)
}

function makeSummary(net: Network, unused: Unused, task: number): void {
  const place = net.placeOf[task]!
  const close = newPlace(net, unused)
  net.closeOf[task] = close
  net.kind[place] = opens
  net.kind[close] = closes
  net.task[close] = task
  net.parentOpen[close] = net.parentOpen[place]!
  net.parentClose[close] = net.parentClose[place]!
  // Whoever waits for it waits for its close.
  handOver(net, place, close)
  putIn(net, place, [close])
  describeTask(net, task)
}

function makeLeaf(net: Network, unused: Unused, task: number): void {
  const place = net.placeOf[task]!
  const close = net.closeOf[task]!
  handOver(net, close, place)
  takeOut(net, close)
  net.closeOf[task] = -1
  net.kind[place] = leaf
  // What is still to be looked at there is not.
  net.task[close] = -1
  unused.places.push(close)
  describeTask(net, task)
}

function handOver(net: Network, place: number, other: number): void {
  for (let edge = net.outFirst[place]!; edge >= 0; edge = net.outNext[edge]!) net.from[edge] = other
  net.outFirst[other] = net.outFirst[place]!
  net.outFirst[place] = -1
}

/** An edge for a link of the plan. Where it closes a circle, the places around it are answered instead. */
export function addEdge(net: Network, unused: Unused, link: number): number[] | null {
  const { from, to } = net.plan.links[link]!
  const end = endAt(net, net.placeOf[from]!)
  const circle = putAfter(net, end, net.placeOf[to]!)
  if (circle) return circle
  const edge = unused.edges.pop() ?? net.edges++
  if (edge >= net.from.length) makeRoom(net, byEdge, edge + 16)
  net.from[edge] = end
  net.to[edge] = net.placeOf[to]!
  net.link[edge] = link
  describeLink(net, net.plan, edge)
  joinEdge(net, edge)
  return null
}

/** The edge of a link that leads to a place, or -1. */
export function edgeOf(net: Network, link: number, to: number): number {
  let edge = net.inFirst[to]!
  while (edge >= 0 && net.link[edge] !== link) edge = net.inNext[edge]!
  return edge
}

export function dropEdge(net: Network, unused: Unused, edge: number): void {
  takeFrom(net.inFirst, net.inNext, net.to[edge]!, edge)
  takeFrom(net.outFirst, net.outNext, net.from[edge]!, edge)
  unused.edges.push(edge)
}

function takeFrom(first: Int32Array, next: Int32Array, place: number, edge: number): void {
  if (first[place] === edge) {
    first[place] = next[edge]!
    return
  }
  let before = first[place]!
  while (next[before] !== edge) before = next[before]!
  next[before] = next[edge]!
}
