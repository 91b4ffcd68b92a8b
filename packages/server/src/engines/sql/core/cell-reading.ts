import type { ColumnType, CellValue, Column } from '@triptych/contract/tables'
import type { Sql, SqlValue } from './sql.ts'

/** How a database reads cells as JavaScript would; an empty cell stays empty. */
export interface CellReading {
  /** A condition: the cell is not empty; an index can be read from where its values begin. */
  hasValue(type: ColumnType, cell: Sql): Sql
  /** The text JavaScript writes for a value, in lower case: exactly that of `toLowerCase()`. */
  lowerText(type: ColumnType, cell: Sql): Sql
  /** What `Number()` sees in a text or in JSON; null where it sees none. */
  number(type: 'text' | 'json', cell: Sql): Sql
  /** Of JSON: what it is as text; null for a number, true and false. */
  jsonString(cell: Sql): Sql
  /** The day as `2026-04-05`; that of an instant on the clocks of a zone. */
  day(type: 'date' | 'datetime', cell: Sql, zone: string): Sql
  /** Twelve times the year plus the month from 0 to 11. */
  month(type: 'date' | 'datetime', cell: Sql, zone: string): Sql
  /** A condition: `part`, in lower case, occurs in the lower case text of the cell. */
  contains(type: ColumnType, cell: Sql, part: string): Sql
  /** A condition: the text begins with `part`. */
  beginsWith(text: Sql, part: string): Sql
  /** A condition: the text ends with `part`, which is not empty. */
  endsWith(text: Sql, part: string): Sql
  /** A condition: the cell has one of the values, which are one parameter. */
  oneOf(cell: Sql, values: readonly (string | number)[]): Sql
}

/** How every database keeps the value of a cell: JSON as its text, true and false as 1 and 0. */
export function toStored(column: Column, value: CellValue): SqlValue {
  if (value === null) return null
  if (column.type === 'json') return JSON.stringify(value)
  if (column.type === 'boolean') return value === true ? 1 : 0
  // The domain has checked the value: the other types are text or number.
  return value as string | number
}

export function fromStored(column: Column, value: unknown): CellValue {
  if (value === null) return null
  if (column.type === 'json') return JSON.parse(value as string) as CellValue
  if (column.type === 'boolean') return value === 1
  // The column has a type: nothing else can be in it.
  return value as string | number
}
