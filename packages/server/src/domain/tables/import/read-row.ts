import type { CellValue, Column } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import { valueRequired } from '../cell-value.ts'
import { cellConverter } from '../formats/cell-converter.ts'
import type { SourceCell, SourceRecords } from '../formats/records.ts'
import { refuseHighId, requestedRowId } from '../row-id.ts'
import type { ColumnPlan } from './plan-columns.ts'

/** The values of a row of the file in the order of the table's columns. Throws where one does not fit. */
export type ReadRow = (cells: readonly SourceCell[]) => CellValue[]

export function rowReader(
  { table, places, doubled }: ColumnPlan,
  stringsAre: SourceRecords['stringsAre'],
): ReadRow {
  const readers = table.columns.map((column, at) => ({
    column,
    place: places[at]!,
    convert: cellConverter(column, stringsAre),
  }))
  return (cells) => {
    if (doubled.some((place) => cells[place] !== undefined)) throw doubledKey()
    const values: CellValue[] = []
    for (const { column, place, convert } of readers) {
      const cell = place < 0 ? undefined : cells[place]
      values.push(cell === undefined || cell === null ? emptyCell(column, cell) : convert(cell))
    }
    return values
  }
}

/** A cell that is not there has the default; an empty one only where it cannot stay empty. */
function emptyCell(column: Column, cell: null | undefined): CellValue {
  if (cell === null && column.nullable) return null
  if (column.default === null && !column.nullable) throw valueRequired(column)
  return column.default
}

/** The id a row brings along: all of them do, or none. */
export function idIn(cells: readonly SourceCell[], { idPlace, hasIds }: ColumnPlan): number | null {
  if (idPlace < 0) return null
  const id = rowIdIn(cells[idPlace])
  if (hasIds && id === null) throw badId('The row has no id, and others have.')
  if (!hasIds && id !== null) throw badId('The row has an id, and the first ones have none.')
  return id
}

function rowIdIn(cell: SourceCell): number | null {
  try {
    const id = requestedRowId(cell)
    if (id !== null) refuseHighId(id, 0)
    return id
  } catch (error) {
    throw error instanceof AppError ? badId(error.message) : error
  }
}

function badId(message: string): AppError {
  return new AppError('tables.bad_id', message, { column: 'id' })
}

function doubledKey(): AppError {
  return new AppError('tables.unknown_column', 'Two of its keys are for the same column.')
}
