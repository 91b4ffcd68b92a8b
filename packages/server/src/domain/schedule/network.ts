import type { Calendars } from './compile-calendars.ts'
import { calendarOfTask, compileCalendars } from './compile-calendars.ts'
import { orderNodes } from './order-nodes.ts'
import type { LinkType, Plan, PlanTask } from './plan.ts'
import type { Strands } from './strands.ts'
import { strandOfTask } from './strands.ts'

export const leaf = 0
export const opens = 1
export const closes = 2

/** What is not so with most tasks; where nothing is set, a pass need not look at the task itself. */
export const manual = 1
export const begun = 2
export const done = 4
/** Inactive or unscheduled: it has dates of its own, and nobody heeds them. */
export const absent = 8
/** A constraint with a date, a deadline or a delay by levelling. */
export const bounded = 16
/** In strands or in pieces. */
export const pieced = 32
/** As late as possible. */
export const alap = 64
/** Runs through nights and holidays. */
export const elapsed = 128
/** Has others below it. */
export const summary = 256

/** Of a link: from a start instead of a finish, and to a finish instead of a start, as the types are in order. */
export const fromStart = 1
export const toFinish = 2
/** Of its lag: through nights, in hundredths, as the units are in order; and that there is one. */
export const lagElapsed = 4
export const lagPercent = 8
export const lagged = 16

export const linkTypes: readonly LinkType[] = ['e2s', 's2s', 'e2e', 's2e']
export const lagUnits = ['working', 'elapsed', 'percent', 'elapsedPercent'] as const

/**
 * A plan as flat arrays. Places are numbered in an order in which everything comes after what it waits
 * for, so that a pass reads memory as it lies there; when the plan is edited, `next` keeps such an order.
 */
export interface Network extends Outline, Sequence, NetworkLinks {
  plan: Plan
  calendars: Calendars
  /** As many places as there are or were. */
  count: number
  kind: Uint8Array
  /** The task of a place. */
  task: Int32Array
  /** Where a task stands, and where a summary closes. */
  placeOf: Int32Array
  closeOf: Int32Array
  /** By which calendar the duration and the lags before it run. */
  calendar: Int32Array
  lagCalendar: Int32Array
  duration: Float64Array
  flags: Uint16Array
  strands: Strands
  circles: { link: number; tasks: number[] }[]
}

/** What is above and below a place, as a list where each knows its neighbours; -1 for nobody. */
export interface Outline {
  /** The place where the parent opens or closes. */
  parentOpen: Int32Array
  parentClose: Int32Array
  /** From where a summary opens to where its children stand or open. */
  firstChild: Int32Array
  nextSibling: Int32Array
  previousSibling: Int32Array
}

/** The order of all places, as a list. The rank says of any two which comes first. */
export interface Sequence {
  first: number
  last: number
  next: Int32Array
  previous: Int32Array
  rank: Float64Array
}

/**
 * Links as edges between places: those into a place are a list from `inFirst[place]` over
 * `inNext[edge]` to -1, and so are those out of one. They lie in the order of the places they lead to.
 */
export interface NetworkLinks {
  edges: number
  inFirst: Int32Array
  outFirst: Int32Array
  inNext: Int32Array
  outNext: Int32Array
  from: Int32Array
  to: Int32Array
  /** The link of the plan. */
  link: Int32Array
  /** Type and lag of the link; 0 for one from a finish to a start without a lag. */
  how: Uint8Array
  lag: Float64Array
}

export function compileNetwork(plan: Plan): Network {
  const calendars = compileCalendars(plan)
  const { nodes, isSummary, parent, circles, used } = orderNodes(plan)
  const tasks = plan.tasks.length
  const count = nodes.length
  const placeOf = new Int32Array(tasks)
  const closeOf = new Int32Array(tasks).fill(-1)
  for (const [place, node] of nodes.entries()) {
    if (node < tasks) placeOf[node] = place
    else closeOf[node - tasks] = place
  }
  const net: Network = {
    plan,
    calendars,
    count,
    kind: new Uint8Array(count),
    task: new Int32Array(count),
    placeOf,
    closeOf,
    parentOpen: none(count),
    parentClose: none(count),
    firstChild: none(count),
    nextSibling: none(count),
    previousSibling: none(count),
    first: count > 0 ? 0 : -1,
    last: count - 1,
    next: Int32Array.from({ length: count }, (_, place) => (place + 1 < count ? place + 1 : -1)),
    previous: Int32Array.from({ length: count }, (_, place) => place - 1),
    rank: Float64Array.from({ length: count }, (_, place) => place),
    calendar: new Int32Array(count),
    lagCalendar: new Int32Array(count),
    duration: new Float64Array(count),
    flags: new Uint16Array(count),
    strands: { of: new Map() },
    ...linksIn(plan, { placeOf, closeOf, used, count }),
    circles,
  }
  for (let place = count - 1; place >= 0; place--) {
    const node = nodes[place]!
    const task = node < tasks ? node : node - tasks
    net.task[place] = task
    net.kind[place] = node >= tasks ? closes : isSummary[task] ? opens : leaf
    const above = parent[task]!
    if (above >= 0) putBelow(net, place, placeOf[above]!, closeOf[above]!)
  }
  for (let task = 0; task < tasks; task++) describeTask(net, task)
  return net
}

function none(length: number): Int32Array {
  return new Int32Array(length).fill(-1)
}

/** Puts a place below a summary, before its other children. */
export function putBelow(net: Network, place: number, open: number, close: number): void {
  net.parentOpen[place] = open
  net.parentClose[place] = close
  if (net.kind[place] === closes) return
  const before = net.firstChild[open]!
  net.nextSibling[place] = before
  net.previousSibling[place] = -1
  if (before >= 0) net.previousSibling[before] = place
  net.firstChild[open] = place
}

/** What was said of a task, where the passes look for it. */
export function describeTask(net: Network, task: number): void {
  const said = net.plan.tasks[task]!
  const { calendars } = net
  const strand = strandOfTask(net.plan, task, calendars, net.strands)
  const isSummary = net.closeOf[task]! >= 0
  const flags = flagsOf(said, net.strands.of.has(task)) | (isSummary ? summary : 0)
  const own = calendarOfTask(said, calendars)
  for (const place of [net.placeOf[task]!, net.closeOf[task]!]) {
    if (place < 0) continue
    net.lagCalendar[place] = own
    net.calendar[place] = said.elapsed ? calendars.always : strand
    net.duration[place] = said.duration
    net.flags[place] = flags
  }
}

/** Where a summary closes, and where anything else stands. */
export function endAt(net: Network, place: number): number {
  return net.kind[place] === opens ? net.closeOf[net.task[place]!]! : place
}

function flagsOf(task: PlanTask, inStrands: boolean): number {
  let flags = 0
  if (task.mode === 'manual' && task.start !== null) flags |= manual
  if (task.actualStart !== null) flags |= begun
  if (task.actualFinish !== null) flags |= done
  if (task.inactive || task.mode === 'unscheduled') flags |= absent
  if (task.constraintDate !== null || task.deadline !== null || task.levelingDelay > 0) {
    flags |= bounded
  }
  if (inStrands || task.segments.length > 1) flags |= pieced
  if (task.constraint === 'alap') flags |= alap
  if (task.elapsed) flags |= elapsed
  return flags
}

interface Places {
  placeOf: Int32Array
  closeOf: Int32Array
  used: Uint8Array
  count: number
}

function linksIn(plan: Plan, { placeOf, closeOf, used, count }: Places): NetworkLinks {
  const inStart = new Int32Array(count + 1)
  let live = 0
  for (const [i, link] of plan.links.entries()) {
    if (!used[i]) continue
    inStart[placeOf[link.to]! + 1]!++
    live++
  }
  for (let i = 0; i < count; i++) inStart[i + 1]! += inStart[i]!
  const links: NetworkLinks = {
    edges: live,
    inFirst: none(count),
    outFirst: none(count),
    inNext: none(live),
    outNext: none(live),
    from: new Int32Array(live),
    to: new Int32Array(live),
    link: new Int32Array(live),
    how: new Uint8Array(live),
    lag: new Float64Array(live),
  }
  for (const [i, link] of plan.links.entries()) {
    if (!used[i]) continue
    const close = closeOf[link.from]!
    const to = placeOf[link.to]!
    const edge = inStart[to]!++
    links.from[edge] = close >= 0 ? close : placeOf[link.from]!
    links.to[edge] = to
    links.link[edge] = i
    describeLink(links, plan, edge)
  }
  for (let edge = live - 1; edge >= 0; edge--) joinEdge(links, edge)
  return links
}

/** What was said of a link, where the passes look for it. */
export function describeLink(links: NetworkLinks, plan: Plan, edge: number): void {
  const said = plan.links[links.link[edge]!]!
  // A share of what runs through nights does so, too.
  const isElapsed = said.lagUnit === 'percent' && plan.tasks[said.from]!.elapsed
  const unit = lagUnits.indexOf(isElapsed ? 'elapsedPercent' : said.lagUnit)
  links.how[edge] =
    linkTypes.indexOf(said.type) | (said.lag === 0 ? 0 : lagged | (unit * lagElapsed))
  links.lag[edge] = said.lag
}

/** Puts an edge before the others of the places at its ends. */
export function joinEdge(links: NetworkLinks, edge: number): void {
  const [from, to] = [links.from[edge]!, links.to[edge]!]
  links.inNext[edge] = links.inFirst[to]!
  links.inFirst[to] = edge
  links.outNext[edge] = links.outFirst[from]!
  links.outFirst[from] = edge
}
