import type { ImportFormat, ImportMode, PlanImported } from '@triptych/contract/plan-exchange'
import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import type { Stores } from '../../../ports/database.ts'
import { topOfPlan } from '../../../ports/gantt-store.ts'
import type { ElementKind, NewTask, PlanElement } from '../../../ports/gantt-store.ts'
import { recordGantt } from '../../record-change.ts'
import { runTogether } from '../../run-together.ts'
import type { ImportSource } from '../../tables/import/open-records.ts'
import { assignmentKind } from '../change-assignments.ts'
import { writeEntity } from '../change-entity.ts'
import { linkKind } from '../change-links.ts'
import { seenPlan } from '../seen-plan.ts'
import type { Seen } from '../seen-plan.ts'
import { keptTaskView } from '../views.ts'
import { beginImport, newIds } from './begin-import.ts'
import { baselineKeeper } from './import-baselines.ts'
import { warnings } from './imported-plan.ts'
import type { ImportedPlan } from './imported-plan.ts'
import { readMspdiPlan } from './mspdi-plan.ts'
import { readSheetPlan } from './sheet-plan.ts'

export interface ImportPlanInput {
  format: ImportFormat
  /** Whether what is there goes, or stays in front of what comes. */
  mode: ImportMode
  /** Called now and then with how many things were read or written. */
  progress?: (done: number) => void
}

/** Takes a plan in, all of it or nothing, as one step. */
export async function importPlan(
  ctx: Context,
  source: ImportSource,
  input: ImportPlanInput,
): Promise<PlanImported> {
  authorise(ctx.principal, 'gantt.write')
  const { format, progress } = input
  const noted = warnings()
  const plan =
    format === 'xml'
      ? await readMspdiPlan(source.bytes(), noted.warn, progress)
      : await readSheetPlan(source, format, noted.warn, progress)
  const before = noted.all.length
  const counts = await runTogether(ctx, (joined) => {
    // It may be run again.
    noted.all.length = before
    return writePlan(joined, plan, input)
  })
  return { ...counts, warnings: noted.all }
}

type Counts = Omit<PlanImported, 'warnings'>

/** So many are written before others get their turn. */
const atOnce = 500

async function writePlan(
  given: Context,
  plan: ImportedPlan,
  { mode, progress }: ImportPlanInput,
): Promise<Counts> {
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
      progress?.(from)
    }
  }

  const begun = await part((stores) => beginImport(ctx, stores, plan, mode))
  const { taskIds, revision, works } = begun
  const keep = async (stores: Stores, kind: ElementKind, elements: (PlanElement | null)[]) => {
    const there = elements.filter((one) => one !== null)
    if (there.length > 0) await stores.gantt.keepElements(kind, there, revision)
  }

  const keepBaselines = baselineKeeper(ctx, mode)
  await inParts(plan.tasks, async (stores, some, from) => {
    const made: NewTask[] = []
    for (const at of some.keys()) {
      const place = from + at
      const task = {
        ...begun.task(place),
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
    const kept = made.map(({ id }, at) => elementOf(id, begun.taskXml(from + at)))
    await keep(stores, 'task', kept)
    await keepBaselines(
      stores,
      made.flatMap((task, at) => begun.baselinesOf(from + at, task)),
    )
  })
  const links = await part(({ gantt }) => newIds(gantt, 'link', plan.links.length))
  await inParts(plan.links, async (stores, some, from) => {
    for (const [at, { source, target, isActive }] of some.entries()) {
      const { type, lag, fields } = begun.link(from + at)
      const after = {
        id: links(from + at),
        source: taskIds(source),
        target: taskIds(target),
        type,
        lag,
        fields: isActive ? fields : { ...fields, active: false },
        version: 0,
      }
      await writeEntity(ctx, stores, linkKind, { before: null, after })
    }
    const kept = some.map((_, at) => elementOf(links(from + at), begun.linkXml(from + at)))
    await keep(stores, 'link', kept)
  })
  const ids = await part(({ gantt }) => newIds(gantt, 'assignment', works.length))
  await inParts(works, async (stores, some, from) => {
    for (const [at, { xml: _xml, ...one }] of some.entries()) {
      const after = { ...one, task: taskIds(one.task), id: ids(from + at), version: 0 }
      await writeEntity(ctx, stores, assignmentKind, { before: null, after })
    }
    const kept = some.map(({ xml }, at) => elementOf(ids(from + at), xml))
    await keep(stores, 'assignment', kept)
  })
  await part(async (stores) => {
    if (mode === 'replace') {
      // Also where this one has none: those of the file before are not to stand in their place.
      for (const kind of ['rows', 'works'] as const) {
        await keep(stores, kind, [{ id: topOfPlan, xml: '' }])
      }
    }
    for (const { kind, elements } of begun.otherElements(taskIds)) {
      await keep(stores, kind, elements)
    }
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
    tasks: plan.tasks.length,
    links: plan.links.length,
    resources: begun.resources,
    assignments: works.length,
    calendars: begun.calendars,
  }
}

function elementOf(id: number, xml: string | null): PlanElement | null {
  return xml === null ? null : { id, xml }
}
