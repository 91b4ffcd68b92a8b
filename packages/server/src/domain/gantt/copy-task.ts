import type { MoveMode } from '@triptych/contract/gantt'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { Stores } from '../../ports/database.ts'
import { detached, topOfPlan } from '../../ports/plan-store.ts'
import type { PlanStore, StoredTask, TaskPlace } from '../../ports/plan-store.ts'
import { copyOfBranch, copyOfOne } from './copy-branch.ts'
import type { Copies } from './copy-branch.ts'
import { gatherCopies, gatherForLate, sweepCopies } from './gather-copies.ts'
import { findPlaced, findTask, lastPlace, placeBeside } from './place-task.ts'

import { rememberId, resolveId } from './plan-ids.ts'
import { assignmentView, linkView } from './plan-views.ts'
import { recordPlan } from './record-plan.ts'
import { taskView } from './task-view.ts'
import { temporaryNumber } from './temporary-id.ts'

export interface CopyInput {
  id: string
  /** What the client calls the copy. */
  temporary: unknown
  target: unknown
  mode: MoveMode
  /** With everything below, which the client has not loaded. */
  isDeep: boolean
}

/**
 * Copies one task, or with `isDeep` its whole branch. The stock client copies a branch task by task,
 * children before their root and without telling whose children they are: such a copy is kept out of
 * sight until the copy of the root tells (see `gather-copies.ts`).
 */
export async function copyTask(ctx: Context, input: CopyInput): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  return ctx.workspace.database.transact(async (stores) => {
    const { plan } = stores
    await sweepCopies(ctx, stores)
    const source = await findTask(plan, await resolveId(ctx, stores, input.id))
    const target = await resolveId(ctx, stores, input.target)
    const number = temporaryNumber(input.temporary)
    const isLost = target === null && input.mode === 'child' && number !== null
    const to = isLost
      ? { parent: detached, place: source.place }
      : await placeOfCopy(plan, source, target, input.mode)
    const copies = await (input.isDeep ? copyOfBranch : copyOfOne)(stores, source, to)
    const id = copies.tasks[0]!.id
    await store(ctx, stores, copies)
    await rememberId(ctx, stores, input.temporary, id)
    if (number === null) return { id }

    const at = ctx.now().getTime()
    const copy = { number, source: source.id, copy: id, isRoot: !isLost, at }
    await plan.addCopy(copy)
    if (isLost) await gatherForLate(ctx, stores, copy)
    else if (!input.isDeep) await gatherCopies(ctx, stores, copy)
    return { id }
  })
}

/** What nobody can see yet is not told either. */
async function store(
  ctx: Context,
  stores: Stores,
  { tasks, links, assignments }: Copies,
): Promise<void> {
  const { plan } = stores
  const [root, ...branch] = tasks.map((task) => ({ ...task, children: 0 }))
  const isHidden = root!.parent === detached
  const version = isHidden
    ? await plan.revision()
    : await recordPlan(ctx, stores, 'task-copied', `tasks/${root!.id}`, {
        before: null,
        after: {
          ...taskView(root!),
          ...(branch.length > 0 ? { $branch: branch.map(taskView) } : {}),
          ...(links.length > 0 ? { $links: links.map(linkView) } : {}),
          ...(assignments.length > 0 ? { $assignments: assignments.map(assignmentView) } : {}),
        },
      })
  await plan.insertTasks(tasks.map((task) => ({ ...task, version })))
  // They come when the branch is put together: until then they would lead to tasks nobody sees.
  if (isHidden) return
  await plan.insertLinks(links.map((link) => ({ ...link, version })))
  await plan.insertAssignments(assignments.map((one) => ({ ...one, version })))
}

async function placeOfCopy(
  plan: PlanStore,
  source: StoredTask,
  target: number | null,
  mode: MoveMode,
): Promise<TaskPlace> {
  if (mode === 'child') {
    const parent = target ?? topOfPlan
    if (parent !== topOfPlan) await findPlaced(plan, parent)
    return lastPlace(plan, parent)
  }
  const beside = target === null || target === topOfPlan ? source : await findPlaced(plan, target)
  return placeBeside(plan, beside, mode === 'before' || mode === 'up' ? 'before' : 'after')
}
