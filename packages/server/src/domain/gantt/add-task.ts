import type { AddTask } from '@triptych/contract/gantt'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { Stores } from '../../ports/database.ts'
import { topOfPlan } from '../../ports/gantt-store.ts'
import type { GanttStore, TaskPlace } from '../../ports/gantt-store.ts'
import { findPlaced, lastPlace, placeBeside } from './place-task.ts'
import { newId, rememberId, resolveId } from './gantt-ids.ts'
import { recordGantt } from '../record-change.ts'
import { seenPlan } from './seen-plan.ts'
import { newTask, taskChanges } from './task-input.ts'
import { refuseTooManyTasks } from './task-room.ts'
import { taskView } from './views.ts'

/** `{ task, mode, target }`, or the task itself. */
export async function addTask(ctx: Context, body: AddTask): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  const { task, mode, target } = partsOf(body)
  const changes = taskChanges(task)

  return ctx.workspace.database.transact(async (given) => {
    const stores = await seenPlan(ctx, given)
    const { gantt, limits } = stores
    await refuseTooManyTasks(ctx, gantt, 1)
    const to = await placeFor(ctx, stores, { mode, target, parent: task['parent'] })
    await limits.refuseReadOnly([to.parent])
    const start = changes.start ?? (await usualStart(ctx, gantt, to.parent))
    const id = await newId(
      stores,
      'task',
      task['id'],
      async (one) => (await limits.whole.task(one)) !== null,
    )
    const made = { ...newTask(changes, { start }), ...to, id, children: 0, version: 0 }
    const revision = await recordGantt(ctx, stores, 'task-added', `tasks/${id}`, {
      before: null,
      after: taskView(made),
    })
    await gantt.insertTasks([{ ...made, version: revision }])
    await rememberId(ctx, stores, task['id'], id)
    return { id }
  })
}

/** That of the task above, or today. */
async function usualStart(ctx: Context, gantt: GanttStore, parent: number): Promise<string> {
  const above = parent === topOfPlan ? null : await gantt.task(parent)
  return above?.start ?? `${ctx.now().toISOString().slice(0, 10)}T00:00:00`
}

interface Parts {
  task: Record<string, unknown>
  mode: unknown
  target: unknown
}

function partsOf(body: AddTask): Parts {
  const { task } = body
  if (typeof task === 'object' && task !== null && !Array.isArray(task)) {
    return { task, mode: body['mode'], target: body['target'] }
  }
  return { task: body, mode: body['mode'], target: body['target'] }
}

/** Beside the target or below it; without one last below the parent, or last of all. */
async function placeFor(
  ctx: Context,
  stores: Stores,
  { mode, target, parent }: { mode: unknown; target: unknown; parent: unknown },
): Promise<TaskPlace> {
  const { gantt } = stores
  const targetId = await resolveId(ctx, stores, target)
  if (targetId !== null && targetId !== topOfPlan) {
    const found = await findPlaced(gantt, targetId)
    if (mode === 'before' || mode === 'after') return placeBeside(gantt, found, mode)
    if (mode === 'child') return lastPlace(gantt, found.id)
  }
  const parentId = (await resolveId(ctx, stores, parent)) ?? topOfPlan
  if (parentId !== topOfPlan) await findPlaced(gantt, parentId)
  return lastPlace(gantt, parentId)
}
