import { readMspdi } from '../../../codecs/mspdi/read-mspdi.ts'
import type { MspdiFile } from '../../../codecs/mspdi/read-mspdi.ts'
import type { Context } from '../../../context.ts'
import type { Stores } from '../../../ports/database.ts'
import { topOfPlan } from '../../../ports/gantt-store.ts'
import { keysBetween } from '../../order-key.ts'
import { removeEntity, writeEntity } from '../change-entity.ts'
import { calendarKind } from '../change-calendars.ts'
import { resourceKind } from '../change-resources.ts'
import { writeSchedule } from '../change-schedule.ts'
import { limited } from '../gantt-value.ts'
import { planCalendars } from '../plan-calendars.ts'
import { scheduleOf } from '../plan-settings.ts'
import { isRoomFor, roomBeside, tooManyRepeated } from '../repeated-days.ts'
import type { Seen } from '../seen-plan.ts'
import { newIds, today } from './begin-import.ts'
import type { Ids } from './begin-import.ts'
import { readBaselines } from './baseline-elements.ts'
import { readCalendar } from './calendar-elements.ts'
import { badElement, elementList, named } from './element-list.ts'
import type { ElementList } from './element-list.ts'
import type { BegunPlan, ImportedPlan, ImportInto, Warn } from './imported-plan.ts'
import { addTo, importedRows } from './imported-rows.ts'
import type { ImportedRows } from './imported-rows.ts'
import { readLink } from './link-elements.ts'
import { readAssignment, readResource } from './people-elements.ts'
import { readProject } from './project-elements.ts'
import { readTask } from './task-elements.ts'
import { inPieces, pieceSetting } from './task-pieces.ts'

/** Reads a file of Microsoft Project (MSPDI). */
export async function readMspdiPlan(
  bytes: AsyncIterable<Uint8Array>,
  warn: Warn,
  progress?: (done: number) => void,
): Promise<ImportedPlan> {
  const file = await readMspdi(bytes, progress)
  const rows = importedRows(file.items.Tasks, warn)
  // The elements of tasks are held once, by the rows.
  file.items.Tasks = []
  const { tasks, top, links } = rows
  return {
    tasks,
    top,
    links,
    begin: (ctx, stores, into) => begin(ctx, stores, into, { file, rows, warn }),
  }
}

/** A file, read and looked through. */
interface Waiting {
  file: MspdiFile
  rows: ImportedRows
  warn: Warn
}

async function begin(
  ctx: Context,
  stores: Seen<Stores>,
  { mode, revision }: ImportInto,
  waiting: Waiting,
): Promise<BegunPlan> {
  const { gantt } = stores
  const { file, rows } = waiting
  if (mode === 'replace') await clearRest(ctx, stores)
  const calendarOf = await addCalendars(ctx, stores, waiting, revision)
  const project = elementList(file.project)
  const before = await scheduleOf(gantt)
  const schedule = mode === 'replace' ? readProject(project, before, calendarOf) : before
  await writeSchedule(ctx, stores, before, schedule)
  const resourceOf = await addResources(ctx, stores, waiting, revision, calendarOf)
  const start = project.date('StartDate') ?? today(ctx)
  const calendars = planCalendars(schedule, await gantt.allCalendars())
  const setting = { schedule, calendars, calendarOf, start }
  const works = sortedWorks(file.items.Assignments, rows, resourceOf)
  const worksOn = Map.groupBy(works.known, ({ task }) => task)
  const pieces = pieceSetting(setting, await gantt.allResources())
  return {
    resources: file.items.Resources.length,
    calendars: file.items.Calendars.length,
    task(place) {
      const { xml, children, uid } = rows.tasks[place]!
      const [list, on] = [elementList(xml), worksOn.get(place) ?? []]
      const elements = [...on.map((one) => one.xml), ...(works.others.get(place) ?? [])]
      return named(uid, () => {
        const task = readTask(list, setting, children.length > 0)
        return inPieces(task, list, { works: on, elements }, pieces)
      })
    },
    link: (index) => readLink(elementList(rows.links[index]!.xml), schedule),
    works: works.known,
    taskXml: (place) => rows.tasks[place]!.xml,
    baselinesOf: (place, task) =>
      readBaselines(elementList(rows.tasks[place]!.xml).all, task, setting),
    linkXml: (index) => rows.links[index]!.xml,
    otherElements(idOf) {
      const ofPlan = (place: number) => (place < 0 ? topOfPlan : idOf(place))
      const elementsOf = (kept: ReadonlyMap<number, string[]>) =>
        [...kept].map(([place, all]) => ({ id: ofPlan(place), xml: all.join('') }))
      // Of a plan that others stand in front of, the project itself is not taken over.
      const between = elementsOf(rows.between).filter(
        ({ id }) => mode === 'replace' || id !== topOfPlan,
      )
      return [
        ...(mode === 'replace'
          ? [{ kind: 'project' as const, elements: [{ id: topOfPlan, xml: file.project }] }]
          : []),
        { kind: 'rows', elements: between },
        { kind: 'works', elements: elementsOf(works.others) },
      ]
    },
  }
}

/** What is below goes before what is above it, so that it can come back in the other order. */
async function clearRest(ctx: Context, stores: Seen<Stores>): Promise<void> {
  const { gantt } = stores
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
  const circle = idInCircle(parents)
  const room = await roomBeside(gantt, null)
  for (const [at, list] of lists.entries()) {
    const id = ids(at)
    const parent = parents.get(id) ?? null
    if (id === circle) throw badElement(list.uid, 'BaseCalendarUID', 'goes round in a circle')
    const read = readCalendar(list, parent, warn)
    if (!isRoomFor(read.exceptions, room)) throw badElement(list.uid, 'Exceptions', tooManyRepeated)
    const fields = limited({ ...read })
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

/** One that is above itself; `null`: there is none. Each is looked at once, however long a line they make. */
function idInCircle(parents: ReadonlyMap<number, number | null>): number | null {
  /** By which of the walks each was come to first. */
  const walks = new Map<number, number>()
  for (const from of parents.keys()) {
    for (let at: number | null = from; at !== null; at = parents.get(at) ?? null) {
      const walk = walks.get(at)
      if (walk === from) return at
      if (walk !== undefined) break
      walks.set(at, from)
    }
  }
  return null
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

interface Works {
  known: (BegunPlan['works'][number] & { xml: string })[]
  /** By the place of the task, or -1: those of nobody, those on a summary, and somebody's second one on the same task. */
  others: Map<number, string[]>
}

function sortedWorks(items: readonly string[], rows: ImportedRows, resourceOf: IdOf): Works {
  const known: Works['known'] = []
  const others = new Map<number, string[]>()
  const pairs = new Set<string>()
  for (const xml of items) {
    const list = elementList(xml)
    const task = rows.byUid.get(list.integer('TaskUID') ?? 0) ?? -1
    const resource = resourceOf(list.integer('ResourceUID'))
    const isParent = task < 0 || rows.tasks[task]!.children.length > 0
    const pair = `${task} ${resource}`
    // Also of those that are only kept: an export reads them again.
    const { units, fields } = named(list.uid, () => readAssignment(list))
    if (resource === null || isParent || pairs.has(pair)) {
      addTo(others, task, xml)
      continue
    }
    pairs.add(pair)
    known.push({ task, resource, units, fields, xml })
  }
  return { known, others }
}
