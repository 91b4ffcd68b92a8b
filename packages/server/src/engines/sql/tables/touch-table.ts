import type { Table } from '@triptych/contract/tables'
import { sql } from '../core/sql.ts'
import type { SqlSession, SqlValue } from '../core/sql.ts'

export interface Touch {
  revision: number
  /** The highest id of new rows. */
  lastId?: number
  /** How many bytes the longest text has that was written; `null` where that is not known. */
  widest?: number | null
}

/** What the catalogue knows of a table moves on with each change to its rows. */
export async function touchTable(
  session: SqlSession,
  { name }: Pick<Table, 'name'>,
  { revision, lastId = 0, widest = 0 }: Touch,
): Promise<void> {
  if (lastId === 0 && widest === 0) {
    return session.run(sql`update _tables set revision = ${revision} where name = ${name}`)
  }
  return session.run(
    sql`update _tables set revision = ${revision},
          next_id = case when next_id > ${lastId} then next_id else ${lastId + 1} end,
          widest = case when ${widest} is null or widest < ${widest} then ${widest} else widest end
        where name = ${name}`,
  )
}

/** At least how many bytes the longest text has, and not less than `known`. */
export function widestOf(values: readonly SqlValue[], known = 0): number {
  let widest = known
  for (const value of values) {
    // No character takes more than three bytes for each unit: most texts need not be measured.
    if (typeof value === 'string' && value.length * 3 > widest) {
      widest = Math.max(widest, Buffer.byteLength(value))
    }
  }
  return widest
}
