import type { LengthSettings } from '../../schedule/lengths.ts'
import { lengthOf } from '../../schedule/lengths.ts'
import { laterBy } from '../wall-time.ts'
import { dateIn } from '../task-times.ts'
import type { LagUnit } from './duration-text.ts'

/** Of a date in a sheet: what it says, and whether it says a day or a moment. */
export type SheetDate = { type: 'date' | 'datetime'; value: string }

const dayMs = 24 * 60 * 60 * 1000
const midnight = 'T00:00:00'

/** A day where something begins with it, else the moment. */
export function dateOfStart(date: string): SheetDate {
  if (date.endsWith(midnight)) return { type: 'date', value: date.slice(0, 10) }
  return { type: 'datetime', value: date }
}

/** People write the last day of something, and mean all of it; here an end is the first moment after it. */
export function dateOfEnd(date: string): SheetDate {
  const isDay = date.endsWith(midnight) && date > '0001-01-02'
  return isDay ? dateOfStart(laterBy(date, -dayMs)) : { type: 'datetime', value: date }
}

/** `null`: it is no date of the calendar. */
export function startIn(text: string): string | null {
  return dateIn(text)
}

export function endIn(text: string): string | null {
  const date = dateIn(text)
  return date !== null && isDay.test(text) ? laterBy(date, dayMs) : date
}

const isDay = /^\s*\d{4}-\d\d-\d\d\s*$/

/** A length or a lag: so many of a unit. */
export interface Amount {
  value: number
  /** `null` where none was said. */
  unit: LagUnit | null
}

/** Minutes of work, or by the clock: `3d`, `4h`, `0.5d`, `90m`; `3ed` where nights and holidays count. */
export function lengthText(minutes: number, isElapsed: boolean, settings: LengthSettings): string {
  const e = isElapsed ? 'e' : ''
  const found = (['d', 'h'] as const).find((unit) =>
    isShort(inUnit(minutes, `${e}${unit}`, settings)),
  )
  const unit: LagUnit = `${e}${found ?? 'm'}`
  return amountText({ value: inUnit(minutes, unit, settings), unit })
}

function inUnit(minutes: number, unit: LagUnit, settings: LengthSettings): number {
  return minutes / minutesOf({ value: 1, unit }, settings)
}

function isShort(value: number): boolean {
  return Number.isInteger(value * 4)
}

export function amountText({ value, unit }: Amount): string {
  return `${value}${unit ?? ''}`
}

/** Of a length that is none of percent. */
export function minutesOf({ value, unit }: Amount, settings: LengthSettings): number {
  return (lengthOf(value * 1000, unit ?? 'd', settings)?.ticks ?? 0) / 10_000
}

/** `null`: it cannot be read. */
export function amountIn(text: string): Amount | null {
  const said = text.trim()
  const found = said.length <= longest ? amount.exec(said) : null
  if (!found) return null
  const [, number, elapsed, word] = found
  const value = Number(number)
  const unit = word === undefined ? null : (units.get(word.toLowerCase()) ?? null)
  if (!Number.isFinite(value) || (word !== undefined && unit === null)) return null
  if (unit === null) return elapsed ? null : { value, unit }
  return { value, unit: elapsed ? (`e${unit}` as LagUnit) : unit }
}

/** Longer than anything that somebody means. */
const longest = 60

/** With the question mark of a length that is only estimated. */
const amount =
  /^([+-]?(?:\d{1,12}(?:\.\d{0,15})?|\.\d{1,15})(?:e[+-]?\d{1,3}(?=\D))?)\s*(e)?\s*([a-z]{1,8}|%)?\s*\??$/i

const units = new Map<string, LagUnit>(
  Object.entries({
    m: 'm min mins minute minutes',
    h: 'h hr hrs hour hours',
    d: 'd day days',
    w: 'w wk wks week weeks',
    mo: 'mo mon mons month months',
    '%': '%',
  }).flatMap(([unit, words]) => words.split(' ').map((word) => [word, unit as LagUnit] as const)),
)

/** A value of a field as a cell: texts as they are, unless they would be read as something else. */
export function fieldCell(value: unknown): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return typeof value === 'string' && fieldIn(value) === value ? value : JSON.stringify(value)
}

/** Numbers and truths are what they look like, as far as nothing is lost; whatever else there is stands as JSON. */
export function fieldIn(text: string): unknown {
  if (text === '') return undefined
  if (/^-?\d/.test(text) && String(Number(text)) === text) return Number(text)
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (text === 'null') return null
  if (!/^["{[]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
