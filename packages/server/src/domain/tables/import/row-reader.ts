import type { Table, CellValue, Column } from '@triptych/contract/tables'
import type { SourceRecords, SourceCell } from '../../../codecs/records.ts'
import { AppError } from '../../../errors.ts'
import type { Values } from '../../../ports/table-store.ts'
import { sameValue, valueRequired } from '../cell-value.ts'
import { withFormulas } from '../formula-cells.ts'
import { mayNot } from '../find-table.ts'
import { cellConverter, watchedConverter } from './cell-converter.ts'
import type { CellConverter } from './cell-converter.ts'
import type { ColumnPlan } from './plan-columns.ts'

export interface RowRead {
  /** In the order of the table's columns. */
  values: CellValue[]
  /** How many of them stay empty because what the file has does not fit. */
  emptied: number
}

/** Throws where a cell does not fit that cannot stay empty, or is not to. */
export type ReadRow = (cells: readonly SourceCell[]) => RowRead

interface Reading {
  /** Whether a cell that does not fit stays empty where its column can be. */
  emptyBad: boolean
  /** The values of columns that nobody who imports may write. */
  kept: Values
  /** Told of the columns that are not what their format says. */
  strange: Set<string>
}

/** Reads the cells of a file into the values of a row, by the plan of its columns. */
export function rowReader(
  { table, places, doubled, unnamed, forms, guessed, choices }: ColumnPlan,
  stringsAre: SourceRecords['stringsAre'],
  { kept, strange, emptyBad }: Reading,
): ReadRow {
  // Of the row that is being read.
  let emptied = 0
  const forgive = () => void emptied++
  const readers = table.columns.map((column, at) => {
    const read = guessed.includes(column.name)
      ? watchedConverter(column, stringsAre, forms[at], strange)
      : cellConverter(column, stringsAre, forms[at])
    const convert = choices.has(column.name) ? trimmed(column, read) : read
    const isKept = Object.hasOwn(kept, column.name)
    // What must not be changed is refused, whatever else is forgiven.
    const isForgiven = emptyBad && column.nullable && !isKept
    return {
      column,
      place: places[at]!,
      convert: isForgiven ? orEmpty(convert, forgive) : convert,
      isKept,
    }
  })
  const worksOut = table.columns.some(({ formula }) => formula !== undefined)
  return (cells) => {
    if (doubled.some((place) => cells[place] !== undefined)) throw doubledKey()
    const nameless = unnamed.find((place) => cells[place] != null && cells[place] !== '')
    if (nameless !== undefined) throw namelessValue(nameless)
    const values: CellValue[] = []
    emptied = 0
    for (const { column, place, convert, isKept } of readers) {
      if (column.formula !== undefined) {
        values.push(null)
        continue
      }
      const cell = place < 0 ? undefined : cells[place]
      if (isKept) {
        const value = kept[column.name] ?? null
        const isOther = cell !== undefined && cell !== null && !sameValue(convert(cell), value)
        if (isOther) throw mayNot()
        values.push(value)
        continue
      }
      values.push(cell === undefined || cell === null ? emptyCell(column, cell) : convert(cell))
    }
    const all = worksOut ? inOrder(table, withFormulas(table, asRow(table, values))) : values
    return { values: all, emptied }
  }
}

/** Nobody means to choose between two texts that look the same. */
function trimmed(column: Column, convert: CellConverter): CellConverter {
  return (cell) => {
    const value = convert(cell)
    const text = typeof value === 'string' ? value.trim() : value
    return text === '' ? emptyCell(column, null) : text
  }
}

function orEmpty(convert: CellConverter, forgive: () => void): CellConverter {
  return (cell) => {
    try {
      return convert(cell)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      forgive()
      return null
    }
  }
}

function asRow({ columns }: Table, values: readonly CellValue[]): Values {
  return Object.fromEntries(columns.map(({ name }, at) => [name, values[at] ?? null]))
}

function inOrder({ columns }: Table, values: Values): CellValue[] {
  return columns.map(({ name }) => values[name] ?? null)
}

/** A cell that is not there has the default; an empty one only where it cannot stay empty. */
function emptyCell(column: Column, cell: null | undefined): CellValue {
  if (cell === null && column.nullable) return null
  if (column.default === null && !column.nullable) throw valueRequired(column)
  return column.default
}

function namelessValue(place: number): AppError {
  const message = `Column ${place + 1} has a value here, but no name, and none in the first rows.`
  return new AppError('tables.unknown_column', message)
}

function doubledKey(): AppError {
  return new AppError('tables.unknown_column', 'Two of its keys are for the same column.')
}
