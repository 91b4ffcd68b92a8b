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
  for (const { source, copy, isRoot } of made) if (!isRoot) copies.set(source, copy)

  for (const source of branch) {
    const copy = await waitingCopy(plan, copies.get(source.id))
    const parent = copies.get(source.parent)
    if (copy && parent !== undefined) await attach(ctx, stores, copy, source, parent)
  }
  await tie(ctx, stores, inBranch(copies, root.source, branch))
}

/** A child's copy came after its root's. */
export async function gatherForLate(ctx: Context, stores: Stores, late: TaskCopy): Promise<void> {
  const { plan } = stores
  const above = await plan.ancestorsOf(late.source)
  const since = ctx.now().getTime() - memoryMs
  const before = await plan.copiesBetween(late.number - longestBranch, late.number - 1, since)
  const root = before.findLast(({ isRoot, source }) => isRoot && above.includes(source))
  if (root) await gatherCopies(ctx, stores, root)
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

async function waitingCopy(plan: PlanStore, id: number | undefined): Promise<StoredTask | null> {
  const copy = id === undefined ? null : await plan.task(id)
  return copy?.parent === detached ? copy : null
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

function inBranch(
  copies: ReadonlyMap<number, number>,
  root: number,
  branch: readonly StoredTask[],
): Map<number, number> {
  const within = new Set([root, ...branch.map(({ id }) => id)])
  return new Map([...copies].filter(([source]) => within.has(source)))
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
