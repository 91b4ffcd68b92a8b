import type { Calendars } from './compile-calendars.ts'
import { calendarOfTask } from './compile-calendars.ts'
import type { Plan, PlanTask } from './plan.ts'

/**
 * By which calendar each task runs. Where several people work on it by different calendars, or for
 * different lengths, it runs in strands of which the last to end ends the task.
 */
export interface Strands {
  calendar: Int32Array
  of: Map<number, readonly Strand[]>
}

export interface Strand {
  calendar: number
  length: number
}

export function strandsOf(plan: Plan, calendars: Calendars): Strands {
  const calendar = new Int32Array(plan.tasks.length)
  const of = new Map<number, readonly Strand[]>()
  for (const [i, task] of plan.tasks.entries()) {
    const own = calendarOfTask(task, calendars)
    const strands = task.elapsed ? [] : strandsOfTask(plan, task, calendars)
    const first = strands[0]
    calendar[i] = first?.calendar ?? own
    if (!first) continue
    // The duration says how long it takes; how work is spread over it is another matter.
    const alike = strands.every((one) => one.calendar === first.calendar)
    if (!alike) of.set(i, strands)
  }
  return { calendar, of }
}

function strandsOfTask(plan: Plan, task: PlanTask, calendars: Calendars): Strand[] {
  if (task.fixed === 'duration') return []
  const own = calendarOfTask(task, calendars)
  return task.assignments.flatMap(({ resource, units, work }) => {
    const who = plan.resources[resource]
    if (!who?.works || !(units > 0) || !(work > 0)) return []
    return [{ calendar: calendarOf(who.calendar), length: Math.round(work / units) }]
  })

  function calendarOf(calendar: number | null): number {
    if (task.calendar === null) return calendar === null ? own : calendars.of(calendar)
    if (task.ignoreResourceCalendars || calendar === null) return own
    return calendars.both(own, calendars.of(calendar))
  }
}
