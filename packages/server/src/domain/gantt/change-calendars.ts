import { weekdays } from '@triptych/contract/schedule'
import type { Calendar, CalendarChanges, Week } from '@triptych/contract/schedule'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Stores } from '../../ports/database.ts'
import { topOfPlan } from '../../ports/gantt-store.ts'
import type { Fields, GanttReader, StoredCalendar } from '../../ports/gantt-store.ts'
import { addEntity, deleteEntity, updateEntity } from './change-entity.ts'
import type { EntityKind, Reading } from './change-entity.ts'
import { badValue, limited } from './gantt-value.ts'
import { refuseTooManyDays } from './repeated-days.ts'
import { seenPlan } from './seen-plan.ts'
import { calendarView } from './views.ts'
import { wallTime } from './wall-time.ts'

export async function listCalendars(ctx: Context): Promise<Calendar[]> {
  authorise(ctx.principal, 'gantt.read')
  return ctx.workspace.database.read(async (given) => {
    const { gantt } = await seenPlan(ctx, given)
    return (await gantt.allCalendars()).map(calendarView)
  })
}

export function addCalendar(ctx: Context, body: CalendarChanges): Promise<{ id: number }> {
  return addEntity(ctx, calendarKind, body)
}

export function updateCalendar(
  ctx: Context,
  input: { id: string; body: CalendarChanges },
): Promise<{ id: number }> {
  return updateEntity(ctx, calendarKind, input)
}

/** Whatever runs by it runs by that of the plan from then on. */
export function deleteCalendar(ctx: Context, named: string): Promise<{ id: number }> {
  return deleteEntity(ctx, calendarKind, named)
}

export const calendarKind: EntityKind<StoredCalendar> = {
  name: 'calendar',
  view: calendarView,
  read: readCalendar,
  from: async (_ctx, _stores, { id: _id, ...fields }) => ({ fields }),
  find: (gantt, id) => gantt.calendar(id),
  tasks: () => [topOfPlan],
  insert: (gantt, calendar) => gantt.insertCalendar(calendar),
  update: (gantt, calendar) => gantt.updateCalendar(calendar),
  remove: (gantt, id) => gantt.removeCalendar(id),
}

async function readCalendar(
  _ctx: Context,
  { gantt }: Stores,
  body: Fields,
  stored: StoredCalendar | null,
): Promise<Reading<StoredCalendar>> {
  const { id: _id, weekHours, ...said } = body as CalendarChanges
  const week = weekHours && { week: weekOfHours(weekHours) }
  const fields = { ...emptyCalendar, ...stored?.fields, ...week, ...said } as Omit<Calendar, 'id'>
  for (const { from, to = from } of [...fields.weeks, ...fields.exceptions]) {
    if ((wallTime(from, 'from') ?? '') > (wallTime(to, 'to') ?? '')) {
      throw badValue('to', 'must not lie before from')
    }
  }
  await refuseCircle(gantt, stored?.id ?? null, fields.parent)
  await refuseTooManyDays(gantt, stored?.id ?? null, fields.exceptions)
  return { values: { fields: limited(fields) } }
}

const emptyCalendar: Omit<Calendar, 'id'> = {
  name: '',
  parent: null,
  week: {},
  weeks: [],
  exceptions: [],
}

/** Of a whole number of minutes. */
function weekOfHours(weekHours: NonNullable<CalendarChanges['weekHours']>): Week {
  const week: Week = {}
  for (const [name, hours = 0] of Object.entries(weekHours)) {
    const day = weekdays.find((one) => name.startsWith(one))
    const end = 8 * 60 + Math.round(hours * 60)
    const text = [Math.floor(end / 60), end % 60].map((part) => String(part).padStart(2, '0'))
    if (day) week[day] = hours > 0 ? [['08:00', text.join(':')]] : []
  }
  return week
}

async function refuseCircle(
  gantt: GanttReader,
  self: number | null,
  parent: number | null,
): Promise<void> {
  for (let at = parent; at !== null;) {
    if (at === self) {
      throw new AppError('gantt.into_itself', 'A calendar cannot differ from itself.')
    }
    const above = await gantt.calendar(at)
    if (!above && at === parent) {
      throw new AppError('gantt.calendar_not_found', 'There is no such calendar to differ from.')
    }
    at = above ? calendarView(above).parent : null
  }
}
