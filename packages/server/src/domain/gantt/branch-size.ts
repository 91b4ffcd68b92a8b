import { bytesToldApart } from '../../budget.ts'
import type { Context } from '../../context.ts'
import type { GanttReader } from '../../ports/gantt-store.ts'

/** So many tasks of a branch are told of in the log; of more their number. */
export const tasksTold = 10_000

const parentsAtOnce = 500

/** The ids of a task and of everything below it, parents before their children; found without reading any. */
export async function idsInBranch(gantt: GanttReader, top: number): Promise<number[]> {
  const ids = new Set([top])
  let level = [top]
  while (level.length > 0) {
    const next: number[] = []
    for (let at = 0; at < level.length; at += parentsAtOnce) {
      for (const id of await gantt.idsBelow(level.slice(at, at + parentsAtOnce))) {
        if (!ids.has(id)) next.push(id)
        ids.add(id)
      }
    }
    level = next
  }
  return [...ids]
}

/** Whether the branch as a whole can be read and told of. */
export async function isTold(gantt: GanttReader, ids: readonly number[]): Promise<boolean> {
  return ids.length <= tasksTold && (await gantt.bytesOf(ids)) <= bytesToldApart
}

/** To be called before a branch is read: it is in memory as a whole, and so is what is made of it. */
export async function spendBranch(ctx: Context, gantt: GanttReader, top: number): Promise<void> {
  const ids = await idsInBranch(gantt, top)
  ctx.budget.spend('tasks', ids.length)
  ctx.budget.spend('bytes', await gantt.bytesOf(ids))
}
