import type { ImportWarning } from '@triptych/contract/plan-exchange'
import { weekdays } from '@triptych/contract/schedule'
import type { Calendar, Week } from '@triptych/contract/schedule'
import { elementText } from '../../../codecs/xml/xml-text.ts'
import { isSameJson } from '../gantt-value.ts'
import { badElement, elementList, joined, withElements } from './element-list.ts'
import type { ElementList } from './element-list.ts'
import { calendarOrder } from './element-order.ts'

type CalendarFields = Omit<Calendar, 'id'>
type Exception = Calendar['exceptions'][number]
type Hours = Exception['hours']
type Weekday = (typeof weekdays)[number]

/** What the elements of a calendar say. `parent` is the number that the file gives it. */
export function readCalendar(
  list: ElementList,
  parent: number | null,
  warn: (one: ImportWarning) => void = () => {},
): CalendarFields {
  const days = list.list('WeekDays')
  const listed = list.list('Exceptions')
  const single = days.filter((one) => one.integer('DayType') === 0)
  const exceptions = (listed.length > 0 ? listed : single).flatMap((one) =>
    exceptionOf(one, list.uid, warn),
  )
  const weeks = list.list('WorkWeeks').flatMap((one) => {
    const period = periodOf(one)
    return period ? [{ ...period, week: weekOf(one.list('WeekDays'), list.uid) }] : []
  })
  if (exceptions.length > 2000) throw badElement(list.uid, 'Exceptions', 'has more than 2000')
  if (weeks.length > 200) throw badElement(list.uid, 'WorkWeeks', 'has more than 200')
  const name = (list.text('Name') ?? '').slice(0, 1000)
  return { name, parent, week: weekOf(days, list.uid), weeks, exceptions }
}

function weekOf(days: readonly ElementList[], uid: number | null): Week {
  const week: Week = {}
  for (const one of days) {
    const type = one.integer('DayType')
    if (type === 0 || type === null) continue
    const name = weekdayOf(type)
    if (name === undefined) throw badElement(uid, 'DayType')
    const hours = hoursOf(one, uid)
    if (hours) week[name] = hours
  }
  return week
}

/** From Sunday as 1. */
function weekdayOf(type: number): Weekday | undefined {
  return type >= 1 && type <= 7 ? weekdays[(type + 5) % 7] : undefined
}

/** `null`: a day that is worked, and nothing says when. */
function hoursOf(one: ElementList, uid: number | null): Hours | null {
  const times = one.list('WorkingTimes').flatMap((range): Hours => {
    const [from, to] = [timeOf(range, 'FromTime', uid), timeOf(range, 'ToTime', uid)]
    return from === null || to === null ? [] : [[from, to]]
  })
  if (times.length > 24) throw badElement(uid, 'WorkingTimes', 'has more than 24')
  if (!one.flag('DayWorking')) return []
  return times.length === 0 ? null : times
}

function timeOf(range: ElementList, name: string, uid: number | null): string | null {
  const text = range.text(name)
  if (text === null) return null
  const found = /^(?:\d{4}-\d\d-\d\dT)?((?:[01]\d|2[0-3]):[0-5]\d)(?::\d\d(?:\.\d+)?)?$/.exec(text)
  if (!found) throw badElement(uid, name)
  return found[1]!
}

function periodOf(one: ElementList): { from: string; to: string } | null {
  const time = one.all.find(({ name }) => name === 'TimePeriod')
  const period = elementList(time?.xml ?? '')
  const from = period.date('FromDate')?.slice(0, 10)
  const to = period.date('ToDate')?.slice(0, 10)
  if (from === undefined) return null
  return { from, to: to === undefined || to < from ? from : to }
}

/** None where it comes again in a way that calendars here do not have. */
function exceptionOf(
  one: ElementList,
  uid: number | null,
  warn: (one: ImportWarning) => void,
): Exception[] {
  const period = periodOf(one)
  if (!period) return []
  const repeat = repeatOf(one)
  const hours = hoursOf(one, uid)
  if (repeat === undefined || hours === null) {
    warn({
      uid,
      element: 'Exception',
      why: 'It comes again in a way that calendars here do not have.',
    })
    return []
  }
  const name = one.text('Name')?.slice(0, 1000)
  return [{ ...period, hours, ...(name && { name }), ...(repeat && { repeat }) }]
}

/** `null`: every day of the period; `undefined`: what cannot be said here. */
function repeatOf(one: ElementList): Exception['repeat'] | null | undefined {
  const type = one.integer('Type') ?? 1
  const every = Math.min(Math.max(one.integer('Period') ?? 1, 1), 1000)
  const count = one.flag('EnteredByOccurrences') ? one.integer('Occurrences') : null
  const often = count !== null && count >= 1 && count <= 1000 ? { count } : {}
  const month = (one.integer('Month') ?? 0) + 1
  const day = one.integer('MonthDay') ?? 1
  const nth = (one.integer('MonthPosition') ?? 0) + 1
  if (month < 1 || month > 12 || day < 1 || day > 31 || nth < 1 || nth > 5) return undefined
  if (type === 6) {
    const mask = one.integer('DaysOfWeek') ?? 0
    const days = weekdays.filter((_, at) => mask & (1 << ((at + 1) % 7)))
    return days.length === 0 ? undefined : { every, unit: 'week', days, ...often }
  }
  if (type === 4) return { every, unit: 'month', day, ...often }
  if (type === 2) return { every: 1, unit: 'year', month, day, ...often }
  if (type === 5 || type === 3) {
    const item = weekdayOf((one.integer('MonthItem') ?? 0) - 2)
    if (item === undefined) return undefined
    if (type === 5) return { every, unit: 'month', nth, days: [item], ...often }
    return { every: 1, unit: 'year', month, nth, days: [item], ...often }
  }
  return type === 1 && every > 1 ? { every, unit: 'day', ...often } : null
}

/** As they came, as far as they still say what the calendar says. */
export function writeCalendar(
  calendar: Calendar,
  kept: string | null,
  { uid, parentUid }: { uid: number; parentUid: number | null },
): string {
  const list = elementList(kept ?? '')
  const before = kept === null ? null : readCalendar(list, calendar.parent)
  const { name, week, weeks, exceptions } = calendar
  const written = {
    UID: uid,
    ...(before?.name !== name && { Name: name }),
    ...(kept === null && { IsBaseCalendar: parentUid === null }),
    BaseCalendarUID: parentUid ?? (kept === null ? -1 : list.text('BaseCalendarUID')),
  }
  const isSame =
    before && isSameJson([before.week, before.weeks, before.exceptions], [week, weeks, exceptions])
  if (isSame) return joined('Calendar', withElements(list.all, written, calendarOrder))
  const others = list.all.filter(
    (one) => !['WeekDays', 'Exceptions', 'WorkWeeks'].includes(one.name),
  )
  const children = withElements(others, written, calendarOrder)
  children.push({ name: 'WeekDays', xml: weekXml(week) })
  if (exceptions.length > 0) {
    children.push({
      name: 'Exceptions',
      xml: `<Exceptions>${exceptions.map(exceptionXml).join('')}</Exceptions>`,
    })
  }
  if (weeks.length > 0) {
    const xml = weeks.map(
      (one) => `<WorkWeek>${periodXml(one.from, one.to)}${weekXml(one.week)}</WorkWeek>`,
    )
    children.push({ name: 'WorkWeeks', xml: `<WorkWeeks>${xml.join('')}</WorkWeeks>` })
  }
  return joined('Calendar', children)
}

function weekXml(week: Week): string {
  const days = [1, 2, 3, 4, 5, 6, 7].flatMap((type) => {
    const hours = week[weekdayOf(type)!]
    return hours
      ? [`<WeekDay>${elementText('DayType', String(type))}${hoursXml(hours)}</WeekDay>`]
      : []
  })
  return `<WeekDays>${days.join('')}</WeekDays>`
}

function hoursXml(hours: Hours): string {
  const working = elementText('DayWorking', hours.length > 0 ? '1' : '0')
  if (hours.length === 0) return working
  const times = hours.map(([from, to]) => {
    const end = to === '24:00' ? '00:00' : to
    return `<WorkingTime>${elementText('FromTime', `${from}:00`)}${elementText('ToTime', `${end}:00`)}</WorkingTime>`
  })
  return `${working}<WorkingTimes>${times.join('')}</WorkingTimes>`
}

function periodXml(from: string, to: string): string {
  const dates =
    elementText('FromDate', `${from}T00:00:00`) + elementText('ToDate', `${to}T23:59:00`)
  return `<TimePeriod>${dates}</TimePeriod>`
}

function exceptionXml({ from, to = from, hours, name, repeat }: Exception): string {
  const elements: [string, unknown][] = [['Occurrences', repeat?.count ?? 1]]
  if (name) elements.push(['Name', name])
  elements.push(['Type', 1], ...repeatElements(repeat))
  const unique = new Map(elements)
  const said = [...unique].map(([element, value]) => elementText(element, String(value)))
  const counted = elementText('EnteredByOccurrences', repeat?.count === undefined ? '0' : '1')
  return `<Exception>${counted}${periodXml(from, to)}${said.join('')}${hoursXml(hours)}</Exception>`
}

function repeatElements(repeat: Exception['repeat']): [string, unknown][] {
  if (!repeat) return []
  const { unit, every, days = [], nth, month, day } = repeat
  const at = days[0] === undefined ? 0 : weekdays.indexOf(days[0])
  const item = ((at + 1) % 7) + 3
  if (unit === 'day') return [['Period', every]]
  if (unit === 'week') {
    const mask = days.reduce((sum, one) => sum | (1 << ((weekdays.indexOf(one) + 1) % 7)), 0)
    return [
      ['Type', 6],
      ['Period', every],
      ['DaysOfWeek', mask],
    ]
  }
  const place: [string, unknown][] =
    nth === undefined
      ? []
      : [
          ['MonthItem', item],
          ['MonthPosition', nth - 1],
        ]
  if (unit === 'month') {
    const type = nth === undefined ? 4 : 5
    return [
      ['Type', type],
      ['Period', every],
      ...place,
      ...(nth === undefined ? [['MonthDay', day ?? 1] as [string, unknown]] : []),
    ]
  }
  const type = nth === undefined ? 2 : 3
  const inYear: [string, unknown][] = [['Month', (month ?? 1) - 1]]
  return [
    ['Type', type],
    ...place,
    ...inYear,
    ...(nth === undefined ? [['MonthDay', day ?? 1] as [string, unknown]] : []),
  ]
}
