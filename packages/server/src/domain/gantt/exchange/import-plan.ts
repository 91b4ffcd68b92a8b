import type { ImportMode, ImportWarning, PlanImported } from '@triptych/contract/plan-exchange'
import type { Schedule } from '@triptych/contract/schedule'
import { authorise } from '../../../auth/principal.ts'
import { readMspdi } from '../../../codecs/mspdi/read-mspdi.ts'
import type { MspdiFile } from '../../../codecs/mspdi/read-mspdi.ts'
import type { Context } from '../../../context.ts'
import type { Stores } from '../../../ports/database.ts'
import { topOfPlan } from '../../../ports/gantt-store.ts'
import type {
  ElementKind,
  GanttKind,
  GanttStore,
  NewTask,
  PlanElement,
  StoredAssignment,
  StoredLink,
} from '../../../ports/gantt-store.ts'
import { keysBetween } from '../../order-key.ts'
import { recordGantt } from '../../record-change.ts'
import { runTogether } from '../../run-together.ts'
import { assignmentKind } from '../change-assignments.ts'
import { removeEntity, writeEntity } from '../change-entity.ts'
import { calendarKind } from '../change-calendars.ts'
import { linkKind } from '../change-links.ts'
import { resourceKind } from '../change-resources.ts'
import { writeSchedule } from '../change-schedule.ts'
import { removeBranch } from '../delete-task.ts'
import { limited } from '../gantt-value.ts'
import { planCalendars } from '../plan-calendars.ts'
import { scheduleOf } from '../plan-settings.ts'
import { seenPlan } from '../seen-plan.ts'
import type { Seen } from '../seen-plan.ts'
import { refuseTooManyTasks } from '../task-room.ts'
import { keptTaskView } from '../views.ts'
import { readCalendar } from './calendar-elements.ts'
import { badElement, elementList, named } from './element-list.ts'
import type { ElementList } from './element-list.ts'
import { importedRows, warnings } from './imported-rows.ts'
import type { ImportedLink, ImportedRows } from './imported-rows.ts'
import { readLink } from './link-elements.ts'
import { readAssignment, readResource } from './people-elements.ts'
import { readProject } from './project-elements.ts'
import { readTask } from './task-elements.ts'
import type { TaskSetting } from './task-elements.ts'

export interface ImportPlanInput {
  /** Whether what is there goes, or stays in front of what comes. */
  mode: ImportMode
  /** Called now and then with how many things were read or written. */
  progress?: (done: number) => void
}

/** A file, read and looked through, that waits for its transaction. */
interface Waiting extends ImportPlanInput {
  file: MspdiFile
  rows: ImportedRows
  warn: (one: ImportWarning) => void
}

/** Takes a plan of Microsoft Project in, all of it or nothing, as one step. */
export async function importPlan(
  ctx: Context,
  bytes: AsyncIterable<Uint8Array>,
  input: ImportPlanInput,
): Promise<PlanImported> {
  authorise(ctx.principal, 'gantt.write')
  const file = await readMspdi(bytes, input.progress)
  const noted = warnings()
  const rows = importedRows(file.items.Tasks, noted.warn)
  // The elements of tasks are held once, by the rows.
  file.items.Tasks = []
  const counts = await runTogether(ctx, (joined) =>
    writePlan(joined, { ...input, file, rows, warn: noted.warn }),
  )
  return { ...counts, warnings: noted.all }
}

type Counts = Omit<PlanImported, 'warnings'>

/** So many are written before others get their turn. */
const atOnce = 500

async function writePlan(given: Context, waiting: Waiting): Promise<Counts> {
  // The answer is kept once, and not with each of so many changes.
  const { recordAnswer, ...ctx } = given
  const part = <T>(work: (stores: Seen<Stores>) => Promise<T>): Promise<T> =>
    ctx.workspace.database.transact(async (stores) => work(await seenPlan(ctx, stores)))
  const inParts = async <T>(
    list: readonly T[],
    work: (stores: Seen<Stores>, some: T[], from: number) => Promise<void>,
  ): Promise<void> => {
    for (let from = 0; from < list.length; from += atOnce) {
      await part((stores) => work(stores, list.slice(from, from + atOnce), from))
      waiting.progress?.(from)
    }
  }
  const { rows, mode, file } = waiting

  const begun = await part((stores) => begin(ctx, stores, waiting))
  const { taskIds, revision } = begun
  const keep = (stores: Stores, kind: ElementKind, elements: PlanElement[]) =>
    elements.length === 0 ? null : stores.gantt.keepElements(kind, elements, revision)

  await inParts(rows.tasks, async (stores, some, from) => {
    const made: NewTask[] = []
    for (const [at, { xml, children, uid }] of some.entries()) {
      const place = from + at
      const task = {
        ...named(uid, () => readTask(elementList(xml), begun.setting, children.length > 0)),
        ...begun.places[place]!,
        id: taskIds(place),
        lazy: null,
        version: 0,
      }
      const after = keptTaskView({ ...task, children: 0 })
      const entity = `tasks/${task.id}`
      const version = await recordGantt(ctx, stores, 'task-added', entity, { before: null, after })
      made.push({ ...task, version })
    }
    await stores.gantt.insertTasks(made)
    await keep(
      stores,
      'task',
      some.map(({ xml }, at) => ({ id: taskIds(from + at), xml })),
    )
  })
  const links = await part(({ gantt }) => newIds(gantt, 'link', rows.links.length))
  await inParts(rows.links, async (stores, some, from) => {
    for (const [at, link] of some.entries()) {
      const after = linkOf(link, links(from + at), begun)
      await writeEntity(ctx, stores, linkKind, { before: null, after })
    }
    await keep(
      stores,
      'link',
      some.map(({ xml }, at) => ({ id: links(from + at), xml })),
    )
  })
  const works = sortedWorks(file.items.Assignments, waiting, begun)
  const ids = await part(({ gantt }) => newIds(gantt, 'assignment', works.known.length))
  await inParts(works.known, async (stores, some, from) => {
    for (const [at, { xml: _xml, ...one }] of some.entries()) {
      const after: StoredAssignment = { ...one, id: ids(from + at), version: 0 }
      await writeEntity(ctx, stores, assignmentKind, { before: null, after })
    }
    await keep(
      stores,
      'assignment',
      some.map(({ xml }, at) => ({ id: ids(from + at), xml })),
    )
  })
  await part(async (stores) => {
    if (mode === 'replace') {
      await keep(stores, 'project', [{ id: topOfPlan, xml: file.project }])
      // Also where this one has none: those of the file before are not to stand in their place.
      for (const kind of ['rows', 'works'] as const) {
        await keep(stores, kind, [{ id: topOfPlan, xml: '' }])
      }
    }
    await keep(stores, 'rows', betweenRows(rows, begun, mode))
    await keep(stores, 'works', works.others)
    await stores.gantt.forgetElements()
    await recordAnswer?.(stores, {
      area: 'gantt',
      operation: 'schedule-changed',
      entity: 'schedule',
      before: null,
      after: null,
    })
  })
  return {
    tasks: rows.tasks.length,
    links: rows.links.length,
    resources: begun.resources,
    assignments: works.known.length,
    calendars: begun.calendars,
  }
}

interface Begun {
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
async function begin(ctx: Context, stores: Seen<Stores>, waiting: Waiting): Promise<Begun> {
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
async function newIds(gantt: GanttStore, kind: GanttKind, count: number): Promise<Ids> {
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

function linkOf(
  { source, target, xml, isActive }: ImportedLink,
  id: number,
  begun: Begun,
): StoredLink {
  const { type, lag, fields } = readLink(elementList(xml), begun.schedule)
  const { taskIds } = begun
  return {
    id,
    source: taskIds(source),
    target: taskIds(target),
    type,
    lag,
    fields: isActive ? fields : { ...fields, active: false },
    version: 0,
  }
}

interface Works {
  known: (Omit<StoredAssignment, 'id' | 'version'> & { xml: string })[]
  /** By task: those of nobody, those on a summary, and somebody's second one on the same task. */
  others: PlanElement[]
}

function sortedWorks(items: readonly string[], { rows }: Waiting, begun: Begun): Works {
  const known: Works['known'] = []
  const others = new Map<number, string[]>()
  const pairs = new Set<string>()
  for (const xml of items) {
    const list = elementList(xml)
    const place = rows.byUid.get(list.integer('TaskUID') ?? 0)
    const task = place === undefined ? topOfPlan : begun.taskIds(place)
    const resource = begun.resourceOf(list.integer('ResourceUID'))
    const isParent = place === undefined || rows.tasks[place]!.children.length > 0
    const pair = `${task} ${resource}`
    if (resource === null || isParent || pairs.has(pair)) {
      others.set(task, [...(others.get(task) ?? []), xml])
      continue
    }
    pairs.add(pair)
    const { units, fields } = named(list.uid, () => readAssignment(list))
    known.push({ task, resource, units, fields, xml })
  }
  return { known, others: [...others].map(([id, all]) => ({ id, xml: all.join('') })) }
}

/** Of a plan that others stand in front of, the project itself is not taken over. */
function betweenRows(
  { between }: ImportedRows,
  { taskIds }: Begun,
  mode: ImportMode,
): PlanElement[] {
  return [...between].flatMap(([place, all]) => {
    if (place < 0 && mode === 'append') return []
    return [{ id: place < 0 ? topOfPlan : taskIds(place), xml: all.join('') }]
  })
}
