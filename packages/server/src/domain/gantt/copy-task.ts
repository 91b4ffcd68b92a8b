import type { MoveMode } from '@triptych/contract/gantt'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { Stores } from '../../ports/database.ts'
import { detached, topOfPlan } from '../../ports/gantt-store.ts'
import type { GanttStore, StoredTask, TaskPlace, TaskCopy } from '../../ports/gantt-store.ts'
import { copyOfBranch, copyOfOne, tiesAmong } from './copy-branch.ts'
import type { Copies } from './copy-branch.ts'
import { rememberId, resolveId } from './gantt-ids.ts'
import { findPlaced, findTask, lastPlace, placeBeside } from './place-task.ts'
import { recordGantt } from './record-gantt.ts'
import { taskView } from './views.ts'
import { temporaryNumber } from './temporary-id.ts'
import { assignmentView, linkView } from './views.ts'

export interface CopyInput {
  id: string
  /** What the client calls the copy. */
  temporary: unknown
  target: unknown
  mode: MoveMode
  /** With everything below, which the client has not loaded. */
  isDeep: boolean
}

/**
 * Copies one task, or with `isDeep` its whole branch. The stock client copies a branch task by task,
 * children before their root and without telling whose children they are: such a copy is kept out of
 * sight until the copy of the root tells (see `gather-copies.ts`).
 */
export async function copyTask(ctx: Context, input: CopyInput): Promise<{ id: number }> {
  authorise(ctx.principal, 'gantt.write')
  return ctx.workspace.database.transact(async (stores) => {
    const { gantt } = stores
    await sweepCopies(ctx, stores)
    const source = await findTask(gantt, await resolveId(ctx, stores, input.id))
    const target = await resolveId(ctx, stores, input.target)
    const number = temporaryNumber(input.temporary)
    const isLost = target === null && input.mode === 'child' && number !== null
    const to = isLost
      ? { parent: detached, place: source.place }
      : await placeOfCopy(gantt, source, target, input.mode)
    const copies = await (input.isDeep ? copyOfBranch : copyOfOne)(stores, source, to)
    const id = copies.tasks[0]!.id
    await store(ctx, stores, copies)
    await rememberId(ctx, stores, input.temporary, id)
    if (number === null) return { id }

    const at = ctx.now().getTime()
    const copy = { number, source: source.id, copy: id, isRoot: !isLost, at }
    await gantt.addCopy(copy)
    if (isLost) await gatherForLate(ctx, stores, copy)
    else if (!input.isDeep) await gatherCopies(ctx, stores, copy)
    return { id }
  })
}

/** What nobody can see yet is not told either. */
async function store(
  ctx: Context,
  stores: Stores,
  { tasks, links, assignments }: Copies,
): Promise<void> {
  const { gantt } = stores
  const [root, ...branch] = tasks.map((task) => ({ ...task, children: 0 }))
  const isHidden = root!.parent === detached
  const version = isHidden
    ? await gantt.revision()
    : await recordGantt(ctx, stores, 'task-copied', `tasks/${root!.id}`, {
        before: null,
        after: {
          ...taskView(root!),
          ...(branch.length > 0 ? { $branch: branch.map(taskView) } : {}),
          ...(links.length > 0 ? { $links: links.map(linkView) } : {}),
          ...(assignments.length > 0 ? { $assignments: assignments.map(assignmentView) } : {}),
        },
      })
  await gantt.insertTasks(tasks.map((task) => ({ ...task, version })))
  // They come when the branch is put together: until then they would lead to tasks nobody sees.
  if (isHidden) return
  await gantt.insertLinks(links.map((link) => ({ ...link, version })))
  await gantt.insertAssignments(assignments.map((one) => ({ ...one, version })))
}

async function placeOfCopy(
  gantt: GanttStore,
  source: StoredTask,
  target: number | null,
  mode: MoveMode,
): Promise<TaskPlace> {
  if (mode === 'child') {
    const parent = target ?? topOfPlan
    if (parent !== topOfPlan) await findPlaced(gantt, parent)
    return lastPlace(gantt, parent)
  }
  const beside = target === null || target === topOfPlan ? source : await findPlaced(gantt, target)
  return placeBeside(gantt, beside, mode === 'before' || mode === 'up' ? 'before' : 'after')
}

/** The requests of one copied branch come within seconds; a slow line may take a little longer. */
const memoryMs = 2 * 60 * 1000

/**
 * The copy of a root has come: its children's copies that came before it find their places now.
 * They are known by their numbers, which follow the root's, and by their sources, which lie in the
 * branch that was copied. A copy stands among its siblings where its source stands among its own.
 */
async function gatherCopies(ctx: Context, stores: Stores, root: TaskCopy): Promise<void> {
  const { gantt } = stores
  const branch = await gantt.branchOf(root.source)
  if (branch.length === 0) return
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
  await tie(ctx, stores, copies)
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

/** A child's copy came after its root's: the last root that has no copy of its source yet takes it. */
async function gatherForLate(ctx: Context, stores: Stores, late: TaskCopy): Promise<void> {
  const { gantt } = stores
  const above = await gantt.ancestorsOf(late.source)
  const since = ctx.now().getTime() - memoryMs
  const before = await gantt.copiesBetween(late.number - longestBranch, late.number - 1, since)
  for (const root of before.toReversed()) {
    if (!root.isRoot || !above.includes(root.source)) continue
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
  for (const id of lost) for (const { id: below } of await gantt.branchOf(id)) ids.add(below)
  await gantt.removeTasks([...ids])
}

async function attach(ctx: Context, stores: Stores, id: number, to: TaskPlace): Promise<void> {
  const { gantt } = stores
  const copy = await findTask(gantt, id)
  const branch = await gantt.branchOf(id)
  const revision = await recordGantt(ctx, stores, 'task-copied', `tasks/${id}`, {
    before: null,
    after: {
      ...taskView({ ...copy, ...to }),
      ...(branch.length > 0 ? { $branch: branch.map(taskView) } : {}),
    },
  })
  await gantt.moveTask(id, to, revision)
}

async function tie(
  ctx: Context,
  stores: Stores,
  copies: ReadonlyMap<number, number>,
): Promise<void> {
  const { gantt } = stores
  const { links, assignments } = await tiesAmong(gantt, copies)
  for (const link of links) {
    const entity = `links/${link.id}`
    const after = linkView(link)
    const version = await recordGantt(ctx, stores, 'link-added', entity, { before: null, after })
    await gantt.insertLinks([{ ...link, version }])
  }
  for (const one of assignments) {
    const entity = `assignments/${one.id}`
    const after = assignmentView(one)
    const values = { before: null, after }
    const version = await recordGantt(ctx, stores, 'assignment-added', entity, values)
    await gantt.insertAssignments([{ ...one, version }])
  }
}
