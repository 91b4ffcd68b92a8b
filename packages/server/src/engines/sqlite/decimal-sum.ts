import type { Database } from 'better-sqlite3'
import { sql } from '../sql/core/sql.ts'
import type { Sql } from '../sql/core/sql.ts'
import { hasFewDigits, millionths } from './number-sql.ts'

/** `digits` divided by ten as often as there are `places`. */
interface Decimal {
  digits: bigint
  places: number
}

/**
 * The sum of numbers as they are written, 0.1 and 0.2 is 0.3, and null of none. SQLite adds those
 * with few digits, wholes and millionths apart so that no sum is too large for it; a call of ours
 * for every row would take many times as long.
 */
export function decimalSum(cell: Sql): Sql {
  const few = hasFewDigits(cell)
  return sql`case when count(${cell}) > 0 then sum_of_parts(
    sum(cast(${cell} as integer)) filter (where ${few}),
    sum(${millionths(cell)} % 1000000) filter (where ${few}),
    sum_of_others(${cell}) filter (where not ${few})) end`
}

export function addDecimalSum(database: Database): void {
  database.function(
    'sum_of_parts',
    { deterministic: true },
    (wholes: number | null, rest: number | null, others: string) => {
      const digits = BigInt(wholes ?? 0) * 1_000_000n + BigInt(rest ?? 0)
      return numberOf(plus({ digits, places: 6 }, decimalOf(others)))
    },
  )
  database.aggregate('sum_of_others', {
    deterministic: true,
    start: (): Decimal => ({ digits: 0n, places: 0 }),
    step: (sum: Decimal, value: unknown) => plus(sum, decimalOf(String(value))),
    result: ({ digits, places }: Decimal) => `${digits}e${-places}`,
  })
}

/** Of a text such as 12, -1.5 or 2.5e-7. */
function decimalOf(text: string): Decimal {
  const [written = '', exponent = '0'] = text.split('e')
  const [whole = '', fraction = ''] = written.split('.')
  return { digits: BigInt(whole + fraction), places: fraction.length - Number(exponent) }
}

function plus(one: Decimal, other: Decimal): Decimal {
  const places = Math.max(one.places, other.places)
  return { digits: at(one, places) + at(other, places), places }
}

function at({ digits, places }: Decimal, more: number): bigint {
  return more === places ? digits : digits * 10n ** BigInt(more - places)
}

function numberOf({ digits, places }: Decimal): number {
  return Number(`${digits}e${-places}`)
}
