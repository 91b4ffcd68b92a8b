import type { Schedule } from '@triptych/contract/schedule'
import type { Context } from '../../context.ts'
import type { AppError } from '../../errors.ts'
import type { ReadStores, Stores, TransactionBudget } from '../../ports/database.ts'
import type { Fields, StoredTask } from '../../ports/gantt-store.ts'
import { recordAllGantt } from '../record-change.ts'
import { compileNetwork } from '../schedule/network.ts'
import { progressOf } from '../schedule/roll-up.ts'
import { datesOfTask } from '../schedule/schedule-plan.ts'
import type { Scheduled } from '../schedule/schedule-plan.ts'
import { circleRefusal } from './circle-refusal.ts'
import { followPlan, touchedSince } from './follow-plan.ts'
import { isSameJson } from './gantt-value.ts'
import { keepPlan, lookAt, noteWritten } from './kept-plan.ts'
import type { KeptPlan } from './kept-plan.ts'
import type { PlanShelf, Settling, ShelvedPlan } from './kept-plans.ts'
import { scheduleOf } from './plan-settings.ts'
import { noWrites, notedPlan, nothingTouched } from './plan-writes.ts'
import type { PlanWrites } from './plan-writes.ts'
import { seenPlan } from './seen-plan.ts'
import type { Seen } from './seen-plan.ts'
import { drawnSegments, isInPieces, lengthOfPieces, saidPieces } from './task-segments.ts'
import { storedPlan } from './stored-plan.ts'
import type { StoredPlan } from './stored-plan.ts'
import {
  doneAt,
  drawnAt,
  drawnDates,
  hasLength,
  lengthByAll,
  timeOfTask,
  timesOfTask,
} from './task-times.ts'
import { minute } from '../schedule/ticks.ts'
import type { WorkingTime } from '../schedule/working-time.ts'

/** By which clients tell what followed from a change from the change itself. */
const scheduleOrigin = 'schedule'

/** To be called when a transaction was committed, and never where it was not. */
export type Settled = () => void

export function newSettling({ plans, workspace }: Context): Settling {
  return { shelf: plans.shelfOf(workspace.database), writes: noWrites() }
}

/**
 * Changes the plan in one transaction, as far as whoever asks sees it, and then puts everything where it belongs: what
 * is scheduled follows at once, or when all is done that this is a part of.
 */
export async function changePlan<T>(
  ctx: Context,
  work: (stores: Seen<Stores>, given: Stores) => Promise<T>,
  budget?: TransactionBudget,
): Promise<T> {
  let settled: Settled | null = null
  const value = await ctx.workspace.database.transact(async (given) => {
    settled = null
    if (ctx.together) return work(await seenPlan(ctx, given), given)
    const settling = newSettling(ctx)
    const noted = { ...given, gantt: notedPlan(given.gantt, settling.writes) }
    const made = await work(await seenPlan(ctx, noted), noted)
    if (settling.writes.isTouched) settled = await settlePlan(ctx, noted, settling)
    return made
  }, budget)
  callSettled(settled)
  return value
}

/** A variable that only a function inside sets is `null` for the compiler. */
export function callSettled(settled: Settled | null): void {
  settled?.()
}

/**
 * Puts all tasks where the schedule wants them. Where nothing is scheduled, nothing is read; where the plan is in
 * memory, only what was changed and what moves.
 */
export async function settlePlan(
  ctx: Context,
  stores: Stores,
  { shelf, writes, looked }: Settling,
): Promise<Settled> {
  const schedule = await scheduleOf(stores.gantt)
  if (schedule.mode !== 'auto') return () => void shelf.take()
  const known = await followed(stores, shelf, writes, schedule)
  if (known) {
    const { scheduled, ids } = lookAt(known.plan)
    const tasks = await stores.gantt.tasksOf(ids)
    for (const id of await writeMoved(ctx, stores, known.plan, scheduled, tasks)) {
      known.doubt.tasks.add(id)
    }
    const revision = await stores.gantt.revision()
    const last = {}
    known.last = last
    if (looked) looked.shelved = known
    else shelf.put(known)
    return () => {
      // Who came later has looked at it with all this in it.
      if (known.last !== last) return
      known.revision = revision
      known.doubt = nothingTouched()
    }
  }
  const plan = await planAnew(ctx, stores, schedule)
  const revision = await stores.gantt.revision()
  return () => {
    // Where none is said it depends on all tasks.
    if (schedule.start === null) return
    shelf.put({ plan, revision, doubt: nothingTouched(), last: null })
  }
}

/** The plan that is in memory, with all that has become of it; `null`: it has to be made anew. */
export async function followed(
  stores: ReadStores,
  shelf: PlanShelf,
  writes: PlanWrites,
  schedule: Schedule,
): Promise<ShelvedPlan | null> {
  const shelved = shelf.take()
  if (!shelved) return null
  const { plan } = shelved
  if (writes.isAll || !isSameJson(schedule, plan.schedule)) {
    // Until this is committed it is still as it was.
    shelf.put(shelved)
    return null
  }
  const touched = await touchedSince(stores, shelved, writes)
  if (!touched) return null
  // Whoever looked at it before it is changed here knows no more what it is.
  shelved.last = null
  const isFollowed = await followPlan(plan, stores.gantt, touched)
  shelved.doubt = touched
  if (isFollowed) return shelved
  shelf.put(shelved)
  return null
}

async function planAnew(ctx: Context, stores: Stores, schedule: Schedule): Promise<KeptPlan> {
  const stored = await storedPlan(stores.gantt, schedule)
  const plan = keepPlan(stored)
  if (!plan) throw await circleIn(ctx, stores, stored)
  await writeMoved(ctx, stores, plan, lookAt(plan).scheduled, stored.tasks)
  return plan
}

/** Writes those of these tasks that are to be elsewhere, and answers which. */
async function writeMoved(
  ctx: Context,
  stores: Stores,
  plan: KeptPlan,
  scheduled: Scheduled,
  tasks: readonly StoredTask[],
): Promise<number[]> {
  const moved = tasks.flatMap((task) => movedTask(plan, scheduled, task) ?? [])
  await writeTasks(ctx, stores, moved)
  for (const { task, after } of moved) {
    if (after.progress === undefined && hasLength(task)) continue
    noteWritten(plan, { ...task, ...after })
  }
  return moved.map(({ task }) => task.id)
}

/** A task with what becomes different of it. */
export interface ChangedTask {
  task: StoredTask
  after: Partial<Pick<StoredTask, 'start' | 'end' | 'duration' | 'progress' | 'fields'>>
}

function movedTask(kept: KeptPlan, scheduled: Scheduled, task: StoredTask): ChangedTask | null {
  const place = kept.tasks.places.get(task.id)!
  const { net } = scheduled
  const { mode, inactive } = net.plan.tasks[place]!
  if (mode === 'unscheduled' || inactive) return null
  const isSummary = net.closeOf[place]! >= 0
  const time = timeOfTask(kept.calendars, task.fields)
  const dates =
    mode === 'auto' && drawnDates(task.type, datesOfTask(scheduled, place), kept.schedule, time)
  const now = { ...dates, ...(isSummary && { progress: progressOf(net, kept.sums, place) }) }
  const after: ChangedTask['after'] = Object.fromEntries(
    Object.entries(now).filter(([name, value]) => task[name as keyof StoredTask] !== value),
  )
  const fields = dates && !isSummary && movedPieces(kept, scheduled, task, time)
  if (fields) after.fields = fields
  return Object.keys(after).length > 0 ? { task, after } : null
}

/** The fields of a task whose pieces are to be drawn elsewhere. */
function movedPieces(
  { schedule, tasks }: KeptPlan,
  { net, dates }: Scheduled,
  task: StoredTask,
  drawnBy: WorkingTime,
): Fields | null {
  const place = tasks.places.get(task.id)!
  const { segments: pieces } = net.plan.tasks[place]!
  if (pieces.length < 2) {
    // Where so little is left of it that one is enough.
    return isInPieces(task.fields) ? { ...task.fields, segments: null } : null
  }
  const at = net.placeOf[place]!
  const time = net.calendars.all[net.calendar[at]!]!
  const segments = drawnSegments(task, pieces, dates.start[at]!, { schedule, time, drawnBy })
  return isSameJson(segments, task.fields['segments']) ? null : { ...task.fields, segments }
}

/** What a plan needs that is scheduled from now on: all stays where it is, but for what waits for others. */
export async function beginAuto(ctx: Context, stores: Stores, schedule: Schedule): Promise<void> {
  const { tasks, links, calendars, plan } = await storedPlan(stores.gantt, schedule)
  const waiting = new Set(links.map(({ target }) => target))
  const changed: ChangedTask[] = []
  for (const [place, task] of tasks.entries()) {
    if (task.children > 0) continue
    const fields: Fields = { ...task.fields }
    const people = plan.tasks[place]!.assignments.map(({ resource }) => plan.resources[resource]!)
    const times = timesOfTask(calendars, fields, people)
    const { start } = task
    const { segments } = fields
    const pieces = saidPieces({ before: null, start, segments, schedule, time: times[0]! })
    if (pieces) fields['segments'] = pieces
    fields['length'] ??= pieces
      ? lengthOfPieces(pieces)
      : lengthByAll(task, schedule, times) / minute
    if (task.progress > 0) fields['actualStart'] ??= start
    if (task.progress === 100) fields['actualFinish'] ??= doneAt({ ...task, fields }, times)
    const isHeld = fields['manual'] === true || fields['unscheduled'] === true || task.progress > 0
    if (!isHeld && !waiting.has(task.id)) fields['constraint'] ??= drawnAt(task, schedule)
    if (!isSameJson(fields, task.fields)) changed.push({ task, after: { fields } })
  }
  await writeTasks(ctx, stores, changed)
}

/** As ordinary changes of tasks, which can be taken back with what they followed from. */
export async function writeTasks(
  ctx: Context,
  stores: Stores,
  changed: readonly ChangedTask[],
): Promise<void> {
  if (changed.length === 0) return
  const { recordAnswer: _, ...author } = ctx
  const values = changed.map(({ task, after }) => {
    const before = Object.fromEntries(
      Object.keys(after).map((name) => [name, task[name as keyof StoredTask]]),
    )
    return { entity: `tasks/${task.id}`, before, after }
  })
  const by = { ...author, origin: scheduleOrigin }
  const first = await recordAllGantt(by, stores, 'task-updated', values)
  const { gantt } = stores
  const versionOf = (i: number) => first + i
  await gantt.drawTasks(
    changed.map(({ task, after }, i) => ({ ...task, ...after, version: versionOf(i) })),
  )
  for (const [i, { task, after }] of changed.entries()) {
    const { fields } = after
    if (fields) await gantt.updateTask(task.id, { fields }, versionOf(i))
  }
}

async function circleIn(
  ctx: Context,
  stores: Stores,
  { tasks, links, plan }: StoredPlan,
): Promise<AppError> {
  const circle = compileNetwork(plan).circles[0]!
  const { gantt } = await seenPlan(ctx, stores)
  const cycle = circle.tasks.map((place) => tasks[place]!.id)
  return circleRefusal(gantt, cycle, await gantt.link(links[circle.link]!.id))
}
