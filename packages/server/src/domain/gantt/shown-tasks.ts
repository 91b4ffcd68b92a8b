import type { Context } from '../../context.ts'
import type { ReadStores } from '../../ports/database.ts'
import { topOfPlan } from '../../ports/gantt-store.ts'
import type { PlanReader } from '../../ports/gantt-store.ts'
import { taskNotFound } from './place-task.ts'
import { resolveId } from './gantt-ids.ts'

/**
 * The tasks whose children a client gets when it asks for what is below `from`: that one itself, and
 * everything below it down to the next lazy ones.
 */
export async function unfolded(
  plan: PlanReader,
  from: number,
  lazyAbove: number,
): Promise<number[]> {
  const all = [from]
  for (let level = all; level.length > 0;) {
    level = await plan.openBelow(level, lazyAbove)
    all.push(...level)
  }
  return all
}

/** The ids of the tasks that a client gets when it asks for what is below `from`. */
export async function shownBelow(
  plan: PlanReader,
  from: number,
  lazyAbove: number,
): Promise<Set<number>> {
  return new Set(await plan.idsBelow(await unfolded(plan, from, lazyAbove)))
}

export function shownAtFirst(plan: PlanReader, lazyAbove: number): Promise<Set<number>> {
  return shownBelow(plan, topOfPlan, lazyAbove)
}

/** The task that a client unfolds. */
export async function branchId(ctx: Context, stores: ReadStores, named: string): Promise<number> {
  const id = await resolveId(ctx, stores, named)
  if (id === null || (id !== 0 && !(await stores.plan.task(id)))) throw taskNotFound()
  return id
}
