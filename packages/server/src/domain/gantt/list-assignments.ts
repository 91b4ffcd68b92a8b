import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { StoredAssignment } from '../../ports/gantt-store.ts'
import type { Moment } from '@triptych/contract/moment'
import { readPlan } from '../history/seen-past-plan.ts'
import { branchId, shownAtFirst, shownBelow } from './shown-tasks.ts'

export async function listAssignments(
  ctx: Context,
  at: Moment | null,
  /** `null`: of all. */
  resource: number | null = null,
): Promise<StoredAssignment[]> {
  authorise(ctx.principal, 'gantt.read')
  return readPlan(ctx, at, async ({ gantt }) => {
    const assignments = await gantt.allAssignments()
    if (resource !== null) return assignments.filter((one) => one.resource === resource)
    if (!(await gantt.hasLazy(ctx.ganttRules.lazyAbove))) return assignments
    const shown = await shownAtFirst(gantt, ctx.ganttRules.lazyAbove)
    return assignments.filter(({ task }) => shown.has(task))
  })
}

export async function listAssignmentsOf(
  ctx: Context,
  named: string,
  at: Moment | null,
): Promise<StoredAssignment[]> {
  authorise(ctx.principal, 'gantt.read')
  return readPlan(ctx, at, async (stores) => {
    const id = await branchId(ctx, stores, named)
    const branch = await shownBelow(stores.gantt, id, ctx.ganttRules.lazyAbove)
    return stores.gantt.assignmentsAt([...branch])
  })
}
