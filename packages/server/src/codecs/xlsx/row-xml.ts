import type { CellValue, Column } from '@triptych/contract/tables'
import { AppError } from '../../errors.ts'
import { columnLetters } from './cell-place.ts'
import { serialOf } from './serial-date.ts'
import { xmlOfText } from './xlsx-text.ts'

/** In UTF-16 units. Excel calls a workbook with more in one cell damaged, and cutting would lose data. */
export const maxCellLength = 32_767

/** Places in the list of cell formats that write-xlsx.ts writes. */
export const cellFormats = { plain: 0, header: 1, date: 2, datetime: 3, percent: 4 } as const
/** Behind them: one for each currency. */
const firstCurrency = 5

export type SheetColumn = Pick<Column, 'name' | 'type' | 'format'>

/** The currencies of a sheet, each once. */
export function currenciesIn(columns: readonly SheetColumn[]): string[] {
  const all = columns.flatMap(({ format }) => (format?.kind === 'currency' ? format.currency : []))
  return [...new Set(all)]
}

/** For each column: how its numbers are shown. They are what they are. */
export function numberFormats(columns: readonly SheetColumn[]): number[] {
  const currencies = currenciesIn(columns)
  return columns.map(({ format }) => {
    if (format?.kind === 'percent') return cellFormats.percent
    if (format?.kind !== 'currency') return cellFormats.plain
    return firstCurrency + currencies.indexOf(format.currency)
  })
}

/** What a cell is written as; the type of its column is what it is when it can. */
export type CellForm = 'text' | 'number' | 'boolean' | 'date' | 'datetime'

/** The XML of a cell is `open`, the number of the row, `middle`, the value, and `close`. */
export interface CellMarkup {
  open: string
  middle: string
  close: string
}

/**
 * One row of a sheet, `line` being its number from 1; it says what each type of column looks like:
 * - text and json (as text): an inline string, which no program takes for a formula;
 * - integer and number: a number; a whole one of more than 15 digits is text, as Excel would show
 *   and keep another one, while it reads and keeps a fraction of 17 digits as it is;
 * - date and datetime (in UTC): a serial number with a format, before March 1900 text;
 * - null: no cell.
 */
export function rowXml(
  line: number,
  columns: readonly Pick<Column, 'name' | 'type'>[],
  values: readonly CellValue[],
  formats: readonly number[] = [],
): string {
  let xml = `<row r="${line}">`
  for (const [place, { name, type }] of columns.entries()) {
    const value = values[place] ?? null
    if (value === null) continue
    const [form, text] = written(type, value)
    if (form === 'text' && text.length > maxCellLength) throw cellTooLong(name, line)
    const { open, middle, close } = cellMarkup(
      place,
      form,
      form === 'number' ? formats[place] : undefined,
    )
    xml += `${open}${line}${middle}${form === 'text' ? xmlOfText(text) : text}${close}`
  }
  return `${xml}</row>`
}

/** The names of the columns, in the first line. */
export function headerXml(columns: readonly Pick<Column, 'name'>[]): string {
  const cells = columns.map(({ name }, place) => {
    const { open, middle, close } = cellMarkup(place, 'text', cellFormats.header)
    return `${open}1${middle}${xmlOfText(name)}${close}`
  })
  return `<row r="1">${cells.join('')}</row>`
}

/** The reference of each cell is written: it could be left out, but not all readers know that. */
export function cellMarkup(
  place: number,
  form: CellForm,
  format: number = formatOf(form),
): CellMarkup {
  const open = `<c r="${columnLetters(place)}`
  const style = format === cellFormats.plain ? '' : ` s="${format}"`
  if (form === 'text') {
    const middle = `"${style} t="inlineStr"><is><t xml:space="preserve">`
    return { open, middle, close: '</t></is></c>' }
  }
  const type = form === 'boolean' ? ' t="b"' : ''
  return { open, middle: `"${style}${type}><v>`, close: '</v></c>' }
}

export function cellTooLong(column: string, line: number): AppError {
  const message = `${column} in row ${line} of the sheet is longer than the ${maxCellLength} characters that a cell can hold. CSV and JSON have no such limit.`
  return new AppError('tables.export_too_large', message, { column, line, limit: maxCellLength })
}

function formatOf(form: CellForm): number {
  return form === 'date' || form === 'datetime' ? cellFormats[form] : cellFormats.plain
}

function written(type: Column['type'], value: CellValue): [CellForm, string] {
  if (type === 'json' || typeof value === 'object') return ['text', JSON.stringify(value)]
  if (typeof value === 'boolean') return ['boolean', value ? '1' : '0']
  if (typeof value === 'number') return [isExact(value) ? 'number' : 'text', String(value)]
  if (type !== 'date' && type !== 'datetime') return ['text', value]
  const serial = serialOf(value)
  return serial === null ? ['text', value] : [type, String(serial)]
}

function isExact(number: number): boolean {
  return Math.abs(number) < 1e15 || !Number.isSafeInteger(number)
}
