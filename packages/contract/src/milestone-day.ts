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
  return endingDays([id], plan).has(id)
}

/** Those of these milestones, and of the milestones they wait for, that are reached when the day before is over. */
export function endingDays<Id>(ids: Iterable<Id>, plan: DayPlan<Id>): Set<Id> {
  const met = new Set(ids)
  const behind = new Map<Id, Id[]>()
  const ending = new Set<Id>()
  // Sets that grow are walked to their end: milestones in a row may be as many as there are tasks.
  for (const id of met) {
    const reason = reasonOf(id, plan)
    if (reason === 'ends') ending.add(id)
    else {
      for (const source of reason) {
        met.add(source)
        const others = behind.get(source)
        if (others) others.push(id)
        else behind.set(source, [id])
      }
    }
  }
  for (const id of ending) behind.get(id)?.forEach((next) => ending.add(next))
  return ending
}

/** Whether it ends a day by itself, or else the milestones of the same midnight that decide it. */
function reasonOf<Id>(id: Id, plan: DayPlan<Id>): 'ends' | Id[] {
  const point = plan.task(id)
  if (point?.type !== 'milestone' || !isMidnight(point.start)) return []
  const { constraint } = point
  if (plan.isAuto && constraint?.date && !constraint.implied) {
    if (onFinish.has(constraint.type) && isUpTo(constraint.date, point.start)) return 'ends'
    if (constraint.date === point.start) return []
  }
  const points: Id[] = []
  for (const at of withAllAbove(id, plan)) {
    for (const link of plan.linksTo(at)) {
      const source = plan.task(link.source)
      if (!source || link.active === false) continue
      if (source.type !== 'milestone') {
        if (isReachedBy(link, source, point, plan)) return 'ends'
      } else if (!link.lag && source.start === point.start) points.push(link.source)
    }
  }
  return points
}

const onFinish: ReadonlySet<string> = new Set(['fnet', 'fnlt', 'mfo'])

/** Whether it is that midnight, or a time of the day before it. */
function isUpTo(date: string, midnight: string): boolean {
  const hours = (Date.parse(`${midnight}Z`) - Date.parse(`${date}Z`)) / 3_600_000
  return hours >= 0 && hours < 24
}

/** Whether it is there because a task ended. */
function isReachedBy<Id>(
  { type = 'e2s', lag }: DayLink<Id>,
  { end }: DayTask<Id>,
  { start }: DayTask<Id>,
  { isAuto }: DayPlan<Id>,
): boolean {
  if (!type.startsWith('e') || end === null) return false
  // How far a lag leads is for calendars to say; what ended before is what it waits for.
  return lag ? isAuto && lag > 0 && end < start : end === start
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
