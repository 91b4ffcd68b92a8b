import { sql } from '../sql/core/sql.ts'
import type { Sql } from '../sql/core/sql.ts'

/** An expression that writes a number as JavaScript does. */
export function numberText(cell: Sql): Sql {
  return sql`cast(${plainOr(cell, sql`number_text(${cell})`)} as text)`
}

/** The same for a member of a JSON object. */
export function numberJson(cell: Sql): Sql {
  return plainOr(cell, sql`json(number_text(${cell}))`)
}

/**
 * SQLite writes 5 as 5.0, 1/3 with a digit too many and 1e21 as 1.0e+21. A call of ours costs more
 * than all else in a row, so that what has few digits is left to SQLite. Below 0.001 it has odd
 * digits even then, as in 0.00099900000000000011.
 */
function plainOr(cell: Sql, otherwise: Sql): Sql {
  return sql`case when ${cell} = cast(${cell} as integer) and ${cell} between -1e15 and 1e15
    then cast(${cell} as integer) when ${hasFewDigits(cell)} and abs(${cell}) >= 1e-3 then ${cell}
    else ${otherwise} end`
}

/** At most seven digits before the point, and six behind it. */
export function hasFewDigits(cell: Sql): Sql {
  return sql`(round(${cell} * 1e6) / 1e6 = ${cell} and ${cell} between -1e7 and 1e7)`
}

/** What `hasFewDigits`, as a whole number of millionths. */
export function millionths(cell: Sql): Sql {
  return sql`cast(round(${cell} * 1e6) as integer)`
}
