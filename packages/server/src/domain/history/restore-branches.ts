import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { topOfPlan } from '../../ports/gantt-store.ts'
import type { Fields, StoredTask, TaskPlace } from '../../ports/gantt-store.ts'
import { tasksTold } from '../gantt/branch-size.ts'
import type { SeenStores } from '../gantt/change-entity.ts'
import { keptTaskView } from '../gantt/views.ts'
import { recordGantt } from '../record-change.ts'
import { assignmentFromView, linkFromView } from './past-plan.ts'
import type { PastPlan } from './past-plan.ts'
import { gone } from './take-back.ts'

/** So many are written before others get their turn. */
const atOnce = 2000

/** Branches of which nothing is there, too large to be told of task by task; in each, parents before their children. */
export function missingBranches(
  past: PastPlan,
  now: PastPlan,
  scope: ReadonlySet<number>,
): StoredTask[][] {
  const missing = [...scope].flatMap((id) => (now.tasks.has(id) ? [] : (past.tasks.get(id) ?? [])))
  if (missing.length <= tasksTold) return []
  const ids = new Set(missing.map(({ id }) => id))
  const families = Map.groupBy(missing, ({ parent }) => parent)
  const roots = missing.filter(({ parent }) => !ids.has(parent))
  return roots
    .map((root) => {
      const branch = [root]
      for (const { id } of branch) branch.push(...(families.get(id) ?? []))
      return branch
    })
    .filter(({ length }) => length > tasksTold)
}

/** What the places of the plan are asked for, see `placeKeeper`. */
interface Places {
  free(task: StoredTask): Promise<TaskPlace>
  put(task: StoredTask): void
}

/** Brings one of them back as a single change, with the links in it and its assignments. */
export async function restoreBranch(
  ctx: Context,
  stores: SeenStores,
  branch: readonly StoredTask[],
  { past, now, places }: { past: PastPlan; now: PastPlan; places: Places },
): Promise<void> {
  const { gantt } = stores
  const [first, ...below] = branch.map((task) => ({ ...task })) as [StoredTask, ...StoredTask[]]
  if (first.parent !== topOfPlan && !now.tasks.has(first.parent)) {
    throw gone({ entity: `tasks/${first.parent}` })
  }
  const root = { ...first, ...(await places.free(first)) }
  const tasks = [root, ...below]
  const version = await recordGantt(ctx, stores, 'task-copied', `tasks/${root.id}`, {
    before: null,
    after: { ...keptTaskView(root), $count: tasks.length },
  })
  await inParts(tasks, (some) => gantt.insertTasks(some.map((task) => ({ ...task, version }))))
  const ids = new Set(tasks.map(({ id }) => id))
  const links = missingIn(past.links, now.links)
    .map(linkFromView)
    .filter(({ source, target }) => ids.has(source) && ids.has(target))
  await inParts(links, (some) => gantt.insertLinks(some.map((link) => ({ ...link, version }))))
  const resources = new Set((await gantt.allResources()).map(({ id }) => id))
  const assignments = missingIn(past.assignments, now.assignments)
    .map(assignmentFromView)
    .filter(({ task, resource }) => ids.has(task) && resources.has(resource))
  await inParts(assignments, (some) =>
    gantt.insertAssignments(some.map((one) => ({ ...one, version }))),
  )
  // So that it can be taken back where nobody has changed it.
  await gantt.keepBranch(version, [...ids])
  for (const task of tasks) places.put(task)
}

function missingIn(then: ReadonlyMap<number, Fields>, now: ReadonlyMap<number, Fields>): Fields[] {
  return [...then].flatMap(([id, view]) => (now.has(id) ? [] : [view]))
}

async function inParts<T>(
  all: readonly T[],
  work: (some: readonly T[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < all.length; at += atOnce) {
    await work(all.slice(at, at + atOnce))
    await nextTurn()
  }
}
