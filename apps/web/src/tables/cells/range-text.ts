import { heldRows } from 'triptych-client'
import type { Column } from '@triptych/contract/tables'
import { totalText } from '../total-texts.ts'
import type { CellStore } from './cell-store.ts'

/** It is added up anew with every step of a selection. */
const mostCells = 20_000

/** What the numbers of a range come to: `Sum 15 · Avg 5`. Nothing for one cell, or where there are no two numbers. */
export function rangeText(store: CellStore): string {
  const bounds = store.bounds()
  if (!bounds) return ''
  const { top, bottom, left, right } = bounds
  const names = store.shape().columns.slice(left, right + 1)
  const columns = names.flatMap((name) => numbered(store.column(name)) ?? [])
  const height = bottom - top + 1
  if (columns.length === 0 || height * columns.length > mostCells) return ''
  const rows = heldRows(store.connection, top, bottom + 1) ?? []
  const numbers = rows.flatMap((row) =>
    columns.flatMap(({ name }) => (typeof row[name] === 'number' ? [row[name]] : [])),
  )
  if (numbers.length < 2) return ''
  const sum = numbers.reduce((total, each) => total + each, 0)
  // Euros and kilograms together are only a number.
  const [first] = columns
  const kinds = new Set(columns.map(({ format }) => JSON.stringify(format ?? null)))
  const shownAs = kinds.size === 1 ? first : undefined
  const texts = [totalText(shownAs, 'sum', sum), totalText(shownAs, 'avg', sum / numbers.length)]
  return texts.join(' · ')
}

/** The number of a row that is named is nothing to add up. */
function numbered(column: Column | undefined): Column | null {
  const isNumber = column?.type === 'integer' || column?.type === 'number'
  return column && isNumber && !column.reference ? column : null
}
