import { repeatedDays, weekdayOf } from '@triptych/contract/recurring-days'
import { weekdays } from '@triptych/contract/schedule'
import type { Calendar, Week } from '@triptych/contract/schedule'
import type { Scheduling } from './ask-schedule.ts'

type Hours = readonly unknown[]
type Exception = Calendar['exceptions'][number]

const dayMs = 86_400_000
const isWeekend = (day: number) => weekdayOf(day) > 4

/** Tells of days, as they are in the chart, whether nobody works then by the calendar of the plan. */
export function daysOff(scheduling: Scheduling | null): (date: Date) => boolean {
  const byId = new Map(scheduling?.calendars.map((calendar) => [calendar.id, calendar]))
  const repeated = new Map<Exception, ReadonlySet<number>>()
  const own = byId.get(scheduling?.schedule.calendar ?? 0)

  function isMeant(exception: Exception, day: number): boolean {
    const { from, to = from, repeat } = exception
    const [first, last] = [numberOf(from), numberOf(to)]
    if (day < first || day > last) return false
    if (!repeat) return true
    const days = repeated.get(exception) ?? new Set(repeatedDays(repeat, first, last))
    repeated.set(exception, days)
    return days.has(day)
  }

  function hoursOn(calendar: Calendar, day: number, seen: ReadonlySet<number>): Hours {
    const { id, parent, week, weeks, exceptions } = calendar
    const exception = exceptions.findLast((one) => isMeant(one, day))
    if (exception) return exception.hours
    const other = weeks.findLast((one) => numberOf(one.from) <= day && day <= numberOf(one.to))
    const hours = hoursIn(other?.week, day) ?? hoursIn(week, day)
    if (hours) return hours
    const above = parent === null || seen.has(parent) ? undefined : byId.get(parent)
    return above ? hoursOn(above, day, new Set([...seen, id])) : []
  }

  return (date) => {
    const day = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs
    return own ? hoursOn(own, day, new Set([own.id])).length === 0 : isWeekend(day)
  }
}

function hoursIn(week: Week | undefined, day: number): Hours | undefined {
  return week?.[weekdays[weekdayOf(day)]!]
}

function numberOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs
}
