import type { Context } from '../../context.ts'
import type { StepEntry } from '../../ports/change-log.ts'
import { isCounted, topOfPlan } from '../../ports/gantt-store.ts'
import type { Fields, NewTask, TaskPlace } from '../../ports/gantt-store.ts'
import { returnRules } from '../gantt/branch-rules.ts'
import { idsInBranch } from '../gantt/branch-size.ts'
import { assignmentKind } from '../gantt/change-assignments.ts'
import { writeEntity } from '../gantt/change-entity.ts'
import type { EntityKind, SeenStores } from '../gantt/change-entity.ts'
import { linkKind } from '../gantt/change-links.ts'
import { isPlaced, placeBeside } from '../gantt/place-task.ts'
import { refuseTooManyTasks } from '../gantt/task-room.ts'
import { keptTaskView, linkView } from '../gantt/views.ts'
import { recordGantt } from '../record-change.ts'
import { changedSince, gone, notKept } from './take-back.ts'
import type { Kept } from './take-back.ts'

type Keep = (kept: Kept) => void

interface Branch {
  tasks: Fields[]
  links: Fields[]
  assignments: Fields[]
}

/** What an entry says of a task and of all that came or went with it. */
export function branchIn(values: Fields): Branch {
  const { $branch = [], $links = [], $assignments = [], ...root } = values
  return {
    tasks: [root, ...($branch as Fields[])],
    links: $links as Fields[],
    assignments: $assignments as Fields[],
  }
}

/** A task that was deleted, with all that went with it. */
export async function bringBack(
  ctx: Context,
  stores: SeenStores,
  entry: StepEntry,
  keep: Keep,
): Promise<void> {
  if (!entry.before) throw notKept(entry)
  const { gantt, rules } = stores
  const kept = await gantt.branchRules(entry.revision)
  if (kept === null && (await rules.count()) > 0) throw notKept(entry)
  if (isCounted(entry.before)) await bringManyBack(ctx, stores, entry, keep)
  else await bringFewBack(ctx, stores, entry, entry.before, keep)
  await returnRules(ctx, stores, Number(entry.before['id']), kept ?? [])
}

async function bringFewBack(
  ctx: Context,
  stores: SeenStores,
  entry: StepEntry,
  before: Fields,
  keep: Keep,
): Promise<void> {
  const { gantt } = stores
  const { tasks, links, assignments } = branchIn(before)
  await refuseTooManyTasks(ctx, gantt, tasks.length)
  for (const { id } of tasks) if (await gantt.task(Number(id))) throw changedSince(entry)
  const [first, ...branch] = tasks.map(taskFrom)
  const root = { ...first!, ...(await freePlace(ctx, stores, first!, entry)) }
  const after = {
    ...keptTaskView({ ...root, children: 0 }),
    ...(branch.length > 0 && {
      $branch: branch.map((one) => keptTaskView({ ...one, children: 0 })),
    }),
  }
  const version = await recordGantt(ctx, stores, 'task-copied', entry.entity, {
    before: null,
    after,
  })
  await gantt.insertTasks([root, ...branch].map((one) => ({ ...one, version })))
  for (const link of links) await addTie(ctx, stores, linkKind, link, keep)
  for (const one of assignments) await addTie(ctx, stores, assignmentKind, one, keep)
}

/** A branch that the log tells of by the number of its tasks: all of it at once, and never in memory. */
async function bringManyBack(
  ctx: Context,
  stores: SeenStores,
  entry: StepEntry,
  keep: Keep,
): Promise<void> {
  const { gantt } = stores
  const { $count, ...view } = entry.before ?? {}
  const { revision } = entry
  if (!(await gantt.hasBranch(revision))) throw notKept(entry)
  await refuseTooManyTasks(ctx, gantt, Number($count))
  if (await gantt.isAnyThere(revision)) throw changedSince(entry)
  const first = taskFrom(view)
  const root = { ...first, ...(await freePlace(ctx, stores, first, entry)) }
  const after = { ...keptTaskView({ ...root, children: 0 }), $count }
  const version = await recordGantt(ctx, stores, 'task-copied', entry.entity, {
    before: null,
    after,
  })
  await gantt.returnBranch(revision, root, version)
  // So that it can go again where nobody has changed it.
  await gantt.keepBranch(version, await idsInBranch(gantt, root.id))
  for await (const page of gantt.linksLeftOut(revision)) {
    for (const link of page) await addTie(ctx, stores, linkKind, linkView(link), keep)
  }
  for await (const page of gantt.assignmentsLeftOut(revision)) {
    for (const { id } of page) keep({ entity: `${assignmentKind.name}s/${id}`, field: 'id' })
  }
}

/** Where it stood; right behind whoever stands there now. */
export async function freePlace(
  ctx: Context,
  stores: SeenStores,
  to: TaskPlace,
  entry: StepEntry,
): Promise<TaskPlace> {
  const { gantt } = stores
  const parent = to.parent === topOfPlan ? null : await gantt.task(to.parent)
  if (to.parent !== topOfPlan && !(parent && (await isPlaced(gantt, parent)))) throw gone(entry)
  const there = (await gantt.childrenOf(to.parent)).find(({ place }) => place === to.place)
  return there ? placeBeside(ctx, stores, there, 'after') : to
}

export function taskFrom(view: Fields): NewTask {
  const {
    id,
    parent,
    type,
    text,
    start,
    end,
    duration,
    progress,
    $order,
    $open,
    $lazy,
    ...fields
  } = view
  return {
    id: Number(id),
    parent: Number(parent),
    place: String($order),
    type: String(type),
    text: String(text),
    start: String(start),
    end: typeof end === 'string' ? end : null,
    duration: duration === undefined ? null : Number(duration),
    progress: Number(progress),
    open: $open === true,
    lazy: typeof $lazy === 'boolean' ? $lazy : null,
    fields,
    version: 0,
  }
}

export interface Tied {
  id: number
  version: number
}

/** A link or an assignment that comes back; one whose ends are gone, or that is there again, is told of. */
export async function addTie<T extends Tied>(
  ctx: Context,
  stores: SeenStores,
  kind: EntityKind<T>,
  view: Fields,
  keep: Keep,
): Promise<void> {
  const id = Number(view['id'])
  const tell = (): void => keep({ entity: `${kind.name}s/${id}`, field: 'id' })
  if (await kind.find(stores.gantt, id)) return tell()
  let after: T
  try {
    after = { ...(await kind.from(ctx, stores, view)), id, version: 0 } as T
    if (await kind.single?.like(stores.gantt, after)) return tell()
  } catch {
    return tell()
  }
  await writeEntity(ctx, stores, kind, { before: null, after })
}
