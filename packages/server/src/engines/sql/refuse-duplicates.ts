import type { Table } from '@triptych/contract/tables'
import { AppError } from '../../errors.ts'
import type { Values } from '../../ports/table-store.ts'
import type { Dialect } from './dialect.ts'
import { identifier, join, sql } from './sql.ts'
import type { Sql, SqlSession } from './sql.ts'
import { uniqueSetsOf } from '../../ports/unique-sets.ts'
import type { UniqueSet } from '../../ports/unique-sets.ts'

// Writers come one after the other, so looking first is safe, and tells which columns clash.
export async function refuseDuplicates(
  session: SqlSession,
  dialect: Dialect,
  table: Table,
  { id, values }: { id: number; values: Values },
): Promise<void> {
  const from = sql`${identifier(table.name)}`

  /** A value that is not given is compared as it is stored; where that is null, nothing is equal to it. */
  function equals(name: string): Sql {
    const cell = sql`${identifier(name)}`
    if (!Object.hasOwn(values, name)) {
      return sql`${cell} = (select ${cell} from ${from} where "id" = ${id})`
    }
    const column = table.columns.find((each) => each.name === name)!
    return sql`${cell} = ${dialect.toSql(column, values[name] ?? null)}`
  }

  for (const set of uniqueSetsOf(table)) {
    if (!mayClash(set, values)) continue
    const clash = await session.get(
      sql`select 1 from ${from} where ${join(set.columns.map(equals), ' and ')} and "id" <> ${id}`,
    )
    if (clash) throw notUnique(set)
  }
}

function mayClash({ columns }: UniqueSet, values: Values): boolean {
  const given = columns.filter((name) => Object.hasOwn(values, name))
  return given.length > 0 && given.every((name) => values[name] !== null)
}

function notUnique({ columns, index }: UniqueSet): AppError {
  const which = columns.length === 1 ? 'this value' : 'these values'
  const message = `Another row has ${which} in ${columns.join(', ')}.`
  const [column] = columns
  return new AppError('tables.not_unique', message, index === null ? { column } : { column, index })
}
