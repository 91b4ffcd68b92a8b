import type { Schedule } from '@triptych/contract/schedule'
import type { Context } from '../../../context.ts'
import type { BaselineReader, StoredBaseline } from '../../../ports/baselines.ts'
import type { ReadStores } from '../../../ports/database.ts'
import { topOfPlan } from '../../../ports/gantt-store.ts'
import type { StoredCalendar, StoredLink, StoredTask } from '../../../ports/gantt-store.ts'
import type { Moment } from '@triptych/contract/moment'
import { seenPlanAt } from '../../history/seen-past-plan.ts'
import type { PlanSource } from '../../history/seen-past-plan.ts'
import { atEndOfDay } from '../milestone-days.ts'
import { outlineOf } from '../outline.ts'
import type { OutlinePlace } from '../outline.ts'
import { scheduleOf } from '../plan-settings.ts'
import { seenPlan } from '../seen-plan.ts'
import { endTick, shownTick } from '../task-times.ts'
import type { NumberedTask } from './baseline-elements.ts'

/** A plan that goes out in some format, as far as whoever asks sees it. */
export interface ExportedPlan {
  gantt: PlanSource
  /** Whether nothing of it is hidden: the row of the project in a file sums up everything. */
  isWhole: boolean
  /** Whether all of it is. */
  isNothing: boolean
  /** In the order of the outline, with where each stands there. */
  tasks: readonly StoredTask[]
  places: readonly OutlinePlace[]
  schedule: Schedule
  calendars: readonly StoredCalendar[]
  /** Milestones on the day before the midnight where they are stored. */
  dayEnds: ReadonlySet<number>
  /** Those that files know by a number; a plan as it was has none. */
  baselines: NumberedBaselines
}

export interface NumberedBaselines {
  of(tasks: readonly number[]): Promise<Map<number, NumberedTask[]>>
}

export async function exportedPlan(
  ctx: Context,
  stores: ReadStores,
  at: Moment | null,
): Promise<ExportedPlan> {
  const { gantt, limits } =
    at === null ? await seenPlan(ctx, stores) : await seenPlanAt(ctx, stores, at)
  const isNothing = limits.hidden.has(topOfPlan)
  const tasks = isNothing ? [] : await gantt.branchOf(topOfPlan)
  const schedule = await scheduleOf(gantt)
  return {
    gantt,
    isWhole: limits.hidden.size === 0,
    isNothing,
    tasks,
    places: outlineOf(tasks),
    schedule,
    dayEnds: await atEndOfDay(
      { linksAt: (ids) => gantt.linksAt(ids), tasksOf: async () => [] },
      tasks,
      schedule,
    ),
    calendars: await gantt.allCalendars(),
    baselines: numberedBaselines(stores.baselines, at === null ? await stores.baselines.all() : []),
  }
}

function numberedBaselines(
  baselines: BaselineReader,
  all: readonly StoredBaseline[],
): NumberedBaselines {
  const numbers = new Map(all.map(({ id, number }) => [id, number]))
  const ids = all.flatMap(({ id, number }) => (number === null ? [] : [id]))
  return {
    async of(tasks) {
      if (ids.length === 0) return new Map()
      const found = await baselines.tasksIn(ids, tasks)
      const numbered = found.map(({ baseline, task }) => ({ number: numbers.get(baseline)!, task }))
      return Map.groupBy(numbered, ({ task }) => task.id)
    },
  }
}

/** So many are written before others get their turn. */
export const atOnce = 500

/** Some tasks that stand behind each other, with the links that lead to them. */
export interface PlanPart {
  /** The place of the first. */
  from: number
  tasks: readonly StoredTask[]
  linksInto: ReadonlyMap<number, StoredLink[]>
}

export async function* partsOf({ gantt, tasks: all }: ExportedPlan): AsyncGenerator<PlanPart> {
  for (let from = 0; from < all.length; from += atOnce) {
    const tasks = all.slice(from, from + atOnce)
    const ids = new Set(idsOf(tasks))
    const links = (await gantt.linksAt([...ids])).filter(({ target }) => ids.has(target))
    yield { from, tasks, linksInto: Map.groupBy(links, ({ target }) => target) }
  }
}

export function idsOf(list: readonly { id: number }[]): number[] {
  return list.map(({ id }) => id)
}

/** As it is drawn: the first moment after it. */
export function endOf(task: StoredTask, schedule: Schedule): string {
  if (task.type === 'milestone') return task.start
  return task.end ?? shownTick(endTick(task, schedule))
}
