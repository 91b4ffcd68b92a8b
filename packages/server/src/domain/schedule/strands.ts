import type { Calendars } from './compile-calendars.ts'
import { calendarOfTask } from './compile-calendars.ts'
import type { Plan, PlanTask } from './plan.ts'

/**
 * Where several people work on a task by different calendars, or for different lengths, it runs in
 * strands of which the last to end ends the task.
 */
export interface Strands {
  of: Map<number, readonly Strand[]>
}

export interface Strand {
  calendar: number
  length: number
}

/** By which calendar a task runs; where it does so in strands, they are kept. */
export function strandOfTask(
  plan: Plan,
  place: number,
  calendars: Calendars,
  { of }: Strands,
): number {
  const task = plan.tasks[place]!
  const strands = task.elapsed ? [] : strandsOfTask(plan, task, calendars)
  const first = strands[0]
  // The duration says how long it takes; how work is spread over it is another matter.
  const alike = strands.every((one) => one.calendar === first?.calendar)
  if (alike) of.delete(place)
  else of.set(place, strands)
  return first?.calendar ?? calendarOfTask(task, calendars)
}

function strandsOfTask(plan: Plan, task: PlanTask, calendars: Calendars): Strand[] {
  if (task.fixed === 'duration') return []
  return task.assignments.flatMap(({ resource, units, work }) => {
    const who = plan.resources[resource]
    const length = work === null ? task.duration : work / units
    if (!who?.works || !(units > 0) || !(length > 0)) return []
    const calendar = calendarWith(task, who.calendar, calendars)
    return [{ calendar, length: Math.round(length) }]
  })
}

/** By which somebody with this calendar works on a task. */
export function calendarWith(
  task: Pick<PlanTask, 'calendar' | 'ignoreResourceCalendars'>,
  calendar: number | null,
  calendars: Calendars,
): number {
  const own = calendarOfTask(task, calendars)
  if (task.calendar === null) return calendar === null ? own : calendars.of(calendar)
  if (task.ignoreResourceCalendars || calendar === null) return own
  return calendars.both(own, calendars.of(calendar))
}
