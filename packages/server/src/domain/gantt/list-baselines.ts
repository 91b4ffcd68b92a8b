import type { Baseline, BaselineTask } from '@triptych/contract/baselines'
import type { Schedule } from '@triptych/contract/schedule'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { BaselineTask as StoredBaselineTask } from '../../ports/baselines.ts'
import type { ReadStores } from '../../ports/database.ts'
import { longList } from '../long-list.ts'
import type { LongList } from '../long-list.ts'
import { baselineView, storedBaseline } from './change-baselines.ts'
import { scheduleOf } from './plan-settings.ts'
import { seenPlan, tasksIn } from './seen-plan.ts'
import type { Seen } from './seen-plan.ts'
import { endTick, shownTick } from './task-times.ts'

export async function listBaselines(ctx: Context): Promise<Baseline[]> {
  authorise(ctx.principal, 'gantt.read')
  return ctx.workspace.database.read(async (given) => {
    const { baselines, limits } = await seenPlan(ctx, given)
    return (await baselines.all()).map((one) => baselineView(one, seesAll(limits)))
  })
}

/** Where its tasks stood, as one long list. */
export function listBaselineTasks(
  ctx: Context,
  { id, isKnown }: { id: string; isKnown: (version: string) => boolean },
): Promise<LongList<string>> {
  authorise(ctx.principal, 'gantt.read')
  return longList(ctx.workspace.database, ctx.asker, isKnown, async (given) => {
    const stores = await seenPlan(ctx, given)
    const { gantt, limits } = stores
    const baseline = await storedBaseline(stores.baselines, id)
    const schedule = await scheduleOf(gantt)
    // What is seen of it depends on where tasks are now, and where they ended on the unit of the plan.
    const now = seesAll(limits) ? schedule.durationUnit : `${await gantt.revision()}-${limits.view}`
    return {
      version: `b${baseline.id}-${baseline.version}-${now}`,
      pieces: piecesOf(stores, baseline.id, schedule),
    }
  })
}

async function* piecesOf(
  stores: Seen<ReadStores>,
  id: number,
  schedule: Schedule,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const isSeen = await seenIn(stores)
  let before = '['
  for await (const tasks of stores.baselines.tasksOf(id)) {
    const told = tasks.filter((task) => isSeen(task.id))
    if (told.length === 0) continue
    const json = told.map((task) => JSON.stringify(taskView(task, schedule))).join(',')
    yield encoder.encode(before + json)
    before = ','
  }
  yield encoder.encode(before === '[' ? '[]' : ']')
}

function taskView(task: StoredBaselineTask, schedule: Schedule): BaselineTask {
  const { id, type, text, start, duration, progress, length, work } = task
  const end = shownTick(endTick(task, schedule))
  return { id, type, text, start, end, duration, progress, length, work }
}

export function seesAll({ view }: Seen<ReadStores>['limits']): boolean {
  return view === ''
}

/** Of what is gone nobody knows where it was, so that who does not see all of the plan is not told of it. */
export async function seenIn(stores: Seen<ReadStores>): Promise<(task: number) => boolean> {
  if (seesAll(stores.limits)) return () => true
  const ids = new Set((await tasksIn(stores.gantt)).map(({ id }) => id))
  return (task) => ids.has(task)
}
