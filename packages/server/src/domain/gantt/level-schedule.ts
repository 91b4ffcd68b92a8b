import type { LevelProposal, LevelSchedule } from '@triptych/contract/schedule'
import { authorise } from '../../auth/principal.ts'
import { yielding } from '../../concurrency/yielding.ts'
import type { Context } from '../../context.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { StoredResource, StoredTask } from '../../ports/gantt-store.ts'
import { isMovable, levelInSteps, unmoved } from '../schedule/level/level-plan.ts'
import { emptyLoad, take, timesAbove } from '../schedule/level/resource-load.ts'
import { done } from '../schedule/network.ts'
import type { Plan } from '../schedule/plan.ts'
import { schedulePlan } from '../schedule/schedule-plan.ts'
import type { Scheduled } from '../schedule/schedule-plan.ts'
import { minute } from '../schedule/ticks.ts'
import { countMoved, placesIn, planToChange } from './proposed-change.ts'
import type { IsSeen } from './proposed-change.ts'
import { seenPlan } from './seen-plan.ts'
import type { Seen } from './seen-plan.ts'
import { shownTick } from './task-times.ts'

/**
 * How tasks could be put off so that nobody has more to do than they can: a proposal, of which nothing is stored. What is
 * hidden from whoever asks, or only to be read, takes its part of people's time and stays where it is; it is not told.
 */
export function proposeLevelling(ctx: Context, asked: LevelSchedule): Promise<LevelProposal> {
  authorise(ctx.principal, 'gantt.write')
  return ctx.workspace.database.readLong(
    async (given) => levelled(ctx, await seenPlan(ctx, given), asked),
    ctx.asker,
    true,
  )
}

/** The more tasks there are the longer each takes to find its place: so much, in all tries together, is about ten seconds. */
const mostWork = 8e9

async function levelled(
  ctx: Context,
  stores: Seen<ReadStores>,
  { tries, seed, tasks: chosen, clear }: LevelSchedule,
): Promise<LevelProposal> {
  const found = await planToChange(stores, chosen)
  const { tasks, resources, plan } = found.stored
  const { writable, isSeen } = found
  const priority = tasks.map((task) => (writable.has(task.id) ? priorityOf(task) : unmoved))
  // All is read before the search begins, which may take longer than a read.
  const revision = await stores.gantt.revision()
  const capacity = resources.map(capacityOf)
  const steps = levelInSteps(plan, {
    capacity,
    priority,
    tries: Math.max(1, Math.min(tries, Math.floor(mostWork / tasks.length ** 2))),
    random: randomNumbers(seed),
  })
  const delay = clear ? null : (await inTurns(steps, () => ctx.budget.checkWanted())).delay
  const changes: LevelProposal['changes'] = []
  const after: Plan = {
    ...plan,
    tasks: plan.tasks.map((task, at) => {
      const levelingDelay = delay?.[at] ?? 0
      if (!isMovable(task, priority[at]!) || task.levelingDelay === levelingDelay) return task
      const data = { levelingDelay: levelingDelay / minute }
      changes.push({ url: `tasks/${tasks[at]!.id}`, method: 'PUT', data })
      return { ...task, levelingDelay }
    }),
  }
  const [now, then] = [schedulePlan(plan), schedulePlan(after)]
  const told = (scheduled: Scheduled) => loadOf(scheduled, resources, capacity, isSeen)
  const moved = countMoved(now, then, isSeen)
  return { revision, changes, before: told(now), after: told(then), moved }
}

/** What is no number of these is as if nothing was said: others may mean something else by it. */
function priorityOf({ fields: { priority } }: StoredTask): number {
  return typeof priority === 'number' && priority >= 0 && priority <= unmoved ? priority : 500
}

function capacityOf({ fields: { maxUnits } }: StoredResource): number {
  return typeof maxUnits === 'number' && maxUnits >= 0 ? maxUnits / 100 : 1
}

/** Others have their turn in between; `check` throws where it is of no use any more. */
export async function inTurns<T>(steps: Generator<void, T>, check: () => void): Promise<T> {
  const turn = yielding()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (!turn.isOver()) continue
    await turn.next()
    check()
  }
}

/** The generator known as mulberry32: the same numbers for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** When people have more to do than they can, by the tasks that are seen. What is done takes nobody's time. */
function loadOf(
  scheduled: Scheduled,
  resources: readonly StoredResource[],
  capacity: readonly number[],
  isSeen: IsSeen,
): LevelProposal['before'] {
  const { net, dates } = scheduled
  const { plan } = net
  const loads = capacity.map(emptyLoad)
  let last = -Infinity
  for (const place of placesIn(scheduled, isSeen)) {
    const [start, finish] = [dates.start[place]!, dates.finish[place]!]
    last = Math.max(last, finish)
    if (net.flags[place]! & done || !(finish > start)) continue
    for (const { resource, units } of plan.tasks[net.task[place]!]!.assignments) {
      if (plan.resources[resource]?.works) take(loads[resource]!, start, finish, units)
    }
  }
  const overloads = loads.flatMap((load, at) =>
    timesAbove(load, capacity[at]! + 1e-9).map(({ from, to, peak }) => ({
      resource: resources[at]!.id,
      from: shownTick(from),
      to: shownTick(to),
      units: percent(peak),
      capacity: percent(capacity[at]!),
    })),
  )
  return { finish: last === -Infinity ? null : shownTick(last), overloads }
}

/** Sums of fractions miss by a hair. */
function percent(units: number): number {
  return Math.round(units * 1e6) / 1e4
}
