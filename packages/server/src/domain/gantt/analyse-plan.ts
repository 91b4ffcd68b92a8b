import type { Analysis, Conflict, Preview, TaskAnalysis } from '@triptych/contract/schedule'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { ReadStores } from '../../ports/database.ts'
import { topOfPlan } from '../../ports/gantt-store.ts'
import type { GanttReader, StoredTask } from '../../ports/gantt-store.ts'
import { contradictionsOf } from '../schedule/contradictions.ts'
import { driverOf } from '../schedule/drivers.ts'
import { datesOfTask } from '../schedule/schedule-plan.ts'
import { slackOf } from '../schedule/slack.ts'
import { minute } from '../schedule/ticks.ts'
import { runTogether } from '../run-together.ts'
import { keptAnalysed, readAnalysed, withKeptPlan } from './analysed-plan.ts'
import type { AnalysedPlan } from './analysed-plan.ts'
import type { Looked } from './kept-plans.ts'
import { seenPlan, tasksIn } from './seen-plan.ts'
import type { Seen } from './seen-plan.ts'
import { shownTick } from './task-times.ts'

/** What follows from the plan as it is stored. */
export async function analysePlan(ctx: Context): Promise<Analysis> {
  authorise(ctx.principal, 'gantt.read')
  const { database } = ctx.workspace
  const shelf = ctx.plans.shelfOf(database)
  const known = shelf.isEmpty()
    ? null
    : await database.read(async (given) =>
        withKeptPlan(await seenPlan(ctx, given), shelf, (plan, revision) =>
          analysisIn(keptAnalysed(plan, revision)),
        ),
      )
  if (known) return known
  return database.readLong(async (given) => analysisOf(await seenPlan(ctx, given)), ctx.asker)
}

/** What would follow from changes: they are made, looked at, and undone. */
export async function previewPlan(
  ctx: Context,
  change: (joined: Context) => Promise<void>,
): Promise<Preview> {
  authorise(ctx.principal, 'gantt.write')
  try {
    await runTogether(ctx, async (joined) => {
      throw new LookedAt(await previewIn(joined, change))
    })
  } catch (error) {
    if (error instanceof LookedAt) return error.preview
    throw error
  }
  throw new Error('What was looked at was kept.')
}

/** The plan is not put back into memory before it was looked at: others would make it what is stored. */
async function previewIn(
  joined: Context,
  change: (joined: Context) => Promise<void>,
): Promise<Preview> {
  const { settling, settlePlan } = joined.together!
  const read = <T>(work: (stores: Seen<ReadStores>) => Promise<T>): Promise<T> =>
    joined.workspace.database.read(async (given) => work(await seenPlan(joined, given)))
  // What was hidden and is seen then is as good as new, so that nobody can tell by what was written.
  const isPart = await read(async ({ limits }) => limits.hidden.size > 0)
  const whole =
    isPart || settling.shelf.isEmpty() ? await read(({ gantt }) => tasksIn(gantt)) : null
  const looked: Looked = { before: new Map(), shelved: null }
  settling.looked = looked
  if (!whole) settling.writes.before = looked.before
  try {
    await change(joined)
    await settlePlan()
    return await read(async (stores) => {
      const { shelved } = looked
      const revision = await stores.gantt.revision()
      const analysed =
        whole || !shelved ? await readAnalysed(stores) : keptAnalysed(shelved.plan, revision)
      const changed = whole
        ? differences(new Map(whole.map((task) => [task.id, task])), await tasksIn(stores.gantt))
        : differences(looked.before, await writtenTasks(stores.gantt, looked))
      return { ...analysisIn(analysed), changed }
    })
  } finally {
    if (looked.shelved) settling.shelf.put(looked.shelved)
  }
}

/** Those that were written, and are part of the plan. */
async function writtenTasks(
  gantt: GanttReader,
  { before, shelved }: Looked,
): Promise<StoredTask[]> {
  const came = [...before].flatMap(([id, was]) => (was ? [] : [id]))
  const ids = new Set([...before.keys(), ...(came.length > 0 ? await gantt.idsBelow(came) : [])])
  const there = shelved ? shelved.plan.tasks.places : new Set(await gantt.idsBelow([topOfPlan]))
  return gantt.tasksOf([...ids].filter((id) => there.has(id)))
}

/** Ends a transaction that is not meant to be kept. */
class LookedAt extends Error {
  override name = 'LookedAt'
  readonly preview: Preview
  constructor(preview: Preview) {
    super('What was looked at is undone.')
    this.preview = preview
  }
}

/** By their ids. */
function differences(
  before: ReadonlyMap<number, StoredTask | null>,
  after: readonly StoredTask[],
): Preview['changed'] {
  const changed = after.flatMap(({ id, start, end, duration, progress }) => {
    const was = before.get(id)
    const isSame =
      was?.start === start &&
      // One that was never said is reckoned from the duration.
      (was.end === null || was.end === end) &&
      was.duration === duration &&
      was.progress === progress
    return isSame ? [] : [{ id, start, end, duration, progress }]
  })
  return changed.toSorted((one, other) => one.id - other.id)
}

/** All of the plan is read for it. */
export async function analysisOf(stores: Seen<ReadStores>): Promise<Analysis> {
  return analysisIn(await readAnalysed(stores))
}

function analysisIn(analysed: AnalysedPlan): Analysis {
  const { scheduled, tasks, isSeen, mode: planMode, revision } = analysed
  const slack = slackOf(scheduled)
  const found: Record<string, TaskAnalysis> = {}
  const critical: number[] = []
  let finish = -Infinity
  let start = Infinity
  for (const [place, id] of tasks.entries()) {
    const { mode, inactive } = scheduled.net.plan.tasks[place]!
    if (id === 0 || !isSeen(id) || mode === 'unscheduled' || inactive) continue
    const dates = datesOfTask(scheduled, place)
    start = Math.min(start, dates.start)
    finish = Math.max(finish, dates.finish)
    const isCritical = slack.critical[place] === 1
    if (isCritical) critical.push(id)
    found[id] = {
      start: shownTick(dates.start),
      finish: shownTick(dates.finish),
      earlyStart: shownTick(dates.earlyStart),
      earlyFinish: shownTick(dates.earlyFinish),
      lateStart: shownTick(dates.lateStart),
      lateFinish: shownTick(dates.lateFinish),
      totalSlack: slack.total[place]! / minute,
      freeSlack: slack.free[place]! / minute,
      critical: isCritical,
      drivenBy: driverView(analysed, place),
    }
  }
  const isEmpty = start === Infinity
  return {
    mode: planMode,
    revision,
    start: isEmpty ? null : shownTick(start),
    finish: isEmpty ? null : shownTick(finish),
    critical: critical.toSorted((one, other) => one - other),
    tasks: found,
    conflicts: conflictsIn(analysed),
  }
}

function driverView(analysed: AnalysedPlan, place: number): TaskAnalysis['drivenBy'] {
  const { scheduled, tasks, link, isSeen } = analysed
  const driver = driverOf(scheduled, place, {
    task: (one) => tasks[one]!,
    link: (one) => link(one).id,
  })
  if (driver.by === 'link') {
    const { id, source, target } = link(driver.link)
    return isSeen(source) && isSeen(target) ? { by: 'link', link: id } : { by: 'hidden' }
  }
  if (driver.by === 'constraint' || driver.by === 'manualSummary') {
    const id = tasks[driver.task]!
    const by = driver.by === 'constraint' ? 'constraint' : 'summary'
    return isSeen(id) ? { by, task: id } : { by: 'hidden' }
  }
  return { by: driver.by }
}

/** Of what is seen: a circle is named as far as it is. By the ids of the tasks. */
function conflictsIn({ scheduled, tasks, link, calendars, isSeen }: AnalysedPlan): Conflict[] {
  const isSeenLink = (place: number) => {
    const { source, target } = link(place)
    return isSeen(source) && isSeen(target)
  }
  const conflicts = contradictionsOf(scheduled).flatMap((found): Conflict[] => {
    if (found.kind === 'calendar') {
      return [{ kind: 'calendar', calendar: calendars[found.calendar] ?? null }]
    }
    if (found.kind === 'circle') {
      const around = found.tasks.map((place) => tasks[place]!).filter((id) => isSeen(id))
      if (around.length === 0) return []
      const closing = isSeenLink(found.link) && { link: link(found.link).id }
      return [{ kind: 'circle', ...closing, tasks: around }]
    }
    const task = tasks[found.task]!
    if (!isSeen(task)) return []
    if (found.kind !== 'link') return [{ kind: found.kind, task }]
    if (!isSeenLink(found.link)) return []
    return [{ kind: 'link', link: link(found.link).id, task, because: found.because }]
  })
  return conflicts.toSorted(
    (one, other) => taskIn(one) - taskIn(other) || linkIn(one) - linkIn(other),
  )
}

function taskIn(conflict: Conflict): number {
  return ('task' in conflict ? conflict.task : undefined) ?? 0
}

/** Those of a task come before what else is wrong with it. */
function linkIn(conflict: Conflict): number {
  return (conflict.kind === 'link' ? conflict.link : undefined) ?? Infinity
}
