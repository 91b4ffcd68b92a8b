import type { Schedule } from '@triptych/contract/schedule'

const dayMs = 24 * 60 * 60 * 1000

/** A date of a task in a field. A midnight at which something is over belongs to the day before. */
export function boundText(date: string, isFinish: boolean, schedule: Schedule): string {
  if (schedule.durationUnit === 'hour') return date.slice(0, 19)
  const day = date.slice(0, 10)
  return isFinish && date.slice(11, 19) === '00:00:00' ? daysLater(day, -1) : day
}

/** The same the other way round; `null` is for a field that is empty. */
export function boundDate(text: string, isFinish: boolean, schedule: Schedule): string | null {
  if (text === '') return null
  if (schedule.durationUnit === 'hour') return text
  return `${isFinish ? daysLater(text, 1) : text}T00:00:00`
}

function daysLater(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}
