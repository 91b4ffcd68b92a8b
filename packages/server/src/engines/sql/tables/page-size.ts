import { pageBytes } from '../../../ports/table-query.ts'
import { sql } from '../core/sql.ts'
import type { Sql, SqlSession } from '../core/sql.ts'

interface Wanted {
  /** `from … where … order by …` */
  rows: Sql
  /** How many bytes of text a row holds. */
  bytes: Sql
  limit: number
}

/** How many of the next rows make a page, and whether more may follow. */
export async function countThatFit(
  session: SqlSession,
  { rows, bytes, limit }: Wanted,
): Promise<{ count: number; isFull: boolean }> {
  for (let most = limit; ; most = Math.ceil(most / 4)) {
    const size = await session.get(
      sql`select count(*), sum(bytes) from (select ${bytes} as bytes ${rows} limit ${most}) as sizes`,
    )
    const count = Number(size?.[0])
    if (Number(size?.[1]) <= pageBytes || most === 1) return { count, isFull: count === most }
  }
}
