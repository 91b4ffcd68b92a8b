import type { StoredTask } from '../../ports/plan-store.ts'
import { laterBy, msBetween } from './plan-date.ts'
import { badValue } from './plan-value.ts'

/**
 * When a task takes place. The client goes by the duration where there is one, and by the end only
 * where there is none. How long a duration lasts in hours depends on its chart: we cannot tell.
 */
export type Dates = Pick<StoredTask, 'type' | 'start' | 'end' | 'duration'>

/** The dates after a change; what was not said follows from what was. */
export function changedDates(
  stored: Dates,
  changes: Partial<Dates>,
  isUnscheduled: boolean,
): Dates {
  const { type, start, end, duration } = { ...stored, ...changes }
  const isLonger = duration !== stored.duration
  if (changes.end === undefined) {
    const isUnknown = end === null || (isLonger && (duration ?? 0) > 0)
    const moved = isUnknown ? null : movedAlong(end, stored.start, start)
    return completeDates({ type, start, end: moved, duration }, isUnscheduled)
  }
  const isMoved = start !== stored.start || end !== stored.end
  const isStale = end !== null && isMoved && changes.duration === undefined
  return completeDates({ type, start, end, duration: isStale ? null : duration }, isUnscheduled)
}

/** An end as much later as the start, or earlier. */
function movedAlong(end: string, from: string, to: string): string {
  return from === to ? end : laterBy(end, msBetween(from, to))
}

/** What the client would assume anyway, and what it fails without: the end of a summary or unscheduled task. */
export function completeDates(
  { type, start, end, duration }: Dates,
  isUnscheduled: boolean,
): Dates {
  if (type === 'milestone') return { type, start, end: null, duration: 0 }
  if (end !== null) {
    // With a duration it may, for an hour: when clocks are put back.
    if (end < start && !duration) throw badValue('end', 'must not lie before start')
    return { type, start, end, duration }
  }
  const length = duration || 1
  const needsEnd = type === 'summary' || isUnscheduled
  const guess = needsEnd ? laterBy(start, Math.round(length * daySeconds) * 1000) : null
  return { type, start, end: guess, duration: length }
}

const daySeconds = 24 * 60 * 60
