import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { Stores } from '../../ports/database.ts'
import type { GanttReader, StoredTask } from '../../ports/gantt-store.ts'
import { rulesOn } from './branch-rules.ts'
import { idsInBranch, isTold } from './branch-size.ts'
import { assignmentView, keptTaskView, linkView } from './views.ts'
import { findTask } from './place-task.ts'
import { resolveId } from './gantt-ids.ts'
import { changePlan } from './settle-plan.ts'
import type { Seen } from './seen-plan.ts'
import { recordGantt } from '../record-change.ts'

/**
 * With everything below it, and all links and assignments that touch any of it. A link goes also where its other end is
 * not to be changed, or hidden: else others could keep a task from being deleted.
 */
export async function deleteTask(ctx: Context, named: string): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  return changePlan(ctx, async (stores) => {
    const { gantt, limits } = stores
    const task = await findTask(gantt, await resolveId(ctx, stores, named))
    await limits.refuseReadOnly([task.parent, task.id])
    if (task.children > 0) await limits.refuseInPart(task.id)
    await removeBranch(ctx, stores, task)
    return { id: task.id }
  })
}

export async function removeBranch(
  ctx: Context,
  stores: Seen<Stores>,
  task: StoredTask,
): Promise<void> {
  const { gantt, limits } = stores
  const ids = task.children === 0 ? [task.id] : await idsInBranch(gantt, task.id)
  const isWhole = await isTold(gantt, ids)
  const before = isWhole
    ? await wholeBranch(limits.whole, task, ids)
    : { ...keptTaskView(task), $count: ids.length }
  const values = { before, after: null }
  const revision = await recordGantt(ctx, stores, 'task-deleted', `tasks/${task.id}`, values)
  if (!isWhole) await limits.whole.keepBranch(revision, ids)
  const rules = await rulesOn(stores, ids)
  if (rules.length > 0) await gantt.keepBranchRules(revision, rules)
  await gantt.removeTasks(ids)
  await stores.rules.removeBranches(ids)
}

async function wholeBranch(
  gantt: GanttReader,
  task: StoredTask,
  ids: readonly number[],
): Promise<object> {
  const branch = task.children === 0 ? [] : await gantt.branchOf(task.id)
  return {
    ...keptTaskView(task),
    $branch: branch.map(keptTaskView),
    $links: (await gantt.linksAt(ids)).map(linkView),
    $assignments: (await gantt.assignmentsAt(ids)).map(assignmentView),
  }
}
