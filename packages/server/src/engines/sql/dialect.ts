import type { CellValue, Column, ColumnType } from '@triptych/contract/tables'
import type { Sql, SqlValue } from './sql.ts'

/** Where the databases differ; everything else in this folder is written once for all of them. */
export interface Dialect {
  columnType(type: ColumnType): Sql
  /** What stands behind the closing bracket of `create table`. */
  tableOptions: Sql
  toSql(column: Column, value: CellValue): SqlValue
  fromSql(column: Column, value: unknown): CellValue
  /** An expression that makes the JSON object of a row: its id and its columns, in this order. */
  rowJson(columns: readonly Column[]): Sql
  /** An expression that makes a JSON object out of plain SQL expressions. */
  object(members: Record<string, Sql>): Sql
  /** An aggregate that makes a JSON array, as bytes, of JSON texts in the order of the rows. */
  arrayBytes(text: Sql): Sql
  /** An expression that writes a text as a JSON string. */
  quoted(text: Sql): Sql
  /** A condition: `part` occurs in the text, compared character by character. */
  includes(text: Sql, part: string): Sql
  /** Reads a stored JSON text as JSON inside an expression. */
  json(text: Sql): Sql
}
