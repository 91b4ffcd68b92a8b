import type { IApi } from '@svar-ui/react-gantt'
import { useMemo } from 'react'
import type { Scheduling } from '../../schedule/ask-schedule.ts'
import { daysOff } from '../../schedule/days-off.ts'
import { highlightTime, shareOfToday } from './highlight-time.ts'
import type { ZoomName } from './zoom.ts'

/** What is marked in the time of the chart: days off, today, and the day up to which it is known how far all is. */
export function useMarkedTime(api: IApi | null, scheduling: Scheduling | null, zoom: ZoomName) {
  const highlight = useMemo(() => {
    const marked = { isDayOff: daysOff(scheduling), status: statusDate(scheduling) }
    return (date: Date, unit: string) => highlightTime(date, unit, marked)
  }, [scheduling])
  // By the language of the widget; its types leave it out.
  const { _weekStart: firstDay = 0 } = (api?.getState() ?? {}) as { _weekStart?: number }
  const lines: object = {
    '--gantt-today': shareOfToday(zoom, firstDay),
    '--gantt-status': shareOfToday(zoom, firstDay, statusDate(scheduling) ?? undefined),
  }
  return { highlight, lines }
}

function statusDate(scheduling: Scheduling | null): Date | null {
  const { statusDate: date = null } = scheduling?.schedule ?? {}
  return date === null ? null : new Date(date)
}
