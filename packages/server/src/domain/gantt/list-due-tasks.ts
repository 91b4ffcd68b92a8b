import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { DueAsked, DueFound } from '../../ports/gantt-store.ts'
import { seenPlan } from './seen-plan.ts'
import { wallTime } from './wall-time.ts'

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
    return gantt.dueTasks({ ...asked, now, until })
  }, ctx.asker)
}
