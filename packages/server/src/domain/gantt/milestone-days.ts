import { endingDays } from '@triptych/contract/milestone-day'
import type { DayLink, DayTask } from '@triptych/contract/milestone-day'
import type { Schedule } from '@triptych/contract/schedule'
import type { GanttReader, StoredLink, StoredTask } from '../../ports/gantt-store.ts'
import { topOfPlan } from '../../ports/gantt-store.ts'
import { constraintIn, endTick, shownTick } from './task-times.ts'

export interface PlanSide {
  /** The links that begin or end at one of these tasks. */
  linksAt: GanttReader['linksAt']
  /** Those of these that were not given. */
  tasksOf: GanttReader['tasksOf']
}

/** Those of the tasks that are milestones at the end of the day before the midnight where they are stored. */
export async function atEndOfDay(
  side: PlanSide,
  tasks: readonly StoredTask[],
  schedule: Schedule,
): Promise<Set<number>> {
  const found = tasks.filter(mayEndDay).map(({ id }) => id)
  const around: Around = {
    side,
    known: new Map(tasks.map((task) => [task.id, task])),
    links: new Map(),
  }
  // What a milestone waits for may be one itself.
  for (let next = found; next.length > 0;) next = await lookAround(next, around)
  const plan = {
    isAuto: schedule.mode === 'auto',
    task: (id: number) => dayTask(around.known.get(id), schedule),
    linksTo: (id: number) => (around.links.get(id) ?? []).map(dayLink),
  }
  const ending = endingDays(found, plan)
  return new Set(found.filter((id) => ending.has(id)))
}

interface Around {
  side: PlanSide
  known: Map<number, StoredTask>
  /** By the task they lead to. */
  links: Map<number, StoredLink[]>
}

/** What these wait for, and whatever they are below; answers the milestones among it. */
async function lookAround(ids: readonly number[], around: Around): Promise<number[]> {
  const { side, known, links } = around
  const targets: number[] = []
  for (let level = [...ids]; level.length > 0;) {
    await know(level, around)
    targets.push(...level)
    for (const id of level) links.set(id, [])
    const above = level.map((id) => known.get(id)?.parent ?? topOfPlan)
    level = [...new Set(above)].filter((id) => id > topOfPlan && !links.has(id))
  }
  const isTarget = new Set(targets)
  const into = (await side.linksAt(targets)).filter(({ target }) => isTarget.has(target))
  for (const link of into) links.get(link.target)!.push(link)
  const sources = into.map(({ source }) => source)
  await know(sources, around)
  return [...new Set(sources)].filter(
    (id) => !links.has(id) && known.has(id) && mayEndDay(known.get(id)!),
  )
}

async function know(ids: readonly number[], { side, known }: Around): Promise<void> {
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return
  for (const task of await side.tasksOf(unknown)) known.set(task.id, task)
}

function mayEndDay({ type, start }: StoredTask): boolean {
  return type === 'milestone' && start.endsWith('T00:00:00')
}

function dayTask(task: StoredTask | undefined, schedule: Schedule): DayTask<number> | undefined {
  if (!task) return undefined
  const { type, start, parent, fields } = task
  const end = shownTick(endTick(task, schedule))
  return { type, start, end, parent, constraint: constraintIn(fields) }
}

function dayLink({ source, type, lag, fields }: StoredLink): DayLink<number> {
  return { source, type, lag, active: fields['active'] !== false }
}
