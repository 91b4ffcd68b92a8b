import { isDeepStrictEqual } from 'node:util'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Stores } from '../../ports/database.ts'
import type { StoredRule } from '../../ports/rules.ts'
import { topOfPlan, wayUp } from '../../ports/gantt-store.ts'
import type { Fields, StoredTask, TaskPlace } from '../../ports/gantt-store.ts'
import { assignmentKind } from '../gantt/change-assignments.ts'
import { returnRules } from '../gantt/branch-rules.ts'
import { removeEntity, writeEntity } from '../gantt/change-entity.ts'
import type { EntityKind, SeenStores } from '../gantt/change-entity.ts'
import { linkKind } from '../gantt/change-links.ts'
import { resourceKind } from '../gantt/change-resources.ts'
import { removeBranch } from '../gantt/delete-task.ts'
import { placeBeside, taskNotFound } from '../gantt/place-task.ts'
import { seenPlan } from '../gantt/seen-plan.ts'
import { refuseTooManyTasks } from '../gantt/task-room.ts'
import { keptTaskView } from '../gantt/views.ts'
import { recordGantt } from '../record-change.ts'
import { planNow } from './past-plan.ts'
import type { PastPlan } from './past-plan.ts'
import type { Kept } from './take-back.ts'
import { missingBranches, restoreBranch } from './restore-branches.ts'
import { gone, notKept } from './take-back.ts'
import { addTie } from './bring-branch-back.ts'

type Keep = (kept: Kept) => void

/** Makes a branch, or with `topOfPlan` the whole plan, what it was; what cannot be so any more is told to `keep`. */
export async function restorePlan(
  ctx: Context,
  given: Stores,
  { plan: past, revision }: { plan: PastPlan; revision: number },
  top: number,
  keep: Keep,
): Promise<void> {
  authorise(ctx.principal, 'gantt.write')
  const stores = await seenPlan(ctx, given)
  const { limits } = stores
  // A whole is changed by those who may change all of it.
  if (limits.isNarrow && top === topOfPlan) throw mayNot()
  const now = await planNow({ ...given, gantt: limits.whole })
  const [then, here] = [idsBelow(past, top), idsBelow(now, top)]
  if (then.size === 0 && here.size === 0 && top !== topOfPlan) throw taskNotFound()
  if (limits.isNarrow) {
    if (here.size > 0 && !(await stores.gantt.task(top))) throw taskNotFound()
    await limits.refuseInPart(top)
    await limits.refuseReadOnly(placesOf([...then, ...here], past, now))
  }
  const scope = new Set([...then, ...here])
  const missing = new Set([...then].filter((id) => !now.tasks.has(id)))
  const rules = await rulesOfMissing(stores, revision, missing)
  if (top === topOfPlan) await restoreResources(ctx, stores, past, now)
  await restoreTasks(ctx, stores, past, now, scope, keep)
  await restoreTies(ctx, stores, linkKind, past.links, (tie) => isIn(scope, tie), keep)
  await restoreTies(ctx, stores, assignmentKind, past.assignments, (tie) => isIn(scope, tie), keep)
  if (top === topOfPlan) await removeResources(ctx, stores, past)
  await returnRules(ctx, stores, top, rules)
}

/** That stood on these when they were deleted last. */
async function rulesOfMissing(
  { gantt, rules }: SeenStores,
  since: number,
  missing: ReadonlySet<number>,
): Promise<StoredRule[]> {
  const found = new Map<string, StoredRule[]>()
  if (missing.size === 0) return []
  for (const gone of await gantt.rulesGoneSince(since)) {
    // What was hidden must not come back without what hides it.
    if (gone === null && (await rules.count()) > 0) throw notKept({ entity: 'tasks' })
    for (const [id, some] of Map.groupBy(gone ?? [], ({ thing }) => thing.id)) {
      if (missing.has(Number(id)) && !found.has(id)) found.set(id, some)
    }
  }
  return [...found.values()].flat()
}

function isIn(scope: ReadonlySet<number>, { source, target, task }: Fields): boolean {
  return [source, target, task].some((id) => typeof id === 'number' && scope.has(id))
}

function mayNot(): AppError {
  return new AppError('forbidden', 'You may not change this part of the plan.')
}

/** Those of a branch with its top, parents before their children. */
function idsBelow({ tasks }: PastPlan, top: number): Set<number> {
  const families = Map.groupBy(tasks.values(), ({ parent }) => parent)
  const ids = new Set<number>(tasks.has(top) ? [top] : [])
  const roots = top === topOfPlan ? (families.get(topOfPlan) ?? []).map(({ id }) => id) : [...ids]
  for (const id of roots) ids.add(id)
  for (const id of ids) for (const child of families.get(id) ?? []) ids.add(child.id)
  return ids
}

function placesOf(ids: readonly number[], ...plans: readonly PastPlan[]): number[] {
  const places = plans.flatMap(({ tasks }) => ids.map((id) => tasks.get(id)?.parent ?? topOfPlan))
  return [...new Set([...ids, ...places])]
}

async function restoreTasks(
  ctx: Context,
  stores: SeenStores,
  past: PastPlan,
  now: PastPlan,
  scope: ReadonlySet<number>,
  keep: Keep,
): Promise<void> {
  const { gantt } = stores
  const branches = missingBranches(past, now, scope)
  const together = new Set(branches.flat().map(({ id }) => id))
  const other = [...scope].flatMap((id) => {
    const [was, is] = [past.tasks.get(id), now.tasks.get(id)]
    return was && !together.has(id) && !(is && isSame(was, is)) ? [was] : []
  })
  const extra = [...scope].filter((id) => now.tasks.has(id) && !past.tasks.has(id))
  const isExtra = new Set(extra)
  // What is below them goes with them.
  const tops = extra.filter((id) => !isExtra.has(now.tasks.get(id)!.parent))
  ctx.budget.spend('tasks', other.length + tops.length)
  const more = together.size + other.filter(({ id }) => !now.tasks.has(id)).length
  await refuseTooManyTasks(ctx, gantt, more)
  const places = placeKeeper(ctx, stores, now, new Set([...other.map(({ id }) => id), ...extra]))
  const parents = new Map([...past.tasks.values()].map(({ id, parent }) => [id, parent]))
  const depthOf = new Map(other.map(({ id }) => [id, wayUp(id, parents).length]))
  for (const branch of branches) {
    await restoreBranch(ctx, stores, branch, { past, now, places })
  }
  // Downwards: whatever is above a task is at its place when its own turn comes, so none comes below itself.
  const downwards = other.toSorted((one, next) => depthOf.get(one.id)! - depthOf.get(next.id)!)
  for (const was of downwards) {
    const entity = `tasks/${was.id}`
    const is = now.tasks.get(was.id)
    if (was.parent !== topOfPlan && !now.tasks.has(was.parent)) {
      if (!is) throw gone({ entity: `tasks/${was.parent}` })
      keep({ entity, field: 'parent' })
      continue
    }
    if (!is) {
      const to = await places.free(was)
      const made = { ...was, ...to }
      const version = await recordGantt(ctx, stores, 'task-added', entity, {
        before: null,
        after: keptTaskView(made),
      })
      await gantt.insertTasks([{ ...made, version }])
      places.put(made)
      continue
    }
    if (was.parent !== is.parent || was.place !== is.place) {
      await places.move(is, await places.free(was))
    }
    await updateTask(ctx, stores, was, is)
  }
  for (const id of extra) {
    const task = await gantt.task(id)
    if (task) await removeBranch(ctx, stores, task)
  }
}

const essence = [
  'type',
  'text',
  'start',
  'end',
  'duration',
  'progress',
  'open',
  'lazy',
  'fields',
] as const

function isSame(was: StoredTask, is: StoredTask): boolean {
  return was.parent === is.parent && was.place === is.place && otherFields(was, is).length === 0
}

function otherFields(was: StoredTask, is: StoredTask): (typeof essence)[number][] {
  return essence.filter((name) => was[name] !== is[name] && !isDeepStrictEqual(was[name], is[name]))
}

async function updateTask(
  ctx: Context,
  stores: SeenStores,
  was: StoredTask,
  is: StoredTask,
): Promise<void> {
  const names = otherFields(was, is)
  if (names.length === 0) return
  const pick = (from: StoredTask) => Object.fromEntries(names.map((name) => [name, from[name]]))
  const after = pick(was)
  const values = { before: pick(is), after }
  const revision = await recordGantt(ctx, stores, 'task-updated', `tasks/${was.id}`, values)
  await stores.gantt.updateTask(was.id, after, revision)
}

function keyOf({ parent, place }: TaskPlace): string {
  return `${parent} ${place}`
}

/** Knows who stands where; `leaving` are those that will go somewhere else, and make room for others. */
function placeKeeper(
  ctx: Context,
  stores: SeenStores,
  { tasks }: PastPlan,
  leaving: ReadonlySet<number>,
) {
  const standing = new Map([...tasks.values()].map((task) => [keyOf(task), task]))

  function put(task: StoredTask): void {
    tasks.set(task.id, task)
    standing.set(keyOf(task), task)
  }

  async function move(task: StoredTask, to: TaskPlace): Promise<void> {
    const { id, parent, place } = task
    const revision = await recordGantt(ctx, stores, 'task-moved', `tasks/${id}`, {
      before: { parent, $order: place },
      after: { parent: to.parent, $order: to.place },
    })
    await stores.gantt.moveTask(id, to, revision)
    standing.delete(keyOf(task))
    Object.assign(task, { parent: to.parent, place: to.place })
    put(task)
  }

  return {
    put,
    move,
    /** This place, or the one behind whoever stays there. */
    async free({ id, parent, place }: StoredTask): Promise<TaskPlace> {
      const there = standing.get(keyOf({ parent, place }))
      if (!there || there.id === id) return { parent, place }
      const beside = await placeBeside(ctx, stores, there, 'after')
      if (!leaving.has(there.id)) return beside
      await move(there, beside)
      return { parent, place }
    },
  }
}

interface Tie {
  id: number
  version: number
}

async function restoreTies<T extends Tie>(
  ctx: Context,
  stores: SeenStores,
  kind: EntityKind<T>,
  past: ReadonlyMap<number, Fields>,
  isMeant: (view: Fields) => boolean,
  keep: Keep,
): Promise<void> {
  const { gantt } = stores
  const all = kind.name === 'link' ? await gantt.allLinks() : await gantt.allAssignments()
  const now = (all as unknown as T[]).filter((tie) => isMeant(kind.view(tie)))
  for (const tie of now) if (!past.has(tie.id)) await removeEntity(ctx, stores, kind, tie)
  const byId = new Map(now.map((tie) => [tie.id, tie]))
  for (const view of past.values()) {
    if (!isMeant(view)) continue
    const is = byId.get(Number(view['id']))
    if (!is) await addTie(ctx, stores, kind, view, keep)
    else await changeTie(ctx, stores, kind, view, is, keep)
  }
}

async function changeTie<T extends Tie>(
  ctx: Context,
  stores: SeenStores,
  kind: EntityKind<T>,
  view: Fields,
  is: T,
  keep: Keep,
): Promise<void> {
  if (isSameView(kind.view(is), view)) return
  try {
    const after = { ...is, ...(await kind.from(ctx, stores, view)) }
    const twin = await kind.single?.like(stores.gantt, after)
    if (twin && twin.id !== is.id)
      throw new AppError('history.changed_since', 'There is another one.')
    await writeEntity(ctx, stores, kind, { before: is, after })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    keep({ entity: `${kind.name}s/${is.id}`, field: 'id' })
  }
}

function isSameView(one: object, other: object): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(one)), other)
}

/** Those that are gone come back, groups before what they hold, and all are what they were. */
async function restoreResources(
  ctx: Context,
  stores: SeenStores,
  past: PastPlan,
  now: PastPlan,
): Promise<void> {
  const parents = new Map([...past.resources].map(([id, { parent }]) => [id, Number(parent)]))
  const depthOf = (id: number): number => wayUp(id, parents).length
  const ids = [...past.resources.keys()].toSorted((one, other) => depthOf(one) - depthOf(other))
  for (const id of ids) {
    const view = past.resources.get(id)!
    const is = await stores.gantt.resource(id)
    if (is && isSameView(now.resources.get(id) ?? {}, view)) continue
    const values = await resourceKind.from(ctx, stores, view)
    await writeEntity(ctx, stores, resourceKind, {
      before: is,
      after: { ...values, id, version: 0 },
    })
  }
}

async function removeResources(ctx: Context, stores: SeenStores, past: PastPlan): Promise<void> {
  for (const resource of await stores.gantt.allResources()) {
    if (!past.resources.has(resource.id)) await removeEntity(ctx, stores, resourceKind, resource)
  }
}
