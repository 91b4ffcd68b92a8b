import { setImmediate as nextTurn } from 'node:timers/promises'
import { workedOut } from '@triptych/contract/formula/formula-columns'
import type { FormulaColumn } from '@triptych/contract/formula/formula-columns'
import type { Table } from '@triptych/contract/tables'
import type { Dialect } from '../core/dialect.ts'
import { identifier, join, sql } from '../core/sql.ts'
import type { Sql, SqlSession } from '../core/sql.ts'
import { readCells } from './read-cells.ts'
import { toStored, widestOf } from './table-sql.ts'

/** So many rows are worked on at a stretch before others get their turn. */
const pageRows = 1000

/**
 * Works out these columns of the rows that pass, where rows are written without being read; answers how many bytes the
 * longest text has. Row versions stay.
 */
export async function settleFormulas(
  session: SqlSession,
  dialect: Dialect,
  table: Table,
  formulas: readonly FormulaColumn[],
  where: Sql = sql`true`,
): Promise<number> {
  if (formulas.length === 0) return 0
  const made = new Set(formulas.map(({ name }) => name))
  const read = new Set(formulas.flatMap(({ reads }) => [...reads]))
  const columns = table.columns.filter(({ name }) => read.has(name) && !made.has(name))
  const written = table.columns.filter(({ name }) => made.has(name))
  const sets = written.map(({ name }) => sql`${identifier(name)} = ${0}`)
  // The same text each time, so that its statement is found without looking at all of it.
  const { text } = sql`update ${identifier(table.name)} set ${join(sets, ', ')} where "id" = ${0}`
  let widest = 0
  for (let after = 0; ;) {
    const limit = pageRows
    const page = await readCells(session, dialect, {
      table: table.name,
      columns,
      where,
      after,
      limit,
    })
    for (const { id, values } of page) {
      const row = Object.fromEntries(columns.map(({ name }, at) => [name, values[at] ?? null]))
      const cells = workedOut(formulas, row)
      const stored = written.map((column) => toStored(column, cells[column.name] ?? null))
      await session.run({ text, values: [...stored, id] })
      widest = widestOf(stored, widest)
    }
    const last = page.at(-1)
    if (!last) return widest
    after = last.id
    await nextTurn()
  }
}
