import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { DueAsked, DueFound, DueTask, GanttReader } from '../../ports/gantt-store.ts'
import { atEndOfDay } from './milestone-days.ts'
import { scheduleOf } from './plan-settings.ts'
import { seenPlan } from './seen-plan.ts'
import { laterBy, wallTime } from './wall-time.ts'

/** What is to be done next, as far as whoever asks sees the plan; without `now`, the time of the server counts. */
export async function listDueTasks(
  ctx: Context,
  asked: Omit<DueAsked, 'now'> & { now: string | null },
): Promise<DueFound> {
  authorise(ctx.principal, 'gantt.read')
  const now = wallTime(asked.now, 'now') ?? ctx.now().toISOString().slice(0, 19)
  const until = wallTime(asked.until, 'until')
  // Every task is looked at.
  return ctx.workspace.database.readLong(async (stores) => {
    const { gantt } = await seenPlan(ctx, stores)
    if (asked.resource !== null && !(await gantt.resource(asked.resource))) {
      throw new AppError('gantt.resource_not_found', 'There is no such resource.')
    }
    const found = await gantt.dueTasks({ ...asked, now, until })
    return { ...found, tasks: await withEndsOfDays(gantt, found.tasks) }
  }, ctx.asker)
}

const dayMs = 24 * 60 * 60 * 1000

/** A milestone that is put on a day has all of it. */
async function withEndsOfDays(gantt: GanttReader, tasks: readonly DueTask[]): Promise<DueTask[]> {
  const points = await gantt.tasksOf(tasks.filter(isOfDay).map(({ id }) => id))
  const before = await atEndOfDay(gantt, points, await scheduleOf(gantt))
  return tasks.map((task) =>
    isOfDay(task) && !before.has(task.id) ? { ...task, end: laterBy(task.start, dayMs) } : task,
  )
}

function isOfDay({ type, start, end }: DueTask): boolean {
  return type === 'milestone' && end === start && start.endsWith('T00:00:00')
}
