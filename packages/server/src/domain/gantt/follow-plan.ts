import type { ReadStores } from '../../ports/database.ts'
import { topOfPlan } from '../../ports/gantt-store.ts'
import type {
  Fields,
  GanttReader,
  StoredLink,
  StoredResource,
  StoredTask,
} from '../../ports/gantt-store.ts'
import {
  dropLink,
  dropResource,
  dropTask,
  hasTask,
  isSameWay,
  keptBelow,
  putLink,
  putResource,
  putTask,
} from './kept-plan.ts'
import type { KeptPlan } from './kept-plan.ts'
import type { ShelvedPlan } from './kept-plans.ts'
import type { PlanWrites, Touched } from './plan-writes.ts'
import { byTask } from './stored-plan.ts'

/** Of a larger share it takes longer to read what was changed than to read everything. */
const mostTouched = { least: 1000, share: 1 / 4 }
const entriesAtOnce = 2000

/** What was changed since a plan was known to be as it is stored; `null`: too much, or nobody can tell. */
export async function touchedSince(
  { changes, history, gantt }: ReadStores,
  { plan, revision, doubt }: ShelvedPlan,
  writes: PlanWrites,
): Promise<Touched | null> {
  const touched = {
    tasks: doubt.tasks.union(writes.tasks),
    gone: doubt.gone.union(writes.gone),
    links: doubt.links.union(writes.links),
    resources: doubt.resources.union(writes.resources),
  }
  const most = mostTouched.least + plan.tasks.ids.length * mostTouched.share
  const isTooMuch = () =>
    touched.tasks.size + touched.gone.size + touched.links.size + touched.resources.size > most
  const base = writes.base ?? revision
  if (base < revision || isTooMuch()) return null
  if (base === revision) return touched
  // Somebody else has changed it: another server, or one whose commit is still under way.
  if ((await history.cut()).revision > revision) return null
  for (let before = base + 1; ;) {
    const page = await changes.later({ area: 'gantt' }, revision, before, entriesAtOnce)
    for (const { entity, operation, before: was } of page) {
      const [kind, id] = entity.split('/')
      if (operation === 'task-deleted') touched.gone.add(Number(id))
      else if (kind === 'tasks') touched.tasks.add(Number(id))
      else if (kind === 'links') touched.links.add(Number(id))
      else if (kind === 'resources' || kind === 'assignments') {
        if (kind === 'resources') touched.resources.add(Number(id))
        for (const task of await tasksOf(gantt, kind, Number(id), was)) touched.tasks.add(task)
      } else if (kind !== 'baselines') return null
    }
    const last = page.at(-1)
    if (!last) return touched
    if (isTooMuch()) return null
    before = last.revision
  }
}

/** On which a resource or an assignment was before, and is now. */
async function tasksOf(
  gantt: GanttReader,
  kind: 'resources' | 'assignments',
  id: number,
  before: Fields | null,
): Promise<number[]> {
  if (kind === 'resources') {
    const went = (before?.['$assignments'] ?? []) as { task: number }[]
    return [...went, ...(await gantt.assignmentsTo(id))].map(({ task }) => task)
  }
  const now = await gantt.assignment(id)
  return [before as { task: number } | null, now].flatMap((one) => one?.task ?? [])
}

/**
 * Makes a plan what is stored, given what was changed. Answers whether it could: not where tasks would wait for each
 * other, be it only on the way there.
 */
export async function followPlan(
  kept: KeptPlan,
  gantt: GanttReader,
  touched: Touched,
): Promise<boolean> {
  for (const id of touched.gone) dropBranch(kept, id, touched.tasks)
  const { rows, isThere } = await readTasks(kept, gantt, touched.tasks)
  const there = [...touched.tasks].filter(isThere)
  const links = await readLinks(kept, gantt, touched.links, there)
  for (const [id, link] of links) if (!link || !isSameWay(kept, link)) dropLink(kept, id)
  for (const id of touched.tasks) if (!isThere(id)) dropTask(kept, id)
  const resources = await readResources(gantt, touched.resources)
  for (const resource of resources.values()) if (resource) putResource(kept, resource)
  const assignments = byTask(await gantt.assignmentsAt(there))
  for (const task of parentsFirst(there, rows)) {
    if (!putTask(kept, task, assignments.get(task.id) ?? [])) return false
  }
  for (const [id, link] of links) if (!putLink(kept, id, link)) return false
  // Those who worked with them do not any more.
  for (const [id, resource] of resources) if (!resource) dropResource(kept, id)
  return true
}

/** As if it had never been there; what of it is there all the same is found to be new. */
function dropBranch(kept: KeptPlan, id: number, dropped: Set<number>): void {
  const branch = [id]
  for (const one of branch) {
    if (hasTask(kept, one)) for (const below of keptBelow(kept, one)) branch.push(below)
    dropped.add(one)
  }
  for (const one of branch.toReversed()) dropTask(kept, one)
}

/** Adds what came or went with them: all that is below what is new, or gone. */
async function readTasks(kept: KeptPlan, gantt: GanttReader, ids: Set<number>) {
  const rows = new Map<number, StoredTask>()

  /** Whether it is part of the plan: neither gone nor a copy that waits for its place, nor below one. */
  function isThere(id: number): boolean {
    let at = id
    // Damaged data may go round in a circle.
    for (let steps = 0; steps <= ids.size; steps++) {
      if (at === topOfPlan) return true
      if (!ids.has(at)) return hasTask(kept, at)
      const row = rows.get(at)
      if (!row) return false
      at = row.parent
    }
    return false
  }

  for (let asked = [...ids]; asked.length > 0;) {
    for (const row of await gantt.tasksOf(asked)) rows.set(row.id, row)
    const isGone = (id: number) => hasTask(kept, id) && !isThere(id)
    const isNew = (id: number) => !hasTask(kept, id) && (rows.get(id)?.children ?? 0) > 0
    const came = asked.filter(isNew)
    const below = [
      ...asked.filter(isGone).flatMap((id) => keptBelow(kept, id)),
      ...(came.length > 0 ? await gantt.idsBelow(came) : []),
    ]
    asked = [...new Set(below)].filter((id) => !ids.has(id))
    for (const id of asked) ids.add(id)
  }
  return { rows, isThere }
}

/** By their ids, those of tasks that are new among them. */
async function readLinks(
  kept: KeptPlan,
  gantt: GanttReader,
  ids: ReadonlySet<number>,
  there: readonly number[],
): Promise<Map<number, StoredLink | null>> {
  const links = new Map<number, StoredLink | null>([...ids].map((id) => [id, null]))
  const came = there.filter((id) => !hasTask(kept, id))
  const found = [
    ...(ids.size > 0 ? await gantt.linksOf([...ids]) : []),
    ...(came.length > 0 ? await gantt.linksAt(came) : []),
  ]
  for (const link of found) links.set(link.id, link)
  return links
}

/** By their ids; `null` for who is gone. */
async function readResources(
  gantt: GanttReader,
  ids: ReadonlySet<number>,
): Promise<Map<number, StoredResource | null>> {
  const resources = new Map<number, StoredResource | null>()
  for (const id of ids) resources.set(id, await gantt.resource(id))
  return resources
}

function parentsFirst(
  ids: readonly number[],
  rows: ReadonlyMap<number, StoredTask>,
): Set<StoredTask> {
  const ordered = new Set<StoredTask>()
  const chosen = new Set(ids)
  for (const id of ids) {
    const way: StoredTask[] = []
    for (let task = rows.get(id); task && !ordered.has(task); task = rows.get(task.parent)) {
      if (chosen.has(task.id)) way.push(task)
    }
    for (const task of way.toReversed()) ordered.add(task)
  }
  return ordered
}
