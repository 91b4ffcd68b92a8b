import type { Plan, PlanTask } from './plan.ts'
import { commonSpans, roundTheClock, spansOf } from './calendar-spans.ts'
import { roomForYears } from './stretches.ts'
import type { Span } from './hours-of-day.ts'
import type { WorkingTime } from './working-time.ts'
import { hasWork, workingTime } from './working-time.ts'

/** The calendars of a plan, made for counting when they are first asked for. */
export interface Calendars {
  all: WorkingTime[]
  /** Places in `all`. */
  always: number
  project: number
  of(calendar: number): number
  /** The hours that two have in common, or those of the first where there are none. */
  both(one: number, other: number): number
  /** Calendars of the plan by which nobody ever works; that of the project stands in for them. */
  idle: Set<number>
}

export function compileCalendars(plan: Plan): Calendars {
  const room = roomForYears()
  const all: WorkingTime[] = [workingTime(roundTheClock, room)]
  const spans = new Map<number, readonly Span[]>()
  const places = new Map<number, number>()
  const shared = new Map<string, number>()
  const idle = new Set<number>()

  /** From the topmost parent down; one that is above itself has none. */
  function spansAt(calendar: number): readonly Span[] {
    const chain: number[] = []
    const seen = new Set<number>()
    let at: number | null = calendar
    while (at !== null && !spans.has(at) && !seen.has(at) && plan.calendars[at]) {
      seen.add(at)
      chain.push(at)
      at = plan.calendars[at]!.parent
    }
    let above = at === null ? idleWeek : (spans.get(at) ?? roundTheClock)
    for (const one of chain.toReversed()) {
      above = spansOf(plan.calendars[one]!, above)
      spans.set(one, above)
    }
    return above
  }

  function place(made: WorkingTime): number {
    return all.push(made) - 1
  }

  function of(calendar: number): number {
    const known = places.get(calendar)
    if (known !== undefined) return known
    const speaker = whoSpeaks(plan, calendar)
    if (speaker !== calendar) {
      const found = of(speaker)
      places.set(calendar, found)
      return found
    }
    const made = workingTime(spansAt(calendar), room)
    let found = 0
    if (hasWork(made)) found = place(made)
    else {
      idle.add(calendar)
      if (calendar !== plan.calendar) found = of(plan.calendar)
    }
    places.set(calendar, found)
    return found
  }

  function both(one: number, other: number): number {
    if (one === other) return one
    const key = `${one} ${other}`
    let found = shared.get(key)
    if (found === undefined) {
      const made = workingTime(commonSpans(all[one]!.spans, all[other]!.spans), room)
      found = hasWork(made) ? place(made) : one
      shared.set(key, found)
    }
    return found
  }

  return { all, always: 0, project: of(plan.calendar), of, both, idle }
}

/** By which calendar a task is counted when nobody is assigned to it. */
export function calendarOfTask(task: Pick<PlanTask, 'calendar'>, calendars: Calendars): number {
  return task.calendar === null ? calendars.project : calendars.of(task.calendar)
}

const idleWeek: readonly Span[] = roundTheClock.map(({ day, week }) => ({
  day,
  week: week.map(() => ({ from: [], to: [], before: [], total: 0 })),
}))

/** Most people have a calendar that says nothing of its own: then they share that of the parent. */
function whoSpeaks(plan: Plan, calendar: number): number {
  const seen = new Set<number>()
  let at = calendar
  for (;;) {
    const rules = plan.calendars[at]
    if (!rules || rules.parent === null || !saysNothing(rules)) return at
    if (seen.has(at) || !plan.calendars[rules.parent]) return calendar
    seen.add(at)
    at = rules.parent
  }
}

function saysNothing({ week, weeks, exceptions }: Plan['calendars'][number]): boolean {
  return weeks.length === 0 && exceptions.length === 0 && week.every((hours) => hours === null)
}
