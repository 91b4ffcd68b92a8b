import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Stores } from '../../ports/database.ts'
import { detached, topOfPlan } from '../../ports/gantt-store.ts'
import type { GanttStore, StoredTask, TaskPlace } from '../../ports/gantt-store.ts'
import type { Gap, Place } from '../../ports/order.ts'
import { keyBeside } from '../key-beside.ts'
import { keyBetween } from '../order-key.ts'
import { recordGantt } from '../record-change.ts'

/** A key for the last place below a parent. */
export async function lastPlace(gantt: GanttStore, parent: number): Promise<TaskPlace> {
  return { parent, place: keyBetween(await gantt.lastPlace(parent), null) }
}

/** A key for the place right before or after a task. */
export async function placeBeside(
  ctx: Context,
  stores: Stores,
  target: Sibling,
  side: 'before' | 'after',
): Promise<TaskPlace> {
  return placeInGap(ctx, stores, target, side, await gapBeside(stores.gantt, target.id, side))
}

type Sibling = Pick<StoredTask, 'id' | 'parent'>

/** The same where the gap is known already. */
export async function placeInGap(
  ctx: Context,
  stores: Stores,
  { id, parent }: Sibling,
  side: 'before' | 'after',
  gap: Gap,
): Promise<TaskPlace> {
  const { gantt } = stores
  const siblings = {
    ...gantt,
    /** Told as moves: whoever goes back in the log must not find places of before among those of after. */
    async renumber(places: readonly Place[]) {
      for (const { id: one, order } of places) {
        await recordGantt(ctx, stores, 'task-moved', `tasks/${one}`, {
          before: { parent, $order: (await findTask(gantt, one)).place },
          after: { parent, $order: order },
        })
      }
      await gantt.renumber(places)
    },
  }
  return { parent, place: await keyBeside(siblings, { id, side }, gap) }
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
