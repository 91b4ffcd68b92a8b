import type { CellValue, Column } from '@triptych/contract/tables'
import type { SqlValue } from './sql.ts'

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
