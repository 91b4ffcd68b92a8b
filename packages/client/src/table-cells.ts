import type { Column } from '@triptych/contract/tables'

/** What the grid works with: a `Date` for dates, where a day is its midnight in the page's zone. */
export function cellIn({ type }: Column, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = type === 'date' ? `${value}T00:00:00` : value
  const isDate = (type === 'date' || type === 'datetime') && !Number.isNaN(Date.parse(text))
  return isDate ? new Date(text) : value
}

export function cellOut({ type }: Column, value: unknown): unknown {
  if (value instanceof Date) return type === 'date' ? localDay(value) : value.toISOString()
  return value ?? null
}

/** The editors of the grid give text for everything, and an empty one where there was nothing. */
export function edited({ type }: Column, value: unknown, before: unknown): unknown {
  if (value === '' && (type !== 'text' || before === null)) return null
  const isNumber = type === 'integer' || type === 'number'
  return isNumber && typeof value === 'string' && Number.isFinite(Number(value))
    ? Number(value)
    : (value ?? null)
}

export function isSameCell(column: Column, one: unknown, other: unknown): boolean {
  return JSON.stringify(cellOut(column, one)) === JSON.stringify(cellOut(column, other))
}

function localDay(date: Date): string {
  const parts = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'))
  return [String(date.getFullYear()).padStart(4, '0'), ...parts].join('-')
}
