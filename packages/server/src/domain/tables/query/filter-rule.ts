import type { Comparison, TextPart } from '../../../ports/row-query.ts'
import type { ZoneClock } from '../../../zone-time.ts'

/** What a date is reduced to before it is compared; `date` takes the time of day away. */
export type Predicate = 'date' | 'month' | 'year' | 'yearMonth'

/** A value as the client has it: JSON made its dates text, here they are dates again. */
export type Given = string | number | boolean | null | undefined | Date

/** One rule of a filter, ready to be asked of one column. */
export interface Rule {
  predicate: Predicate | null
  clock: ZoneClock
  test: Test
  negated: boolean
}

export type Test =
  | { kind: 'oneOf'; values: readonly Given[] }
  | { kind: 'compare'; operator: Exclude<Comparison, '='>; value: Given }
  /** Dates are compared strictly, and one that counts as 0 equals nothing; the others loosely. */
  | { kind: 'equal'; strict: boolean; value: Given }
  | { kind: 'match'; part: TextPart; text: string }
  /** Between the ends, without them. An end that is `undefined` is open. */
  | { kind: 'inside'; start: Given; end: Given }
  /** At the ends or beyond; everything when one is open. */
  | { kind: 'outside'; start: Given; end: Given }

/** The number a test for equality looks for, `null` when no number passes. */
export function equalNumber(value: Given, strict: boolean): number | null {
  if (value === null || value === undefined || value instanceof Date) return null
  if (strict) return typeof value === 'number' && value ? value : null
  const number = Number(value)
  return Number.isNaN(number) ? null : number
}
