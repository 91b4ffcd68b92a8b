import type { ImportMode } from '@triptych/contract/plan-exchange'
import type { Context } from '../../../context.ts'
import type { Stores } from '../../../ports/database.ts'
import { topOfPlan } from '../../../ports/gantt-store.ts'
import type { GanttKind, GanttStore } from '../../../ports/gantt-store.ts'
import { keysBetween } from '../../order-key.ts'
import { putAside } from '../change-baselines.ts'
import { removeBranch } from '../delete-task.ts'
import type { Seen } from '../seen-plan.ts'
import { refuseTooManyTasks } from '../task-room.ts'
import type { BegunPlan, ImportedPlan } from './imported-plan.ts'

export interface Begun extends BegunPlan {
  /** Of the plan before the import. */
  revision: number
  taskIds: Ids
  /** Where each task stands, in the order of the file. */
  places: { parent: number; place: string }[]
}

export type Ids = (index: number) => number

/** Everything but the tasks and what ties them. */
export async function beginImport(
  ctx: Context,
  stores: Seen<Stores>,
  plan: ImportedPlan,
  mode: ImportMode,
): Promise<Begun> {
  const { gantt, limits } = stores
  await limits.refuseReadOnly([topOfPlan])
  const revision = await gantt.revision()
  if (mode === 'replace') {
    await limits.refuseInPart(topOfPlan)
    for (const task of await gantt.childrenOf(topOfPlan)) await removeBranch(ctx, stores, task)
    // They are of tasks that are all gone now.
    for (const one of await stores.baselines.all()) await putAside(ctx, stores, one)
  }
  await refuseTooManyTasks(ctx, gantt, plan.tasks.length)
  const begun = await plan.begin(ctx, stores, { mode, revision })
  const taskIds = await newIds(gantt, 'task', plan.tasks.length)
  return { ...begun, revision, taskIds, places: await placesOf(gantt, plan, taskIds) }
}

/** One after the other. */
export async function newIds(gantt: GanttStore, kind: GanttKind, count: number): Promise<Ids> {
  if (count === 0) return () => 0
  const first = await gantt.nextId(kind)
  await gantt.reserveId(kind, first + count - 1)
  return (index) => first + index
}

/** When a plan begins that does not say so. */
export function today(ctx: Context): string {
  return `${ctx.now().toISOString().slice(0, 10)}T00:00:00`
}

async function placesOf(
  gantt: GanttStore,
  { tasks, top }: ImportedPlan,
  taskIds: Ids,
): Promise<Begun['places']> {
  const places: Begun['places'] = []
  const put = (parent: number, children: readonly number[], after: string | null) => {
    const keys = keysBetween(after, null, Math.max(1, children.length))
    for (const [at, child] of children.entries()) places[child] = { parent, place: keys[at]! }
  }
  put(topOfPlan, top, await gantt.lastPlace(topOfPlan))
  for (const [at, { children }] of tasks.entries()) put(taskIds(at), children, null)
  return places
}
