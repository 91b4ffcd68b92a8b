import type { Schedule } from '@triptych/contract/schedule'
import { AppError } from '../../../errors.ts'
import type { Fields } from '../../../ports/gantt-store.ts'
import { day, hour, minute, tickOf } from '../../schedule/ticks.ts'
import { earlierBy, hasWork, laterBy, nextWork } from '../../schedule/working-time.ts'
import type { PlanCalendars } from '../plan-calendars.ts'
import { newTask, taskChanges } from '../task-input.ts'
import type { TaskValues } from '../task-input.ts'
import { drawnDates, endTick, heldAt, lengthOfTask, shownTick, timeOfTask } from '../task-times.ts'
import { laterBy as laterText } from '../wall-time.ts'
import { minutesOf } from './cell-texts.ts'
import { badCell } from './read-sheet.ts'
import { columnName } from './sheet-columns.ts'
import type { PlacedRow } from './sheet-task.ts'

export interface SheetSetting {
  schedule: Schedule
  calendars: PlanCalendars
  calendarOf: (name: string) => number | null
  /** For a task that has none. */
  start: string
  /** Whether the file says what holds tasks where they stand; else their starts say it. */
  hasConstraints: boolean
}

const dayMs = 24 * 60 * 60 * 1000

export function typeOfRow({ type, children, length }: PlacedRow): string {
  return type ?? (children.length > 0 ? 'summary' : length?.value === 0 ? 'milestone' : 'task')
}

/** What rows become in a plan, by their places. */
export function sheetValues(
  rows: readonly PlacedRow[],
  setting: SheetSetting,
): (place: number) => TaskValues {
  const { schedule, calendars } = setting
  const isAuto = schedule.mode === 'auto'
  const byId = new Map(rows.map((row) => [row.id, row]))

  function valuesOf(place: number): TaskValues {
    const row = rows[place]!
    const isParent = row.children.length > 0
    const type = typeOfRow(row)
    const fields = ownFields(row, setting)
    const minutes = minutesIn(row, schedule)
    const dates = datesOf(row, type, minutes, fields)
    const isNowhere = dates === null && !isAuto && !isParent
    const said = { ...fields, type, text: row.text, progress: row.progress, open: isParent }
    const task = newTask(
      taskChanges({ ...said, ...dates, ...(isNowhere && { unscheduled: true }) }),
      setting,
    )
    const time = timeOfTask(calendars, fields)
    if (minutes !== null && type !== 'milestone' && fields['length'] === undefined) {
      // In a plan that does not schedule itself a length would outlive the dates it followed from.
      const drawn = lengthOfTask(task, schedule, time) / minute
      const isOther = Math.abs(drawn - minutes) > 0.001
      if (isOther || (isAuto && !isParent)) task.fields['length'] = minutes
    }
    const isHeld = row.start !== null && row.predecessors.length === 0 && !isParent
    if (isAuto && isHeld && !setting.hasConstraints && fields['manual'] !== true) {
      task.fields['constraint'] ??= heldAt(task, schedule)
    }
    return task
  }

  /** `null` where nothing is said. */
  function datesOf(
    row: PlacedRow,
    type: string,
    minutes: number | null,
    fields: Fields,
  ): Partial<TaskValues> | null {
    if (type === 'milestone') {
      const start = row.start ?? row.finish
      return start === null ? null : { start: reachedAt(row, start), end: null, duration: 0 }
    }
    if (row.start !== null && row.end !== null) {
      if (row.end < row.start) throw badCell(row.line, columnName('finish'), 'is before the start')
      return spanOf(row.start, row.end)
    }
    const own = timeOfTask(calendars, fields)
    const time = hasWork(own) ? own : calendars.always
    const ticks = minutes === null ? null : Math.round(minutes * minute)
    const drawn = (start: number, finish: number) =>
      drawnDates(type, { start, finish }, schedule, time)
    if (row.end !== null) {
      if (ticks === null) return spanOf(row.finish!, row.end)
      const finish = tickOf(row.end)
      return drawn(earlierBy(time, finish, ticks), finish)
    }
    if (row.children.length > 0 && row.start === null) return spanBelow(row)
    if (ticks === null) return row.start === null ? null : { start: row.start }
    const start = nextWork(time, tickOf(row.start ?? setting.start))
    return drawn(start, laterBy(time, start, ticks))
  }

  /** On a day with which something ends that it waits for, a milestone is at the end of that day. */
  function reachedAt({ predecessors }: PlacedRow, day: string): string {
    const next = laterText(day, dayMs)
    const isNext = predecessors.some(
      (one) => one.type.startsWith('e') && one.lag === null && byId.get(one.row)?.end === next,
    )
    return isNext && !isAuto ? next : day
  }

  /** Of a summary that says no dates: from the first start below it to the last end. */
  function spanBelow({ children }: PlacedRow): Partial<TaskValues> | null {
    const below = children.map(valuesOf).filter(({ fields }) => fields['unscheduled'] !== true)
    if (below.length === 0) return null
    const ends = below.map((one) => endTick(one, schedule))
    return spanOf(
      below.map(({ start }) => start).reduce((one, other) => (other < one ? other : one)),
      shownTick(Math.max(...ends)),
    )
  }

  function spanOf(start: string, end: string): Partial<TaskValues> {
    const unit = schedule.durationUnit === 'day' ? day : hour
    const duration = (tickOf(end) - tickOf(start)) / unit
    return { start, end, duration: Number.isInteger(duration) && duration > 0 ? duration : null }
  }

  return (place) => inRow(rows[place]!, () => valuesOf(place))
}

function ownFields(row: PlacedRow, { calendarOf }: SheetSetting): Fields {
  const calendar = row.calendar === null ? null : calendarOf(row.calendar)
  return {
    ...row.fields,
    ...(calendar !== null && { calendar }),
    ...(row.length?.unit?.startsWith('e') && { elapsed: true }),
  }
}

function minutesIn({ length }: PlacedRow, schedule: Schedule): number | null {
  if (length === null) return null
  const unit = length.unit ?? (schedule.durationUnit === 'day' ? 'd' : 'h')
  return minutesOf({ ...length, unit }, schedule)
}

/** What a plan refuses of a value, with where it stands. */
function inRow<T>({ line }: PlacedRow, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'gantt.bad_import') throw error
    const { field } = error.details
    const column = typeof field === 'string' ? { column: field } : {}
    const message = `Row ${line}: ${error.message}`
    throw new AppError('gantt.bad_import', message, { ...error.details, row: line, ...column })
  }
}
