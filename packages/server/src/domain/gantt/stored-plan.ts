import { lagUnits } from '@triptych/contract/schedule'
import type { Schedule } from '@triptych/contract/schedule'
import { topOfPlan } from '../../ports/gantt-store.ts'
import type {
  GanttReader,
  StoredAssignment,
  StoredLink,
  StoredResource,
  StoredTask,
} from '../../ports/gantt-store.ts'
import { lengthOf } from '../schedule/lengths.ts'
import type {
  ConstraintType,
  LinkType,
  Plan,
  PlanAssignment,
  PlanLink,
  PlanResource,
  PlanTask,
} from '../schedule/plan.ts'
import { day, minute, tickOf } from '../schedule/ticks.ts'
import type { WorkingTime } from '../schedule/working-time.ts'
import { lastWork, nextWork, workBetween } from '../schedule/working-time.ts'
import { planCalendars } from './plan-calendars.ts'
import type { PlanCalendars } from './plan-calendars.ts'
import { segmentsIn } from './task-segments.ts'
import { constraintIn, dateIn, endTick, isLength, lengthOfTask, timeOfTask } from './task-times.ts'

/** A plan as it is stored, and as it is scheduled: tasks and links by their places in it. */
export interface StoredPlan {
  schedule: Schedule
  calendars: PlanCalendars
  tasks: readonly StoredTask[]
  links: readonly StoredLink[]
  resources: readonly StoredResource[]
  plan: Plan
}

/** The place of a task or resource in a plan by its id. */
export type Places = ReadonlyMap<number, number>

/** What else is known of a plan when one of its tasks is read. */
export interface PlanSetting {
  schedule: Schedule
  calendars: PlanCalendars
  tasks: Places
  resources: Places
}

/** All of it, whoever asks: what is hidden holds others up all the same. */
export async function storedPlan(whole: GanttReader, schedule: Schedule): Promise<StoredPlan> {
  const tasks = await whole.branchOf(topOfPlan)
  const places = placesOf(tasks)
  const links = (await whole.allLinks()).filter((link) => isHeeded(link, places))
  const calendars = planCalendars(schedule, await whole.allCalendars())
  const resources = await whole.allResources()
  const setting = { schedule, calendars, tasks: places, resources: placesOf(resources) }
  const assignments = byTask(await whole.allAssignments())
  const made = tasks.map((task) => planTask(task, assignments.get(task.id) ?? none, setting))
  const plan: Plan = {
    start: schedule.start === null ? firstStart(tasks) : tickOf(schedule.start),
    finish: schedule.finish === null ? null : tickOf(schedule.finish),
    from: schedule.from,
    calendar: calendars.project,
    calendars: calendars.rules,
    resources: resources.map((resource) => planResource(resource, schedule, calendars)),
    tasks: made,
    links: links.map((link) => planLink(link, places, schedule)),
    criticalSlack: schedule.criticalSlack * minute,
    severalPaths: false,
    progressBy: schedule.progressBy,
  }
  return { schedule, calendars, tasks, links, resources, plan }
}

function placesOf(things: readonly { id: number }[]): Places {
  return new Map(things.map(({ id }, place) => [id, place]))
}

export function byTask(
  assignments: readonly StoredAssignment[],
): Map<number, readonly StoredAssignment[]> {
  return Map.groupBy(assignments, ({ task }) => task)
}

/** Who is of no kind that we know works. Where the hours of people do not count they have those of the plan. */
export function planResource(
  { fields }: StoredResource,
  { resourceCalendars }: Schedule,
  calendars: PlanCalendars,
): PlanResource {
  return {
    works: fields['type'] !== 'material' && fields['type'] !== 'cost',
    calendar: resourceCalendars ? calendars.placeOf(fields['calendar']) : null,
  }
}

/** Whether a link leads from a task of the plan to another, and is not put aside. */
export function isHeeded({ source, target, fields }: StoredLink, places: Places): boolean {
  return places.has(source) && places.has(target) && fields['active'] !== false
}

function firstStart(tasks: readonly StoredTask[]): number {
  let first: string | null = null
  for (const { start } of tasks) if (first === null || start < first) first = start
  return first === null ? 0 : tickOf(first)
}

export function planTask(
  task: StoredTask,
  assignments: readonly StoredAssignment[],
  { schedule, calendars, tasks, resources }: PlanSetting,
): PlanTask {
  const { fields } = task
  const time = timeOfTask(calendars, fields)
  // Where nothing is scheduled, everything stands where it was put; a summary is as long as what is below it.
  const byHand = fields['manual'] === true || (schedule.mode !== 'auto' && task.children === 0)
  const stands = byHand ? standsAt(task, schedule, time) : null
  const duration = stands?.work ?? lengthOfTask(task, schedule, time)
  const { type: constraint, date } = constraintIn(fields)
  const isBound = date !== null && constraint !== 'asap' && constraint !== 'alap'
  const { levelingDelay } = fields
  return {
    parent: tasks.get(task.parent) ?? null,
    mode: fields['unscheduled'] === true ? 'unscheduled' : byHand ? 'manual' : 'auto',
    inactive: fields['inactive'] === true,
    duration,
    elapsed: fields['elapsed'] === true,
    constraint,
    constraintDate: isBound ? boundTick(date, isOfFinish(constraint), time) : null,
    deadline: finishIn(fields['deadline'], time),
    calendar: calendars.placeOf(fields['calendar']),
    ignoreResourceCalendars: fields['ignoreResourceCalendars'] === true,
    segments: segmentsIn(fields, duration),
    levelingDelay:
      typeof levelingDelay === 'number' && levelingDelay > 0
        ? Math.round(levelingDelay * minute)
        : 0,
    start: stands?.start ?? null,
    finish: stands?.finish ?? null,
    actualStart: startIn(fields['actualStart'], time),
    actualFinish: finishIn(fields['actualFinish'], time),
    remaining: remainingOf(task, duration),
    resume: startIn(fields['resume'], time),
    stop: finishIn(fields['stop'], time),
    fixed: fixedKinds.find((kind) => kind === fields['fixed']) ?? 'units',
    assignments: planAssignments(assignments, resources),
  }
}

/** Of a task that stands by hand. Nothing is worked between midnight and the first hour: the work itself is what stands there. */
function standsAt(task: StoredTask, schedule: Schedule, time: WorkingTime) {
  const [from, to] = [tickOf(task.start), endTick(task, schedule)]
  const work = workBetween(time, from, to)
  if (work === 0) return { work, start: from, finish: Math.max(from, to) }
  return { work, start: nextWork(time, from), finish: lastWork(time, to) }
}

function planAssignments(
  assignments: readonly StoredAssignment[],
  resources: Places,
): readonly PlanAssignment[] {
  if (assignments.length === 0) return none
  return assignments.flatMap(({ resource, units, fields }) => {
    const place = resources.get(resource)
    if (place === undefined) return []
    const { work } = fields
    return [
      {
        resource: place,
        units: units / 100,
        work: isLength(work) ? Math.round(work * minute) : null,
      },
    ]
  })
}

/** One for all, as there are many tasks. */
const none: readonly never[] = []

const fixedKinds: readonly PlanTask['fixed'][] = ['units', 'duration', 'work']

/** What is left of a task: as was said, or by its progress. */
function remainingOf({ fields: { remaining }, progress }: StoredTask, duration: number): number {
  if (isLength(remaining)) return Math.min(Math.round(remaining * minute), duration)
  return Math.round(duration * (1 - progress / 100))
}

function isOfFinish(constraint: ConstraintType): boolean {
  return constraint === 'mfo' || constraint.startsWith('f')
}

export function startIn(value: unknown, time: WorkingTime): number | null {
  const date = dateIn(value)
  return date === null ? null : boundTick(date, false, time)
}

function finishIn(value: unknown, time: WorkingTime): number | null {
  const date = dateIn(value)
  return date === null ? null : boundTick(date, true, time)
}

/** A midnight is meant as the first or, like an exclusive end, the last moment of work beside it. */
function boundTick(date: string, isFinish: boolean, time: WorkingTime): number {
  const tick = tickOf(date)
  if (tick % day !== 0) return tick
  return isFinish ? lastWork(time, tick) : nextWork(time, tick)
}

export function planLink(
  { source, target, type, lag, fields }: StoredLink,
  places: Places,
  schedule: Schedule,
): PlanLink {
  const ends = {
    from: places.get(source)!,
    to: places.get(target)!,
    // Nothing else is ever stored.
    type: type as LinkType,
  }
  const unit = lagUnits.find((one) => one === fields['lagUnit']) ?? 'd'
  if (unit === '%') return { ...ends, lag: lag ?? 0, lagUnit: 'percent' }
  if (unit === 'e%') return { ...ends, lag: lag ?? 0, lagUnit: 'elapsedPercent' }
  const { ticks, elapsed } = lengthOf(lag ?? 0, unit, schedule) ?? { ticks: 0, elapsed: false }
  return { ...ends, lag: ticks, lagUnit: elapsed ? 'elapsed' : 'working' }
}
