import { counted, t } from '../words/words.ts'

interface Slipped {
  startVariance: number | null
  finishVariance: number | null
}

/** By how much a task begins and ends later; once where that is the same. */
export function slipText(
  { startVariance, finishVariance }: Slipped,
  minutesPerDay: number,
): string {
  const [start, finish] = [startVariance ?? 0, finishVariance ?? 0]
  const ends = varianceText(finish, minutesPerDay)
  if (start === finish) return ends
  if (start === 0) return t('ends {ends}', { ends })
  return t('starts {starts}, ends {ends}', { starts: varianceText(start, minutesPerDay), ends })
}

/** Working minutes as days: `3 days later`, `half a day` is `0.5 days`. */
export function varianceText(minutes: number, minutesPerDay: number): string {
  if (minutes === 0) return t('on time')
  return minutes > 0
    ? laterText(minutes, minutesPerDay)
    : earlierText(Math.abs(minutes), minutesPerDay)
}

/** Days to one digit; what is less than that in hours or minutes. */
function laterText(minutes: number, minutesPerDay: number): string {
  const days = round(minutes / minutesPerDay)
  if (days >= 0.5) return counted(days, '{count} day later', '{count} days later')
  return minutes >= 60
    ? counted(round(minutes / 60), '{count} hour later', '{count} hours later')
    : counted(Math.ceil(minutes), '{count} minute later', '{count} minutes later')
}

function earlierText(minutes: number, minutesPerDay: number): string {
  const days = round(minutes / minutesPerDay)
  if (days >= 0.5) return counted(days, '{count} day earlier', '{count} days earlier')
  return minutes >= 60
    ? counted(round(minutes / 60), '{count} hour earlier', '{count} hours earlier')
    : counted(Math.ceil(minutes), '{count} minute earlier', '{count} minutes earlier')
}

function round(number: number): number {
  return Math.round(number * 10) / 10
}
