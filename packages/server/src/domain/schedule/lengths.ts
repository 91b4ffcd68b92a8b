import { day, hour, minute } from './ticks.ts'

/** What a day, a week and a month mean as lengths of work, in minutes and days. */
export interface LengthSettings {
  minutesPerDay: number
  minutesPerWeek: number
  daysPerMonth: number
}

export interface Length {
  ticks: number
  elapsed: boolean
}

/** `m h d w mo`, and with an `e` before it the same through nights and holidays; `null` for other units. */
export function lengthOf(value: number, unit: string, settings: LengthSettings): Length | null {
  const elapsed = unit.startsWith('e')
  const ticks = elapsed ? elapsedUnits[unit] : workingUnit(unit, settings)
  return ticks === undefined ? null : { ticks: Math.round(value * ticks), elapsed }
}

const elapsedUnits: Record<string, number> = {
  em: minute,
  eh: hour,
  ed: day,
  ew: 7 * day,
  emo: 30 * day,
}

function workingUnit(unit: string, settings: LengthSettings): number | undefined {
  if (unit === 'm') return minute
  if (unit === 'h') return hour
  if (unit === 'd') return settings.minutesPerDay * minute
  if (unit === 'w') return settings.minutesPerWeek * minute
  if (unit === 'mo') return settings.minutesPerDay * settings.daysPerMonth * minute
  return undefined
}
