import type { AddTask } from '@triptych/contract/gantt'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { Stores } from '../../ports/database.ts'
import { topOfPlan } from '../../ports/gantt-store.ts'
import type { Fields, GanttStore, TaskPlace } from '../../ports/gantt-store.ts'
import { findPlaced, lastPlace, placeBeside } from './place-task.ts'
import { isSameJson } from './gantt-value.ts'
import { newId, rememberId, resolveId } from './gantt-ids.ts'
import { planCalendars } from './plan-calendars.ts'
import { scheduleOf } from './plan-settings.ts'
import { recordGantt } from '../record-change.ts'
import type { Seen } from './seen-plan.ts'
import { changePlan, writeTasks } from './settle-plan.ts'
import { newTask, taskChanges } from './task-input.ts'
import type { TaskChanges, TaskValues } from './task-input.ts'
import { refuseTooManyTasks } from './task-room.ts'
import { releaseAbove, waitsBelow } from './release-held.ts'
import { saidFields } from './said-fields.ts'
import { taskView } from './views.ts'

/** `{ task, mode, target }`, or the task itself. */
export async function addTask(ctx: Context, body: AddTask): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  const asked = askedTask(body)
  return changePlan(ctx, (stores) => addOne(ctx, stores, asked))
}

/** What a body asks for. */
export interface AskedTask extends Parts {
  changes: TaskChanges
}

export function askedTask(body: AddTask): AskedTask {
  const parts = partsOf(body)
  return { ...parts, changes: taskChanges(parts.task) }
}

export async function addOne(
  ctx: Context,
  stores: Seen<Stores>,
  { task, mode, target, changes }: AskedTask,
): Promise<{ id: number }> {
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
  const values = newTask(changes, { start })
  const fields = await scheduledFields(stores, changes, values, to.parent)
  const made = { ...values, ...to, id, children: 0, version: 0 }
  const revision = await recordGantt(ctx, stores, 'task-added', `tasks/${id}`, {
    before: null,
    after: taskView(made),
  })
  await gantt.insertTasks([{ ...made, version: revision }])
  await rememberId(ctx, stores, task['id'], id)
  // As news also for whoever added it.
  if (!isSameJson(fields, values.fields)) {
    await writeTasks(ctx, stores, [{ task: made, after: { fields } }])
  }
  await releaseAbove(ctx, stores, to.parent)
  return { id }
}

/** With what its dates mean where the plan is scheduled. */
async function scheduledFields(
  stores: Seen<Stores>,
  changes: TaskChanges,
  values: TaskValues,
  parent: number,
): Promise<Fields> {
  const { gantt } = stores
  const schedule = await scheduleOf(gantt)
  if (schedule.mode !== 'auto' || values.fields['unscheduled'] === true) return values.fields
  const calendars = planCalendars(schedule, await gantt.allCalendars())
  // The end of a summary without children was made up.
  const after = { ...values, end: changes.end ?? null }
  const isPlaced = changes.start !== undefined && !(await followsAbove(stores, values, parent))
  return saidFields({ before: null, after, isPlaced, schedule, calendars, people: [], units: 1 })
}

/** Whether it is only drawn where what it is below begins, and that waits for others. */
async function followsAbove(
  stores: Seen<Stores>,
  { start }: TaskValues,
  parent: number,
): Promise<boolean> {
  const above = parent === topOfPlan ? null : await stores.limits.whole.task(parent)
  return above !== null && start <= above.start && (await waitsBelow(stores, parent))
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
    if (mode === 'before' || mode === 'after') return placeBeside(ctx, stores, found, mode)
    if (mode === 'child') return lastPlace(gantt, found.id)
  }
  return lastPlace(gantt, await parentFor(ctx, stores, parent))
}

/** Something can be put below it. */
export async function parentFor(ctx: Context, stores: Stores, parent: unknown): Promise<number> {
  const id = (await resolveId(ctx, stores, parent)) ?? topOfPlan
  if (id !== topOfPlan) await findPlaced(stores.gantt, id)
  return id
}
