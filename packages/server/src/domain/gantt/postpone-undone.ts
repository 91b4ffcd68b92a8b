import type { PostponeProposal, PostponeUndone } from '@triptych/contract/schedule'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { PlanTask } from '../schedule/plan.ts'
import { datesOfTask, schedulePlan } from '../schedule/schedule-plan.ts'
import type { Scheduled } from '../schedule/schedule-plan.ts'
import { laterBy } from '../schedule/working-time.ts'
import type { WorkingTime } from '../schedule/working-time.ts'
import { countMoved, lastFinish, planToChange } from './proposed-change.ts'
import { seenPlan } from './seen-plan.ts'
import type { Seen } from './seen-plan.ts'
import { startIn } from './stored-plan.ts'
import { shownTick, timeOfTask } from './task-times.ts'
import { wallTime } from './wall-time.ts'

/**
 * How what should have been done before a day, and is not, could be put behind it: a proposal, of which nothing is stored.
 * What was begun goes on there, what was not begins there; what must be at its date or stands by hand stays.
 */
export function proposePostponing(ctx: Context, asked: PostponeUndone): Promise<PostponeProposal> {
  authorise(ctx.principal, 'gantt.write')
  return ctx.workspace.database.readLong(
    async (given) => postponed(await seenPlan(ctx, given), asked),
    ctx.asker,
  )
}

async function postponed(
  stores: Seen<ReadStores>,
  { date: said, tasks: chosen }: PostponeUndone,
): Promise<PostponeProposal> {
  const { stored, writable, isSeen } = await planToChange(stores, chosen)
  const { tasks, plan, calendars, schedule } = stored
  const date = said === undefined ? schedule.statusDate : wallTime(said, 'date')
  if (date === null) {
    const message = 'Say a date, or give the plan a status date.'
    throw new AppError('gantt.bad_date', message, { field: 'date' })
  }
  const now = schedulePlan(plan)
  const changes: PostponeProposal['changes'] = []
  const after = tasks.map((task, at) => {
    const before = plan.tasks[at]!
    if (!writable.has(task.id) || task.children > 0) return before
    const time = timeOfTask(calendars, task.fields)
    const from = startIn(date, time)!
    const changed =
      before.actualStart === null ? begunAt(now, at, from) : goesOn(before, from, time)
    if (!changed) return before
    const { stop } = changed
    const data =
      before.actualStart === null
        ? { constraint: { type: 'snet' as const, date } }
        : { stop: shownTick(stop!), resume: date }
    changes.push({ url: `tasks/${task.id}`, method: 'PUT', data })
    return { ...before, ...changed }
  })
  const then = schedulePlan({ ...plan, tasks: after })
  const finishOf = (scheduled: Scheduled) => {
    const finish = lastFinish(scheduled, isSeen)
    return { finish: finish === null ? null : shownTick(finish) }
  }
  return {
    revision: await stores.gantt.revision(),
    changes,
    before: finishOf(now),
    after: finishOf(then),
    moved: countMoved(now, then, isSeen),
  }
}

const movable: readonly PlanTask['constraint'][] = ['asap', 'alap', 'snet', 'fnet']

/** `null` where it stands behind that already, or may not be moved. */
function begunAt(now: Scheduled, at: number, from: number): Partial<PlanTask> | null {
  const { mode, inactive, actualFinish, constraint } = now.net.plan.tasks[at]!
  if (mode !== 'auto' || inactive || actualFinish !== null) return null
  if (!movable.includes(constraint) || datesOfTask(now, at).start >= from) return null
  return { constraint: 'snet', constraintDate: from }
}

/** What is left of it; `null` where that is nothing, or goes on later already. */
function goesOn(task: PlanTask, from: number, time: WorkingTime): Partial<PlanTask> | null {
  const { mode, inactive, actualStart, actualFinish, remaining, duration } = task
  if (mode !== 'auto' || inactive || actualFinish !== null || actualStart === null) return null
  const left = remaining ?? duration
  if (left <= 0) return null
  const stop = task.stop ?? laterBy(time, actualStart, Math.max(0, duration - left))
  return (task.resume ?? stop) >= from ? null : { stop, resume: from, remaining: left }
}
