import type { LoadCell, LoadUnit, ResourceLoad } from '@triptych/contract/load'
import { weekdayOf } from '@triptych/contract/recurring-days'
import type { Schedule } from '@triptych/contract/schedule'
import type { StoredAssignment, StoredResource, StoredTask } from '../../ports/gantt-store.ts'
import { hoursOn } from '../schedule/calendar-spans.ts'
import { commonHours, hoursOf, workUntil } from '../schedule/hours-of-day.ts'
import type { Hours } from '../schedule/hours-of-day.ts'
import { day, minute, tickOf } from '../schedule/ticks.ts'
import type { WorkingTime } from '../schedule/working-time.ts'
import type { PlanCalendars } from './plan-calendars.ts'
import { endTick } from './task-times.ts'
import { resourceView } from './views.ts'

export interface LoadedPlan {
  schedule: Schedule
  calendars: PlanCalendars
  tasks: readonly StoredTask[]
  assignments: readonly StoredAssignment[]
  resources: readonly StoredResource[]
}

/** Days as numbers since 1970, both ends included. */
export interface Period {
  from: number
  to: number
}

/** That somebody works on something, and when. */
export interface Piece {
  task: number
  resource: number
  units: number
  from: number
  to: number
  time: WorkingTime
}

/** The pieces of work that have a place in time: as they are drawn, whether or not anything is scheduled. */
export function piecesOf({ schedule, calendars, ...plan }: LoadedPlan): Piece[] {
  const tasks = new Map(plan.tasks.map((task) => [task.id, task]))
  const resources = new Map(plan.resources.map((one) => [one.id, one]))
  return plan.assignments.flatMap(({ task: of, resource, units }) => {
    const task = tasks.get(of)
    const who = resources.get(resource)
    if (!task || !who || !worksIn(who) || !(units > 0)) return []
    const { fields } = task
    if (task.children > 0 || fields['unscheduled'] === true || fields['inactive'] === true) {
      return []
    }
    const [from, to] = [tickOf(task.start), endTick(task, schedule)]
    if (!(to > from)) return []
    return [{ task: of, resource, units, from, to, time: timeOfWork(task, who, calendars) }]
  })
}

/** Through nights and holidays runs a task, nobody who works on it. */
function timeOfWork(
  { fields }: StoredTask,
  who: StoredResource,
  calendars: PlanCalendars,
): WorkingTime {
  const calendar = fields['elapsed'] === true ? null : calendars.placeOf(fields['calendar'])
  const ignoreResourceCalendars = fields['ignoreResourceCalendars'] === true
  const task = { calendar, ignoreResourceCalendars }
  return calendars.timeWith(task, calendars.placeOf(who.fields['calendar']))
}

/** Material and cost have no hours. */
function worksIn({ fields }: StoredResource): boolean {
  return fields['type'] !== 'material' && fields['type'] !== 'cost'
}

/** How many days there are to be looked at. */
export function daysOfPieces(pieces: readonly Piece[], period: Period): number {
  let count = 0
  for (const piece of pieces) {
    const { from, to } = daysOf(piece, period)
    count += Math.max(0, to - from + 1)
  }
  return count
}

/** The first and last day on which anything lies; `null` where nothing does. */
export function periodOf(pieces: readonly Piece[]): Period | null {
  let [first, last] = [Infinity, -Infinity]
  for (const { from, to } of pieces) {
    first = Math.min(first, Math.floor(from / day))
    last = Math.max(last, Math.ceil(to / day) - 1)
  }
  return first === Infinity ? null : { from: first, to: last }
}

/** In whole weeks, where it is told by the week. */
export function wholeUnits({ from, to }: Period, unit: LoadUnit): Period {
  if (unit === 'day') return { from, to }
  return { from: from - weekdayOf(from), to: to + 6 - weekdayOf(to) }
}

export interface PlanLoad {
  hours: number[][]
  resources: ResourceLoad[]
}

/** How much there is to do for whom; the period is of whole units. */
export function loadOf(
  plan: LoadedPlan,
  pieces: readonly Piece[],
  period: Period,
  unit: LoadUnit,
): PlanLoad {
  const perColumn = unit === 'day' ? 1 : 7
  const places = new Map<WorkingTime, number>()
  const hours: number[][] = []
  const byResource = Map.groupBy(pieces, ({ resource }) => resource)

  function placeOf(time: WorkingTime): number {
    const known = places.get(time)
    if (known !== undefined) return known
    const place = hours.push(inColumns(hoursIn(time, period), perColumn)) - 1
    places.set(time, place)
    return place
  }

  const resources = plan.resources.map((who) => {
    const calendar = plan.calendars.placeOf(who.fields['calendar'])
    const time = plan.calendars.timeOf(calendar)
    const maxUnits = maxUnitsOf(who)
    const days = loadByDay(byResource.get(who.id) ?? [], period, { time, maxUnits })
    return {
      id: who.id,
      parent: who.parent,
      name: resourceView(who).name,
      works: worksIn(who),
      maxUnits,
      calendar: calendar === null ? null : (plan.calendars.ids[calendar] ?? null),
      hours: placeOf(time),
      load: cellsOf(inColumns(days.work, perColumn), inColumns(days.over, perColumn)),
    }
  })
  return { hours, resources }
}

/** From what the load of one resource comes, by task. */
export function tasksOfLoad(
  pieces: readonly Piece[],
  period: Period,
): NonNullable<ResourceLoad['tasks']> {
  return pieces.flatMap((piece) => {
    let work = 0
    const { from, to } = daysOf(piece, period)
    for (let at = from; at <= to; at++) work += hoursAt(piece, at).total
    if (work === 0) return []
    return [{ id: piece.task, units: piece.units, work: minutes((work * piece.units) / 100) }]
  })
}

export function maxUnitsOf({ fields: { maxUnits } }: StoredResource): number {
  return typeof maxUnits === 'number' && maxUnits >= 0 ? maxUnits : 100
}

interface Capacity {
  time: WorkingTime
  maxUnits: number
}

/** Of each day of the period the work, and what of it is above the capacity: ticks times percent. */
function loadByDay(pieces: readonly Piece[], period: Period, capacity: Capacity) {
  const count = period.to - period.from + 1
  const work = new Float64Array(count)
  const over = new Float64Array(count)
  const units = new Float64Array(count)
  for (const piece of pieces) {
    const { from, to } = daysOf(piece, period)
    for (let at = from; at <= to; at++) {
      const { total } = hoursAt(piece, at)
      if (total === 0) continue
      work[at - period.from]! += total * piece.units
      // Whoever works by other hours may do so when nothing can be done.
      units[at - period.from]! += piece.time === capacity.time ? piece.units : Infinity
    }
  }
  const doubtful = new Map<number, { hours: Hours; units: number }[]>()
  for (const piece of pieces) {
    const { from, to } = daysOf(piece, period)
    for (let at = from; at <= to; at++) {
      if (units[at - period.from]! <= capacity.maxUnits) continue
      const found = doubtful.get(at) ?? []
      found.push({ hours: hoursAt(piece, at), units: piece.units })
      doubtful.set(at, found)
    }
  }
  for (const [at, found] of doubtful) {
    const own = hoursOn(capacity.time.spans, at)
    over[at - period.from] = above(found, { hours: own, units: capacity.maxUnits })
  }
  return { work, over }
}

interface Taken {
  hours: Hours
  units: number
}

/** What is more at any one moment of a day than there is: a free afternoon does not help in the morning. */
function above(taken: readonly Taken[], there: Taken): number {
  const steps: { at: number; taken: number; there: number }[] = []
  const add = ({ from, to }: Hours, step: { taken: number; there: number }) => {
    for (const [i, at] of from.entries()) {
      steps.push({ at, ...step })
      steps.push({ at: to[i]!, taken: -step.taken, there: -step.there })
    }
  }
  for (const { hours, units } of taken) add(hours, { taken: units, there: 0 })
  add(there.hours, { taken: 0, there: there.units })
  steps.sort((one, other) => one.at - other.at)
  let [sum, most, more, before] = [0, 0, 0, 0]
  for (const step of steps) {
    more += Math.max(0, sum - most) * (step.at - before)
    sum += step.taken
    most += step.there
    before = step.at
  }
  return more
}

function daysOf({ from, to }: Piece, period: Period): Period {
  return {
    from: Math.max(Math.floor(from / day), period.from),
    to: Math.min(Math.ceil(to / day) - 1, period.to),
  }
}

/** When it is worked on that day. */
function hoursAt({ from, to, time }: Piece, at: number): Hours {
  const hours = hoursOn(time.spans, at)
  const [begin, end] = [from - at * day, to - at * day]
  if (begin <= 0 && end >= day) return hours
  if (workUntil(hours, end) === workUntil(hours, Math.max(begin, 0))) return hoursOf([])
  return commonHours(hours, hoursOf([[Math.max(begin, 0), Math.min(end, day)]]))
}

function hoursIn(time: WorkingTime, { from, to }: Period): Float64Array {
  const all = new Float64Array(to - from + 1)
  // As of somebody who gives all of their time.
  for (let at = from; at <= to; at++) all[at - from] = hoursOn(time.spans, at).total * 100
  return all
}

/** In working minutes. */
function inColumns(days: Float64Array, perColumn: number): number[] {
  const columns = Array<number>(Math.ceil(days.length / perColumn)).fill(0)
  for (const [i, ticks] of days.entries()) columns[Math.floor(i / perColumn)]! += ticks / 100
  return columns.map(minutes)
}

function cellsOf(work: readonly number[], over: readonly number[]): LoadCell[] {
  return work.flatMap((one, column): LoadCell[] =>
    one === 0 ? [] : [[column, one, over[column] ?? 0]],
  )
}

/** Sums of fractions miss whole minutes by a hair. */
function minutes(ticks: number): number {
  return Math.round((ticks / minute) * 100) / 100
}
