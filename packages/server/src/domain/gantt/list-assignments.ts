import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { StoredAssignment } from '../../ports/gantt-store.ts'
import { seenPlan } from './seen-plan.ts'
import { branchId, shownAtFirst, shownBelow } from './shown-tasks.ts'

export async function listAssignments(ctx: Context): Promise<StoredAssignment[]> {
  authorise(ctx.principal, 'gantt.read')
  return ctx.workspace.database.read(async (given) => {
    const { gantt } = await seenPlan(ctx, given)
    const assignments = await gantt.allAssignments()
    if (!(await gantt.hasLazy(ctx.ganttRules.lazyAbove))) return assignments
    const shown = await shownAtFirst(gantt, ctx.ganttRules.lazyAbove)
    return assignments.filter(({ task }) => shown.has(task))
  })
}

export async function listAssignmentsOf(ctx: Context, named: string): Promise<StoredAssignment[]> {
  authorise(ctx.principal, 'gantt.read')
  return ctx.workspace.database.read(async (given) => {
    const stores = await seenPlan(ctx, given)
    const id = await branchId(ctx, stores, named)
    const branch = await shownBelow(stores.gantt, id, ctx.ganttRules.lazyAbove)
    return stores.gantt.assignmentsAt([...branch])
  })
}
