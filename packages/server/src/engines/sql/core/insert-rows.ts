import { identifier, join, sql } from './sql.ts'
import type { SqlSession, SqlValue } from './sql.ts'

/** One statement for so many rows takes less than half the time. */
const rowsAtOnce = 50

export interface InsertRows {
  /** The statement for one row. */
  oneText: string
  /** Writes rows in groups; each has a value for each of the columns, in their order. */
  run(session: SqlSession, rows: readonly (readonly SqlValue[])[]): Promise<void>
}

export function insertInto(table: string, columns: readonly string[]): InsertRows {
  const names = join(
    columns.map((name) => sql`${identifier(name)}`),
    ', ',
  )
  const { text } = sql`insert into ${identifier(table)} (${names}) values `
  const one = `(${columns.map(() => '?').join(', ')})`
  const oneText = text + one
  const groupText = text + Array.from({ length: rowsAtOnce }, () => one).join(', ')

  return {
    oneText,
    async run(session, rows) {
      const inGroups = rows.length - (rows.length % rowsAtOnce)
      for (let at = 0; at < inGroups; at += rowsAtOnce) {
        await session.run({ text: groupText, values: rows.slice(at, at + rowsAtOnce).flat() })
      }
      for (const values of rows.slice(inGroups)) await session.run({ text: oneText, values })
    },
  }
}
