import type { Column } from '@triptych/contract/tables'

/** What the grid works with: a `Date` for dates, where a day is its midnight in the page's zone. */
export function cellIn({ type }: Pick<Column, 'type'>, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = type === 'date' ? `${value}T00:00:00` : value
  const isDate = (type === 'date' || type === 'datetime') && !Number.isNaN(Date.parse(text))
  return isDate ? new Date(text) : value
}

export function cellOut({ type }: Pick<Column, 'type'>, value: unknown): unknown {
  if (value instanceof Date) return type === 'date' ? localDay(value) : value.toISOString()
  return value ?? null
}

/** `Number` takes more than people write for one: `0x10`, say. */
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** The editors of the grid give text for everything, and an empty one where there was nothing. */
export function edited({ type }: Column, value: unknown, before: unknown): unknown {
  if (value === '' && (type !== 'text' || before === null)) return null
  const isNumber = type === 'integer' || type === 'number'
  if (!isNumber || typeof value !== 'string') return value ?? null
  const text = value.trim()
  if (text === '') return null
  return decimal.test(text) && Number.isFinite(Number(text)) ? Number(text) : value
}

export function isSameCell(column: Column, one: unknown, other: unknown): boolean {
  return JSON.stringify(cellOut(column, one)) === JSON.stringify(cellOut(column, other))
}

function localDay(date: Date): string {
  const parts = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'))
  return [String(date.getFullYear()).padStart(4, '0'), ...parts].join('-')
}
