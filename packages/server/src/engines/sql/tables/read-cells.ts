import type { Column } from '@triptych/contract/tables'
import type { Cells } from '../../../ports/table-changes.ts'
import type { Dialect } from '../core/dialect.ts'
import { countThatFit } from './page-size.ts'
import { identifier, join, sql } from '../core/sql.ts'
import type { Sql, SqlSession } from '../core/sql.ts'
import { bytesOf, fromStored } from './table-sql.ts'

interface Wanted {
  table: string
  columns: readonly Column[]
  /** Only rows that pass. */
  where?: Sql
  /** Only rows above this id. */
  after: number
  limit: number
}

/** Cells of the next rows by id, so many as fit into a page. */
export async function readCells(
  session: SqlSession,
  dialect: Dialect,
  { table, columns, where, after, limit }: Wanted,
): Promise<Cells[]> {
  const passing = where ? sql`and (${where})` : sql``
  const rows = sql`from ${identifier(table)} where "id" > ${after} ${passing} order by "id"`
  const { count } = await countThatFit(session, { rows, bytes: bytesOf(columns), limit })
  const names = [sql`"id"`, ...columns.map(({ name }) => sql`${identifier(name)}`)]
  const found = await session.all(sql`select ${join(names, ', ')} ${rows} limit ${count}`)
  return found.map(([id, ...cells]) => ({
    id: Number(id),
    values: columns.map((column, index) => fromStored(column, cells[index])),
  }))
}
