import type { PutSchedule, Schedule } from '@triptych/contract/schedule'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Stores } from '../../ports/database.ts'
import { topOfPlan } from '../../ports/gantt-store.ts'
import type { GanttReader, GanttStore } from '../../ports/gantt-store.ts'
import { recordGantt } from '../record-change.ts'
import { isSameJson } from './gantt-value.ts'
import { scheduleOf } from './plan-settings.ts'
import { seenPlan } from './seen-plan.ts'
import { beginAuto, changePlan } from './settle-plan.ts'
import { wallTime } from './wall-time.ts'

export async function readSchedule(ctx: Context): Promise<Schedule> {
  authorise(ctx.principal, 'gantt.read')
  return ctx.workspace.database.read(async (given) => {
    const { gantt } = await seenPlan(ctx, given)
    return scheduleOf(gantt)
  })
}

/** What is left out stays as it is. */
export async function changeSchedule(
  ctx: Context,
  { ifNew = false, ...said }: PutSchedule,
): Promise<Schedule> {
  authorise(ctx.principal, 'gantt.write')
  return changePlan(ctx, async (stores, given) => {
    await stores.limits.refuseReadOnly([topOfPlan])
    const before = await scheduleOf(stores.gantt)
    if (ifNew && !(await isNew(stores.limits.whole, before))) return before
    // JSON has nothing that is there and undefined.
    const after = await checked(stores.gantt, { ...before, ...said } as Schedule)
    if (after.mode === 'auto') after.start ??= await firstStart(ctx, given.gantt)
    await writeSchedule(ctx, stores, before, after)
    if (after.mode === 'auto' && before.mode !== 'auto') await beginAuto(ctx, given, after)
    return after
  })
}

/** Nobody has said how it is scheduled (what ever scheduled itself has a start), and it has no task, seen or not. */
async function isNew(whole: GanttStore, { mode, start, finish }: Schedule): Promise<boolean> {
  const isUnsaid = mode === 'off' && start === null && finish === null
  return isUnsaid && (await whole.lastPlace(topOfPlan)) === null
}

export async function writeSchedule(
  ctx: Context,
  stores: Stores,
  before: Schedule,
  after: Schedule,
): Promise<void> {
  const names = (Object.keys(after) as (keyof Schedule)[]).filter(
    (name) => !isSameJson(before[name], after[name]),
  )
  if (names.length === 0) return
  const pick = (from: Schedule) => Object.fromEntries(names.map((name) => [name, from[name]]))
  await recordGantt(ctx, stores, 'schedule-changed', 'schedule', {
    before: pick(before),
    after: pick(after),
  })
  await stores.gantt.setSchedule(after)
}

/** Of a plan that says none: where its first task stands, or today. */
async function firstStart(ctx: Context, whole: GanttReader): Promise<string> {
  const starts = (await whole.branchOf(topOfPlan)).map(({ start }) => start)
  const first = starts.reduce((one, other) => (other < one ? other : one), '9999')
  return first === '9999' ? `${ctx.now().toISOString().slice(0, 10)}T00:00:00` : first
}

async function checked(gantt: GanttReader, schedule: Schedule): Promise<Schedule> {
  const { calendar, from } = schedule
  if (calendar !== null && !(await gantt.calendar(calendar))) {
    throw new AppError('gantt.calendar_not_found', 'There is no calendar with this id.')
  }
  const start = wallTime(schedule.start, 'start')
  const finish = wallTime(schedule.finish, 'finish')
  const statusDate = wallTime(schedule.statusDate, 'statusDate')
  if (from === 'finish' && finish === null) {
    const message = 'A plan that is made from its finish needs one.'
    throw new AppError('gantt.bad_schedule', message, { field: 'finish' })
  }
  return { ...schedule, start, finish, statusDate }
}
