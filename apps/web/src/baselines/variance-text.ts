import { t } from '../words/words.ts'
interface Slipped {
  startVariance: number | null
  finishVariance: number | null
}

/** By how much a task begins and ends later; once where that is the same. */
export function slipText(
  { startVariance, finishVariance }: Slipped,
  minutesPerDay: number,
): string {
  const [starts, ends] = [startVariance ?? 0, finishVariance ?? 0]
  if (starts === ends) return varianceText(ends, minutesPerDay)
  const start =
    starts === 0 ? '' : t('starts {starts}, ', { starts: varianceText(starts, minutesPerDay) })
  return t('{start}ends {ends}', { start, ends: varianceText(ends, minutesPerDay) })
}

/** Working minutes as days: `3 days later`, `half a day` is `0.5 days`. */
export function varianceText(minutes: number, minutesPerDay: number): string {
  if (minutes === 0) return 'on time'
  return `${lengthText(Math.abs(minutes), minutesPerDay)} ${minutes > 0 ? 'later' : 'earlier'}`
}

/** Days to one digit; what is less than that in hours or minutes. */
function lengthText(minutes: number, minutesPerDay: number): string {
  const days = round(minutes / minutesPerDay)
  if (days >= 0.5) return counted(days, 'day')
  return minutes >= 60
    ? counted(round(minutes / 60), 'hour')
    : counted(Math.ceil(minutes), 'minute')
}

function round(number: number): number {
  return Math.round(number * 10) / 10
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`
}
