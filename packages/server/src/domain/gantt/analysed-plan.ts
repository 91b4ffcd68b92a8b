import type { Schedule } from '@triptych/contract/schedule'
import type { ReadStores } from '../../ports/database.ts'
import { allDates } from '../schedule/edited-plan.ts'
import { schedulePlan } from '../schedule/schedule-plan.ts'
import type { Scheduled } from '../schedule/schedule-plan.ts'
import type { KeptPlan } from './kept-plan.ts'
import type { PlanShelf } from './kept-plans.ts'
import { scheduleOf } from './plan-settings.ts'
import { noWrites, nothingTouched } from './plan-writes.ts'
import { tasksIn } from './seen-plan.ts'
import type { Seen } from './seen-plan.ts'
import { followed } from './settle-plan.ts'
import { storedPlan } from './stored-plan.ts'

/** A plan as it is scheduled, with the ids of what is at its places, and which of it somebody sees. */
export interface AnalysedPlan {
  mode: Schedule['mode']
  revision: number
  scheduled: Scheduled
  /** By place; 0 where there is none any more. */
  tasks: readonly number[]
  link: (place: number) => { id: number; source: number; target: number }
  calendars: readonly (number | null)[]
  isSeen: (task: number) => boolean
}

/** All of it is read and gone through. */
export async function readAnalysed({ gantt, limits }: Seen<ReadStores>): Promise<AnalysedPlan> {
  const seen = limits.hidden.size === 0 ? null : new Set((await tasksIn(gantt)).map(({ id }) => id))
  const { plan, tasks, links, schedule, calendars } = await storedPlan(
    limits.whole,
    await scheduleOf(gantt),
  )
  return {
    mode: schedule.mode,
    revision: await gantt.revision(),
    scheduled: schedulePlan(plan),
    tasks: tasks.map(({ id }) => id),
    link: (place) => links[place]!,
    calendars: calendars.ids,
    isSeen: (id) => seen === null || seen.has(id),
  }
}

/** From memory. Late dates are found when they are asked for, and what they were is still known the next time. */
export function keptAnalysed(kept: KeptPlan, revision: number): AnalysedPlan {
  const { tasks, links, edited, schedule, calendars } = kept
  return {
    mode: schedule.mode,
    revision,
    scheduled: allDates(edited),
    tasks: tasks.ids,
    link(place) {
      const { from, to } = edited.plan.links[place]!
      return { id: links.ids[place]!, source: tasks.ids[from]!, target: tasks.ids[to]! }
    },
    calendars: calendars.ids,
    isSeen: () => true,
  }
}

/**
 * What `work` makes of the plan that is in memory, once it is what is stored; `null` where there is none, or somebody
 * does not see all of it. Nobody else has it meanwhile.
 */
export async function withKeptPlan<T>(
  stores: Seen<ReadStores>,
  shelf: PlanShelf,
  work: (plan: KeptPlan, revision: number) => T,
): Promise<T | null> {
  const { gantt, limits } = stores
  if (limits.hidden.size > 0) return null
  const [schedule, revision] = [await scheduleOf(gantt), await gantt.revision()]
  const shelved = await followed(stores, shelf, { ...noWrites(), base: revision }, schedule)
  if (!shelved) return null
  shelved.revision = revision
  shelved.doubt = nothingTouched()
  shelf.put(shelved)
  return work(shelved.plan, revision)
}
