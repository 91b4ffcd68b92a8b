import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { Stores } from '../../ports/database.ts'
import { assignmentKind } from './change-assignments.ts'
import { removeEntity } from './change-entity.ts'
import { resolveId } from './gantt-ids.ts'
import { findTask } from './place-task.ts'
import { recordGantt } from '../record-change.ts'
import { seenPlan } from './seen-plan.ts'
import { mergedTask, taskChanges } from './task-input.ts'

/** Keys that are left out stay as they are; where a task stands is not changed here. */
export async function updateTask(
  ctx: Context,
  { id: named, body }: { id: string; body: Record<string, unknown> },
): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  const changes = taskChanges(body)
  return ctx.workspace.database.transact(async (given) => {
    const stores = await seenPlan(ctx, given)
    const { gantt, limits } = stores
    const task = await findTask(gantt, await resolveId(ctx, stores, named))
    const { id } = task
    await limits.refuseReadOnly([id])
    const merged = mergedTask(task, changes)
    if (!merged) return { id }
    const revision = await recordGantt(ctx, stores, 'task-updated', `tasks/${id}`, {
      before: pick(task, merged),
      after: merged,
    })
    await gantt.updateTask(id, merged, revision)
    if (merged.type === 'summary') await dropAssignments(ctx, stores, id)
    return { id }
  })
}

/** The client drops them by itself and tells nobody. */
async function dropAssignments(ctx: Context, stores: Stores, task: number): Promise<void> {
  for (const one of await stores.gantt.assignmentsAt([task])) {
    await removeEntity(ctx, stores, assignmentKind, one)
  }
}

function pick<T extends object>(from: T, like: object): Partial<T> {
  return Object.fromEntries(
    Object.keys(like).map((key) => [key, from[key as keyof T]]),
  ) as Partial<T>
}
