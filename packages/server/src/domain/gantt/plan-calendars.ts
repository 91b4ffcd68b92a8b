import { weekdays } from '@triptych/contract/schedule'
import type { Calendar, Schedule, Week } from '@triptych/contract/schedule'
import type { StoredCalendar } from '../../ports/gantt-store.ts'
import { compileCalendars } from '../schedule/compile-calendars.ts'
import type { Calendars } from '../schedule/compile-calendars.ts'
import { hoursOf, noHours } from '../schedule/hours-of-day.ts'
import type { Hours, Range } from '../schedule/hours-of-day.ts'
import type { Plan, PlanCalendar, PlanTask } from '../schedule/plan.ts'
import { calendarWith } from '../schedule/strands.ts'
import { dayOf, hour, minute } from '../schedule/ticks.ts'
import type { WorkingTime } from '../schedule/working-time.ts'
import { daysOf, mostRepeated } from './repeated-days.ts'
import { calendarView } from './views.ts'

/** The calendars of a plan, for counting. */
export interface PlanCalendars {
  /** In the order of their places in a plan; the first is the usual one, which has no id. */
  ids: readonly (number | null)[]
  rules: readonly PlanCalendar[]
  /** The place of that of the plan. */
  project: number
  /** The place of a task's own; `null` where it has none, or one that is gone. */
  placeOf(calendar: unknown): number | null
  /** By which a task runs; `null` is that of the plan. */
  timeOf(place: number | null): WorkingTime
  /** By which somebody with this calendar works on a task. */
  timeWith(
    task: Pick<PlanTask, 'calendar' | 'ignoreResourceCalendars'>,
    calendar: number | null,
  ): WorkingTime
  /** Through nights and holidays. */
  always: WorkingTime
}

export function planCalendars(
  schedule: Pick<Schedule, 'calendar'>,
  stored: readonly StoredCalendar[],
): PlanCalendars {
  const ids = [null, ...stored.map(({ id }) => id)]
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = (calendar: unknown) =>
    typeof calendar === 'number' ? (places.get(calendar) ?? null) : null
  const room = { left: mostRepeated }
  const rules = [
    usual,
    ...stored.map((one) => {
      const calendar = calendarView(one)
      return { ...rulesOf(calendar, room), parent: placeOf(calendar.parent) }
    }),
  ]
  const project = placeOf(schedule.calendar) ?? 0
  let compiled: Calendars | null = null
  const all = () =>
    (compiled ??= compileCalendars({ ...noPlan, calendars: rules, calendar: project }))
  return {
    ids,
    rules,
    project,
    placeOf,
    timeOf: (place) => all().all[all().of(place ?? project)]!,
    timeWith: (task, calendar) => all().all[calendarWith(task, calendar, all())]!,
    get always() {
      return all().all[all().always]!
    },
  }
}

const office = hoursOf([
  [8 * hour, 12 * hour],
  [13 * hour, 17 * hour],
])
const usual: PlanCalendar = {
  parent: null,
  week: [office, office, office, office, office, noHours, noHours],
  weeks: [],
  exceptions: [],
}

const noPlan: Plan = {
  start: 0,
  finish: null,
  from: 'start',
  calendar: 0,
  calendars: [],
  resources: [],
  tasks: [],
  links: [],
  criticalSlack: 0,
  severalPaths: false,
  progressBy: 'duration',
}

function rulesOf(
  { week, weeks, exceptions }: Calendar,
  room: { left: number },
): Omit<PlanCalendar, 'parent'> {
  const days = exceptions.flatMap((one) => {
    const hours = hoursIn(one.hours)
    if (!one.repeat) return [{ from: dayOf(one.from), to: dayOf(one.to ?? one.from), hours }]
    return daysOf(one, room).map((day) => ({ from: day, to: day, hours }))
  })
  return {
    week: weekIn(week),
    weeks: weeks.map((other) => ({
      from: dayOf(other.from),
      to: dayOf(other.to),
      week: weekIn(other.week),
    })),
    exceptions: days,
  }
}

function weekIn(week: Week): (Hours | null)[] {
  return weekdays.map((name) => (week[name] ? hoursIn(week[name]) : null))
}

function hoursIn(ranges: readonly (readonly [string, string])[]): Hours {
  return hoursOf(ranges.map(([from, to]): Range => [timeIn(from), timeIn(to)]))
}

function timeIn(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * hour + minutes * minute
}
