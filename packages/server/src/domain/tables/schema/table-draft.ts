import type { Column, Table, TableIndex } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'

/** A table while its changes are thought through. Nothing of it is written yet. */
export interface Draft {
  name: string
  columns: DraftColumn[]
  indexes: TableIndex[]
}

export interface DraftColumn extends Column {
  /** The name of the column it was before the change, `null` where it is new. */
  origin: string | null
}

export function draftOf(table: Table): Draft {
  return {
    name: table.name,
    columns: table.columns.map((column) => ({ ...column, origin: column.name })),
    indexes: table.indexes,
  }
}

export function tableOf({ name, columns, indexes }: Draft): Table {
  return { name, columns: columns.map(({ origin: _origin, ...column }) => column), indexes }
}

export function columnIn(draft: Draft, name: string): DraftColumn {
  const column = draft.columns.find((each) => each.name === name)
  if (column) return column
  throw unknownColumn(name)
}

export function unknownColumn(name: string): AppError {
  const column = name.slice(0, 60).toWellFormed()
  return new AppError('tables.unknown_column', `The table has no column ${column}.`, { column })
}
