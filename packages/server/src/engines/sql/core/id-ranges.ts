import { setImmediate as nextTurn } from 'node:timers/promises'
import { identifier, sql } from './sql.ts'
import type { Sql, SqlSession } from './sql.ts'

/** So many rows are worked on at a stretch before others get their turn. */
const rowsAtOnce = 2000

/** Conditions that together are true for each row of a table once, of those for which `where` is. */
export async function* idRanges(
  session: SqlSession,
  table: string,
  where: Sql = sql`true`,
): AsyncGenerator<Sql> {
  for (let after = 0; ;) {
    const row = await session.get(
      sql`select max("id") from (
            select "id" from ${identifier(table)} where ${where} and "id" > ${after}
            order by "id" limit ${rowsAtOnce}
          ) as next`,
    )
    const last = Number(row?.[0] ?? 0)
    if (last === 0) return
    yield sql`"id" > ${after} and "id" <= ${last}`
    after = last
    await nextTurn()
  }
}
