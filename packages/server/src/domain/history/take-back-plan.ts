import { isDeepStrictEqual } from 'node:util'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { StepEntry } from '../../ports/change-log.ts'
import { isCounted, topOfPlan } from '../../ports/gantt-store.ts'
import type { Fields, StoredTask } from '../../ports/gantt-store.ts'
import { idsInBranch } from '../gantt/branch-size.ts'
import { assignmentKind } from '../gantt/change-assignments.ts'
import { calendarKind } from '../gantt/change-calendars.ts'
import { removeEntity, writeEntity } from '../gantt/change-entity.ts'
import type { EntityKind, SeenStores } from '../gantt/change-entity.ts'
import { linkKind } from '../gantt/change-links.ts'
import { resourceKind } from '../gantt/change-resources.ts'
import { writeSchedule } from '../gantt/change-schedule.ts'
import { scheduleOf } from '../gantt/plan-settings.ts'
import { removeBranch } from '../gantt/delete-task.ts'
import { seenPlan } from '../gantt/seen-plan.ts'
import { keptTaskView } from '../gantt/views.ts'
import { recordGantt } from '../record-change.ts'
import { addTie, branchIn, bringBack, freePlace } from './bring-branch-back.ts'
import type { Tied } from './bring-branch-back.ts'
import { changedSince, gone, keepGone } from './take-back.ts'
import type { Kept, TakeBack } from './take-back.ts'

type Keep = (kept: Kept) => void

export const takeBackTask: TakeBack = async (ctx, given, entry, keep) => {
  authorise(ctx.principal, 'gantt.write')
  const stores = await seenPlan(ctx, given)
  const { gantt, limits } = stores
  const { operation } = entry
  await limits.refuseReadOnly(tasksIn(entry))
  if (operation === 'task-deleted') return bringBack(ctx, stores, entry, keep)
  const task = await gantt.task(Number(entry.entity.slice('tasks/'.length)))
  if (operation === 'task-added' || operation === 'task-copied') {
    if (task) await removeAdded(ctx, stores, entry, task)
    return
  }
  if (!task) return keepGone(entry, keep)
  if (operation === 'task-moved') return moveBack(ctx, stores, entry, task, keep)
  return changeBack(ctx, stores, entry, task, keep)
}

async function moveBack(
  ctx: Context,
  stores: SeenStores,
  entry: StepEntry,
  task: StoredTask,
  keep: Keep,
): Promise<void> {
  const { gantt } = stores
  const now = { parent: task.parent, $order: task.place }
  // Its key was made anew before it was moved.
  if (isDeepStrictEqual(now, entry.before)) return
  const isThere = isDeepStrictEqual(now, entry.after) || (await isBackNearby(stores, entry, task))
  if (!isThere) return keep({ entity: entry.entity, field: 'parent' })
  const wanted = {
    parent: Number(entry.before?.['parent']),
    place: String(entry.before?.['$order']),
  }
  const isBelow =
    wanted.parent === task.id || (await gantt.ancestorsOf(wanted.parent)).includes(task.id)
  if (isBelow) throw changedSince(entry)
  const to = await freePlace(ctx, stores, wanted, entry)
  const revision = await recordGantt(ctx, stores, 'task-moved', entry.entity, {
    before: now,
    after: { parent: to.parent, $order: to.place },
  })
  await gantt.moveTask(task.id, to, revision)
}

/** Whether it was taken away and brought back since, and somebody stood where it had been. */
async function isBackNearby(
  { changes }: SeenStores,
  { entity, after }: StepEntry,
  { parent }: StoredTask,
): Promise<boolean> {
  if (parent !== after?.['parent']) return false
  const placed = await changes.lastOn(entity, ['task-added', 'task-copied', 'task-moved'])
  const last = placed && (await changes.lastOfStep(placed.step))
  return last?.operation === 'step-undone' || last?.operation === 'step-redone'
}

/** What depends on each other goes back together or stays together. */
const dates: ReadonlySet<string> = new Set(['type', 'start', 'end', 'duration'])

async function changeBack(
  ctx: Context,
  stores: SeenStores,
  entry: StepEntry,
  task: StoredTask,
  keep: Keep,
): Promise<void> {
  const { fields: fieldsBefore, ...before } = (entry.before ?? {}) as Fields & { fields?: Fields }
  const { fields: fieldsAfter, ...after } = (entry.after ?? {}) as Fields & { fields?: Fields }
  const told = (field: string): void => keep({ entity: entry.entity, field })
  const back = unchanged(before, after, task as unknown as Fields, told)
  const inFields = unchanged(fieldsBefore ?? {}, fieldsAfter ?? {}, task.fields, told)
  if (Object.keys(inFields).length > 0)
    back['fields'] = withoutMissing({ ...task.fields, ...inFields })
  if (Object.keys(back).length === 0) return
  const now = Object.fromEntries(
    Object.keys(back).map((key) => [key, (task as unknown as Fields)[key]]),
  )
  const revision = await recordGantt(ctx, stores, 'task-updated', entry.entity, {
    before: now,
    after: back,
  })
  await stores.gantt.updateTask(task.id, back, revision)
}

/** Of what a change made different: what it was, where nobody has changed it since. `undefined`: it was not there. */
function unchanged(
  before: Fields,
  after: Fields,
  now: Fields,
  told: (field: string) => void,
): Fields {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  )
  const others = names.filter((name) => !isDeepStrictEqual(now[name], after[name]))
  const datesStay = others.some((name) => dates.has(name))
  const back: Fields = {}
  for (const name of names) {
    if (isDeepStrictEqual(now[name], before[name])) continue
    if (others.includes(name) || (datesStay && dates.has(name))) told(name)
    else back[name] = before[name]
  }
  return back
}

function withoutMissing(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** All tasks that an entry tells of, as far as they are there: whoever takes it back must be able to change them. */
function tasksIn({ entity, before, after }: StepEntry): number[] {
  const ids = new Set<number>()
  for (const values of [before, after]) {
    const { parent, source, target, task, $branch = [] } = values ?? {}
    for (const id of [parent, source, target, task]) if (typeof id === 'number') ids.add(id)
    for (const { id } of $branch as Fields[]) ids.add(Number(id))
  }
  const [kind, id] = entity.split('/')
  if (kind === 'tasks') ids.add(Number(id))
  if (kind === 'resources' || kind === 'calendars') return [topOfPlan]
  return [...ids]
}

/** Refuses where it is no more what was added, or where others have tied something to it. */
async function removeAdded(
  ctx: Context,
  stores: SeenStores,
  entry: StepEntry,
  task: StoredTask,
): Promise<void> {
  const { gantt } = stores
  const ids = await idsInBranch(gantt, task.id)
  if (isCounted(entry.after)) {
    if (!(await gantt.isAllThere(entry.revision, ids.length))) throw changedSince(entry)
    return removeBranch(ctx, stores, task)
  }
  const made = branchIn(entry.after ?? {})
  const madeById = new Map(made.tasks.map((one) => [Number(one['id']), one]))
  if (ids.length !== madeById.size) throw changedSince(entry)
  for (const now of [task, ...(await gantt.branchOf(task.id))]) {
    const was = madeById.get(now.id)
    if (!was || !isSameTask(was, keptTaskView(now))) throw changedSince(entry)
  }
  const ties = [...(await gantt.linksAt(ids)), ...(await gantt.assignmentsAt(ids))]
  if (ties.length !== made.links.length + made.assignments.length) throw changedSince(entry)
  await removeBranch(ctx, stores, task)
}

/** Whether it is folded is of no account, and where it stands among its siblings not either. */
function isSameTask(was: Fields, now: Fields): boolean {
  return isDeepStrictEqual(essence(was), essence(now))
}

function essence(task: Fields): Fields {
  const { $order: _order, $open: _open, $lazy: _lazy, ...rest } = task
  return rest
}

/** Links, assignments, resources and calendars. */
export const takeBackEntity: TakeBack = async (ctx, given, entry, keep) => {
  authorise(ctx.principal, 'gantt.write')
  const stores = await seenPlan(ctx, given)
  await stores.limits.refuseReadOnly(tasksIn(entry))
  if (entry.entity.startsWith('links/')) return backOf(ctx, stores, linkKind, entry, keep)
  if (entry.entity.startsWith('assignments/')) {
    return backOf(ctx, stores, assignmentKind, entry, keep)
  }
  if (entry.entity.startsWith('calendars/')) return backOf(ctx, stores, calendarKind, entry, keep)
  return backOf(ctx, stores, resourceKind, entry, keep)
}

const missingEnds: ReadonlySet<string> = new Set([
  'gantt.bad_link',
  'gantt.bad_assignment',
  'gantt.resource_not_found',
])

export const takeBackSchedule: TakeBack = async (ctx, given, entry, keep) => {
  authorise(ctx.principal, 'gantt.write')
  const stores = await seenPlan(ctx, given)
  await stores.limits.refuseReadOnly([topOfPlan])
  const now = await scheduleOf(stores.gantt)
  const told = (field: string): void => keep({ entity: entry.entity, field })
  const back = unchanged(entry.before ?? {}, entry.after ?? {}, now, told)
  await writeSchedule(ctx, stores, now, { ...now, ...back })
}

async function backOf<T extends Tied>(
  ctx: Context,
  stores: SeenStores,
  kind: EntityKind<T>,
  entry: StepEntry,
  keep: Keep,
): Promise<void> {
  const { gantt } = stores
  const { before, after } = entry
  const id = Number(entry.entity.slice(entry.entity.indexOf('/') + 1))
  const stored = await kind.find(gantt, id)
  if (!before) {
    if (!stored) return
    if (!isDeepStrictEqual(JSON.parse(JSON.stringify(kind.view(stored))), after))
      throw changedSince(entry)
    if (await kind.isUsed?.(gantt, stored)) throw changedSince(entry)
    return removeEntity(ctx, stores, kind, stored)
  }
  if (!after) {
    if (stored) throw changedSince(entry)
    const { $assignments = [], ...view } = before
    const values = await kind.from(ctx, stores, view).catch((error: unknown) => {
      // It was right once, so it is one of its ends that is missing.
      if (error instanceof AppError && missingEnds.has(error.code)) throw gone(entry)
      throw error
    })
    const made = { ...values, id, version: 0 } as T
    if (await kind.single?.like(gantt, made)) throw changedSince(entry)
    await writeEntity(ctx, stores, kind, { before: null, after: made })
    for (const one of $assignments as Fields[]) await addTie(ctx, stores, assignmentKind, one, keep)
    return
  }
  if (!stored) return keepGone(entry, keep)
  const now = JSON.parse(JSON.stringify(kind.view(stored))) as Fields
  const back = unchanged(before, after, now, (field) => keep({ entity: entry.entity, field }))
  if (Object.keys(back).length === 0) return
  const values = await kind.from(ctx, stores, withoutMissing({ ...now, ...back }))
  const changed = { ...stored, ...values }
  const twin = await kind.single?.like(gantt, changed)
  if (twin && twin.id !== id) throw changedSince(entry)
  await writeEntity(ctx, stores, kind, { before: stored, after: changed })
}
