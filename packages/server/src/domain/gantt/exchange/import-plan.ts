import type { ImportMode, PlanImported } from '@triptych/contract/plan-exchange'
import { authorise } from '../../../auth/principal.ts'
import { readMspdi } from '../../../codecs/mspdi/read-mspdi.ts'
import type { Context } from '../../../context.ts'
import type { Stores } from '../../../ports/database.ts'
import { topOfPlan } from '../../../ports/gantt-store.ts'
import type {
  ElementKind,
  NewTask,
  PlanElement,
  StoredAssignment,
  StoredLink,
} from '../../../ports/gantt-store.ts'
import { recordGantt } from '../../record-change.ts'
import { runTogether } from '../../run-together.ts'
import { assignmentKind } from '../change-assignments.ts'
import { writeEntity } from '../change-entity.ts'
import { linkKind } from '../change-links.ts'
import { seenPlan } from '../seen-plan.ts'
import type { Seen } from '../seen-plan.ts'
import { keptTaskView } from '../views.ts'
import { beginImport, newIds } from './begin-import.ts'
import type { Begun, ImportPlanInput, Waiting } from './begin-import.ts'
import { elementList, named } from './element-list.ts'
import { importedRows, warnings } from './imported-rows.ts'
import type { ImportedLink, ImportedRows } from './imported-rows.ts'
import { readLink } from './link-elements.ts'
import { readAssignment } from './people-elements.ts'
import { readTask } from './task-elements.ts'

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

  const begun = await part((stores) => beginImport(ctx, stores, waiting))
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
