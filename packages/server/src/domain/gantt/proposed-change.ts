import { AppError } from '../../errors.ts'
import type { ReadStores } from '../../ports/database.ts'
import { absent, leaf } from '../schedule/network.ts'
import type { Scheduled } from '../schedule/schedule-plan.ts'
import { taskNotFound } from './place-task.ts'
import { scheduleOf } from './plan-settings.ts'
import { tasksIn } from './seen-plan.ts'
import type { Seen } from './seen-plan.ts'
import { storedPlan } from './stored-plan.ts'
import type { StoredPlan } from './stored-plan.ts'

/** A plan of which a change is proposed, and what of it whoever asks may see and change. */
export interface PlanToChange {
  stored: StoredPlan
  /** The ids of tasks that may be changed, of those that were chosen. */
  writable: ReadonlySet<number>
  isSeen: IsSeen
}

/** Of all tasks, or of the chosen ones, which must be there and not only to be read. */
export async function planToChange(
  { gantt, limits }: Seen<ReadStores>,
  chosen: readonly number[] | undefined,
): Promise<PlanToChange> {
  const schedule = await scheduleOf(gantt)
  if (schedule.mode !== 'auto') {
    const message = 'Only for a plan that schedules itself can this be proposed.'
    throw new AppError('gantt.not_scheduled', message)
  }
  const seen = new Set((await tasksIn(gantt)).map(({ id }) => id))
  if (chosen?.some((id) => !seen.has(id))) throw taskNotFound()
  if (chosen) await limits.refuseReadOnly(chosen)
  const stored = await storedPlan(limits.whole, schedule)
  const writable = await limits.writable(chosen ?? [...seen])
  return { stored, writable, isSeen: (at) => seen.has(stored.tasks[at]!.id) }
}

export type IsSeen = (task: number) => boolean

/** Places of tasks that count and are seen, but for summaries. */
export function* placesIn({ net }: Scheduled, isSeen: IsSeen): Generator<number> {
  for (let place = net.first; place >= 0; place = net.next[place]!) {
    if (net.kind[place] !== leaf || net.flags[place]! & absent) continue
    if (isSeen(net.task[place]!)) yield place
  }
}

export function countMoved(now: Scheduled, then: Scheduled, isSeen: IsSeen): number {
  let moved = 0
  for (const place of placesIn(now, isSeen)) {
    const other = then.net.placeOf[now.net.task[place]!]!
    const isSame =
      now.dates.start[place] === then.dates.start[other] &&
      now.dates.finish[place] === then.dates.finish[other]
    if (!isSame) moved++
  }
  return moved
}

/** When the last of what is seen ends; `null` of nothing. */
export function lastFinish(scheduled: Scheduled, isSeen: IsSeen): number | null {
  let last = -Infinity
  for (const place of placesIn(scheduled, isSeen)) {
    last = Math.max(last, scheduled.dates.finish[place]!)
  }
  return last === -Infinity ? null : last
}
