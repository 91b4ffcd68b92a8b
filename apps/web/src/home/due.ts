import type { DueTask, DueTasks } from '@triptych/contract/due'
import { isLate } from '../gantt/chart/is-late.ts'
import type { AskWorkspace } from './use-answer-of.ts'

const dayMs = 24 * 60 * 60 * 1000

/** What is late or ends within a week, by the clock of whoever looks. */
export function dueThisWeek(ask: AskWorkspace, most: number): Promise<DueTasks> {
  const now = Date.now()
  const times = { now: wallTime(now), until: wallTime(now + 7 * dayMs) }
  return ask(`schedule/due?${new URLSearchParams({ ...times, limit: String(most) })}`)
}

export function isPast({ type, end, progress }: DueTask): boolean {
  return end !== null && isLate({ type, progress, end: new Date(end) })
}

/** As a plan writes it, without a zone. */
function wallTime(ms: number): string {
  const minutesBehind = new Date(ms).getTimezoneOffset()
  return new Date(ms - minutesBehind * 60_000).toISOString().slice(0, 19)
}
