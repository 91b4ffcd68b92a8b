import type { FoundTask } from '@triptych/contract/search'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { wayUp } from '../../ports/gantt-store.ts'
import type { GanttReader } from '../../ports/gantt-store.ts'
import { seenPlan } from '../gantt/seen-plan.ts'
import type { Hits } from './hits.ts'

/** Tasks with `text`, which is as `plainText` writes it, in their name. */
export async function searchTasks(
  ctx: Context,
  text: string,
  limit: number,
): Promise<Hits<FoundTask>> {
  authorise(ctx.principal, 'gantt.read')
  return ctx.workspace.database.readLong(async (given) => {
    const { gantt } = await seenPlan(ctx, given)
    const ids: number[] = []
    let after: number | null = 0
    // One more tells whether there are more.
    while (after !== null && ids.length <= limit) {
      const page = await gantt.idsWithText(text, after, limit + 1)
      ids.push(...page.ids)
      after = page.next
    }
    const items = await foundTasks(gantt, ids.slice(0, limit))
    return { items, hasMore: ids.length > limit }
  }, ctx.asker)
}

/** With where they lie: whoever sees a task sees those above it. */
async function foundTasks(gantt: GanttReader, ids: readonly number[]): Promise<FoundTask[]> {
  if (ids.length === 0) return []
  const parents = await gantt.parentsAbove(ids)
  const tasks = await gantt.tasksOf([...parents.keys()])
  const texts = new Map(tasks.map(({ id, text }) => [id, text]))
  return ids.map((id) => ({
    id,
    text: texts.get(id) ?? '',
    path: wayUp(id, parents)
      .slice(1)
      .toReversed()
      .map((above) => texts.get(above) ?? ''),
  }))
}
