import { AppError } from '../../errors.ts'
import { detached, topOfPlan } from '../../ports/gantt-store.ts'
import type { Gap, PlanStore, StoredTask, TaskPlace } from '../../ports/gantt-store.ts'
import { keyBetween, keysBetween } from '../order-key.ts'

/** Keys of this length still leave room; longer ones come from many moves to one spot. */
const longestKey = 24

/** A key for the last place below a parent. */
export async function lastPlace(plan: PlanStore, parent: number): Promise<TaskPlace> {
  const place = keyBetween(await plan.lastPlace(parent), null)
  if (place.length <= longestKey) return { parent, place }
  await shortenKeys(plan, parent)
  return { parent, place: keyBetween(await plan.lastPlace(parent), null) }
}

/** A key for the place right before or after a task. */
export async function placeBeside(
  plan: PlanStore,
  target: StoredTask,
  side: 'before' | 'after',
): Promise<TaskPlace> {
  return placeInGap(plan, target, side, await gapBeside(plan, target.id, side))
}

/** The same where the gap is known already. */
export async function placeInGap(
  plan: PlanStore,
  target: StoredTask,
  side: 'before' | 'after',
  gap: Gap,
): Promise<TaskPlace> {
  const { parent } = target
  const place = keyIn(gap)
  if (place.length <= longestKey) return { parent, place }
  await shortenKeys(plan, parent)
  return { parent, place: keyIn(await gapBeside(plan, target.id, side)) }
}

function keyIn({ lower, upper }: Gap): string {
  return keyBetween(lower, upper)
}

export async function gapBeside(
  plan: PlanStore,
  target: number,
  side: 'before' | 'after',
): Promise<Gap> {
  const gap = await plan.gapBeside(target, side)
  if (!gap) throw taskNotFound()
  return gap
}

async function shortenKeys(plan: PlanStore, parent: number): Promise<void> {
  const siblings = await plan.childrenOf(parent)
  await plan.renumber(parent, keysBetween(null, null, siblings.length))
}

export async function findTask(plan: PlanStore, id: number | null): Promise<StoredTask> {
  const task = id === null || id === topOfPlan ? null : await plan.task(id)
  if (!task) throw taskNotFound()
  return task
}

/** A task that others can be put beside or below. */
export async function findPlaced(plan: PlanStore, id: number | null): Promise<StoredTask> {
  const task = await findTask(plan, id)
  await refuseUnplaced(plan, task)
  return task
}

/** A copy that waits for its own place, or lies below one, is not there for others. */
export async function refuseUnplaced(plan: PlanStore, task: StoredTask): Promise<void> {
  if (!(await isPlaced(plan, task))) throw taskNotFound()
}

export async function isPlaced(plan: PlanStore, task: StoredTask): Promise<boolean> {
  if (task.parent === topOfPlan) return true
  // Hardly ever is anything, and then there is no need to look further up.
  if (!(await plan.hasDetached())) return true
  const top = (await plan.ancestorsOf(task.id)).at(-1) ?? task.id
  const { parent } = top === task.id ? task : await findTask(plan, top)
  return parent !== detached
}

export function taskNotFound(): AppError {
  return new AppError('gantt.task_not_found', 'There is no task with this id.')
}
