import { AppError } from '../../errors.ts'
import { detached, topOfPlan } from '../../ports/gantt-store.ts'
import type { Gap, GanttStore, StoredTask, TaskPlace } from '../../ports/gantt-store.ts'
import { keyBetween, keysBetween } from '../order-key.ts'

/** Keys of this length still leave room; longer ones come from many moves to one spot. */
const longestKey = 24

/** A key for the last place below a parent. */
export async function lastPlace(gantt: GanttStore, parent: number): Promise<TaskPlace> {
  const place = keyBetween(await gantt.lastPlace(parent), null)
  if (place.length <= longestKey) return { parent, place }
  await shortenKeys(gantt, parent)
  return { parent, place: keyBetween(await gantt.lastPlace(parent), null) }
}

/** A key for the place right before or after a task. */
export async function placeBeside(
  gantt: GanttStore,
  target: StoredTask,
  side: 'before' | 'after',
): Promise<TaskPlace> {
  return placeInGap(gantt, target, side, await gapBeside(gantt, target.id, side))
}

/** The same where the gap is known already. */
export async function placeInGap(
  gantt: GanttStore,
  target: StoredTask,
  side: 'before' | 'after',
  gap: Gap,
): Promise<TaskPlace> {
  const { parent } = target
  const place = keyIn(gap)
  if (place.length <= longestKey) return { parent, place }
  await shortenKeys(gantt, parent)
  return { parent, place: keyIn(await gapBeside(gantt, target.id, side)) }
}

function keyIn({ lower, upper }: Gap): string {
  return keyBetween(lower, upper)
}

export async function gapBeside(
  gantt: GanttStore,
  target: number,
  side: 'before' | 'after',
): Promise<Gap> {
  const gap = await gantt.gapBeside(target, side)
  if (!gap) throw taskNotFound()
  return gap
}

async function shortenKeys(gantt: GanttStore, parent: number): Promise<void> {
  const siblings = await gantt.childrenOf(parent)
  await gantt.renumber(parent, keysBetween(null, null, siblings.length))
}

export async function findTask(gantt: GanttStore, id: number | null): Promise<StoredTask> {
  const task = id === null || id === topOfPlan ? null : await gantt.task(id)
  if (!task) throw taskNotFound()
  return task
}

/** A task that others can be put beside or below. */
export async function findPlaced(gantt: GanttStore, id: number | null): Promise<StoredTask> {
  const task = await findTask(gantt, id)
  await refuseUnplaced(gantt, task)
  return task
}

/** A copy that waits for its own place, or lies below one, is not there for others. */
export async function refuseUnplaced(gantt: GanttStore, task: StoredTask): Promise<void> {
  if (!(await isPlaced(gantt, task))) throw taskNotFound()
}

export async function isPlaced(gantt: GanttStore, task: StoredTask): Promise<boolean> {
  if (task.parent === topOfPlan) return true
  // Hardly ever is anything, and then there is no need to look further up.
  if (!(await gantt.hasDetached())) return true
  const top = (await gantt.ancestorsOf(task.id)).at(-1) ?? task.id
  const { parent } = top === task.id ? task : await findTask(gantt, top)
  return parent !== detached
}

export function taskNotFound(): AppError {
  return new AppError('gantt.task_not_found', 'There is no task with this id.')
}
