import type { Schedule } from '@triptych/contract/schedule'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { Stores } from '../../ports/database.ts'
import type { Fields, GanttReader, GanttStore, StoredTask } from '../../ports/gantt-store.ts'
import type { PlanResource } from '../schedule/plan.ts'
import { assignmentKind } from './change-assignments.ts'
import { removeEntity } from './change-entity.ts'
import { hasEffort, unitsOn } from './effort.ts'
import { resolveId } from './gantt-ids.ts'
import { isSameJson } from './gantt-value.ts'
import { findTask } from './place-task.ts'
import { planCalendars } from './plan-calendars.ts'
import type { PlanCalendars } from './plan-calendars.ts'
import { scheduleOf } from './plan-settings.ts'
import { recordGantt } from '../record-change.ts'
import { changePlan, writeTasks } from './settle-plan.ts'
import { planResource } from './stored-plan.ts'
import { mergedTask, taskChanges } from './task-input.ts'
import type { TaskChanges } from './task-input.ts'
import { saidFields } from './said-fields.ts'
import { isOtherSpan } from './task-times.ts'

/** Keys that are left out stay as they are; where a task stands is not changed here. */
export async function updateTask(
  ctx: Context,
  { id: named, body }: { id: string; body: Record<string, unknown> },
): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  const changes = taskChanges(body)
  return changePlan(ctx, async (stores) => {
    const { gantt, limits } = stores
    const task = await findTask(gantt, await resolveId(ctx, stores, named))
    const { id } = task
    await limits.refuseReadOnly([id])
    const plain = mergedTask(task, changes)
    if (!plain) return { id }
    const { said, fields } = await scheduledChange(gantt, task, plain)
    const revision = await recordGantt(ctx, stores, 'task-updated', `tasks/${id}`, {
      before: pick(task, said),
      after: said,
    })
    await gantt.updateTask(id, said, revision)
    if (said.type === 'summary') await dropAssignments(ctx, stores, id)
    const changed = { ...task, ...said }
    // As news also for whoever drew it.
    if (fields) await writeTasks(ctx, stores, [{ task: changed, after: { fields } }])
    return { id }
  })
}

interface ScheduledChange {
  said: TaskChanges
  /** What follows for its fields from what its dates mean; `null`: nothing. */
  fields: Fields | null
}

/** With what its dates mean where the plan is scheduled. A summary has those of what is below it. */
async function scheduledChange(
  gantt: GanttStore,
  task: StoredTask,
  merged: TaskChanges,
): Promise<ScheduledChange> {
  const schedule = await scheduleOf(gantt)
  const after = { ...task, ...merged }
  if (schedule.mode !== 'auto') {
    const { length, ...fields } = after.fields
    const isStale = length !== undefined && length === task.fields['length']
    const isDropped = isStale && isOtherSpan(task, after, schedule)
    return { said: isDropped ? { ...merged, fields } : merged, fields: null }
  }
  // Clients that make a summary say with it the dates of what it will have below it, some before they put that there.
  const becomesSummary = after.type === 'summary' && task.type !== 'summary'
  if (task.children > 0 || becomesSummary || after.fields['unscheduled'] === true) {
    return { said: merged, fields: null }
  }
  const calendars = planCalendars(schedule, await gantt.allCalendars())
  const isPlaced = merged.start !== undefined
  const isOther =
    isOtherSpan(task, after, schedule) ||
    !isSameJson(task.fields['segments'], after.fields['segments'])
  const people = isOther ? await peopleOn(gantt, task.id, schedule, calendars) : []
  const units = hasEffort(after.fields) ? await unitsOn(gantt, task.id) : 1
  const fields = saidFields({ before: task, after, isPlaced, schedule, calendars, people, units })
  return { said: merged, fields: isSameJson(fields, after.fields) ? null : fields }
}

async function peopleOn(
  gantt: GanttReader,
  task: number,
  schedule: Schedule,
  calendars: PlanCalendars,
): Promise<PlanResource[]> {
  const people: PlanResource[] = []
  for (const { resource } of await gantt.assignmentsAt([task])) {
    const found = await gantt.resource(resource)
    if (found) people.push(planResource(found, schedule, calendars))
  }
  return people
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
