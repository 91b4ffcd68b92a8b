import type { Schedule } from '@triptych/contract/schedule'
import type { StoredAssignment, StoredResource, StoredTask } from '../../../ports/gantt-store.ts'
import type { PlanResource } from '../../schedule/plan.ts'
import { minute, tickOf } from '../../schedule/ticks.ts'
import { lastWork, nextWork } from '../../schedule/working-time.ts'
import { isSameJson, limited } from '../gantt-value.ts'
import type { PlanCalendars } from '../plan-calendars.ts'
import { planResource } from '../stored-plan.ts'
import type { TaskValues } from '../task-input.ts'
import { drawnSegments, worked } from '../task-segments.ts'
import { endTick, isLength, timesOfTask } from '../task-times.ts'
import type { ElementList } from './element-list.ts'
import { readPieces } from './split-elements.ts'
import type { SplitTask, TaskSpan } from './split-elements.ts'

/** By which hours it is worked on tasks. */
export interface PieceSetting {
  schedule: Schedule
  calendars: PlanCalendars
  people: ReadonlyMap<number, PlanResource>
}

export function pieceSetting(
  { schedule, calendars }: Pick<PieceSetting, 'schedule' | 'calendars'>,
  resources: readonly StoredResource[],
): PieceSetting {
  const people = resources.map((one) => [one.id, planResource(one, schedule, calendars)] as const)
  return { schedule, calendars, people: new Map(people) }
}

type Works = readonly Pick<StoredAssignment, 'resource'>[]

/** A task of a file, in the pieces in which it is worked on. `elements`: those of all its assignments. */
export function inPieces(
  task: TaskValues,
  list: ElementList,
  { works, elements }: { works: Works; elements: readonly string[] },
  setting: PieceSetting,
): TaskValues {
  const { schedule } = setting
  const [start, finish, length] = [list.date('Start'), list.date('Finish'), task.fields['length']]
  if (task.type !== 'task' || elements.length === 0) return task
  if (start === null || finish === null || !isLength(length)) return task
  const times = timesFor(task, works, setting)
  // Where each has other hours, nobody knows whose the pauses are.
  if (new Set(times).size > 1) return task
  const time = times[0]!
  const from = nextWork(time, tickOf(start))
  const span = { start: from, finish: tickOf(finish), length: Math.round(length * minute), time }
  const pieces = readPieces(elements, span)
  if (pieces.length === 0) return task
  const given = { fields: { segments: pieces.map(() => ({})) } }
  const segments = drawnSegments(given, pieces, from, { schedule, time, drawnBy: time })
  return { ...task, fields: limited({ ...task.fields, segments }) }
}

function timesFor(
  { fields }: Pick<TaskValues, 'fields'>,
  works: Works,
  { calendars, people }: PieceSetting,
) {
  const workers = works.flatMap(({ resource }) => people.get(resource) ?? [])
  return timesOfTask(calendars, fields, workers)
}

/** From when to when a task of the plan is worked on, and in which pieces. */
export function spanOfTask(
  task: StoredTask,
  works: Works,
  setting: PieceSetting,
): TaskSpan & Pick<SplitTask, 'pieces'> {
  const { schedule } = setting
  const time = timesFor(task, works, setting)[0]!
  const start = nextWork(time, tickOf(task.start))
  const finish = lastWork(time, endTick(task, schedule))
  return { start, finish, time, ...worked(task, schedule, time) }
}

/** In which pieces a task goes out; `null` where it is in one, or its elements say the same already. */
export function splitOf(
  task: StoredTask,
  works: Works,
  elements: readonly string[],
  setting: PieceSetting,
): SplitTask | null {
  const span = spanOfTask(task, works, setting)
  const { pieces, length } = span
  if (pieces.length === 0 || isSameJson(readPieces(elements, span), pieces)) return null
  return { ...span, done: length - leftOf(task, length) }
}

function leftOf({ fields, progress }: StoredTask, length: number): number {
  const { actualStart, actualFinish, remaining } = fields
  if (typeof actualFinish === 'string') return 0
  if (typeof actualStart !== 'string') return length
  if (isLength(remaining)) return Math.min(Math.round(remaining * minute), length)
  return Math.round(length * (1 - progress / 100))
}
