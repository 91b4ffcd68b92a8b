import type { Table } from '@triptych/contract/tables'
import type { StoredRow, TableReader, Values } from '../../ports/table-store.ts'
import type { Dialect } from './dialect.ts'
import { sql } from './sql.ts'
import type { SqlSession } from './sql.ts'
import type { TableShape } from './table-shape.ts'

const rowsAtOnce = 1000

export function storedRows(
  session: SqlSession,
  dialect: Dialect,
  shapeOf: (table: Table) => TableShape,
): Pick<TableReader, 'row' | 'rowsById'> {
  function rowOf(table: Table, id: number, [version, order, ...cells]: unknown[]): StoredRow {
    const values: Values = {}
    for (const [index, column] of table.columns.entries()) {
      values[column.name] = dialect.fromSql(column, cells[index])
    }
    return { id, version: Number(version), order: String(order), values }
  }

  return {
    async row(table, id) {
      const row = await session.get(shapeOf(table).selectRow(id))
      return row ? rowOf(table, id, row) : null
    },

    async rowsById(table, ids) {
      const { from, columns } = shapeOf(table)
      const found: StoredRow[] = []
      for (let at = 0; at < ids.length; at += rowsAtOnce) {
        const list = dialect.idList(JSON.stringify(ids.slice(at, at + rowsAtOnce)))
        const rows = await session.all(
          sql`select "id", "$version", "$order", ${columns}
              from ${list} ${dialect.joinFromLeft} ${from} on "id" = list."$id"
              order by list."$position"`,
        )
        for (const [id, ...rest] of rows) found.push(rowOf(table, Number(id), rest))
      }
      return found
    },
  }
}
