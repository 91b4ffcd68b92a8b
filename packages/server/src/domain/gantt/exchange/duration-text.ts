import type { lagUnits } from '@triptych/contract/schedule'

export type LagUnit = (typeof lagUnits)[number]

/** Of a length of time as XML has it, such as `PT8H0M0S`: its minutes. */
export function minutesIn(text: string): number | null {
  const found = form.exec(text)
  if (!found) return null
  const [, sign, days, hours, minutes, seconds] = found
  const [d, h, m, s] = [days, hours, minutes, seconds].map((part) => Number(part ?? 0))
  const length = d! * 1440 + h! * 60 + m! + s! / 60
  return sign ? -length : length
}

const form =
  /^(-)?P(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/

/** To the second. */
export function durationText(minutes: number): string {
  const seconds = Math.round(Math.abs(minutes) * 60)
  const rest = `${Math.floor(seconds / 60) % 60}M${seconds % 60}S`
  return `${minutes < 0 ? '-' : ''}PT${Math.floor(seconds / 3600)}H${rest}`
}

/** How the format numbers the units that lengths and lags are shown in. */
const formats: Record<LagUnit, number> = {
  m: 3,
  em: 4,
  h: 5,
  eh: 6,
  d: 7,
  ed: 8,
  w: 9,
  ew: 10,
  mo: 11,
  emo: 12,
  '%': 19,
  'e%': 20,
}

const units = new Map(Object.entries(formats).map(([unit, number]) => [number, unit as LagUnit]))
/** By so much the numbers are higher where a length is estimated. */
const estimated = 32

export function unitOf(format: number | null): LagUnit {
  const number = format ?? formats.d
  return units.get(number) ?? units.get(number - estimated) ?? 'd'
}

export function formatOf(unit: LagUnit): number {
  return formats[unit]
}
