import type { IApi, ILink, TID } from '@svar-ui/react-gantt'
import { isAtEndOfDay } from '@triptych/contract/milestone-day'
import type { DayPlan } from '@triptych/contract/milestone-day'
import type { Schedule } from '@triptych/contract/schedule'
import { wallTime } from 'triptych-client'
import { constraintOf } from '../schedule/task-schedule.ts'
import type { GridTask } from './grid/grid-plan.ts'
import { lastDayOf } from './last-day.ts'

/** What of a plan says on which day its milestones are. */
export interface PointPlan {
  api: IApi
  schedule: Schedule | null
  /** By the task they lead to. */
  linksTo: ReadonlyMap<TID, readonly ILink[]>
}

interface Point {
  id?: TID | undefined
  type?: string | undefined
  start?: Date | undefined
  constraint?: unknown
}

/** Whether it is stored where a day begins, and reached when the one before is over. */
export function isOnDayBefore(point: Point, plan: PointPlan): boolean {
  const { id, type, start } = point
  if (type !== 'milestone' || !start || id === undefined || !isMidnight(start)) return false
  return isAtEndOfDay(id, dayPlan(plan, point))
}

/** A moment of the day on which a task begins, or on which a milestone is. */
export function dayOfStart(task: Point, plan: PointPlan): Date | undefined {
  return task.start && isOnDayBefore(task, plan) ? lastDayOf(task.start) : task.start
}

/** The first moment after the day on which a milestone is, or after its time. */
export function endOfPoint({ start, ...point }: Point, plan: PointPlan): Date | undefined {
  if (!start || !isMidnight(start) || isOnDayBefore({ ...point, start }, plan)) return start
  return dayAfter(start)
}

/** What puts a milestone on a day, so that it is read as of that day. */
export function putOn(
  midnight: Date,
  point: Point,
  plan: PointPlan,
): { start: Date; constraint?: object } {
  const start = pointOn(midnight, point, plan)
  const isThere = plan.schedule?.mode === 'auto' && Number(start) === Number(point.start)
  // It stands at this very midnight, but as the end of another day.
  return isThere ? { start, ...askedAt(start, plan) } : { start }
}

function pointOn(midnight: Date, point: Point, plan: PointPlan): Date {
  const { schedule } = plan
  // What it waits for has its way there, and what was asked for is known.
  if (schedule?.mode === 'auto') return schedule.from === 'finish' ? dayAfter(midnight) : midnight
  const next = dayAfter(midnight)
  if (isOnDayBefore({ ...point, start: next }, plan)) return next
  const noon = new Date(midnight)
  noon.setHours(12)
  return isOnDayBefore({ ...point, start: midnight }, plan) ? noon : midnight
}

/** What a drag to there asks for. */
export function askedAt(start: Date, { schedule }: PointPlan) {
  const type = schedule?.from === 'finish' ? 'fnlt' : 'snet'
  return { constraint: { type, date: wallTime(start) } }
}

export function linksByTarget(api: IApi): ReadonlyMap<TID, readonly ILink[]> {
  const all = api.getState().links.map((link: ILink) => link) as readonly ILink[]
  return Map.groupBy(all, ({ target }) => target)
}

function dayPlan({ api, schedule, linksTo }: PointPlan, point: Point): DayPlan<TID> {
  const { tasks } = api.getState()
  return {
    isAuto: schedule?.mode === 'auto',
    task(id) {
      const found = tasks.byId(id) as GridTask | null
      if (!found) return undefined
      const {
        type,
        start,
        end,
        parent = 0,
        constraint,
      } = { ...found, ...(id === point.id && point) }
      if (!start) return undefined
      const asked = { ...constraintOf({ id, constraint }), implied: isImplied(constraint) }
      return {
        type,
        start: wallTime(start),
        end: end ? wallTime(end) : null,
        parent,
        constraint: asked,
      }
    },
    linksTo: (id) => linksTo.get(id) ?? [],
  }
}

function isImplied(constraint: unknown): boolean {
  return (constraint as { implied?: unknown } | null | undefined)?.implied === true
}

function isMidnight(date: Date): boolean {
  return date.getHours() === 0 && date.getMinutes() === 0 && date.getSeconds() === 0
}

function dayAfter(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1)
}
