import type { Calendars } from './compile-calendars.ts'
import { calendarOfTask, compileCalendars } from './compile-calendars.ts'
import { orderNodes } from './order-nodes.ts'
import type { LinkType, Plan, PlanTask } from './plan.ts'
import type { Strands } from './strands.ts'
import { strandsOf } from './strands.ts'

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

export const linkTypes: readonly LinkType[] = ['e2s', 's2s', 'e2e', 's2e']
export const lagUnits = ['working', 'elapsed', 'percent', 'elapsedPercent'] as const

/**
 * A plan as flat arrays, for passes that run over them from one end to the other. Places are in an
 * order in which everything comes after what it waits for, so a pass reads memory as it lies there.
 */
export interface Network extends NetworkLinks {
  plan: Plan
  calendars: Calendars
  count: number
  kind: Uint8Array
  /** The task of a place. */
  task: Int32Array
  /** Where a task stands, and where a summary closes. */
  placeOf: Int32Array
  closeOf: Int32Array
  /** The place where the parent opens or closes, or -1. */
  parentOpen: Int32Array
  parentClose: Int32Array
  /** By which calendar the duration and the lags before it run. */
  calendar: Int32Array
  lagCalendar: Int32Array
  duration: Float64Array
  flags: Uint8Array
  strands: Strands
  circles: { link: number; tasks: number[] }[]
}

/**
 * Links in the order of the places they lead to: those into a place are the edges from
 * `inStart[place]` to `inStart[place + 1]`. What leads out of one is found by `outEdge`.
 */
export interface NetworkLinks {
  inStart: Int32Array
  inFrom: Int32Array
  /** The link of the plan. */
  inLink: Int32Array
  outStart: Int32Array
  outTo: Int32Array
  outEdge: Int32Array
  linkType: Uint8Array
  lagUnit: Uint8Array
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
    parentOpen: new Int32Array(count).fill(-1),
    parentClose: new Int32Array(count).fill(-1),
    calendar: new Int32Array(count),
    lagCalendar: new Int32Array(count),
    duration: new Float64Array(count),
    flags: new Uint8Array(count),
    strands: strandsOf(plan, calendars),
    ...linksIn(plan, { placeOf, closeOf, used, count }),
    circles,
  }
  for (let place = 0; place < count; place++) {
    const node = nodes[place]!
    const task = node < tasks ? node : node - tasks
    const said = plan.tasks[task]!
    net.task[place] = task
    net.kind[place] = node >= tasks ? closes : isSummary[task] ? opens : leaf
    const above = parent[task]!
    if (above >= 0) {
      net.parentOpen[place] = placeOf[above]!
      net.parentClose[place] = closeOf[above]!
    }
    net.lagCalendar[place] = calendarOfTask(said, calendars)
    net.calendar[place] = said.elapsed ? calendars.always : net.strands.calendar[task]!
    net.duration[place] = said.duration
    net.flags[place] = flagsOf(said, net.strands.of.has(task))
  }
  return net
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
  const outStart = new Int32Array(count + 1)
  let live = 0
  for (const [i, link] of plan.links.entries()) {
    if (!used[i]) continue
    inStart[placeOf[link.to]! + 1]!++
    outStart[end(link.from) + 1]!++
    live++
  }
  function end(task: number): number {
    const close = closeOf[task]!
    return close >= 0 ? close : placeOf[task]!
  }
  for (let i = 0; i < count; i++) {
    inStart[i + 1]! += inStart[i]!
    outStart[i + 1]! += outStart[i]!
  }
  const [inNext, outNext] = [inStart.slice(), outStart.slice()]
  const links: NetworkLinks = {
    inStart,
    outStart,
    inFrom: new Int32Array(live),
    inLink: new Int32Array(live),
    outTo: new Int32Array(live),
    outEdge: new Int32Array(live),
    linkType: new Uint8Array(live),
    lagUnit: new Uint8Array(live),
    lag: new Float64Array(live),
  }
  for (const [i, link] of plan.links.entries()) {
    if (!used[i]) continue
    const from = end(link.from)
    const to = placeOf[link.to]!
    const edge = inNext[to]!++
    links.inFrom[edge] = from
    links.inLink[edge] = i
    links.linkType[edge] = linkTypes.indexOf(link.type)
    // A share of what runs through nights does so, too.
    const elapsed = link.lagUnit === 'percent' && plan.tasks[link.from]!.elapsed
    links.lagUnit[edge] = lagUnits.indexOf(elapsed ? 'elapsedPercent' : link.lagUnit)
    links.lag[edge] = link.lag
    const out = outNext[from]!++
    links.outTo[out] = to
    links.outEdge[out] = edge
  }
  return links
}
