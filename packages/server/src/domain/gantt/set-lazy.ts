import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { findTask } from './place-task.ts'
import { resolveId } from './gantt-ids.ts'
import { changePlan } from './settle-plan.ts'
import { recordGantt } from '../record-change.ts'

/** Says by hand whether the children of a task are sent on demand; `null` leaves it to their number. */
export async function setLazy(
  ctx: Context,
  { id: named, value }: { id: string; value: boolean | null },
): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  return changePlan(ctx, async (stores) => {
    const { id, lazy } = await findTask(stores.gantt, await resolveId(ctx, stores, named))
    await stores.limits.refuseReadOnly([id])
    if (lazy === value) return { id }
    const values = { before: { lazy }, after: { lazy: value } }
    const revision = await recordGantt(ctx, stores, 'task-updated', `tasks/${id}`, values)
    await stores.gantt.updateTask(id, { lazy: value }, revision)
    return { id }
  })
}
