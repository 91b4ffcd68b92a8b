import { setImmediate as nextTurn } from 'node:timers/promises'
import { childrenOf } from '../../../codecs/xml/xml-text.ts'
import { topOfPlan } from '../../../ports/gantt-store.ts'
import type { StoredTask } from '../../../ports/gantt-store.ts'
import { planCalendars } from '../plan-calendars.ts'
import { calendarView } from '../views.ts'
import { writeCalendar } from './calendar-elements.ts'
import { elementList, joined, withElements } from './element-list.ts'
import { writtenAssignments } from './export-assignments.ts'
import { atOnce, idsOf, partsOf } from './exported-plan.ts'
import type { ExportedPlan, PlanPart } from './exported-plan.ts'
import { keptOf, uidIn } from './kept-elements.ts'
import type { Exported, Setting } from './kept-elements.ts'
import { writeLink } from './link-elements.ts'
import { writeResource } from './people-elements.ts'
import { writeProject } from './project-elements.ts'
import { writeTask } from './task-elements.ts'
import { uidGiver } from './uid-giver.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const plainProject = '<Project xmlns="http://schemas.microsoft.com/project">'

/** The plan as a file of Microsoft Project (MSPDI). */
export async function* mspdiPieces(given: ExportedPlan): AsyncGenerator<Uint8Array> {
  const { gantt, isNothing, tasks, calendars } = given
  const kept = await gantt.elementsOf('calendar', idsOf(calendars))
  const plan: Exported = {
    ...given,
    keptCalendars: kept,
    uids: {
      task: uidGiver(
        tasks.map(({ id, fields }) => ({ id, uid: fields['uid'] })),
        1,
      ),
      calendar: uidGiver(
        calendars.map(({ id }) => ({ id, uid: uidIn(kept.get(id)) })),
        0,
      ),
    },
  }
  const project = isNothing
    ? null
    : ((await gantt.elementsOf('project', [topOfPlan])).get(0) ?? null)
  const setting = settingOf(plan)
  const told = { ...setting, calendars, start: firstOf(tasks), finish: lastOf(tasks) }
  const opening = project === null ? plainProject : project.slice(0, project.indexOf('>') + 1)
  yield Buffer.from(`${head}${opening}`)
  for (const { name, xml } of writeProject(project, told)) {
    const list = lists[name]
    if (!list) {
      yield Buffer.from(xml)
      continue
    }
    yield Buffer.from(`<${name}>`)
    for await (const some of list(plan, setting)) {
      yield Buffer.from(some)
      await nextTurn()
    }
    const others = childrenOf(xml).map((one) => one.xml)
    yield Buffer.from(`${others.join('')}</${name}>`)
  }
  yield Buffer.from('</Project>\n')
}

type WriteList = (plan: Exported, setting: Setting) => AsyncGenerator<string> | string[]

const lists: Record<string, WriteList> = {
  Calendars: writtenCalendars,
  Tasks: writtenTasks,
  Resources: writtenResources,
  Assignments: writtenAssignments,
}

function settingOf({
  schedule,
  calendars,
  keptCalendars,
  uids,
  tasks,
  dayEnds,
}: Exported): Setting {
  const byUid = new Map<number, number>()
  for (const { id } of calendars) {
    const uid = uidIn(keptCalendars.get(id))
    if (uid !== null && uids.calendar.of(id) === uid) byUid.set(uid, id)
  }
  return {
    schedule,
    dayEnds,
    calendars: planCalendars(schedule, calendars),
    calendarOf: (uid) => (uid === null ? null : (byUid.get(uid) ?? null)),
    uidOf: (calendar) => (typeof calendar === 'number' ? uids.calendar.of(calendar) : null) ?? -1,
    start: schedule.start ?? firstOf(tasks) ?? '2000-01-01T00:00:00',
  }
}

function firstOf(tasks: readonly StoredTask[]): string | null {
  return tasks.reduce<string | null>(
    (first, { start }) => (first === null || start < first ? start : first),
    null,
  )
}

function lastOf(tasks: readonly StoredTask[]): string | null {
  return tasks.reduce<string | null>((last, { start, end }) => {
    const one = end ?? start
    return last === null || one > last ? one : last
  }, null)
}

function writtenCalendars({ calendars, keptCalendars, uids }: Exported): string[] {
  return calendars.map((stored) => {
    const calendar = calendarView(stored)
    const uid = uids.calendar.of(stored.id)!
    const parentUid = calendar.parent === null ? null : uids.calendar.of(calendar.parent)
    return writeCalendar(calendar, keptCalendars.get(stored.id) ?? null, { uid, parentUid })
  })
}

async function* writtenTasks(plan: Exported, setting: Setting): AsyncGenerator<string> {
  const { gantt, isWhole, places, uids } = plan
  let row = 1
  /** Rows that are no tasks; the project itself is the first, with the number 0. */
  const between = (xml: string | undefined): string =>
    childrenOf(`<Tasks>${xml ?? ''}</Tasks>`)
      .map((one) => {
        const list = elementList(one.xml)
        if (list.uid === 0) return one.xml
        const written = { UID: uids.task.another(list.uid), ID: row++ }
        return joined('Task', withElements(list.all, written, []))
      })
      .join('')

  if (isWhole) yield between((await gantt.elementsOf('rows', [topOfPlan])).get(topOfPlan))
  for await (const part of partsOf(plan)) {
    const { from, tasks } = part
    const kept = await keptOf(gantt, 'task', tasks)
    const rows = await gantt.elementsOf('rows', idsOf(tasks))
    const links = await linksInto(plan, part)
    const baselines = await plan.baselines.of(idsOf(tasks))
    let xml = ''
    for (const [at, task] of tasks.entries()) {
      const position = { ...places[from + at]!, uid: uids.task.of(task.id)!, row: row++ }
      const before = kept.get(task.id) ?? null
      const beside = {
        links: links.get(task.id) ?? [],
        baselines: baselines.get(task.id) ?? [],
      }
      xml += writeTask(task, before, position, setting, beside)
      xml += between(rows.get(task.id))
    }
    yield xml
  }
}

async function linksInto(
  { gantt, schedule, uids }: Exported,
  part: PlanPart,
): Promise<Map<number, string[]>> {
  const kept = await gantt.elementsOf('link', idsOf([...part.linksInto.values()].flat()))
  const written = new Map<number, string[]>()
  for (const [target, links] of part.linksInto) {
    const all = links.flatMap((link) => {
      const source = uids.task.of(link.source)
      const before = kept.get(link.id) ?? null
      // A link that moves nobody is nothing that a file could say, unless it came from one.
      if (source === null || (link.fields['active'] === false && before === null)) return []
      return [writeLink(link, before, source, schedule)]
    })
    written.set(target, all)
  }
  return written
}

async function* writtenResources({ gantt }: Exported, setting: Setting): AsyncGenerator<string> {
  const resources = await gantt.allResources()
  const uids = uidGiver(
    resources.map(({ id, fields }) => ({ id, uid: fields['uid'] })),
    0,
  )
  const first = resources[0] && uids.of(resources[0].id) === 0 ? 0 : 1
  for (let from = 0; from < resources.length; from += atOnce) {
    const some = resources.slice(from, from + atOnce)
    const kept = await keptOf(gantt, 'resource', some)
    yield some
      .map((one, at) => {
        const place = { uid: uids.of(one.id)!, row: first + from + at }
        return writeResource(one, kept.get(one.id) ?? null, place, setting)
      })
      .join('')
  }
}
