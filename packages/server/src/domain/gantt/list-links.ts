import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { StoredLink } from '../../ports/gantt-store.ts'
import type { Moment } from '@triptych/contract/moment'
import { readPlan } from '../history/seen-past-plan.ts'
import type { ListedPlan } from '../history/seen-past-plan.ts'
import { branchId, shownAtFirst, shownBelow } from './shown-tasks.ts'

/** Only links of which both ends are on the screen: others would break the client's editor. */
export async function listLinks(ctx: Context, at: Moment | null): Promise<StoredLink[]> {
  authorise(ctx.principal, 'gantt.read')
  return readPlan(ctx, at, async ({ gantt }) => {
    const links = await gantt.allLinks()
    if (!(await gantt.hasLazy(ctx.ganttRules.lazyAbove))) return links
    const shown = await shownAtFirst(gantt, ctx.ganttRules.lazyAbove)
    return links.filter(({ source, target }) => shown.has(source) && shown.has(target))
  })
}

/**
 * The links that come with a branch which is loaded on demand: at least one end in it, the other in
 * it, or in what was there at first, or in the branches it lies in; and none that was sent at first.
 * A client that leaves aside what it cannot show asks for `any` end: it may have unfolded more.
 */
export async function listLinksOf(
  ctx: Context,
  named: string,
  ends: 'shown' | 'any',
  at: Moment | null,
): Promise<StoredLink[]> {
  authorise(ctx.principal, 'gantt.read')
  return readPlan(ctx, at, async (stores) => {
    const { gantt } = stores
    const { lazyAbove } = ctx.ganttRules
    const id = await branchId(ctx, stores, named)
    const branch = await shownBelow(gantt, id, lazyAbove)
    if (ends === 'any') return gantt.linksAt([...branch])
    const first = await shownAtFirst(gantt, lazyAbove)
    const reachable = new Set([...first, ...branch, ...(await shownOnTheWay(gantt, id, lazyAbove))])
    const links = await gantt.linksAt([...branch])
    return links.filter(
      ({ source, target }) =>
        reachable.has(source) && reachable.has(target) && !(first.has(source) && first.has(target)),
    )
  })
}

/** What was loaded when the tasks above were unfolded. */
async function shownOnTheWay(gantt: ListedPlan, id: number, lazyAbove: number): Promise<number[]> {
  const shown: number[] = []
  for (const above of (await gantt.ancestorsOf(id)).slice(1)) {
    shown.push(...(await shownBelow(gantt, above, lazyAbove)))
  }
  return shown
}
