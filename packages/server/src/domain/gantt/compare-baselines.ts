import type { ComparedTask, Comparison } from '@triptych/contract/baselines'
import type { Schedule } from '@triptych/contract/schedule'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { BaselineReader, BaselineTask } from '../../ports/baselines.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { StoredTask } from '../../ports/gantt-store.ts'
import { minute, tickOf } from '../schedule/ticks.ts'
import { workBetween } from '../schedule/working-time.ts'
import type { WorkingTime } from '../schedule/working-time.ts'
import { baselineView, storedBaseline } from './change-baselines.ts'
import { seenIn, seesAll } from './list-baselines.ts'
import { planCalendars } from './plan-calendars.ts'
import { scheduleOf } from './plan-settings.ts'
import { seenPlan, tasksIn } from './seen-plan.ts'
import type { Seen } from './seen-plan.ts'
import { endTick, shownTick } from './task-times.ts'

/** What became of the plan since a baseline; or until another one. */
export function compareBaselines(
  ctx: Context,
  { id, other }: { id: string; other: number | null },
): Promise<Comparison> {
  authorise(ctx.principal, 'gantt.read')
  return ctx.workspace.database.readLong(
    async (given) => comparisonOf(await seenPlan(ctx, given), id, other),
    ctx.asker,
  )
}

async function comparisonOf(
  stores: Seen<ReadStores>,
  id: string,
  other: number | null,
): Promise<Comparison> {
  const { baselines, gantt, limits } = stores
  const baseline = await storedBaseline(baselines, id)
  const until = other === null ? null : await storedBaseline(baselines, other)
  const schedule = await scheduleOf(gantt)
  const time = planCalendars(schedule, await gantt.allCalendars()).timeOf(null)
  const isSeen = await seenIn(stores)
  const now = await tasksIn(gantt)
  const before = await standingsOf(baselines, baseline.id, isSeen, schedule)
  const after = until
    ? await standingsOf(baselines, until.id, isSeen, schedule)
    : new Map(now.map((task) => [task.id, standingOf(task, schedule)]))
  // Of tasks that one of the two leaves out nothing can be said.
  if (!baseline.isWhole) keepOnly(after, before)
  if (until && !until.isWhole) keepOnly(before, after)

  const ids = new Set([...now.map((task) => task.id), ...before.keys(), ...after.keys()])
  const tasks: ComparedTask[] = []
  const gone: ComparedTask[] = []
  let unchanged = 0
  for (const task of ids) {
    const [was, is] = [before.get(task), after.get(task)]
    if (!was && !is) continue
    if (was && is && isSame(was, is)) unchanged++
    else (is ? tasks : gone).push(compared(task, was ?? null, is ?? null, time))
  }
  const view = (one: typeof baseline) => baselineView(one, seesAll(limits))
  return {
    baseline: view(baseline),
    with: until && view(until),
    finish: finishes(before, after, time),
    unchanged,
    tasks: [...tasks, ...gone],
  }
}

interface Standing {
  text: string
  type: string
  start: string
  startTick: number
  endTick: number
  duration: number | null
  progress: number
}

type Drawn = Pick<StoredTask, 'text' | 'type' | 'start' | 'end' | 'duration' | 'progress'>

function standingOf(task: Drawn | BaselineTask, schedule: Schedule): Standing {
  const { text, type, start, duration, progress } = task
  const ends = endTick(task, schedule)
  return { text, type, start, startTick: tickOf(start), endTick: ends, duration, progress }
}

async function standingsOf(
  baselines: BaselineReader,
  id: number,
  isSeen: (task: number) => boolean,
  schedule: Schedule,
): Promise<Map<number, Standing>> {
  const found = new Map<number, Standing>()
  for await (const page of baselines.tasksOf(id)) {
    for (const task of page) if (isSeen(task.id)) found.set(task.id, standingOf(task, schedule))
  }
  return found
}

function keepOnly(of: Map<number, Standing>, those: ReadonlyMap<number, Standing>): void {
  for (const id of of.keys()) if (!those.has(id)) of.delete(id)
}

function isSame(one: Standing, other: Standing): boolean {
  return (
    one.startTick === other.startTick &&
    one.endTick === other.endTick &&
    one.progress === other.progress
  )
}

function compared(
  id: number,
  was: Standing | null,
  is: Standing | null,
  time: WorkingTime,
): ComparedTask {
  const { text, type } = (is ?? was)!
  const later = (of: 'startTick' | 'endTick') =>
    was && is ? workBetween(time, was[of], is[of]) / minute : null
  return {
    id,
    text,
    type,
    state: !was ? 'new' : is ? 'changed' : 'gone',
    before: was && datesOf(was),
    after: is && datesOf(is),
    startVariance: later('startTick'),
    finishVariance: later('endTick'),
  }
}

function datesOf({ start, endTick: end, duration, progress }: Standing): ComparedTask['before'] {
  return { start, end: shownTick(end), duration, progress }
}

function finishes(
  before: ReadonlyMap<number, Standing>,
  after: ReadonlyMap<number, Standing>,
  time: WorkingTime,
): Comparison['finish'] {
  const [was, is] = [lastOf(before), lastOf(after)]
  return {
    before: was === null ? null : shownTick(was),
    after: is === null ? null : shownTick(is),
    variance: was === null || is === null ? null : workBetween(time, was, is) / minute,
  }
}

function lastOf(tasks: ReadonlyMap<number, Standing>): number | null {
  let last: number | null = null
  for (const { endTick: end } of tasks.values()) if (last === null || end > last) last = end
  return last
}
