import { detached } from '../../../ports/gantt-store.ts'
import type { Dialect } from '../core/dialect.ts'
import { sql } from '../core/sql.ts'
import type { Sql } from '../core/sql.ts'

/** What stands behind `in`: all ids as one value, so that one statement serves lists of any length. */
export function anyOf(dialect: Dialect, ids: readonly number[]): Sql {
  // Most lists are of one, which is found in half the time without a table made of it.
  if (ids.length === 1) return sql`(${unlooked(ids[0]!)})`
  return sql`(select list."$id" from ${dialect.idList(JSON.stringify(ids))})`
}

/** A condition: a task is not detached. Word for word that of the index on places, or it is not used. */
export const placed: Sql = sql`parent <> -1`

/** A condition: a task is directly below `parent`. */
export function below(parent: number): Sql {
  return parent === detached ? sql`parent = -1` : sql`${placed} and parent = ${unlooked(parent)}`
}

/**
 * A value in a comparison with a column that some index has a condition on. SQLite looks at a bare
 * value to see whether it fulfils the condition, and plans the statement anew whenever it is given
 * another: fifty times the time of running it.
 */
export function unlooked(value: number): Sql {
  return sql`(${value} + 0)`
}
