import type { ColumnType } from '@triptych/contract/tables'
import type { SqlValue } from '../core/sql.ts'

/** A rank with as many digits as there can be options, so that lists of them are compared as texts. */
export const rankDigits = 4

/** Options with their places, counted from 1. */
export interface Places {
  of: ReadonlyMap<unknown, number>
  /** That of all else. */
  beyond: number
}

export function placesOf(options: readonly (string | number)[]): Places {
  // Of two that are the same the first counts.
  const of = new Map(options.map((one, at) => [one, at + 1] as const).toReversed())
  return { of, beyond: options.length + 1 }
}

/**
 * Where a stored value stands among the options of its column; behind them all where it is none of them. Of several
 * choices it is the text of their ranks, one behind the other: the first choice counts most.
 */
export function rankIn(type: ColumnType, places: Places, value: SqlValue): number | string {
  const placeOf = (one: unknown): number => places.of.get(one) ?? places.beyond
  if (type !== 'json') return placeOf(value)
  const held = JSON.parse(String(value)) as unknown
  if (!Array.isArray(held)) return ''
  return held.map((one) => String(placeOf(one)).padStart(rankDigits, '0')).join('')
}
