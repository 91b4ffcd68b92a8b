import { emptyDates } from '../dates.ts'
import { lastFinish } from '../forward-pass.ts'
import type { Network } from '../network.ts'
import { absent, alap, begun, compileNetwork, done, leaf, manual } from '../network.ts'
import type { Plan, PlanTask } from '../plan.ts'
import { runPasses } from '../schedule-plan.ts'
import type { Demand, Levelled, Levelling } from './levelled-pass.ts'
import { levelBackwards, levelForwards, soonApart, waitsIn } from './levelled-pass.ts'
import { emptyLoad, take } from './resource-load.ts'
import { searchOrder } from './search-order.ts'
import type { Pass } from './search-order.ts'

export interface LevelOptions {
  /** By resource: how much of it there is at once; 1 is all of somebody's time. */
  capacity: readonly number[]
  /** By task, 0 to 1000: what is higher comes first, and what has 1000 is not moved. */
  priority: readonly number[]
  /** How many schedules are tried. */
  tries: number
  random: () => number
  isCancelled?: () => boolean
}

/** A proposal: by how much each task is to be delayed so that nobody has more to do than they can. */
export interface LevelledPlan {
  /** By task; running time. */
  delay: Float64Array
  finish: number
  /** When it would be done without. */
  unlevelledFinish: number
}

export const unmoved = 1000

/**
 * Puts tasks later until nobody has more to do than they can, so that the whole ends as early as is found. What was
 * begun, stands by hand or must be at its date stays; the delays that were there before are forgotten.
 */
export function levelPlan(given: Plan, options: LevelOptions): LevelledPlan {
  const steps = levelInSteps(given, options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same, a little at a time. */
export function* levelInSteps(given: Plan, options: LevelOptions): Generator<void, LevelledPlan> {
  const isMoved = (task: PlanTask, at: number): boolean =>
    isMovable(task, options.priority[at] ?? 0)
  const plan: Plan = {
    ...given,
    tasks: given.tasks.map((task, at) =>
      isMoved(task, at) ? { ...task, levelingDelay: 0 } : task,
    ),
  }
  const net = compileNetwork(plan)
  const level = levellingOf(net, options.capacity, isMoved)
  const unlevelledFinish = level.projectFinish
  const jobs = level.demands.flatMap((needs, place) => (needs ? [place] : []))
  const priority = jobs.map((place) => options.priority[net.task[place]!] ?? 0)
  let best = null as Levelled | null
  let finish = Infinity

  yield* searchOrder({
    count: jobs.length,
    weight: weightOf(level, jobs),
    // Whoever has to be done by an earlier day comes first.
    keys: Float64Array.from(jobs, (place) => level.lateFinish[place]! - level.projectStart),
    shortest: unlevelledFinish - level.projectStart,
    tries: options.tries,
    random: options.random,
    isCancelled: options.isCancelled ?? (() => false),
    *decode(keys, pass) {
      const ranks = ranksOf(keys, pass)
      if (pass === 'backwards' && best) {
        const { dates } = yield* levelBackwards(level, ranks, best.dates, finish)
        const { lateStart, lateFinish } = dates
        const first = jobs.reduce((least, place) => Math.min(least, lateStart[place]!), finish)
        return {
          start: Float64Array.from(jobs, (place) => finish - lateFinish[place]!),
          finish: Float64Array.from(jobs, (place) => finish - lateStart[place]!),
          span: finish - first,
        }
      }
      const found = yield* levelForwards(level, ranks, pass === 'soonest')
      const last = lastFinish(net, found.dates)
      if (last < finish) [best, finish] = [found, last]
      const { earlyStart, earlyFinish } = found.dates
      return {
        start: Float64Array.from(jobs, (place) => earlyStart[place]! - level.projectStart),
        finish: Float64Array.from(jobs, (place) => earlyFinish[place]! - level.projectStart),
        span: last - level.projectStart,
      }
    },
  })
  const delay = new Float64Array(plan.tasks.length)
  for (const place of jobs) delay[net.task[place]!] = best?.delay[place] ?? 0
  return { delay, finish: best ? finish : unlevelledFinish, unlevelledFinish }

  /** The order among those of different importance is not looked for. */
  function ranksOf(keys: Float64Array, pass: Pass): Float64Array {
    const sign = pass === 'backwards' ? -1 : 1
    const order = [...jobs.keys()].toSorted(
      (one, other) =>
        sign * (priority[other]! - priority[one]!) || keys[one]! - keys[other]! || one - other,
    )
    const ranks = new Float64Array(net.count)
    if (pass !== 'soonest') {
      for (const [rank, i] of order.entries()) ranks[jobs[i]!] = rank
      return ranks
    }
    let above = 0
    for (const [rank, i] of order.entries()) {
      if (rank > 0 && priority[i] !== priority[order[rank - 1]!]) above += soonApart
      ranks[jobs[i]!] = above + rank / order.length
    }
    return ranks
  }
}

/** Whether levelling may give a task another delay. */
export function isMovable({ constraint, constraintDate }: PlanTask, priority: number): boolean {
  if (priority >= unmoved) return false
  return constraintDate === null || constraint === 'snet' || constraint === 'fnet'
}

const standing = manual | begun | done | absent | alap

function levellingOf(
  net: Network,
  capacity: readonly number[],
  isMoved: (task: PlanTask, at: number) => boolean,
): Levelling & { projectFinish: number; lateFinish: Float64Array } {
  const { plan } = net
  const dates = emptyDates(net.count)
  runPasses(net, dates)
  const taken = capacity.map(emptyLoad)
  const demands = Array.from({ length: net.count }, (_, place): Demand[] | null => {
    const at = net.task[place]!
    if (net.kind[place] !== leaf || net.flags[place]! & (absent | done)) return null
    const task = plan.tasks[at]!
    const needs = task.assignments.filter(({ resource }) => plan.resources[resource]?.works)
    if (needs.length === 0) return null
    if (net.duration[place]! > 0 && !(net.flags[place]! & standing) && isMoved(task, at))
      return needs
    for (const { resource, units } of needs) {
      take(taken[resource]!, dates.start[place]!, dates.finish[place]!, units)
    }
    return null
  })
  const { projectStart, projectFinish, lateFinish } = dates
  return {
    net,
    capacity,
    taken,
    demands,
    projectStart,
    waits: waitsIn(net),
    projectFinish,
    lateFinish,
  }
}

/** How much of all that there is each job needs while it lasts. */
function weightOf({ demands, capacity }: Levelling, jobs: readonly number[]): Float64Array {
  return Float64Array.from(jobs, (place) =>
    demands[place]!.reduce(
      (sum, { resource, units }) => sum + units / (capacity[resource] || 1),
      0,
    ),
  )
}
