import type { CellValue, Column, ColumnType } from '@triptych/contract/tables'
import type { Dialect } from '../sql/dialect.ts'
import { identifier, join, sql } from '../sql/sql.ts'
import type { Sql, SqlValue } from '../sql/sql.ts'

const columnTypes: Record<ColumnType, Sql> = {
  text: sql`text`,
  integer: sql`integer`,
  number: sql`real`,
  boolean: sql`integer`,
  date: sql`text`,
  datetime: sql`text`,
  json: sql`text`,
}

export const sqliteDialect: Dialect = {
  columnType: (type) => columnTypes[type],
  tableOptions: sql`strict`,

  toSql(column, value): SqlValue {
    if (value === null) return null
    if (column.type === 'json') return JSON.stringify(value)
    if (column.type === 'boolean') return value === true ? 1 : 0
    // The domain has checked the value: the other types are text or number.
    return value as string | number
  },

  fromSql(column, value): CellValue {
    if (value === null) return null
    if (column.type === 'json') return JSON.parse(value as string) as CellValue
    if (column.type === 'boolean') return value === 1
    // The column is strict: nothing else can be in it.
    return value as string | number
  },

  rowJson: (columns) =>
    object([
      sql`'id', "id"`,
      ...columns.map((column) => sql`${text(column.name)}, ${cellJson(column)}`),
    ]),

  object: (members) =>
    object(Object.entries(members).map(([name, value]) => sql`${text(name)}, ${value}`)),

  arrayBytes: (piece) => sql`cast('[' || coalesce(group_concat(${piece}, ','), '') || ']' as blob)`,
  quoted: (piece) => sql`json_quote(${piece})`,
  includes: (piece, part) => sql`instr(${piece}, ${part}) > 0`,
  json: (piece) => sql`json(${piece})`,
}

function object(members: Sql[]): Sql {
  return sql`json_object(${join(members, ', ')})`
}

/** Column names stand in the text, not among the values, so that one prepared statement serves all pages. */
function text(value: string): Sql {
  return { text: `'${value.replaceAll("'", "''")}'`, values: [] }
}

function cellJson(column: Column): Sql {
  const cell = sql`${identifier(column.name)}`
  if (column.type === 'json') return sql`json(${cell})`
  if (column.type === 'boolean')
    return sql`json(case ${cell} when 1 then 'true' when 0 then 'false' end)`
  // SQLite writes the double 5 as 5.0, JavaScript as 5.
  if (column.type === 'number') {
    return sql`case when abs(${cell}) < 1e15 and ${cell} = cast(${cell} as integer) then cast(${cell} as integer) else ${cell} end`
  }
  return cell
}
