import assert from 'node:assert/strict'
import type { CellValue, ColumnType } from '@triptych/contract/tables'

/** A table in plain arrays, with its own idea of what a change does. It judges the server. */
export interface ModelColumn {
  name: string
  type: ColumnType
  nullable: boolean
  unique: boolean
}

export interface Model {
  columns: ModelColumn[]
  /** Unique over several columns. */
  indexes: { name: string; columns: string[] }[]
  rows: { id: number; values: Record<string, CellValue> }[]
  nextId: number
}

export type Outcome = 'done' | 'misfit'

export const poolOf: Record<ColumnType, CellValue[]> = {
  text: ['5', '05', 'x', '', 'true', '0', '2026-04-05', '[1]', '1.5', 'Straße "\'; --', '"5"'],
  integer: [0, 1, 5, -3, 2026, 2 ** 53 - 1],
  number: [0, 1, 1.5, -3, 1e21, 5],
  boolean: [true, false],
  date: ['2026-04-05', '0001-01-01', '9999-12-31'],
  datetime: ['2026-04-05T00:00:00.000Z', '2026-04-05T08:30:00.000Z'],
  json: [1, 1.5, '5', 'x', [1], { a: [null] }, true, '2026-04-05'],
}

/** `undefined`: it cannot be converted. */
export function converted(
  from: ColumnType,
  to: ColumnType,
  value: CellValue,
): CellValue | undefined {
  if (value === null || from === to) return value
  if (to === 'text') return textOf(from, value)
  if (from === 'text') return fromText(to, value as string)
  if (to === 'json') return value
  if (from === 'json') {
    if (typeof value === 'string') return fromText(to, value)
    if (typeof value === 'object') return undefined
    return converted(typeof value === 'boolean' ? 'boolean' : 'number', to, value)
  }
  if (from === 'boolean') return to === 'integer' || to === 'number' ? Number(value) : undefined
  if (from === 'integer' || from === 'number') return fromNumber(to, value as number)
  if (from === 'date') return to === 'datetime' ? `${value as string}T00:00:00.000Z` : undefined
  const [day, time] = (value as string).split('T')
  return to === 'date' && time === '00:00:00.000Z' ? day : undefined
}

function textOf(from: ColumnType, value: CellValue): string {
  if (from === 'json' || typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

function fromNumber(to: ColumnType, value: number): CellValue | undefined {
  if (to === 'number') return value
  if (to === 'integer') return Number.isSafeInteger(value) ? value : undefined
  return to === 'boolean' && (value === 0 || value === 1) ? value === 1 : undefined
}

const texts: Record<string, Partial<Record<ColumnType, CellValue>>> = {
  '5': { integer: 5, number: 5, json: 5 },
  '05': { integer: 5, number: 5 },
  '0': { integer: 0, number: 0, json: 0, boolean: false },
  '1': { integer: 1, number: 1, json: 1, boolean: true },
  '': { integer: null, number: null, json: null, boolean: null, date: null, datetime: null },
  true: { boolean: true, json: true },
  false: { boolean: false, json: false },
  '[1]': { json: [1] },
  '"5"': { json: '5' },
}

/** Written down for the texts that occur, but for those that a conversion has made. */
function fromText(to: ColumnType, text: string): CellValue | undefined {
  if (texts[text]) return texts[text][to]
  if (/^\d{4}-\d\d-\d\d$/.test(text)) {
    if (to === 'date') return text
    return to === 'datetime' ? `${text}T00:00:00.000Z` : undefined
  }
  if (/^\d{4}-\d\d-\d\dT/.test(text)) {
    if (to === 'datetime') return text
    // A text is read as if a client had sent it: the nearest day.
    return to === 'date' ? text.slice(0, 10) : undefined
  }
  if (/^-?\d+(\.\d+)?$/.test(text) || text === '1e+21') {
    return to === 'json' ? Number(text) : fromNumber(to === 'boolean' ? 'date' : to, Number(text))
  }
  return to === 'json' && /^[{"[]/.test(text) ? (JSON.parse(text) as CellValue) : undefined
}

/** Whether no two rows have the same in all these columns. */
export function areDifferent(rows: Model['rows'], columns: string[]): boolean {
  const seen = new Set<string>()
  for (const { values } of rows) {
    const key = columns.map((name) => values[name] ?? null)
    if (key.includes(null)) continue
    const text = JSON.stringify(key)
    if (seen.has(text)) return false
    seen.add(text)
  }
  return true
}

/** Gives a column another type and other rules, or leaves all as it is. */
export function changeColumn(model: Model, name: string, to: Partial<ModelColumn>): Outcome {
  const column = model.columns.find((each) => each.name === name)
  assert.ok(column)
  const is = { ...column, ...to }
  const rows: Model['rows'] = []
  for (const { id, values } of model.rows) {
    const value = converted(column.type, is.type, values[name] ?? null)
    if (value === undefined || (value === null && !is.nullable)) return 'misfit'
    rows.push({ id, values: { ...values, [name]: value } })
  }
  const sets = model.indexes.map((index) => index.columns).filter((each) => each.includes(name))
  if (is.unique) sets.push([name])
  if (!sets.every((columns) => areDifferent(rows, columns))) return 'misfit'
  model.rows = rows
  Object.assign(column, to)
  return 'done'
}

export function renameColumn(model: Model, from: string, to: string): void {
  for (const column of model.columns) if (column.name === from) column.name = to
  for (const index of model.indexes) {
    index.columns = index.columns.map((name) => (name === from ? to : name))
  }
  for (const { values } of model.rows) {
    values[to] = values[from] ?? null
    delete values[from]
  }
}
