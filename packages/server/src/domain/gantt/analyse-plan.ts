import type { Analysis, Conflict, Preview, TaskAnalysis } from '@triptych/contract/schedule'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { StoredTask } from '../../ports/gantt-store.ts'
import { contradictionsOf } from '../schedule/contradictions.ts'
import { driverOf } from '../schedule/drivers.ts'
import { datesOfTask, schedulePlan } from '../schedule/schedule-plan.ts'
import type { Scheduled } from '../schedule/schedule-plan.ts'
import { slackOf } from '../schedule/slack.ts'
import { minute } from '../schedule/ticks.ts'
import { runTogether } from '../run-together.ts'
import { scheduleOf } from './plan-settings.ts'
import { seenPlan, tasksIn } from './seen-plan.ts'
import type { Seen } from './seen-plan.ts'
import { storedPlan } from './stored-plan.ts'
import type { StoredPlan } from './stored-plan.ts'
import { shownTick } from './task-times.ts'

/** What follows from the plan as it is stored. */
export async function analysePlan(ctx: Context): Promise<Analysis> {
  authorise(ctx.principal, 'gantt.read')
  return ctx.workspace.database.readLong(
    async (given) => analysisOf(await seenPlan(ctx, given)),
    ctx.asker,
  )
}

/** What would follow from changes: they are made, looked at, and undone. */
export async function previewPlan(
  ctx: Context,
  change: (joined: Context) => Promise<void>,
): Promise<Preview> {
  authorise(ctx.principal, 'gantt.write')
  try {
    await runTogether(ctx, async (joined) => {
      const { database } = joined.workspace
      const before = await database.read(async (given) => seenTasks(joined, given))
      await change(joined)
      await joined.together?.settlePlan()
      const preview = await database.read(async (given) => ({
        ...(await analysisOf(await seenPlan(joined, given))),
        changed: differences(before, await seenTasks(joined, given)),
      }))
      throw new Looked(preview)
    })
  } catch (error) {
    if (error instanceof Looked) return error.preview
    throw error
  }
  throw new Error('What was looked at was kept.')
}

/** Ends a transaction that is not meant to be kept. */
class Looked extends Error {
  override name = 'Looked'
  readonly preview: Preview
  constructor(preview: Preview) {
    super('What was looked at is undone.')
    this.preview = preview
  }
}

async function seenTasks(ctx: Context, given: ReadStores): Promise<StoredTask[]> {
  return tasksIn((await seenPlan(ctx, given)).gantt)
}

function differences(
  before: readonly StoredTask[],
  after: readonly StoredTask[],
): Preview['changed'] {
  const known = new Map(before.map((task) => [task.id, task]))
  return after.flatMap(({ id, start, end, duration, progress }) => {
    const was = known.get(id)
    const isSame =
      was?.start === start &&
      // One that was never said is reckoned from the duration.
      (was.end === null || was.end === end) &&
      was.duration === duration &&
      was.progress === progress
    return isSame ? [] : [{ id, start, end, duration, progress }]
  })
}

export async function analysisOf(stores: Seen<ReadStores>): Promise<Analysis> {
  const { gantt, limits } = stores
  const seen = new Set((await tasksIn(gantt)).map(({ id }) => id))
  const stored = await storedPlan(limits.whole, await scheduleOf(gantt))
  const scheduled = schedulePlan(stored.plan)
  const slack = slackOf(scheduled)
  const { tasks } = stored
  const analysed: Record<string, TaskAnalysis> = {}
  const critical: number[] = []
  let finish = -Infinity
  let start = Infinity
  for (const [place, { id }] of tasks.entries()) {
    const { mode, inactive } = stored.plan.tasks[place]!
    if (!seen.has(id) || mode === 'unscheduled' || inactive) continue
    const dates = datesOfTask(scheduled, place)
    start = Math.min(start, dates.start)
    finish = Math.max(finish, dates.finish)
    const isCritical = slack.critical[place] === 1
    if (isCritical) critical.push(id)
    analysed[id] = {
      start: shownTick(dates.start),
      finish: shownTick(dates.finish),
      earlyStart: shownTick(dates.earlyStart),
      earlyFinish: shownTick(dates.earlyFinish),
      lateStart: shownTick(dates.lateStart),
      lateFinish: shownTick(dates.lateFinish),
      totalSlack: slack.total[place]! / minute,
      freeSlack: slack.free[place]! / minute,
      critical: isCritical,
      drivenBy: driverView(stored, scheduled, place, seen),
    }
  }
  const isEmpty = start === Infinity
  return {
    mode: stored.schedule.mode,
    revision: await gantt.revision(),
    start: isEmpty ? null : shownTick(start),
    finish: isEmpty ? null : shownTick(finish),
    critical,
    tasks: analysed,
    conflicts: conflictsIn(stored, scheduled, seen),
  }
}

function driverView(
  { tasks, links }: StoredPlan,
  scheduled: Scheduled,
  place: number,
  seen: ReadonlySet<number>,
): TaskAnalysis['drivenBy'] {
  const driver = driverOf(scheduled, place)
  if (driver.by === 'link') {
    const { id, source, target } = links[driver.link]!
    return seen.has(source) && seen.has(target) ? { by: 'link', link: id } : { by: 'hidden' }
  }
  if (driver.by === 'constraint' || driver.by === 'manualSummary') {
    const { id } = tasks[driver.task]!
    const by = driver.by === 'constraint' ? 'constraint' : 'summary'
    return seen.has(id) ? { by, task: id } : { by: 'hidden' }
  }
  return { by: driver.by }
}

/** Of what is seen: a circle is named as far as it is. */
function conflictsIn(
  { tasks, links, calendars }: StoredPlan,
  scheduled: Scheduled,
  seen: ReadonlySet<number>,
): Conflict[] {
  const idOf = (place: number) => tasks[place]!.id
  const isSeenLink = (place: number) =>
    seen.has(links[place]!.source) && seen.has(links[place]!.target)
  return contradictionsOf(scheduled).flatMap((found): Conflict[] => {
    if (found.kind === 'calendar') {
      return [{ kind: 'calendar', calendar: calendars.ids[found.calendar] ?? null }]
    }
    if (found.kind === 'circle') {
      const around = found.tasks.map(idOf).filter((id) => seen.has(id))
      if (around.length === 0) return []
      const link = isSeenLink(found.link) && { link: links[found.link]!.id }
      return [{ kind: 'circle', ...link, tasks: around }]
    }
    const task = idOf(found.task)
    if (!seen.has(task)) return []
    if (found.kind !== 'link') return [{ kind: found.kind, task }]
    if (!isSeenLink(found.link)) return []
    return [{ kind: 'link', link: links[found.link]!.id, task, because: found.because }]
  })
}
