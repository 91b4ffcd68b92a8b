import { lagUnits } from '@triptych/contract/schedule'
import type { Schedule } from '@triptych/contract/schedule'
import { typedNumberText } from '../place/typed-number.ts'
import { language, t } from '../words/words.ts'

export type SpanUnit = (typeof lagUnits)[number]

/** A span of time as people write it: `2d`, `-1d`, `50%`. */
export interface Span {
  amount: number
  unit: SpanUnit
}

const texts: Record<SpanUnit, (n: string) => string> = {
  m: (n) => t('{n}m', { n }),
  h: (n) => t('{n}h', { n }),
  d: (n) => t('{n}d', { n }),
  w: (n) => t('{n}w', { n }),
  mo: (n) => t('{n}mo', { n }),
  em: (n) => t('{n}em', { n }),
  eh: (n) => t('{n}eh', { n }),
  ed: (n) => t('{n}ed', { n }),
  ew: (n) => t('{n}ew', { n }),
  emo: (n) => t('{n}emo', { n }),
  '%': (n) => `${n}%`,
  'e%': (n) => `${n}e%`,
}

const longUnits = { m: 'minute', h: 'hour', d: 'day', w: 'week', mo: 'month' } as const

/** The unit as a word, for one and for many: `day`, `days`. */
const words = new Map(
  [language, 'en'].flatMap((of) =>
    Object.entries(longUnits).flatMap(([unit, name]) => {
      const said = new Intl.NumberFormat(of, { style: 'unit', unit: name, unitDisplay: 'long' })
      return [1, 2, 5].map((count) => {
        const part = said.formatToParts(count).find(({ type }) => type === 'unit')
        return [part?.value.toLowerCase() ?? '', unit as SpanUnit] as const
      })
    }),
  ),
)

/** Those of the language are read, and those of English wherever one is. */
function unitNamed(name: string): SpanUnit | undefined {
  const isNamed = (unit: SpanUnit) => texts[unit]('').trim().toLowerCase() === name
  return lagUnits.find((unit) => unit === name) ?? lagUnits.find(isNamed) ?? words.get(name)
}

/** A number alone is so many days. `null`: it cannot be read. */
export function spanOf(text: string): Span | null {
  const [, amount, named] = /^([+-]?\d+(?:[.,]\d+)?)\s*([\p{L}%]*)$/iu.exec(text.trim()) ?? []
  if (amount === undefined) return null
  const unit = unitNamed(named?.toLowerCase() || 'd')
  return unit === undefined ? null : { amount: Number(amount.replace(',', '.')), unit }
}

export function spanText({ amount, unit }: Span): string {
  return texts[unit](typedNumberText(amount))
}

export function daysText(days: number): string {
  return spanText({ amount: days, unit: 'd' })
}

/** The lag of a link, nothing where it has none. */
export function lagText({ lag, lagUnit }: { lag?: unknown; lagUnit?: unknown }): string {
  if (typeof lag !== 'number' || lag === 0) return ''
  return spanText({ amount: lag, unit: lagUnits.find((one) => one === lagUnit) ?? 'd' })
}

/** The fields of a link that say so; `null`: it cannot be read. */
export function lagFields(text: string): { lag: number; lagUnit: SpanUnit } | null {
  const span = text.trim() === '' ? ({ amount: 0, unit: 'd' } as const) : spanOf(text)
  return span && { lag: span.amount, lagUnit: span.unit }
}

export type LengthSettings = Pick<Schedule, 'minutesPerDay' | 'minutesPerWeek' | 'daysPerMonth'>

/** How long a task takes: its fields. */
export interface Length {
  /** Minutes. */
  length: number
  /** Whether they run through nights and holidays. */
  elapsed: boolean
}

/** `null`: it is no length of a task. */
export function lengthOf(text: string, settings: LengthSettings): Length | null {
  const span = spanOf(text)
  if (!span || span.amount < 0 || span.unit.endsWith('%')) return null
  const elapsed = span.unit.startsWith('e')
  const unit = elapsed ? span.unit.slice(1) : span.unit
  const minutes = unitMinutes(elapsed, settings)[unit]!
  return { length: Math.round(span.amount * minutes), elapsed }
}

/** In days where they are whole, else in hours or minutes. */
export function lengthText({ length, elapsed }: Length, settings: LengthSettings): string {
  const minutes = unitMinutes(elapsed, settings)
  const unit = (['d', 'h'] as const).find((one) => Number.isInteger(length / minutes[one]!)) ?? 'm'
  return spanText({ amount: length / minutes[unit]!, unit: elapsed ? `e${unit}` : unit })
}

function unitMinutes(elapsed: boolean, settings: LengthSettings): Record<string, number> {
  const { minutesPerDay, minutesPerWeek, daysPerMonth } = settings
  return elapsed
    ? { m: 1, h: 60, d: 1440, w: 10_080, mo: 43_200 }
    : { m: 1, h: 60, d: minutesPerDay, w: minutesPerWeek, mo: minutesPerDay * daysPerMonth }
}
