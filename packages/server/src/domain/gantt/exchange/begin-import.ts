import type { ImportMode, ImportWarning } from '@triptych/contract/plan-exchange'
import type { Schedule } from '@triptych/contract/schedule'
import type { MspdiFile } from '../../../codecs/mspdi/read-mspdi.ts'
import type { Context } from '../../../context.ts'
import type { Stores } from '../../../ports/database.ts'
import { topOfPlan } from '../../../ports/gantt-store.ts'
import type { GanttKind, GanttStore } from '../../../ports/gantt-store.ts'
import { keysBetween } from '../../order-key.ts'
import { removeEntity, writeEntity } from '../change-entity.ts'
import { calendarKind } from '../change-calendars.ts'
import { resourceKind } from '../change-resources.ts'
import { writeSchedule } from '../change-schedule.ts'
import { removeBranch } from '../delete-task.ts'
import { limited } from '../gantt-value.ts'
import { planCalendars } from '../plan-calendars.ts'
import { scheduleOf } from '../plan-settings.ts'
import type { Seen } from '../seen-plan.ts'
import { refuseTooManyTasks } from '../task-room.ts'
import { readCalendar } from './calendar-elements.ts'
import { badElement, elementList, named } from './element-list.ts'
import type { ElementList } from './element-list.ts'
import type { ImportedRows } from './imported-rows.ts'
import { readResource } from './people-elements.ts'
import { readProject } from './project-elements.ts'
import type { TaskSetting } from './task-elements.ts'

export interface ImportPlanInput {
  /** Whether what is there goes, or stays in front of what comes. */
  mode: ImportMode
  /** Called now and then with how many things were read or written. */
  progress?: (done: number) => void
}

/** A file, read and looked through, that waits for its transaction. */
export interface Waiting extends ImportPlanInput {
  file: MspdiFile
  rows: ImportedRows
  warn: (one: ImportWarning) => void
}

export interface Begun {
  /** Of the plan before the import. */
  revision: number
  setting: TaskSetting
  schedule: Schedule
  taskIds: Ids
  /** Where each task stands, in the order of the file. */
  places: { parent: number; place: string }[]
  resourceOf: (uid: number | null) => number | null
  resources: number
  calendars: number
}

type Ids = (index: number) => number

/** Everything but the tasks and what ties them. */
export async function beginImport(
  ctx: Context,
  stores: Seen<Stores>,
  waiting: Waiting,
): Promise<Begun> {
  const { gantt, limits } = stores
  const { mode, file, rows } = waiting
  await limits.refuseReadOnly([topOfPlan])
  const revision = await gantt.revision()
  if (mode === 'replace') {
    await limits.refuseInPart(topOfPlan)
    await clearPlan(ctx, stores)
  }
  await refuseTooManyTasks(ctx, gantt, rows.tasks.length)
  const calendarOf = await addCalendars(ctx, stores, waiting, revision)
  const project = elementList(file.project)
  const before = await scheduleOf(gantt)
  const schedule = mode === 'replace' ? readProject(project, before, calendarOf) : before
  await writeSchedule(ctx, stores, before, schedule)
  const resourceOf = await addResources(ctx, stores, waiting, revision, calendarOf)
  const taskIds = await newIds(gantt, 'task', rows.tasks.length)
  const start = project.date('StartDate') ?? `${ctx.now().toISOString().slice(0, 10)}T00:00:00`
  const calendars = planCalendars(schedule, await gantt.allCalendars())
  return {
    revision,
    setting: { schedule, calendars, calendarOf, start },
    schedule,
    taskIds,
    places: await placesOf(gantt, rows, taskIds),
    resourceOf,
    resources: file.items.Resources.length,
    calendars: file.items.Calendars.length,
  }
}

/** What is below goes before what is above it, so that it can come back in the other order. */
async function clearPlan(ctx: Context, stores: Seen<Stores>): Promise<void> {
  const { gantt } = stores
  for (const task of await gantt.childrenOf(topOfPlan)) await removeBranch(ctx, stores, task)
  let left = await gantt.allResources()
  while (left.length > 0) {
    const parents = new Set(left.map(({ parent }) => parent))
    const lowest = left.filter(({ id }) => !parents.has(id))
    // Damaged data may go round in a circle.
    for (const one of lowest.length > 0 ? lowest : left) {
      await removeEntity(ctx, stores, resourceKind, one)
    }
    left = lowest.length > 0 ? await gantt.allResources() : []
  }
  const before = await scheduleOf(gantt)
  await writeSchedule(ctx, stores, before, { ...before, calendar: null })
  for (const one of await gantt.allCalendars()) await removeEntity(ctx, stores, calendarKind, one)
}

type IdOf = (uid: number | null) => number | null

async function addCalendars(
  ctx: Context,
  stores: Seen<Stores>,
  { file, warn }: Waiting,
  revision: number,
): Promise<IdOf> {
  const { gantt } = stores
  const items = file.items.Calendars
  const lists = items.map((xml) => elementList(xml))
  const ids = await newIds(gantt, 'calendar', items.length)
  const byUid = idsByUid(lists, ids, 'calendars')
  const idOf: IdOf = (uid) => (uid === null ? null : (byUid.get(uid) ?? null))
  const parents = new Map(lists.map((list, at) => [ids(at), idOf(list.integer('BaseCalendarUID'))]))
  for (const [at, list] of lists.entries()) {
    const id = ids(at)
    const parent = parents.get(id) ?? null
    if (isCircle(parents, id))
      throw badElement(list.uid, 'BaseCalendarUID', 'goes round in a circle')
    const fields = limited({ ...readCalendar(list, parent, warn) })
    await writeEntity(ctx, stores, calendarKind, {
      before: null,
      after: { id, fields, version: 0 },
    })
  }
  await gantt.keepElements(
    'calendar',
    items.map((xml, at) => ({ id: ids(at), xml })),
    revision,
  )
  return idOf
}

function isCircle(parents: ReadonlyMap<number, number | null>, from: number): boolean {
  let steps = 0
  for (let at = parents.get(from) ?? null; at !== null; at = parents.get(at) ?? null) {
    if (at === from || ++steps > parents.size) return true
  }
  return false
}

async function addResources(
  ctx: Context,
  stores: Seen<Stores>,
  { file }: Waiting,
  revision: number,
  calendarOf: IdOf,
): Promise<IdOf> {
  const { gantt } = stores
  const items = file.items.Resources
  const lists = items.map((xml) => elementList(xml))
  const ids = await newIds(gantt, 'resource', items.length)
  const byUid = idsByUid(lists, ids, 'resources')
  const places = keysBetween(await gantt.lastResourcePlace(0), null, Math.max(1, items.length))
  for (const [at, list] of lists.entries()) {
    const fields = named(list.uid, () => limited(readResource(list, calendarOf)))
    const after = { id: ids(at), parent: 0, place: places[at]!, fields, version: 0 }
    await writeEntity(ctx, stores, resourceKind, { before: null, after })
  }
  await gantt.keepElements(
    'resource',
    items.map((xml, at) => ({ id: ids(at), xml })),
    revision,
  )
  return (uid) => (uid === null ? null : (byUid.get(uid) ?? null))
}

function idsByUid(lists: readonly ElementList[], ids: Ids, what: string): Map<number, number> {
  const byUid = new Map<number, number>()
  for (const [at, { uid }] of lists.entries()) {
    if (uid === null) throw badElement(null, 'UID', `of one of the ${what} is missing or no number`)
    if (byUid.has(uid)) throw badElement(uid, 'UID', `is that of two ${what}`)
    byUid.set(uid, ids(at))
  }
  return byUid
}

/** One after the other. */
export async function newIds(gantt: GanttStore, kind: GanttKind, count: number): Promise<Ids> {
  if (count === 0) return () => 0
  const first = await gantt.nextId(kind)
  await gantt.reserveId(kind, first + count - 1)
  return (index) => first + index
}

async function placesOf(
  gantt: GanttStore,
  { tasks, top }: ImportedRows,
  taskIds: Ids,
): Promise<Begun['places']> {
  const places: Begun['places'] = []
  const put = (parent: number, children: readonly number[], after: string | null) => {
    const keys = keysBetween(after, null, Math.max(1, children.length))
    for (const [at, child] of children.entries()) places[child] = { parent, place: keys[at]! }
  }
  put(topOfPlan, top, await gantt.lastPlace(topOfPlan))
  for (const [at, { children }] of tasks.entries()) put(taskIds(at), children, null)
  return places
}
