import { repeatedDays } from '@triptych/contract/recurring-days'
import type { Calendar } from '@triptych/contract/schedule'
import type { GanttReader } from '../../ports/gantt-store.ts'
import { dayOf } from '../schedule/ticks.ts'
import { badValue } from './gantt-value.ts'
import { calendarView } from './views.ts'

/** So many days that come again may all calendars of a plan have together: each of them is held in memory. */
export const mostRepeated = 100_000

export const tooManyRepeated = `have more than ${mostRepeated} days that come again in all calendars together`

type Exceptions = Calendar['exceptions']

/** The days of an exception that comes again, as far as there is room for them. */
export function daysOf(
  { from, to = from, repeat }: Exceptions[number],
  room: { left: number },
): number[] {
  if (!repeat || room.left <= 0) return []
  const days = repeatedDays(repeat, dayOf(from), dayOf(to)).slice(0, room.left)
  room.left -= days.length
  return days
}

/** Whether all of these fit. */
export function isRoomFor(exceptions: Exceptions, room: { left: number }): boolean {
  for (const one of exceptions) {
    daysOf(one, room)
    if (room.left <= 0) return false
  }
  return true
}

/** Of one calendar, given those that the plan has beside it. */
export async function refuseTooManyDays(
  gantt: GanttReader,
  self: number | null,
  exceptions: Exceptions,
): Promise<void> {
  if (!exceptions.some(({ repeat }) => repeat)) return
  const room = await roomBeside(gantt, self)
  if (!isRoomFor(exceptions, room)) throw badValue('exceptions', `must not ${tooManyRepeated}`)
}

export async function roomBeside(
  gantt: GanttReader,
  self: number | null,
): Promise<{ left: number }> {
  // One more, so that what is exactly full is told from what is too much.
  const room = { left: mostRepeated + 1 }
  for (const one of await gantt.allCalendars()) {
    if (one.id !== self) isRoomFor(calendarView(one).exceptions, room)
  }
  return room
}
