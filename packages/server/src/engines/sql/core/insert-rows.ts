import { identifier, join, sql } from './sql.ts'
import type { Sql, SqlSession, SqlValue } from './sql.ts'

/** One statement for so many rows takes less than half the time. */
const rowsAtOnce = 50

export interface InsertRows {
  /** The statement for one row, which has a value for each of the columns, in their order. */
  one(values: readonly SqlValue[]): Sql
  /** Statements for rows in groups, and how many each is for. */
  groups(rows: readonly (readonly SqlValue[])[]): Generator<[statement: Sql, count: number]>
  run(session: SqlSession, rows: readonly (readonly SqlValue[])[]): Promise<void>
}

export function insertInto(table: string, columns: readonly string[]): InsertRows {
  const names = join(
    columns.map((name) => sql`${identifier(name)}`),
    ', ',
  )
  const { text } = sql`insert into ${identifier(table)} (${names}) values `
  const places = `(${columns.map(() => '?').join(', ')})`
  const oneText = text + places
  const groupText = text + Array.from({ length: rowsAtOnce }, () => places).join(', ')

  const one = (values: readonly SqlValue[]): Sql => ({ text: oneText, values })
  function* groups(rows: readonly (readonly SqlValue[])[]): ReturnType<InsertRows['groups']> {
    const inGroups = rows.length - (rows.length % rowsAtOnce)
    for (let at = 0; at < inGroups; at += rowsAtOnce) {
      const values = rows.slice(at, at + rowsAtOnce).flat()
      yield [{ text: groupText, values }, rowsAtOnce]
    }
    for (const values of rows.slice(inGroups)) yield [one(values), 1]
  }

  return {
    one,
    groups,
    async run(session, rows) {
      for (const [statement] of groups(rows)) await session.insert(statement)
    },
  }
}
