import type { Schedule } from '@triptych/contract/schedule'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { newEntry } from '../../ports/change-log.ts'
import type { Stores, TransactionBudget } from '../../ports/database.ts'
import type { Fields, StoredTask } from '../../ports/gantt-store.ts'
import { rollUp } from '../schedule/roll-up.ts'
import { datesOfTask, schedulePlan } from '../schedule/schedule-plan.ts'
import type { Scheduled } from '../schedule/schedule-plan.ts'
import { isSameJson } from './gantt-value.ts'
import { scheduleOf } from './plan-settings.ts'
import { seenPlan } from './seen-plan.ts'
import type { Seen } from './seen-plan.ts'
import { storedPlan } from './stored-plan.ts'
import type { StoredPlan } from './stored-plan.ts'
import { drawnDates, heldAt, lengthOfTask, timeOfTask } from './task-times.ts'
import { minute } from '../schedule/ticks.ts'

/** By which clients tell what followed from a change from the change itself. */
export const scheduleOrigin = 'schedule'

/**
 * Changes the plan in one transaction, as far as whoever asks sees it, and then puts everything where it belongs: what
 * is scheduled follows at once, or when all is done that this is a part of.
 */
export function changePlan<T>(
  ctx: Context,
  work: (stores: Seen<Stores>, given: Stores) => Promise<T>,
  budget?: TransactionBudget,
): Promise<T> {
  return ctx.workspace.database.transact(async (given) => {
    if (ctx.together) return work(await seenPlan(ctx, given), given)
    let isTouched = false
    const gantt: Stores['gantt'] = {
      ...given.gantt,
      touch(revision) {
        isTouched = true
        return given.gantt.touch(revision)
      },
    }
    const noted = { ...given, gantt }
    const value = await work(await seenPlan(ctx, noted), noted)
    if (isTouched) await settlePlan(ctx, given)
    return value
  }, budget)
}

/** Puts all tasks where the schedule wants them. Where nothing is scheduled, nothing is read. */
export async function settlePlan(ctx: Context, stores: Stores): Promise<void> {
  const schedule = await scheduleOf(stores.gantt)
  if (schedule.mode !== 'auto') return
  const stored = await storedPlan(stores.gantt, schedule)
  const scheduled = schedulePlan(stored.plan)
  await refuseCircles(ctx, stores, stored, scheduled)
  await writeTasks(ctx, stores, movedTasks(stored, scheduled))
}

/** A task with what becomes different of it. */
export interface ChangedTask {
  task: StoredTask
  after: Partial<Pick<StoredTask, 'start' | 'end' | 'duration' | 'progress' | 'fields'>>
}

export function movedTasks(
  { schedule, calendars, tasks, plan }: StoredPlan,
  scheduled: Scheduled,
): ChangedTask[] {
  const { progress } = rollUp(scheduled)
  const moved: ChangedTask[] = []
  for (const [place, task] of tasks.entries()) {
    const { mode, inactive } = plan.tasks[place]!
    if (mode === 'unscheduled' || inactive) continue
    const isSummary = scheduled.net.closeOf[place]! >= 0
    const time = timeOfTask(calendars, task.fields)
    const dates =
      mode === 'auto' && drawnDates(task.type, datesOfTask(scheduled, place), schedule, time)
    const now = { ...dates, ...(isSummary && { progress: progress[place]! }) }
    const after = Object.fromEntries(
      Object.entries(now).filter(([name, value]) => task[name as keyof StoredTask] !== value),
    )
    if (Object.keys(after).length > 0) moved.push({ task, after })
  }
  return moved
}

/** What a plan needs that is scheduled from now on: all stays where it is, but for what waits for others. */
export async function beginAuto(ctx: Context, stores: Stores, schedule: Schedule): Promise<void> {
  const { tasks, links, calendars } = await storedPlan(stores.gantt, schedule)
  const waiting = new Set(links.map(({ target }) => target))
  const changed: ChangedTask[] = []
  for (const task of tasks) {
    if (task.children > 0) continue
    const fields: Fields = { ...task.fields }
    const time = timeOfTask(calendars, fields)
    fields['length'] ??= lengthOfTask(task, schedule, time) / minute
    const isHeld = fields['manual'] === true || fields['unscheduled'] === true
    if (!isHeld && !waiting.has(task.id)) fields['constraint'] ??= heldAt(task, schedule)
    if (!isSameJson(fields, task.fields)) changed.push({ task, after: { fields } })
  }
  await writeTasks(ctx, stores, changed)
}

/** As ordinary changes of tasks, which can be taken back with what they followed from. */
export async function writeTasks(
  ctx: Context,
  { changes, gantt }: Stores,
  changed: readonly ChangedTask[],
): Promise<void> {
  if (changed.length === 0) return
  const { principal, address, step, now } = ctx
  const { name: actor, id: actorId } = principal
  const by = { actor, actorId, origin: scheduleOrigin, address, step, at: now() }
  const head = await changes.head()
  await changes.appendAll(
    changed.map(({ task, after }) => {
      const before = Object.fromEntries(
        Object.keys(after).map((name) => [name, task[name as keyof StoredTask]]),
      )
      const entity = `tasks/${task.id}`
      return newEntry({ area: 'gantt', operation: 'task-updated', entity, before, after }, by)
    }),
  )
  for (const [i, { task, after }] of changed.entries()) {
    await gantt.updateTask(task.id, after, head + 1 + i)
  }
  await gantt.touch(head + changed.length)
}

async function refuseCircles(
  ctx: Context,
  stores: Stores,
  { tasks, links }: StoredPlan,
  { net }: Scheduled,
): Promise<void> {
  const [circle] = net.circles
  if (!circle) return
  const { gantt } = await seenPlan(ctx, stores)
  const cycle: number[] = []
  for (const place of circle.tasks) {
    const { id } = tasks[place]!
    if (await gantt.task(id)) cycle.push(id)
  }
  const link = await gantt.link(links[circle.link]!.id)
  const message = 'The tasks would wait for each other.'
  throw new AppError('gantt.cycle', message, { cycle, ...(link && { link: link.id }) })
}
