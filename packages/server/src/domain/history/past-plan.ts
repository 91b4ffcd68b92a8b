import type { LaterEntry } from '../../ports/change-log.ts'
import type { Database, ReadStores } from '../../ports/database.ts'
import { isCounted } from '../../ports/gantt-store.ts'
import type {
  Fields,
  GanttReader,
  StoredAssignment,
  StoredCalendar,
  StoredLink,
  StoredResource,
  StoredTask,
} from '../../ports/gantt-store.ts'
import { assignmentView, calendarView, linkView } from '../gantt/views.ts'
import { resourceKind } from '../gantt/change-resources.ts'
import { changedLater } from './moment.ts'
import { notKept } from './take-back.ts'
import { taskFrom } from './bring-branch-back.ts'

/** A plan as a whole. Children are not counted, and versions are those of now. */
export interface PastPlan {
  tasks: Map<number, StoredTask>
  /** As the log has them. */
  links: Map<number, Fields>
  assignments: Map<number, Fields>
  resources: Map<number, Fields>
  calendars: Map<number, Fields>
  /** As far as anybody had said so. */
  schedule: Fields
}

type Reading = Pick<ReadStores, 'gantt' | 'changes'>

/** By revision, the one that was asked for last behind the others. */
type KnownPlans = Map<number, PastPlan>

const noPlans = (): KnownPlans => new Map()
/** A page asks for tasks, links, assignments and resources, and then for those of a moment nearby. */
const plansKept = 4
const tasksKept = 20_000

/**
 * `stores.gantt` must be the whole plan. What was does not change any more, so it is kept for a while, and what is older
 * is found from there. Nobody may write to what is answered.
 */
export async function planAt(
  { memo }: Pick<Database, 'memo'>,
  stores: Reading,
  revision: number,
): Promise<PastPlan> {
  const known = memo(noPlans)
  const nearest = Math.min(...[...known.keys()].filter((one) => one >= revision))
  const from = known.get(nearest)
  if (from && nearest === revision) {
    keep(known, revision, from)
    return from
  }
  const plan = from ? copyOf(from) : await planNow(stores)
  const later = changedLater(stores, { area: 'gantt' }, revision, from ? nearest + 1 : undefined)
  const room = { bytes: 0 }
  for await (const page of later) {
    for (const entry of page) await goBack(stores.gantt, plan, entry, room)
  }
  if (plan.tasks.size <= tasksKept) keep(known, revision, plan)
  return plan
}

function keep(known: KnownPlans, revision: number, plan: PastPlan): void {
  known.delete(revision)
  known.set(revision, plan)
  for (const one of [...known.keys()].slice(0, -plansKept)) known.delete(one)
}

function copyOf(plan: PastPlan): PastPlan {
  return {
    tasks: new Map([...plan.tasks].map(([id, task]) => [id, { ...task }])),
    links: new Map(plan.links),
    assignments: new Map(plan.assignments),
    resources: new Map(plan.resources),
    calendars: new Map(plan.calendars),
    schedule: { ...plan.schedule },
  }
}

export async function planNow({ gantt }: Pick<Reading, 'gantt'>): Promise<PastPlan> {
  const plan: PastPlan = {
    tasks: new Map(),
    links: viewsOf(await gantt.allLinks(), linkView),
    assignments: viewsOf(await gantt.allAssignments(), assignmentView),
    resources: viewsOf(await gantt.allResources(), resourceKind.view),
    calendars: viewsOf(await gantt.allCalendars(), calendarView),
    schedule: { ...(await gantt.schedule()) },
  }
  for await (const tasks of gantt.placedTasks()) {
    for (const task of tasks) plan.tasks.set(task.id, task)
  }
  return plan
}

function viewsOf<T extends { id: number }>(
  all: readonly T[],
  view: (one: T) => object,
): Map<number, Fields> {
  return new Map(all.map((one) => [one.id, view(one) as Fields]))
}

/** What images of branches may hold to be in memory together. */
const mostBytes = 64 * 1024 * 1024

/** How much of that is taken. */
interface Room {
  bytes: number
}

/** To how it was before an entry; all later ones are gone back behind already. */
async function goBack(
  gantt: GanttReader,
  plan: PastPlan,
  entry: LaterEntry,
  room: Room,
): Promise<void> {
  const { operation, entity, before, after } = entry
  const slash = entity.indexOf('/')
  const id = Number(entity.slice(slash + 1))
  if (operation === 'task-updated' || operation === 'task-moved') {
    const task = plan.tasks.get(id)
    // One that waited for its place: nobody saw it.
    if (!task || !before) return
    if (operation === 'task-updated') Object.assign(task, before)
    else Object.assign(task, { parent: before['parent'], place: before['$order'] })
    return
  }
  if (operation.startsWith('task-')) {
    if (isCounted(after ?? before)) await goBackMany(gantt, plan, entry, room)
    else if (after) forget(plan, after)
    else if (before) remember(plan, before)
    else plan.tasks.delete(id)
    return
  }
  if (operation === 'schedule-changed') {
    Object.assign(plan.schedule, before)
    return
  }
  const kind = entity.slice(0, slash)
  if (!isKind(kind)) return
  if (!before) {
    plan[kind].delete(id)
    return
  }
  const { $assignments, ...view } = before
  plan[kind].set(id, view)
  if (Array.isArray($assignments)) putAll(plan.assignments, $assignments as Fields[])
}

const kinds = ['links', 'assignments', 'resources', 'calendars'] as const

function isKind(kind: string): kind is (typeof kinds)[number] {
  return kinds.some((one) => one === kind)
}

/** A branch that is told of by the number of its tasks came, or went. */
async function goBackMany(
  gantt: GanttReader,
  { tasks, links, assignments }: PastPlan,
  entry: LaterEntry,
  room: Room,
): Promise<void> {
  const { revision } = entry
  if (!(await gantt.hasBranch(revision))) throw notKept(entry)
  const isGone = entry.after === null
  const bytes = await gantt.branchBytes(revision)
  room.bytes += isGone ? bytes : -bytes
  if (room.bytes > mostBytes) throw notKept(entry)
  for await (const page of gantt.branchTasks(revision)) {
    for (const task of page) put(tasks, task.id, isGone && { ...task, children: 0 })
  }
  for await (const page of gantt.branchLinks(revision)) {
    for (const link of page) put(links, link.id, isGone && (linkView(link) as unknown as Fields))
  }
  for await (const page of gantt.branchAssignments(revision)) {
    for (const one of page)
      put(assignments, one.id, isGone && (assignmentView(one) as unknown as Fields))
  }
}

/** `false`: it was not there. */
function put<T>(all: Map<number, T>, id: number, one: T | false): void {
  if (one === false) all.delete(id)
  else all.set(id, one)
}

/** A task that came, with all that came with it. */
function forget({ tasks, links, assignments }: PastPlan, after: Fields): void {
  tasks.delete(Number(after['id']))
  for (const { id } of (after['$branch'] ?? []) as Fields[]) tasks.delete(Number(id))
  for (const { id } of (after['$links'] ?? []) as Fields[]) links.delete(Number(id))
  for (const { id } of (after['$assignments'] ?? []) as Fields[]) assignments.delete(Number(id))
}

/** One that went. */
function remember(plan: PastPlan, before: Fields): void {
  const { $branch = [], $links = [], $assignments = [], ...root } = before
  for (const view of [root, ...($branch as Fields[])]) {
    const task = { ...taskFrom(view), children: 0 }
    plan.tasks.set(task.id, task)
  }
  putAll(plan.links, $links as Fields[])
  putAll(plan.assignments, $assignments as Fields[])
}

function putAll(to: Map<number, Fields>, views: readonly Fields[]): void {
  for (const view of views) to.set(Number(view['id']), view)
}

export function linkFromView({ id, source, target, type, lag, ...fields }: Fields): StoredLink {
  return {
    id: Number(id),
    source: Number(source),
    target: Number(target),
    type: String(type),
    lag: lag === undefined ? null : Number(lag),
    fields,
    version: 0,
  }
}

export function assignmentFromView({
  id,
  task,
  resource,
  units,
  ...fields
}: Fields): StoredAssignment {
  return {
    id: Number(id),
    task: Number(task),
    resource: Number(resource),
    units: Number(units),
    fields,
    version: 0,
  }
}

export function resourceFromView({ id, parent, $order, ...fields }: Fields): StoredResource {
  return { id: Number(id), parent: Number(parent), place: String($order), fields, version: 0 }
}

export function calendarFromView({ id, ...fields }: Fields): StoredCalendar {
  return { id: Number(id), fields, version: 0 }
}
