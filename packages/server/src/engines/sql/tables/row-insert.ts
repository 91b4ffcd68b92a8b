import type { Table } from '@triptych/contract/tables'
import { sql } from '../core/sql.ts'
import type { SqlSession, SqlValue } from '../core/sql.ts'
import type { TableSql } from './table-sql.ts'

/** One statement for so many rows takes less than half the time. */
const rowsAtOnce = 100
/** The most parameters that every database takes. */
const mostParameters = 30_000

/** Id, order and version of a row come before the values of its columns, row after row. */
export type RowInsert = (table: Table, values: readonly SqlValue[]) => Promise<void>

export function rowInsert(session: SqlSession, sqlOf: (table: Table) => TableSql): RowInsert {
  const texts = new WeakMap<Table, Map<number, string>>()

  function textFor(table: Table, count: number): string {
    const known = texts.get(table) ?? new Map<number, string>()
    texts.set(table, known)
    const found = known.get(count)
    if (found !== undefined) return found
    const { from, columns } = sqlOf(table)
    const one = `(${Array.from({ length: table.columns.length + 3 }, () => '?').join(', ')})`
    const all = Array.from({ length: count }, () => one).join(', ')
    const { text } = sql`insert into ${from} ("id", "$order", "$version", ${columns}) values `
    known.set(count, text + all)
    return text + all
  }

  return async (table, values) => {
    const width = table.columns.length + 3
    const rows = Math.max(1, Math.min(rowsAtOnce, Math.floor(mostParameters / width)))
    for (let at = 0; at < values.length; at += rows * width) {
      const group = values.slice(at, at + rows * width)
      await session.insert({ text: textFor(table, group.length / width), values: group })
    }
  }
}
