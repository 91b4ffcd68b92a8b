import type { Task } from '@triptych/contract/gantt'
import type { Moment } from '@triptych/contract/moment'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { readPlan } from '../history/seen-past-plan.ts'
import { resolveId } from './gantt-ids.ts'
import { taskNotFound } from './place-task.ts'
import { listedTask } from './views.ts'

/** One task by itself, as the lists have it. */
export async function readTask(
  ctx: Context,
  { id: said, at }: { id: string; at: Moment | null },
): Promise<Task> {
  authorise(ctx.principal, 'gantt.read')
  return readPlan(ctx, at, async (stores) => {
    const id = await resolveId(ctx, stores, said)
    const task = id === null ? null : await stores.gantt.task(id)
    if (!task) throw taskNotFound()
    // Its own count has those that are hidden from whoever asks.
    const children = task.children > 0 ? (await stores.gantt.idsBelow([task.id])).length : 0
    return listedTask(task, children, ctx.ganttRules.lazyAbove)
  })
}
