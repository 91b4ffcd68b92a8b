import type { Context } from '../../context.ts'
import { topOfPlan } from '../../ports/gantt-store.ts'
import type { GanttReader } from '../../ports/gantt-store.ts'
import { taskNotFound } from './place-task.ts'
import { resolveId } from './gantt-ids.ts'

type Listed = Pick<GanttReader, 'openBelow' | 'idsBelow'>
type Finding = { gantt: Pick<GanttReader, 'task' | 'realId'> }

/**
 * The tasks whose children a client gets when it asks for what is below `from`: that one itself, and
 * everything below it down to the next lazy ones.
 */
export async function unfolded(gantt: Listed, from: number, lazyAbove: number): Promise<number[]> {
  const all = [from]
  for (let level = all; level.length > 0;) {
    level = await gantt.openBelow(level, lazyAbove)
    all.push(...level)
  }
  return all
}

/** The ids of the tasks that a client gets when it asks for what is below `from`. */
export async function shownBelow(
  gantt: Listed,
  from: number,
  lazyAbove: number,
): Promise<Set<number>> {
  return new Set(await gantt.idsBelow(await unfolded(gantt, from, lazyAbove)))
}

export function shownAtFirst(gantt: Listed, lazyAbove: number): Promise<Set<number>> {
  return shownBelow(gantt, topOfPlan, lazyAbove)
}

/** The task that a client unfolds. */
export async function branchId(ctx: Context, stores: Finding, named: string): Promise<number> {
  const id = await resolveId(ctx, stores, named)
  if (id === null || (id !== 0 && !(await stores.gantt.task(id)))) throw taskNotFound()
  return id
}
