import { Schedule } from '@triptych/contract/schedule'
import type { StoredCalendar } from '../../../ports/gantt-store.ts'
import { isSameJson } from '../gantt-value.ts'
import { elementList, withElements } from './element-list.ts'
import type { ElementList, Written } from './element-list.ts'
import { projectOrder } from './element-order.ts'
import type { ChildElement } from '../../../codecs/xml/xml-text.ts'

/** The settings of a project; what it does not say, or says in a way that is none here, stays as it is. */
export function readProject(
  list: ElementList,
  stored: Schedule,
  calendarOf: (uid: number | null) => number | null,
): Schedule {
  const isFromStart = list.text('ScheduleFromStart') === null || list.flag('ScheduleFromStart')
  const finish = list.date('FinishDate')
  const from = isFromStart || finish === null ? 'start' : 'finish'
  const perDay = list.integer('MinutesPerDay') ?? stored.minutesPerDay
  const slack = list.integer('CriticalSlackLimit')
  const said: Partial<Schedule> = {
    from,
    start: list.date('StartDate') ?? stored.start,
    finish: from === 'finish' ? finish : null,
    statusDate: list.date('StatusDate') ?? stored.statusDate,
    calendar: calendarOf(list.integer('CalendarUID')),
    minutesPerDay: perDay,
    minutesPerWeek: list.integer('MinutesPerWeek') ?? stored.minutesPerWeek,
    daysPerMonth: list.integer('DaysPerMonth') ?? stored.daysPerMonth,
    criticalSlack: slack === null ? stored.criticalSlack : slack * perDay,
  }
  const schedule = { ...stored }
  for (const [name, value] of Object.entries(said)) {
    const isRight = Schedule.shape[name as keyof Schedule].safeParse(value).success
    if (isRight) Object.assign(schedule, { [name]: value })
  }
  return schedule
}

export interface ProjectTold {
  schedule: Schedule
  calendars: readonly StoredCalendar[]
  calendarOf: (uid: number | null) => number | null
  uidOf: (calendar: unknown) => number
  /** When the first task begins, and the last one is done. */
  start: string | null
  finish: string | null
}

/** The elements of a project, with its lists as they stand among them. */
export function writeProject(kept: string | null, told: ProjectTold): ChildElement[] {
  const { schedule } = told
  const list = elementList(kept ?? '')
  const before = kept === null ? null : readProject(list, schedule, told.calendarOf)
  const isSame = (name: keyof Schedule) => before && isSameJson(before[name], schedule[name])
  const written: Written = {
    ...(kept === null && { SaveVersion: 14, Name: 'Triptych', ...lists }),
    ...(!isSame('from') && { ScheduleFromStart: schedule.from === 'start' }),
    ...(!isSame('start') && { StartDate: schedule.start ?? told.start }),
    ...(!isSame('finish') && { FinishDate: schedule.finish ?? told.finish }),
    ...(!isSame('statusDate') && { StatusDate: schedule.statusDate }),
    ...(!isSame('calendar') && { CalendarUID: told.uidOf(schedule.calendar) }),
    ...(!isSame('minutesPerDay') && { MinutesPerDay: schedule.minutesPerDay }),
    ...(!isSame('minutesPerWeek') && { MinutesPerWeek: schedule.minutesPerWeek }),
    ...(!isSame('daysPerMonth') && { DaysPerMonth: schedule.daysPerMonth }),
    ...(!isSame('criticalSlack') && {
      CriticalSlackLimit: Math.round(schedule.criticalSlack / schedule.minutesPerDay),
    }),
  }
  const children = withElements(list.all, written, projectOrder)
  const there = new Set(children.map(({ name }) => name))
  const missing = Object.fromEntries(Object.entries(lists).filter(([name]) => !there.has(name)))
  return withElements(children, missing, projectOrder)
}

const lists: Written = { Calendars: '', Tasks: '', Resources: '', Assignments: '' }
