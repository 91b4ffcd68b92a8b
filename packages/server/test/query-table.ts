import type { CellValue, Column, ColumnType, Table } from '@triptych/contract/tables'
import type { Dialect } from '../src/engines/sql/dialect.ts'
import { openConnection } from '../src/engines/sqlite/connection.ts'
import { sqliteDialect } from '../src/engines/sqlite/dialect.ts'
import { identifier, join, sql } from '../src/engines/sql/sql.ts'
import type { Sql, SqlSession } from '../src/engines/sql/sql.ts'
import { tableShape } from '../src/engines/sql/table-shape.ts'

export function queryColumn(name: string, type: ColumnType, nullable = true): Column {
  return { name, type, nullable, unique: false, default: null, options: null, reference: null }
}

export function queryTable(columns: Column[]): Table {
  return { name: 'films', columns, indexes: [] }
}

/** A column of each type that may be empty, and of each that may not. */
export const everyColumn = queryTable([
  queryColumn('name', 'text'),
  queryColumn('title', 'text', false),
  queryColumn('votes', 'integer'),
  queryColumn('year', 'integer', false),
  queryColumn('score', 'number'),
  queryColumn('weight', 'number', false),
  queryColumn('seen', 'boolean'),
  queryColumn('open', 'boolean', false),
  queryColumn('day', 'date'),
  queryColumn('born', 'date', false),
  queryColumn('at', 'datetime'),
  queryColumn('made', 'datetime', false),
  queryColumn('extra', 'json'),
  queryColumn('more', 'json', false),
])

export type QueryRow = Record<string, CellValue> & { id: number }

/** A database with nothing in it. */
export interface EmptySql {
  session: SqlSession
  dialect: Dialect
  close: () => void
}

export interface RowsInSql extends EmptySql {
  /** Takes the place of all rows there were. */
  putRows(rows: readonly QueryRow[]): Promise<void>
  ids(condition: Sql): Promise<number[]>
}

export async function emptySqlite(): Promise<EmptySql> {
  const { session, close } = openConnection(':memory:', 'write')
  return { session, dialect: sqliteDialect, close }
}

/** The SQL table of a table, in a database of its own; rows are in the order they were put in. */
export async function rowsInSql(table: Table, open = emptySqlite): Promise<RowsInSql> {
  const { session, dialect, close } = await open()
  const shape = tableShape(dialect)(table)
  const { from, columns } = shape
  for (const statement of shape.definitions(1)) await session.run(statement)
  return {
    session,
    dialect,
    async putRows(rows) {
      await session.run(sql`delete from ${from}`)
      for (const [index, row] of rows.entries()) {
        const values = table.columns.map(
          (column) => sql`${dialect.toSql(column, row[column.name] ?? null)}`,
        )
        const order = String(index).padStart(6, '0')
        await session.run(
          sql`insert into ${from} (${identifier('id')}, "$order", "$version", ${columns})
              values (${row.id}, ${order}, 1, ${join(values, ', ')})`,
        )
      }
    },
    async ids(condition) {
      const rows = await session.all(
        sql`select "id" from ${from} where ${condition} order by "$order", "id"`,
      )
      return rows.map(([id]) => Number(id))
    },
    close,
  }
}
