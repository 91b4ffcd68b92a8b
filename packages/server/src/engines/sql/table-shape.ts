import type { Column, Table } from '@triptych/contract/tables'
import type { Dialect } from './dialect.ts'
import { identifier, join, sql } from './sql.ts'
import type { Sql } from './sql.ts'

/** The SQL pieces of one table that never change while its definition does not. */
export interface TableShape {
  /** The quoted name of the SQL table. */
  from: Sql
  /** The quoted names of its columns, without id, `$order` and `$version`. */
  columns: Sql
  /** The JSON object of a row. */
  rowJson: Sql
  /** The statements that make the table; `number` gives its indexes names of their own. */
  definitions(number: number): Sql[]
}

export function tableShape(dialect: Dialect): (table: Table) => TableShape {
  const known = new WeakMap<Table, TableShape>()
  return (table) => {
    const found = known.get(table)
    if (found) return found
    const shape = shapeOf(table, dialect)
    known.set(table, shape)
    return shape
  }
}

function shapeOf(table: Table, dialect: Dialect): TableShape {
  const from = sql`${identifier(table.name)}`
  return {
    from,
    columns: join(
      table.columns.map((column) => sql`${identifier(column.name)}`),
      ', ',
    ),
    rowJson: dialect.rowJson(table.columns),
    definitions: (number) => [
      sql`create table ${from} (
            "id" ${dialect.columnType('integer')} not null primary key,
            "$order" ${dialect.columnType('text')} not null,
            "$version" ${dialect.columnType('integer')} not null,
            ${join(
              table.columns.map((column) => columnDefinition(column, dialect)),
              ', ',
            )}
          ) ${dialect.tableOptions}`,
      sql`create index ${identifier(`_order_${number}`)} on ${from} ("$order", "id")`,
      ...table.columns.flatMap((column, index) =>
        column.unique
          ? [
              sql`create unique index ${identifier(`_unique_${number}_${index + 1}`)}
                  on ${from} (${identifier(column.name)})`,
            ]
          : [],
      ),
    ],
  }
}

function columnDefinition(column: Column, dialect: Dialect): Sql {
  const nullness = column.nullable ? sql`` : sql`not null`
  return sql`${identifier(column.name)} ${dialect.columnType(column.type)} ${nullness}`
}
