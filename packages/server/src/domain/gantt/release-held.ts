import type { Context } from '../../context.ts'
import type { Stores } from '../../ports/database.ts'
import { topOfPlan } from '../../ports/gantt-store.ts'
import type { StoredLink, StoredTask } from '../../ports/gantt-store.ts'
import { scheduleOf } from './plan-settings.ts'
import type { Seen } from './seen-plan.ts'
import { writeTasks } from './settle-plan.ts'
import { constraintIn } from './task-times.ts'

/**
 * Where a task was drawn when it was added is a place for one that waits for nobody. What waits for another from now on
 * begins when that lets it, as does what is below it.
 */
export async function releaseHeld(
  ctx: Context,
  stores: Seen<Stores>,
  { source, target, fields }: StoredLink,
): Promise<void> {
  const schedule = await scheduleOf(stores.gantt)
  if (schedule.mode !== 'auto' || fields['active'] === false) return
  const { whole } = stores.limits
  // A plan that is made from its finish is followed from there.
  const task = await whole.task(schedule.from === 'finish' ? source : target)
  if (!task) return
  const below = task.children > 0 ? await whole.branchOf(task.id) : []
  await release(ctx, stores, [task, ...below])
}

/** A task that something is put below is where that is. */
export async function releaseAbove(
  ctx: Context,
  stores: Seen<Stores>,
  parent: number,
): Promise<void> {
  const task = parent === topOfPlan ? null : await stores.limits.whole.task(parent)
  if (task) await release(ctx, stores, [task])
}

async function release(
  ctx: Context,
  stores: Seen<Stores>,
  tasks: readonly StoredTask[],
): Promise<void> {
  const released = tasks.filter(isHeld).map((task) => {
    const { constraint: _constraint, ...fields } = task.fields
    return { task, after: { fields } }
  })
  await writeTasks(ctx, stores, released)
}

function isHeld({ fields }: StoredTask): boolean {
  return constraintIn(fields).implied === true
}

/** Whether what is added below a task waits with it, or with one above it. */
export async function waitsBelow({ limits }: Seen<Stores>, parent: number): Promise<boolean> {
  const { whole } = limits
  const above: number[] = []
  for (let id: number | null = parent; id; id = await whole.parentOf(id)) above.push(id)
  if (above.length === 0 || parent === topOfPlan) return false
  const links = await whole.linksAt(above)
  return links.some(({ target, fields }) => above.includes(target) && fields['active'] !== false)
}
