/** A task as far as it matters for the day on which a milestone is. */
export interface DayTask<Id> {
  type?: string | undefined
  /** Wall times: `2026-11-26T00:00:00`. */
  start: string
  /** The first moment after it; of a milestone it does not count. */
  end: string | null
  /** What it is below. */
  parent: Id
  constraint?: { type: string; date: string | null; implied?: boolean | undefined } | null
}

export interface DayLink<Id> {
  source: Id
  type?: string | undefined
  lag?: number | null | undefined
  active?: boolean | undefined
}

export interface DayPlan<Id> {
  /** Whether it schedules itself. */
  isAuto: boolean
  task(id: Id): DayTask<Id> | undefined
  linksTo(id: Id): readonly DayLink<Id>[]
}

/**
 * Midnight is the end of one day and the beginning of another. A milestone behind a task that ends on the 25th is reached on the
 * 25th, though it is drawn and stored where the 26th begins; one that was put on the 26th is reached on the 26th.
 */
export function isAtEndOfDay<Id>(id: Id, plan: DayPlan<Id>): boolean {
  return endsDay(id, plan, new Set())
}

function endsDay<Id>(id: Id, plan: DayPlan<Id>, seen: Set<Id>): boolean {
  const point = plan.task(id)
  if (point?.type !== 'milestone' || !isMidnight(point.start) || seen.has(id)) return false
  seen.add(id)
  const { constraint } = point
  if (plan.isAuto && constraint?.date && !constraint.implied) {
    if (onFinish.has(constraint.type) && isUpTo(constraint.date, point.start)) return true
    if (constraint.date === point.start) return false
  }
  for (const at of withAllAbove(id, plan)) {
    if (plan.linksTo(at).some((link) => isReachedBy(link, point, plan, seen))) return true
  }
  return false
}

const onFinish: ReadonlySet<string> = new Set(['fnet', 'fnlt', 'mfo'])

/** Whether it is that midnight, or a time of the day before it. */
function isUpTo(date: string, midnight: string): boolean {
  const hours = (Date.parse(`${midnight}Z`) - Date.parse(`${date}Z`)) / 3_600_000
  return hours >= 0 && hours < 24
}

/** Whether it is there because something ended. */
function isReachedBy<Id>(
  { source: id, type = 'e2s', lag, active }: DayLink<Id>,
  { start }: DayTask<Id>,
  plan: DayPlan<Id>,
  seen: Set<Id>,
): boolean {
  const source = plan.task(id)
  if (!source || active === false) return false
  if (source.type === 'milestone') {
    return !lag && source.start === start && endsDay(id, plan, seen)
  }
  if (!type.startsWith('e') || source.end === null) return false
  // How far a lag leads is for calendars to say; what ended before is what it waits for.
  return lag ? plan.isAuto && lag > 0 && source.end < start : source.end === start
}

/** What a branch waits for, all in it wait for. */
function* withAllAbove<Id>(id: Id, plan: DayPlan<Id>): Generator<Id> {
  const met = new Set<Id>()
  for (let at: Id | undefined = id; at !== undefined && !met.has(at); at = plan.task(at)?.parent) {
    met.add(at)
    yield at
  }
}

function isMidnight(date: string): boolean {
  return date.slice(10) === 'T00:00:00'
}
