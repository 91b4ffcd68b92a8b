import type {
  CellValue,
  Column,
  ColumnFormat,
  ColumnType,
  OptionColors,
} from '@triptych/contract/tables'
import { AppError } from '../../errors.ts'
import { isLostNumber } from '../../codecs/json/strict-json.ts'
import { fitsFormat, formatObstacle, formatTakes, withoutPercent } from './column-format.ts'
import { dayOf, instantOf, isWrittenFor } from './date-value.ts'
import { isStorableJson, isStorableText, parseText } from './json-value.ts'
import { colorsAmong, colorsObstacle } from './option-colors.ts'

/** What a column stores for a value of a JSON body; throws when the value does not fit. */
export function valueFromJson(column: Column, value: unknown): CellValue {
  if (typeof value === 'string' && column.type !== 'json') return valueFromText(column, value)
  if (value === null || value === '') return noValue(column)
  return accepted(column, fromJson[column.type](value), value)
}

/** What a column stores for a text that stands for a value, such as `'5'`, `'true'` or `'a,b'`. */
export function valueFromText(column: Column, text: string): CellValue {
  if (text === '' && !keepsEmptyText(column)) return noValue(column)
  const read = fromText[column.type](withoutPercent(column, text), column.options)
  return accepted(column, read, text)
}

/**
 * What a cell holds after an edit. It comes as text from SVAR, which sends `String(value)` also when
 * its editor was closed without a change, and as JSON from others.
 */
export function editedCell(column: Column, old: CellValue, given: unknown): CellValue {
  if (typeof given !== 'string') return valueFromJson(column, given)
  return isShownAs(column, old, given) ? old : valueFromText(column, given)
}

function isShownAs({ type }: Column, value: CellValue, text: string): boolean {
  if (shown(value) === text) return true
  return type === 'datetime' && typeof value === 'string' && isWrittenFor(text, value)
}

/** `String(value)`, but for objects with a `toString` of their own. */
function shown(value: CellValue): string {
  if (value === null) return ''
  if (Array.isArray(value)) return value.map(shown).join(',')
  return typeof value === 'object' ? '[object Object]' : String(value)
}

/** A stored value, where the rules of a column of its type take it. */
export function fittingValue(column: Column, value: CellValue): CellValue {
  if (value !== null) return accepted(column, value, value)
  if (column.nullable) return null
  throw valueRequired(column)
}

/** Deep equality; the order of an object's keys does not matter. */
export function sameValue(a: CellValue, b: CellValue): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((item, i) => sameValue(item, b[i]!))
  }
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key]!, b[key]!))
}

/** A column without a format or colours may say so; one with a formula need not say its type. */
export type GivenColumn = Omit<Column, 'format' | 'type' | 'formula' | 'colors'> & {
  type?: ColumnType | undefined
  colors?: OptionColors | null | undefined
  format?: ColumnFormat | null | undefined
  formula?: string | undefined
}

/** The column of a new table with its default in stored form; throws `body.invalid`. */
export function checkColumn({ format, formula, type, colors, ...given }: GivenColumn): Column {
  const bare = colorsObstacle({ ...given, colors })
  if (bare !== null) throw invalidColumn(given, bare)
  if (formula !== undefined) return formulaColumn(given, { format, formula })
  if (type === undefined) throw invalidColumn(given, 'needs a type.')
  const coloured = colorsAmong({ ...given, colors })
  const column: Column = { ...given, type, ...coloured, ...(format && { format }) }
  const { options } = column
  if (column.unique && type === 'json')
    throw invalidColumn(column, 'holds JSON and cannot be unique.')
  if (options !== null && !['text', 'integer', 'number', 'json'].includes(type)) {
    throw invalidColumn(column, `cannot have options, because it is a ${type}.`)
  }
  checkReference(column)
  const obstacle = formatObstacle(column)
  if (obstacle !== null) throw invalidColumn(column, obstacle)
  const wrong = options?.find((option) => !isOptionOf(type, option))
  if (wrong !== undefined) {
    throw invalidColumn(
      column,
      `takes ${expected[type]}, so ${excerpt(wrong)} cannot be an option.`,
    )
  }
  if (column.default === null) return column
  try {
    return { ...column, default: valueFromJson(column, column.default) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('body.invalid', `The default does not fit: ${error.message}`, error.details)
  }
}

/** Its type is what the formula comes to, which the whole table tells: until then it is any. */
function formulaColumn(
  given: Omit<Column, 'type'>,
  { format, formula }: Pick<GivenColumn, 'format'> & { formula: string },
): Column {
  const { nullable, unique, default: value, options, reference } = given
  const isPlain = nullable && !unique && value === null && options === null && reference === null
  if (!isPlain) {
    throw invalidColumn(
      given,
      'has a formula: it can be empty, and has no default, options, reference or unique values.',
    )
  }
  return { ...given, type: 'text', ...(format && { format }), formula }
}

function checkReference(column: Column): void {
  if (column.reference === null) return
  if (column.type !== 'integer') {
    throw invalidColumn(column, 'must be an integer column to name rows of another table.')
  }
  if (column.reference.onDelete === 'clear' && !column.nullable) {
    throw invalidColumn(column, 'must be nullable to be cleared.')
  }
}

const expected: Record<ColumnType, string> = {
  text: 'text without half characters and U+0000',
  integer: `a whole number, at most ${Number.MAX_SAFE_INTEGER}`,
  number: 'a number',
  boolean: 'true or false',
  date: 'a date such as 2026-04-05',
  datetime: 'a date and time such as 2026-04-05T08:30:00Z',
  json: 'JSON without half characters, U+0000, __proto__ or deep nesting',
}

/** `undefined`: the value does not fit. */
type Reading = CellValue | undefined

const fromJson: Record<ColumnType, (value: unknown) => Reading> = {
  text: (value) => (Number.isFinite(value) ? String(Number(value)) : undefined),
  integer: (value) => (Number.isSafeInteger(value) ? withoutMinusZero(Number(value)) : undefined),
  number: (value) => (Number.isFinite(value) ? withoutMinusZero(Number(value)) : undefined),
  boolean(value) {
    if (typeof value === 'boolean') return value
    return value === 1 || value === 0 ? value === 1 : undefined
  },
  date: () => undefined,
  datetime: () => undefined,
  json: (value) => (isStorableJson(value) ? value : undefined),
}

const integer = /^[+-]?\d+$/
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const booleans = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

const fromText: Record<ColumnType, (text: string, options: Column['options']) => Reading> = {
  text: (text) => (isStorableText(text) ? text : undefined),
  integer: (text) => (integer.test(text.trim()) ? fromJson.integer(Number(text)) : undefined),
  number: (text) =>
    decimal.test(text.trim()) && !isLostNumber(text.trim())
      ? fromJson.number(Number(text))
      : undefined,
  boolean: (text) => booleans.get(text.trim()),
  date: (text) => dayOf(text.trim()) ?? undefined,
  datetime: (text) => instantOf(text.trim()) ?? undefined,
  json: (text, options) =>
    options === null ? fromJson.json(parseText(text)) : readChoices(options, text),
}

// SVAR sends a choice of several as String(['a', 'b']), which is no JSON, or as '5' for [5].
function readChoices(options: (string | number)[], text: string): Reading {
  const value = parseText(text)
  if (Array.isArray(value)) return fromJson.json(value)
  return choicesIn(text, options)
}

/** What a short text asks for, `a,b` or `["a","b"]`, be they options or not. */
export function askedChoices(options: (string | number)[], text: string): CellValue[] {
  const value = parseText(text)
  return Array.isArray(value) ? (value as CellValue[]) : choicesIn(text, options, true)
}

/** An option may have commas of its own: the longest that fits is the one that was meant. */
function choicesIn(text: string, options: (string | number)[], takesOthers = false): CellValue[] {
  const byText = new Map(options.map((option) => [String(option), option]))
  const partCounts = new Set(options.map((option) => String(option).split(',').length))
  const longestFirst = [...partCounts].toSorted((a, b) => b - a)
  const parts = text.split(',')
  const choices: CellValue[] = []
  for (let start = 0; start < parts.length;) {
    const texts = longestFirst.map((count) => parts.slice(start, start + count).join(','))
    const choice = texts.find((each) => byText.has(each))
    const other = parts[start] ?? ''
    // Nothing fits: what is left need not be looked at to refuse the whole.
    if (choice === undefined && !takesOthers) return [...choices, other]
    choices.push(byText.get(choice ?? other) ?? other)
    start += choice === undefined ? 1 : choice.split(',').length
  }
  return choices
}

function keepsEmptyText({ type, options }: Column): boolean {
  return type === 'text' && (options === null || options.includes(''))
}

function withoutMinusZero(value: number): number {
  return value === 0 ? 0 : value
}

function accepted(column: Column, value: Reading, given: unknown): CellValue {
  const { type, options, format } = column
  if (value === undefined) throw wrongType(column, expected[type], given)
  if (format && !fitsFormat(format, value)) {
    throw wrongType(column, formatTakes[format.kind] ?? expected[type], given)
  }
  if (options === null) return value
  if (type === 'json' && !Array.isArray(value)) throw wrongType(column, 'a list of options', given)
  const other = firstOther(options, Array.isArray(value) ? value : [value])
  if (other === undefined) return value
  const message = `${column.name} takes ${listed(options)}, not ${excerpt(other)}.`
  throw new AppError('tables.not_an_option', message, { column: column.name })
}

function firstOther(options: CellValue[], values: CellValue[]): CellValue | undefined {
  if (values.length === 1) return options.includes(values[0]!) ? undefined : values[0]
  const allowed = new Set(options)
  return values.find((value) => !allowed.has(value))
}

/** A list of choices without any is a value; a choice that was taken back is none. */
function noValue(column: Column): CellValue {
  if (column.nullable) return null
  if (column.type === 'json' && column.options !== null) return []
  throw valueRequired(column)
}

export function valueRequired({ name }: Column): AppError {
  return new AppError('tables.value_required', `${name} must have a value.`, { column: name })
}

function isOptionOf(type: ColumnType, option: string | number): boolean {
  if (typeof option === 'number') return type !== 'text' && fromJson[type](option) !== undefined
  return (type === 'text' || type === 'json') && isStorableText(option)
}

function wrongType(column: Column, what: string, given: unknown): AppError {
  const message = `${column.name} takes ${what}, not ${excerpt(given)}.`
  return new AppError('tables.wrong_type', message, { column: column.name })
}

export function invalidColumn(column: Pick<Column, 'name'>, why: string): AppError {
  return new AppError('body.invalid', `${column.name} ${why}`, { column: column.name })
}

function excerpt(value: unknown): string {
  if (typeof value === 'string') return cut(JSON.stringify(value.slice(0, 60)), 60)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? 'a list' : 'an object'
}

function listed(options: (string | number)[]): string {
  return `one of ${cut(options.slice(0, 10).join(', '), 100)}${options.length > 10 ? ' …' : ''}`
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`
}
