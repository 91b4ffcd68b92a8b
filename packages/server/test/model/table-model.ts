import type { CellValue, Column } from '@triptych/contract/tables'
import { queryColumn } from '../fixtures/query-table.ts'
import type { QueryRow } from '../fixtures/query-table.ts'

/**
 * What a table should answer, the plain way: rows in an array, and nothing remembered. It knows
 * nothing of SQL, cursors or pages; days are those of this process's zone.
 */

export const modelColumns: Column[] = [
  queryColumn('word', 'text'),
  queryColumn('title', 'text', false),
  queryColumn('n', 'integer'),
  queryColumn('share', 'number'),
  queryColumn('ok', 'boolean'),
  queryColumn('day', 'date'),
  queryColumn('at', 'datetime'),
  queryColumn('data', 'json'),
]

export type Unit = 'day' | 'week' | 'month' | 'year'
export interface ModelKey {
  column: string
  unit: Unit | null
}
export interface ModelAggregate {
  operator: 'count' | 'sum' | 'avg' | 'min' | 'max'
  column: string | null
}
export interface ModelSort {
  column: string
  descending: boolean
}

type Passes = (row: QueryRow) => boolean

/** JSON has the order of its text, everything else its own; nothing comes before anything. */
function compare(one: CellValue, other: CellValue): number {
  const [a, b] = [comparable(one), comparable(other)]
  if (a === b) return 0
  if (a === null || b === null) return a === null ? -1 : 1
  return a < b ? -1 : 1
}

function comparable(value: CellValue): string | number | boolean | null {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

function cellOf(row: QueryRow, column: string): CellValue {
  const value = row[column] ?? null
  // Of JSON every value has the order of its text, numbers as well.
  return column === 'data' && value !== null ? JSON.stringify(value) : value
}

export function sorted(rows: readonly QueryRow[], sort: readonly ModelSort[]): QueryRow[] {
  return rows.toSorted((one, other) => {
    for (const { column, descending } of sort) {
      const order = compare(cellOf(one, column), cellOf(other, column))
      if (order !== 0) return descending ? -order : order
    }
    return 0
  })
}

export function holdsText(row: QueryRow, text: string): boolean {
  return modelColumns
    .filter(({ type }) => type === 'text')
    .some(({ name }) => withoutMarks(written(row[name] ?? '')).includes(withoutMarks(text)))
}

/** Of the letters that are in these rows. */
function withoutMarks(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
}

export function withFields(row: QueryRow, fields: readonly string[] | null): Partial<QueryRow> {
  if (fields === null) return row
  return Object.fromEntries(['id', ...fields].map((name) => [name, row[name] ?? null]))
}

export function suggestions(
  rows: readonly QueryRow[],
  column: string,
  { passes, part, limit }: { passes: Passes; part: string; limit: number },
): { value: CellValue; count: number }[] {
  const counts = new Map<string, { cell: CellValue; value: CellValue; count: number }>()
  for (const row of rows) {
    const value = row[column] ?? null
    if (value === null || value === '' || !passes(row)) continue
    if (!written(value).toLowerCase().includes(part.toLowerCase())) continue
    const key = JSON.stringify(value)
    const found = counts.get(key) ?? { cell: cellOf(row, column), value, count: 0 }
    found.count++
    counts.set(key, found)
  }
  return [...counts.values()]
    .toSorted((one, other) => compare(one.cell, other.cell))
    .slice(0, limit)
    .map(({ value, count }) => ({ value, count }))
}

/** As JavaScript writes a value that is put into a text. */
function written(value: CellValue): string {
  if (Array.isArray(value)) return value.map(written).join(',')
  return typeof value === 'object' && value !== null ? '[object Object]' : String(value)
}

export function groups(
  rows: readonly QueryRow[],
  keys: readonly ModelKey[],
  aggregates: readonly ModelAggregate[],
): Record<string, CellValue>[] {
  const found = new Map<string, { key: CellValue[]; rows: QueryRow[] }>()
  if (keys.length === 0) found.set('[]', { key: [], rows: [] })
  for (const row of rows) {
    const key = keys.map(({ column, unit }) => partOf(row[column] ?? null, unit))
    const text = JSON.stringify(key)
    const group = found.get(text) ?? { key, rows: [] }
    group.rows.push(row)
    found.set(text, group)
  }
  const inOrder = [...found.values()].toSorted((one, other) => {
    const orders = keys.map((_, index) => compare(one.key[index]!, other.key[index]!))
    return orders.find((order) => order !== 0) ?? 0
  })
  return inOrder.map((group) =>
    Object.fromEntries([
      ...keys.map(({ column }, index) => [column, group.key[index]]),
      ...aggregates.map((one) => [nameOf(one), aggregateOf(group.rows, one)]),
    ]),
  )
}

function nameOf({ operator, column }: ModelAggregate): string {
  return column === null ? operator : `${operator}(${column})`
}

function aggregateOf(rows: readonly QueryRow[], { operator, column }: ModelAggregate): CellValue {
  if (column === null) return rows.length
  const values = rows.map((row) => row[column] ?? null).filter((value) => value !== null)
  if (operator === 'count') return values.length
  if (values.length === 0) return null
  if (operator === 'min' || operator === 'max') {
    const inOrder = values.toSorted(compare)
    return inOrder.at(operator === 'min' ? 0 : -1)!
  }
  const sum = values.reduce<number>((total, value) => total + Number(value), 0)
  return operator === 'sum' ? sum : sum / values.length
}

function partOf(value: CellValue, unit: Unit | null): CellValue {
  if (unit === null || typeof value !== 'string') return value
  const [year, month, day] = value.length === 10 ? value.split('-').map(Number) : localDay(value)
  if (unit === 'year') return year!
  const monday = new Date(Date.UTC(year!, month! - 1, day))
  if (unit === 'week') monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  return monday.toISOString().slice(0, unit === 'month' ? 7 : 10)
}

function localDay(instant: string): number[] {
  const date = new Date(instant)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
}
