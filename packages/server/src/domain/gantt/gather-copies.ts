import type { Context } from '../../context.ts'
import type { Stores } from '../../ports/database.ts'
import { detached } from '../../ports/plan-store.ts'
import type { PlanStore, StoredTask, TaskCopy, TaskPlace } from '../../ports/plan-store.ts'
import { tiesAmong } from './copy-branch.ts'
import { lastPlace } from './place-task.ts'
import { assignmentView, linkView } from './plan-views.ts'
import { recordPlan } from './record-plan.ts'
import { taskView } from './task-view.ts'

/** The requests of one copied branch come within seconds; a slow line may take a little longer. */
const memoryMs = 2 * 60 * 1000

/**
 * The copy of a root has come: its children's copies that came before it find their places now.
 * They are known by their numbers, which follow the root's, and by their sources, which lie in the
 * branch that was copied. A copy stands among its siblings where its source stands among its own.
 */
export async function gatherCopies(ctx: Context, stores: Stores, root: TaskCopy): Promise<void> {
  const { plan } = stores
  const branch = await plan.branchOf(root.source)
  if (branch.length === 0) return
  const since = ctx.now().getTime() - memoryMs
  const made = await plan.copiesBetween(root.number + 1, root.number + branch.length, since)
  const copies = new Map([[root.source, root.copy]])
  for (const source of branch) {
    const parent = copies.get(source.parent)
    if (parent === undefined) continue
    const copy = await copyFor(plan, made, source.id, parent)
    if (!copy) continue
    if (copy.parent === detached) await attach(ctx, stores, copy, source, parent)
    copies.set(source.id, copy.id)
  }
  await tie(ctx, stores, copies)
}

/** The copy that is there already, else one that waits: two pages may count from the same number. */
async function copyFor(
  plan: PlanStore,
  made: readonly TaskCopy[],
  source: number,
  parent: number,
): Promise<StoredTask | null> {
  let waiting: StoredTask | null = null
  for (const one of made) {
    if (one.isRoot || one.source !== source) continue
    const copy = await plan.task(one.copy)
    if (copy?.parent === parent) return copy
    if (copy?.parent === detached) waiting ??= copy
  }
  return waiting
}

/** A child's copy came after its root's: the last root that has no copy of its source yet takes it. */
export async function gatherForLate(ctx: Context, stores: Stores, late: TaskCopy): Promise<void> {
  const { plan } = stores
  const above = await plan.ancestorsOf(late.source)
  const since = ctx.now().getTime() - memoryMs
  const before = await plan.copiesBetween(late.number - longestBranch, late.number - 1, since)
  for (const root of before.toReversed()) {
    if (!root.isRoot || !above.includes(root.source)) continue
    await gatherCopies(ctx, stores, root)
    if ((await plan.task(late.copy))?.parent !== detached) return
  }
}

/** No client shows, and so copies, more tasks at once. */
const longestBranch = 1_000_000

/** What never found its parent ends: its root never came, so the copy as a whole never was. */
export async function sweepCopies(ctx: Context, { plan }: Stores): Promise<void> {
  const lost = await plan.forgetCopies(ctx.now().getTime() - memoryMs)
  if (lost.length === 0) return
  const ids = new Set(lost)
  for (const id of lost) for (const { id: below } of await plan.branchOf(id)) ids.add(below)
  await plan.removeTasks([...ids])
}

async function attach(
  ctx: Context,
  stores: Stores,
  copy: StoredTask,
  source: StoredTask,
  parent: number,
): Promise<void> {
  const { plan } = stores
  const to = await placeLike(plan, source, parent)
  const branch = await plan.branchOf(copy.id)
  const revision = await recordPlan(ctx, stores, 'task-copied', `tasks/${copy.id}`, {
    before: null,
    after: {
      ...taskView({ ...copy, ...to }),
      ...(branch.length > 0 ? { $branch: branch.map(taskView) } : {}),
    },
  })
  await plan.moveTask(copy.id, to, revision)
}

/** The key of the source, unless somebody has put something there meanwhile. */
async function placeLike(plan: PlanStore, source: StoredTask, parent: number): Promise<TaskPlace> {
  const siblings = await plan.childrenOf(parent)
  const isTaken = siblings.some(({ place }) => place === source.place)
  return isTaken ? lastPlace(plan, parent) : { parent, place: source.place }
}

async function tie(
  ctx: Context,
  stores: Stores,
  copies: ReadonlyMap<number, number>,
): Promise<void> {
  const { plan } = stores
  const { links, assignments } = await tiesAmong(plan, copies)
  for (const link of links) {
    const entity = `links/${link.id}`
    const after = linkView(link)
    const version = await recordPlan(ctx, stores, 'link-added', entity, { before: null, after })
    await plan.insertLinks([{ ...link, version }])
  }
  for (const one of assignments) {
    const entity = `assignments/${one.id}`
    const after = assignmentView(one)
    const values = { before: null, after }
    const version = await recordPlan(ctx, stores, 'assignment-added', entity, values)
    await plan.insertAssignments([{ ...one, version }])
  }
}
