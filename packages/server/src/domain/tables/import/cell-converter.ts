import type { CellValue, Column } from '@triptych/contract/tables'
import { valueFromJson, valueFromText } from '../cell-value.ts'
import { fitsFormat } from '../column-format.ts'
import { isStorableText } from '../json-value.ts'
import type { SourceCell, SourceRecords } from '../../../codecs/records.ts'
import { AppError } from '../../../errors.ts'
import type { WrittenForm } from './written-forms.ts'

/** What a column stores for a cell of a file; throws when the cell does not fit. */
export type CellConverter = (cell: Exclude<SourceCell, undefined>) => CellValue

/**
 * The rules are those of cell-value.ts. Texts in the usual form of their type are read here, because
 * a file may have millions of them; everything else is asked there.
 */
export function cellConverter(
  column: Column,
  stringsAre: SourceRecords['stringsAre'],
  form: WrittenForm | null = null,
): CellConverter {
  if (stringsAre === 'values') return (cell) => valueFromJson(column, cell)
  if (form) return (cell) => formedValue(column, form, cell)
  const isPlain = column.options === null && column.format === undefined
  const read = isPlain ? usualForm[column.type] : none
  return (cell) => {
    if (typeof cell === 'string') return read(cell) ?? valueFromText(column, cell)
    // A cell of a sheet has a type of its own, and text is what can be made of any.
    if (typeof cell === 'boolean' && column.type === 'text')
      return valueFromText(column, String(cell))
    return valueFromJson(column, cell)
  }
}

/** Takes whatever the type takes, and notes what is not what the format says. */
export function watchedConverter(
  column: Column,
  stringsAre: SourceRecords['stringsAre'],
  form: WrittenForm | null | undefined,
  strange: Set<string>,
): CellConverter {
  const { format, ...plain } = column
  const convert = cellConverter(plain, stringsAre, form)
  return (cell) => {
    const value = convert(cell)
    if (format && !fitsFormat(format, value)) strange.add(column.name)
    return value
  }
}

/** A number in another form has another meaning, as 1.234 has beside 1,5. Dates and booleans in the usual one have not. */
function formedValue(
  column: Column,
  form: WrittenForm,
  cell: Exclude<SourceCell, undefined>,
): CellValue {
  if (typeof cell !== 'string' || cell === '') return valueFromJson(column, cell)
  const plain = form.plain(cell)
  if (plain !== null) return valueFromText(column, plain)
  const isNumber = column.type === 'number' || column.type === 'integer'
  return isNumber && /\d/.test(cell) ? refused(column, form, cell) : valueFromText(column, cell)
}

function refused({ name }: Column, { example }: WrittenForm, cell: string): never {
  const shown = JSON.stringify(cell.slice(0, 60).toWellFormed())
  const message = `${name} takes numbers written as ${example}, not ${shown}.`
  throw new AppError('tables.wrong_type', message, { column: name })
}

// Every month has 28 days; for later ones and for the year 0 the calendar is asked.
const day = String.raw`(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])`
const usualDate = new RegExp(`^${day}$`)
const usualDatetime = new RegExp(String.raw`^${day}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$`)

/** `null`: the text is in another form, or wrong. */
type UsualForm = (text: string) => CellValue

const usualForm: Record<Column['type'], UsualForm> = {
  text: (text) => (isStorableText(text) ? text : null),
  integer: usualInteger,
  number: usualNumber,
  boolean(text) {
    if (text === 'true') return true
    return text === 'false' ? false : null
  },
  date: (text) => (usualDate.test(text) ? text : null),
  datetime: (text) => (usualDatetime.test(text) ? text : null),
  json: none,
}

function none(): null {
  return null
}

const minus = 0x2d
const point = 0x2e
const zero = 0x30

// Up to 15 digits nothing is lost.
const exactDigits = 15

function usualInteger(text: string): number | null {
  const start = text.charCodeAt(0) === minus ? 1 : 0
  if (text.length === start || text.length > start + exactDigits) return null
  let value = 0
  for (let at = start; at < text.length; at++) {
    const digit = text.charCodeAt(at) - zero
    if (digit < 0 || digit > 9) return null
    value = value * 10 + digit
  }
  return start === 1 && value !== 0 ? -value : value
}

/** So few digits and the power of ten are kept exactly, and so their quotient is the nearest number. */
function usualNumber(text: string): number | null {
  const start = text.charCodeAt(0) === minus ? 1 : 0
  if (text.length === start || text.length > start + exactDigits) return null
  let value = 0
  let pointAt = -1
  for (let at = start; at < text.length; at++) {
    const digit = text.charCodeAt(at) - zero
    if (digit >= 0 && digit <= 9) value = value * 10 + digit
    else if (digit === point - zero && pointAt < 0) pointAt = at
    else return null
  }
  if (pointAt >= 0) {
    if (text.length === start + 1) return null
    value /= 10 ** (text.length - 1 - pointAt)
  }
  return start === 1 && value !== 0 ? -value : value
}
