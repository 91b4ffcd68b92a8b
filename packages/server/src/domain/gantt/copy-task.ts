/**
 * The stock client copies a branch task by task, all at once and children before their root. A child's
 * copy ought to name the copy of its parent as its target; but that has only a temporary id so far, for
 * which the client sends `null`. The links and assignments of the branch come without ends for the same
 * reason, and are refused. So the server puts the branch together:
 *
 * - A child's copy that names no target is stored **detached**, where nobody sees it.
 * - The numbers in the client's temporary ids tell what belongs together: the root has the lowest, and
 *   those of its branch follow. When the root's copy comes, the detached copies of what lies below its
 *   source find their places, and the links and assignments within the branch are copied.
 * - A child that comes later than its root looks for it in the same way.
 * - What never found its root is removed after a while.
 */
import type { MoveMode } from '@triptych/contract/gantt'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { Stores } from '../../ports/database.ts'
import { detached, topOfPlan } from '../../ports/gantt-store.ts'
import type {
  GanttStore,
  NewTask,
  StoredAssignment,
  StoredLink,
  StoredTask,
  TaskCopy,
  TaskPlace,
} from '../../ports/gantt-store.ts'
import { temporaryNumber } from '../entity-id.ts'
import { idsInBranch, spendBranch } from './branch-size.ts'
import { assignmentKind } from './change-assignments.ts'
import { writeEntity } from './change-entity.ts'
import { linkKind } from './change-links.ts'
import { rememberId, resolveId } from './gantt-ids.ts'
import { findPlaced, findTask, lastPlace, placeBeside } from './place-task.ts'
import { changePlan } from './settle-plan.ts'
import type { Seen } from './seen-plan.ts'
import { releaseAbove } from './release-held.ts'
import { recordGantt } from '../record-change.ts'
import { refuseTooManyTasks } from './task-room.ts'
import { assignmentView, linkView, taskView } from './views.ts'

export interface CopyInput {
  id: string
  /** What the client calls the copy. */
  temporary: unknown
  target: unknown
  mode: MoveMode
  /** With everything below, which the client has not loaded. */
  isDeep: boolean
}

/** Copies one task, or with `isDeep` its whole branch, but for what is hidden there. */
export async function copyTask(ctx: Context, input: CopyInput): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  return changePlan(
    ctx,
    async (stores, given) => {
      await sweepCopies(ctx, given)
      const { gantt, limits } = stores
      const source = await findTask(gantt, await resolveId(ctx, stores, input.id))
      const target = await resolveId(ctx, stores, input.target)
      const number = temporaryNumber(input.temporary)
      const isLost = target === null && input.mode === 'child' && number !== null
      const to = isLost
        ? { parent: detached, place: source.place }
        : await placeOfCopy(ctx, stores, source, target, input.mode)
      if (!isLost) await limits.refuseReadOnly([to.parent])
      if (input.isDeep) await spendBranch(ctx, gantt, source.id)
      const more = input.isDeep ? 1 + (await idsInBranch(gantt, source.id)).length : 1
      await refuseTooManyTasks(ctx, gantt, more)
      const copies = await (input.isDeep ? copyOfBranch : copyOfOne)(gantt, source, to)
      const id = copies.tasks[0]!.id
      await store(ctx, stores, copies)
      if (!isLost) await releaseAbove(ctx, stores, to.parent)
      await rememberId(ctx, stores, input.temporary, id)
      if (number === null) return { id }

      const at = ctx.now().getTime()
      const copy = { number, source: source.id, copy: id, isRoot: !isLost, at }
      await gantt.addCopy(copy)
      if (isLost) await gatherForLate(ctx, stores, copy)
      else if (!input.isDeep) await gatherCopies(ctx, stores, copy)
      return { id }
    },
    ctx.budget,
  )
}

async function placeOfCopy(
  ctx: Context,
  stores: Stores,
  source: StoredTask,
  target: number | null,
  mode: MoveMode,
): Promise<TaskPlace> {
  const { gantt } = stores
  if (mode === 'child') {
    const parent = target ?? topOfPlan
    if (parent !== topOfPlan) await findPlaced(gantt, parent)
    return lastPlace(gantt, parent)
  }
  const beside = target === null || target === topOfPlan ? source : await findPlaced(gantt, target)
  return placeBeside(ctx, stores, beside, mode === 'before' || mode === 'up' ? 'before' : 'after')
}

/** What a copy consists of; nothing of it is stored yet. */
interface Copies extends Ties {
  /** The copy of the root first, parents before their children. */
  tasks: NewTask[]
}

interface Ties {
  links: StoredLink[]
  assignments: StoredAssignment[]
}

async function copyOfOne(gantt: GanttStore, source: StoredTask, to: TaskPlace): Promise<Copies> {
  const id = await gantt.nextId('task')
  return { tasks: [{ ...source, ...to, id }], links: [], assignments: [] }
}

/** With everything below, the links inside and the assignments. */
async function copyOfBranch(gantt: GanttStore, source: StoredTask, to: TaskPlace): Promise<Copies> {
  const sources = [source, ...(await gantt.branchOf(source.id))]
  const ids = await newIds(gantt, 'task', sources)
  const copyOf = (id: number): number => ids.get(id) ?? 0
  const tasks = sources.map((task) => ({
    ...task,
    id: copyOf(task.id),
    parent: copyOf(task.parent),
  }))
  return { tasks: [{ ...tasks[0]!, ...to }, ...tasks.slice(1)], ...(await tiesAmong(gantt, ids)) }
}

/** What copies, by their sources, must have because these do, and have not yet. */
async function tiesAmong(gantt: GanttStore, copies: ReadonlyMap<number, number>): Promise<Ties> {
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

/** What nobody can see yet is not told either. */
async function store(ctx: Context, stores: Stores, copies: Copies): Promise<void> {
  const { gantt } = stores
  const { links, assignments } = copies
  const [root, ...branch] = copies.tasks.map((task) => ({ ...task, children: 0 }))
  const isHidden = root!.parent === detached
  const version = isHidden
    ? await gantt.revision()
    : await recordCopy(ctx, stores, root!, branch, {
        ...(links.length > 0 ? { $links: links.map(linkView) } : {}),
        ...(assignments.length > 0 ? { $assignments: assignments.map(assignmentView) } : {}),
      })
  await gantt.insertTasks(copies.tasks.map((task) => ({ ...task, version })))
  // They come when the branch is put together: until then they would lead to tasks nobody sees.
  if (isHidden) return
  await gantt.insertLinks(links.map((link) => ({ ...link, version })))
  await gantt.insertAssignments(assignments.map((one) => ({ ...one, version })))
}

function recordCopy(
  ctx: Context,
  stores: Stores,
  root: StoredTask,
  branch: readonly StoredTask[],
  ties: object = {},
): Promise<number> {
  const $branch = branch.length > 0 ? { $branch: branch.map(taskView) } : {}
  const values = { before: null, after: { ...taskView(root), ...$branch, ...ties } }
  return recordGantt(ctx, stores, 'task-copied', `tasks/${root.id}`, values)
}

/** The requests of one copied branch come within seconds; a slow line may take a little longer. */
const memoryMs = 2 * 60 * 1000

/**
 * The copy of a root has come: its children's copies that came before it find their places now.
 * A copy stands among its siblings where its source stands among its own.
 */
async function gatherCopies(ctx: Context, stores: Stores, root: TaskCopy): Promise<void> {
  const { gantt } = stores
  if ((await gantt.task(root.source))?.children === 0) return
  await spendBranch(ctx, gantt, root.source)
  const branch = await gantt.branchOf(root.source)
  const since = ctx.now().getTime() - memoryMs
  const made = await gantt.copiesBetween(root.number + 1, root.number + branch.length, since)
  const waiting = await waitingCopies(gantt, made)
  const copies = new Map([[root.source, root.copy]])
  const placesBelow = rememberedPlaces(gantt)
  for (const source of branch) {
    const parent = copies.get(source.parent)
    if (parent === undefined) continue
    // A copy has the key of its source: so what is there already is known, also inside of what was
    // copied at a stretch because the client had not loaded it.
    const there = (await placesBelow(parent)).get(source.place)
    const copy = there ?? waiting.get(source.id)
    if (copy === undefined) continue
    if (there === undefined) await attach(ctx, stores, copy, { parent, place: source.place })
    copies.set(source.id, copy)
  }
  const { links, assignments } = await tiesAmong(gantt, copies)
  for (const after of links) await writeEntity(ctx, stores, linkKind, { before: null, after })
  for (const after of assignments) {
    await writeEntity(ctx, stores, assignmentKind, { before: null, after })
  }
}

/** By their sources; of several one, as two pages may count from the same number. */
async function waitingCopies(
  gantt: GanttStore,
  made: readonly TaskCopy[],
): Promise<Map<number, number>> {
  const waiting = new Map<number, number>()
  for (const { source, copy, isRoot } of made) {
    if (isRoot || waiting.has(source)) continue
    if ((await gantt.task(copy))?.parent === detached) waiting.set(source, copy)
  }
  return waiting
}

/** The children of a task by their keys. */
function rememberedPlaces(gantt: GanttStore): (parent: number) => Promise<Map<string, number>> {
  const known = new Map<number, Map<string, number>>()
  return async (parent) => {
    const places =
      known.get(parent) ??
      new Map((await gantt.childrenOf(parent)).map(({ place, id }) => [place, id]))
    known.set(parent, places)
    return places
  }
}

async function attach(ctx: Context, stores: Stores, id: number, to: TaskPlace): Promise<void> {
  const { gantt } = stores
  const copy = { ...(await findTask(gantt, id)), ...to }
  const revision = await recordCopy(ctx, stores, copy, await gantt.branchOf(id))
  await gantt.moveTask(id, to, revision)
}

/** A child's copy came after its root's: the last root that has no copy of its source yet takes it. */
async function gatherForLate(ctx: Context, stores: Seen<Stores>, late: TaskCopy): Promise<void> {
  const { gantt } = stores
  const above = await gantt.ancestorsOf(late.source)
  const since = ctx.now().getTime() - memoryMs
  const before = await gantt.copiesBetween(late.number - longestBranch, late.number - 1, since)
  const sizes = new Map<number, number>()
  for (const root of before.toReversed()) {
    if (!root.isRoot || !above.includes(root.source)) continue
    const size = sizes.get(root.source) ?? (await idsInBranch(gantt, root.source)).length
    sizes.set(root.source, size)
    // Its numbers ended before this one.
    if (late.number >= root.number + size) continue
    await stores.limits.refuseReadOnly([root.copy])
    await gatherCopies(ctx, stores, root)
    if ((await gantt.task(late.copy))?.parent !== detached) return
  }
}

/** No client shows, and so copies, more tasks at once. */
const longestBranch = 1_000_000

/** What never found its parent ends: its root never came, so the copy as a whole never was. */
async function sweepCopies(ctx: Context, { gantt }: Stores): Promise<void> {
  const lost = await gantt.forgetCopies(ctx.now().getTime() - memoryMs)
  if (lost.length === 0) return
  const ids = new Set(lost)
  for (const id of lost) for (const below of await idsInBranch(gantt, id)) ids.add(below)
  await gantt.removeTasks([...ids])
}
