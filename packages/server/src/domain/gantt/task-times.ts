import { constraintTypes } from '@triptych/contract/schedule'
import type { Schedule } from '@triptych/contract/schedule'
import type { Fields, StoredTask } from '../../ports/gantt-store.ts'
import { hoursOn } from '../schedule/calendar-spans.ts'
import type { ConstraintType, PlanResource } from '../schedule/plan.ts'
import { day, hour, minute, textOf, tickOf } from '../schedule/ticks.ts'
import type { WorkingTime } from '../schedule/working-time.ts'
import { laterBy, workBetween } from '../schedule/working-time.ts'
import { maxSpan } from './gantt-value.ts'
import type { PlanCalendars } from './plan-calendars.ts'
import { wallTime } from './wall-time.ts'

/** What the chart draws: from `start` to `end`, which is the first moment after it. */
export type Drawn = Pick<StoredTask, 'type' | 'start' | 'end' | 'duration'>

/** By which a task is counted. */
export function timeOfTask(calendars: PlanCalendars, fields: Fields): WorkingTime {
  return fields['elapsed'] === true
    ? calendars.always
    : calendars.timeOf(calendars.placeOf(fields['calendar']))
}

/** By which it runs, given who works on it: each by hours of their own. */
export function timesOfTask(
  calendars: PlanCalendars,
  fields: Fields,
  people: readonly PlanResource[],
): WorkingTime[] {
  const own = timeOfTask(calendars, fields)
  const workers = people.filter(({ works }) => works)
  const isAlone = fields['elapsed'] === true || fields['fixed'] === 'duration'
  if (workers.length === 0 || isAlone) return [own]
  const task = {
    calendar: calendars.placeOf(fields['calendar']),
    ignoreResourceCalendars: fields['ignoreResourceCalendars'] === true,
  }
  return workers.map(({ calendar }) => calendars.timeWith(task, calendar))
}

/** So long that the last of those who work on it is done where it is drawn to end. */
export function lengthByAll(
  task: Drawn & Pick<StoredTask, 'fields'>,
  schedule: Schedule,
  times: readonly WorkingTime[],
): number {
  return Math.min(...times.map((time) => lengthOfTask(task, schedule, time)))
}

/** Where work that was done ended: where it was drawn to, or with the last of those who worked on it. */
export function doneAt(
  { start, end, fields }: Pick<StoredTask, 'start' | 'end' | 'fields'>,
  times: readonly WorkingTime[],
): string {
  const { length } = fields
  if (end !== null || !isLength(length)) return end ?? start
  const ends = times.map((time) => laterBy(time, tickOf(start), Math.round(length * minute)))
  return shownTick(Math.max(...ends))
}

/** Where a task ends by what is stored of it, whatever the chart adds to its start. */
export function endTick({ type, start, end, duration }: Drawn, schedule: Schedule): number {
  if (type === 'milestone') return tickOf(start)
  if (end !== null) return tickOf(end)
  return tickOf(start) + Math.round((duration ?? 0) * chartUnit(schedule))
}

function chartUnit({ durationUnit }: Schedule): number {
  return durationUnit === 'day' ? day : hour
}

/** How long a task takes, in ticks: as was said, or as long as it is drawn. */
export function lengthOfTask(
  task: Drawn & Pick<StoredTask, 'fields'>,
  schedule: Schedule,
  time: WorkingTime,
): number {
  const { length } = task.fields
  if (task.type === 'milestone') return 0
  return isLength(length) ? Math.round(length * minute) : drawnLength(task, schedule, time)
}

/**
 * The work between start and end. A span without any is meant as so many days of work, as is a duration without
 * an end.
 */
function drawnLength(
  task: Drawn & Pick<StoredTask, 'fields'>,
  schedule: Schedule,
  time: WorkingTime,
): number {
  if (task.type === 'milestone') return 0
  const worked =
    task.end === null ? 0 : workBetween(time, tickOf(task.start), endTick(task, schedule))
  if (worked > 0) return worked
  const isElapsed = task.fields['elapsed'] === true
  const unit =
    schedule.durationUnit === 'hour' ? hour : isElapsed ? day : schedule.minutesPerDay * minute
  return Math.round((task.duration || 1) * unit)
}

/** Whether it was said how long it takes; else it is as long as it is drawn. */
export function hasLength({ fields }: Pick<StoredTask, 'fields'>): boolean {
  return isLength(fields['length'])
}

export function isLength(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= maxSpan
}

export interface Constraint {
  type: ConstraintType
  date: string | null
  /** Nobody asked for it: it stands where it was drawn. */
  implied?: true
}

/** What cannot be read does not count: other clients may mean something else by the name. */
export function constraintIn(fields: Fields): Constraint {
  const { type, date, implied } = (fields['constraint'] ?? {}) as Record<string, unknown>
  const known = constraintTypes.find((one) => one === type) ?? 'asap'
  return { type: known, date: dateIn(date), ...(implied === true && { implied }) }
}

export function dateIn(value: unknown): string | null {
  try {
    return wallTime(value)
  } catch {
    return null
  }
}

/** Within what can be written as a date. */
const [firstTick, lastTick] = [tickOf('0001-01-01T00:00:00'), tickOf('9999-12-31T23:59:54')]

export function shownTick(tick: number): string {
  return textOf(Math.min(Math.max(tick, firstTick), lastTick))
}

/**
 * Where a task is drawn that begins and ends at these working instants. By the day it goes from midnight to midnight
 * where it fills its first and last day; nothing is worked in between, so that it is the same time.
 */
export function drawnDates(
  type: string,
  { start, finish }: { start: number; finish: number },
  schedule: Schedule,
  time: WorkingTime,
): Pick<StoredTask, 'start' | 'end' | 'duration'> {
  const byDay = schedule.durationUnit === 'day'
  if (type === 'milestone') {
    const at = byDay ? dayEnd(time, dayStart(time, start)) : start
    return { start: shownTick(at), end: null, duration: 0 }
  }
  const [from, to] = byDay ? [dayStart(time, start), dayEnd(time, finish)] : [start, finish]
  const length = (to - from) / chartUnit(schedule)
  // Of part of a day the client finds the duration by the end.
  const isWhole = Number.isInteger(length) && length > 0
  return { start: shownTick(from), end: shownTick(to), duration: isWhole ? length : null }
}

/** The midnight before, where nothing was worked since. */
function dayStart(time: WorkingTime, tick: number): number {
  const number = Math.floor(tick / day)
  const [first] = hoursOn(time.spans, number).from
  return first !== undefined && tick - number * day <= first ? number * day : tick
}

/** The midnight after, where nothing is worked until then. */
function dayEnd(time: WorkingTime, tick: number): number {
  const number = Math.floor(tick / day)
  const last = hoursOn(time.spans, number).to.at(-1)
  return last !== undefined && tick > number * day && tick - number * day >= last
    ? (number + 1) * day
    : tick
}

/** Where it stands, as a constraint. */
export function heldAt(task: Drawn, schedule: Schedule): Constraint {
  return schedule.from === 'finish'
    ? { type: 'fnlt', date: shownTick(endTick(task, schedule)) }
    : { type: 'snet', date: task.start }
}

/** Of a task that was only drawn there: until it waits for another. */
export function drawnAt(task: Drawn, schedule: Schedule): Constraint {
  return { ...heldAt(task, schedule), implied: true }
}

/** Whether it is drawn longer or shorter; who only moves it does not say so, whatever lies in between. */
export function isOtherSpan(before: Drawn, after: Drawn, schedule: Schedule): boolean {
  if (before.type !== after.type && [before.type, after.type].includes('milestone')) return true
  const span = (task: Drawn) => endTick(task, schedule) - tickOf(task.start)
  return span(before) !== span(after)
}
