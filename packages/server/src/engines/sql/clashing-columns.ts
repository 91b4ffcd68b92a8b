import type { Table } from '@triptych/contract/tables'
import type { Values } from '../../ports/table-store.ts'
import { uniqueSetsOf } from '../../ports/unique-sets.ts'
import type { Dialect } from './dialect.ts'
import { identifier, join, sql } from './sql.ts'
import type { Sql, SqlSession } from './sql.ts'

/** Columns of which several rows would have the same, if all that pass `where` had these values. */
export async function clashingColumns(
  session: SqlSession,
  dialect: Dialect,
  table: Table,
  { where, values }: { where: Sql; values: Values },
): Promise<readonly string[] | null> {
  for (const { columns } of uniqueSetsOf(table)) {
    const given = table.columns.filter(
      ({ name }) => columns.includes(name) && Object.hasOwn(values, name),
    )
    if (given.length === 0 || given.some(({ name }) => values[name] === null)) continue
    const same = given.map(
      (column) =>
        sql`${identifier(column.name)} = ${dialect.toSql(column, values[column.name] ?? null)}`,
    )
    // All of these will have the same in the given columns: what is left must tell them apart.
    const rows = sql`from ${identifier(table.name)} where ((${where}) or (${join(same, ' and ')}))`
    const rest = columns.filter((name) => !Object.hasOwn(values, name))
    const shared = await session.get(
      sql`select count(*) ${rows} ${apart(rest)} having count(*) > 1 limit 1`,
    )
    if (shared) return columns
  }
  return null
}

/** A row with a null in one of the columns clashes with none. */
function apart(columns: readonly string[]): Sql {
  if (columns.length === 0) return sql``
  const names = columns.map((name) => sql`${identifier(name)}`)
  const values = names.map((name) => sql`${name} is not null`)
  return sql`and ${join(values, ' and ')} group by ${join(names, ', ')}`
}
