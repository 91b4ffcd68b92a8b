import { heldRows } from 'triptych-client'
import type { Row } from 'triptych-client'
import type { Column } from '@triptych/contract/tables'
import { totalText } from '../total-texts.ts'
import type { CellStore } from './cell-store.ts'

/** It is added up anew with every step of a selection. */
const mostCells = 20_000

/** How many rows a range goes over. */
export function rangeHeight(store: CellStore): number {
  const bounds = store.bounds()
  return bounds ? bounds.bottom - bounds.top + 1 : 0
}

/** What the numbers of a range come to: `Sum 15 · Avg 5`. Nothing for one cell, or where there are no two numbers. */
export function rangeText(store: CellStore): string {
  const columns = numbersIn(store)
  const rows = isFew(store, columns) ? heldIn(store) : null
  if (!rows) return ''
  const numbers = rows.flatMap((row) =>
    columns.flatMap(({ name }) => (typeof row[name] === 'number' ? [row[name]] : [])),
  )
  if (numbers.length < 2) return ''
  const sum = numbers.reduce((total, each) => total + each, 0)
  return sumText(columns, sum, sum / numbers.length)
}

/** The columns with numbers of a range over all rows that are not all here, which only the server can add up. */
export function farColumns(store: CellStore): Column[] {
  const bounds = store.bounds()
  const isWhole = bounds && bounds.top === 0 && bounds.bottom === store.shape().rows - 1
  if (!isWhole || rangeHeight(store) < 2) return []
  const columns = numbersIn(store)
  return isFew(store, columns) && heldIn(store) ? [] : columns
}

export function sumText(columns: readonly Column[], sum: number, avg: number | null): string {
  // Euros and kilograms together are only a number.
  const [first] = columns
  const kinds = new Set(columns.map(({ format }) => JSON.stringify(format ?? null)))
  const shownAs = kinds.size === 1 ? first : undefined
  const average = avg === null ? [] : [totalText(shownAs, 'avg', avg)]
  return [totalText(shownAs, 'sum', sum), ...average].join(' · ')
}

function numbersIn(store: CellStore): Column[] {
  const bounds = store.bounds()
  if (!bounds) return []
  const names = store.shape().columns.slice(bounds.left, bounds.right + 1)
  return names.flatMap((name) => numbered(store.column(name)) ?? [])
}

function isFew(store: CellStore, columns: readonly Column[]): boolean {
  return columns.length > 0 && rangeHeight(store) * columns.length <= mostCells
}

function heldIn(store: CellStore): Row[] | null {
  const bounds = store.bounds()
  return bounds && heldRows(store.connection, bounds.top, bounds.bottom + 1)
}

/** The number of a row that is named is nothing to add up. */
function numbered(column: Column | undefined): Column | null {
  const isNumber = column?.type === 'integer' || column?.type === 'number'
  return column && isNumber && !column.reference ? column : null
}
