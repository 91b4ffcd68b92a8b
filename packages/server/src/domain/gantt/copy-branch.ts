import type { Stores } from '../../ports/database.ts'
import type {
  NewTask,
  GanttStore,
  StoredAssignment,
  StoredLink,
  StoredTask,
  TaskPlace,
} from '../../ports/gantt-store.ts'

/** What a copy of a task, or of a whole branch, consists of; nothing of it is stored yet. */
export interface Copies {
  /** The copy of the root first, parents before their children. */
  tasks: NewTask[]
  links: StoredLink[]
  assignments: StoredAssignment[]
}

/** One task, without what is below it. */
export async function copyOfOne(
  { gantt }: Stores,
  source: StoredTask,
  to: TaskPlace,
): Promise<Copies> {
  const id = await gantt.nextId('task')
  return { tasks: [{ ...source, ...to, id }], links: [], assignments: [] }
}

/** A task and everything below it, with the links inside and the assignments. */
export async function copyOfBranch(
  { gantt }: Stores,
  source: StoredTask,
  to: TaskPlace,
): Promise<Copies> {
  const sources = [source, ...(await gantt.branchOf(source.id))]
  const ids = await newIds(gantt, 'task', sources)
  const copyOf = (id: number): number => ids.get(id) ?? 0
  const tasks = sources.map((task) => ({
    ...task,
    id: copyOf(task.id),
    parent: copyOf(task.parent),
  }))
  const { links, assignments } = await tiesAmong(gantt, ids)
  return { tasks: [{ ...tasks[0]!, ...to }, ...tasks.slice(1)], links, assignments }
}

/** The links and assignments that copies must have because their sources do; those that are there already are left out. */
export async function tiesAmong(
  gantt: GanttStore,
  copies: ReadonlyMap<number, number>,
): Promise<Pick<Copies, 'links' | 'assignments'>> {
  const sources = [...copies.keys()]
  const links: StoredLink[] = []
  for (const link of await gantt.linksAt(sources)) {
    const [source, target] = [copies.get(link.source), copies.get(link.target)]
    if (source === undefined || target === undefined) continue
    if (await gantt.linkBetween(source, target, link.type)) continue
    links.push({ ...link, source, target })
  }
  const assignments: StoredAssignment[] = []
  for (const assignment of await gantt.assignmentsAt(sources)) {
    const task = copies.get(assignment.task)
    if (task === undefined || (await gantt.assignmentOf(task, assignment.resource))) continue
    assignments.push({ ...assignment, task })
  }
  const linkIds = await newIds(gantt, 'link', links)
  const assignmentIds = await newIds(gantt, 'assignment', assignments)
  return {
    links: links.map((link) => ({ ...link, id: linkIds.get(link.id)! })),
    assignments: assignments.map((one) => ({ ...one, id: assignmentIds.get(one.id)! })),
  }
}

/** A new id for each, in the same order, by the old one. */
async function newIds(
  gantt: GanttStore,
  kind: 'task' | 'link' | 'assignment',
  olds: readonly { id: number }[],
): Promise<Map<number, number>> {
  if (olds.length === 0) return new Map()
  const first = await gantt.nextId(kind)
  await gantt.reserveId(kind, first + olds.length - 1)
  return new Map(olds.map(({ id }, index) => [id, first + index]))
}
