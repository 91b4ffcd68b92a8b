import { maxLoadColumns } from '@triptych/contract/load'
import type { Load, LoadUnit } from '@triptych/contract/load'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { topOfPlan } from '../../ports/gantt-store.ts'
import type { GanttReader } from '../../ports/gantt-store.ts'
import { day, dayOf, textOf } from '../schedule/ticks.ts'
import { badValue } from './gantt-value.ts'
import { planCalendars } from './plan-calendars.ts'
import { daysOfPieces, loadOf, periodOf, piecesOf, tasksOfLoad, wholeUnits } from './plan-load.ts'
import type { LoadedPlan, Period, Piece } from './plan-load.ts'
import { scheduleOf } from './plan-settings.ts'
import { seenPlan } from './seen-plan.ts'
import { wallTime } from './wall-time.ts'

export interface LoadAsked {
  from: string | null
  to: string | null
  unit: LoadUnit
  /** Only of this one, and with its tasks. */
  resource: number | null
}

/** How much there is to do for whom, as far as whoever asks sees the plan: what is hidden is no work. */
export async function readLoad(ctx: Context, asked: LoadAsked): Promise<Load> {
  authorise(ctx.principal, 'gantt.read')
  const given = { from: dayIn('from', asked.from), to: dayIn('to', asked.to) }
  const plan = await ctx.workspace.database.readLong(
    async (stores) => loadedPlan((await seenPlan(ctx, stores)).gantt, asked.resource),
    ctx.asker,
  )
  const pieces = piecesOf(plan)
  const period = wholeUnits(periodAsked(given, pieces, asked.unit), asked.unit)
  refuseLong(pieces, period)
  const { hours, resources } = loadOf(plan, pieces, period, asked.unit)
  const perColumn = asked.unit === 'day' ? 1 : 7
  return {
    from: textOfDay(period.from),
    to: textOfDay(period.to),
    unit: asked.unit,
    columns: Array.from({ length: (period.to - period.from + 1) / perColumn }, (_, i) =>
      textOfDay(period.from + i * perColumn),
    ),
    hours,
    resources:
      asked.resource === null
        ? resources
        : resources.map((one) => ({ ...one, tasks: tasksOfLoad(pieces, period) })),
  }
}

async function loadedPlan(gantt: GanttReader, resource: number | null): Promise<LoadedPlan> {
  const all = await gantt.allResources()
  const resources = resource === null ? all : all.filter(({ id }) => id === resource)
  if (resource !== null && resources.length === 0) {
    throw new AppError('gantt.resource_not_found', 'There is no such resource.')
  }
  const schedule = await scheduleOf(gantt)
  return {
    schedule,
    calendars: planCalendars(schedule, await gantt.allCalendars()),
    // Of a plan that is hidden as a whole, nothing.
    tasks: all.length === 0 ? [] : await gantt.branchOf(topOfPlan),
    assignments:
      resource === null ? await gantt.allAssignments() : await gantt.assignmentsTo(resource),
    resources,
  }
}

/** Behind which there is no whole week that can be written. */
const lastSunday = dayOf('9999-12-26')

/** Without one, all the time in which anything lies, from its beginning on. */
function periodAsked(
  given: { from: number | null; to: number | null },
  pieces: readonly Piece[],
  unit: LoadUnit,
): Period {
  const whole = periodOf(pieces)
  // A week that is cut off at either end is made whole.
  const most = unit === 'day' ? maxLoadColumns : (maxLoadColumns - 1) * 7
  const from = given.from ?? Math.min(whole?.from ?? given.to ?? 0, given.to ?? Infinity)
  const to = given.to ?? Math.min(Math.max(whole?.to ?? from, from), from + most - 1)
  if (to < from) throw badValue('to', 'takes no day before from')
  if (to - from >= most) throw badValue('to', `takes a day at most ${most} days after from`)
  return { from: Math.min(from, lastSunday), to: Math.min(to, lastSunday) }
}

/** What is counted at once; others wait for it. */
const maxDays = 1_000_000

function refuseLong(pieces: readonly Piece[], period: Period): void {
  if (daysOfPieces(pieces, period) <= maxDays) return
  const message = `The days of all assignments together are more than ${maxDays.toLocaleString('en')}. Ask for less time at once.`
  throw new AppError('request.too_costly', message, { limit: maxDays })
}

function dayIn(name: string, text: string | null): number | null {
  const date = wallTime(text, name)
  return date === null ? null : dayOf(date.slice(0, 10))
}

function textOfDay(number: number): string {
  return textOf(number * day).slice(0, 10)
}
