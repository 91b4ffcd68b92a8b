import { AppError } from '../../errors.ts'
import { deflatedZip } from '../zip/deflated-zip.ts'
import { currenciesIn, headerXml } from './row-xml.ts'
import type { SheetColumn } from './row-xml.ts'
import * as parts from './workbook-parts.ts'

/** With the header. */
export const maxSheetRows = 1_048_576
export const maxSheetColumns = 16_384

export interface NewSheet {
  /** Of the table; it is made into one that a sheet can have. */
  name: string
  columns: readonly SheetColumn[]
  /** XML of rows from number 2 on, as rowXml() makes it, in pieces of any length. */
  rows: AsyncIterable<Uint8Array>
  modified: Date
  /** Whether 4 GiB of XML and more are to be expected; a cell takes about 60 bytes. */
  large?: boolean
}

/** A workbook of one sheet, as fast as it is taken. */
export function writeXlsx(sheet: NewSheet): AsyncGenerator<Uint8Array, void, undefined> {
  checkSheetFits(sheet.columns.length, 1)
  const { large = false } = sheet
  const files = [
    { path: '[Content_Types].xml', bytes: once(parts.contentTypes) },
    { path: '_rels/.rels', bytes: once(parts.packageRelations) },
    { path: 'xl/workbook.xml', bytes: once(parts.workbook(sheetName(sheet.name))) },
    { path: 'xl/_rels/workbook.xml.rels', bytes: once(parts.workbookRelations) },
    { path: 'xl/styles.xml', bytes: once(parts.styles(currenciesIn(sheet.columns))) },
    { path: 'xl/worksheets/sheet1.xml', bytes: sheetXml(sheet), large },
  ]
  return deflatedZip(files, sheet.modified)
}

/** To be asked before the first byte is sent; `rows` counts the header. */
export function checkSheetFits(columns: number, rows: number): void {
  if (columns > maxSheetColumns) throw doesNotFit('columns', maxSheetColumns)
  if (rows > maxSheetRows) throw doesNotFit('rows', maxSheetRows)
}

async function* sheetXml({ columns, rows }: NewSheet): AsyncGenerator<Uint8Array> {
  yield Buffer.from(parts.sheetStart(columns) + headerXml(columns))
  for await (const piece of rows) {
    checkSheetFits(columns.length, lastRowIn(piece))
    yield piece
  }
  yield Buffer.from(parts.sheetEnd)
}

const rowStart = '<row r="'

/** The number of the last row that begins in a piece: looked for from its end, so it costs nothing. */
function lastRowIn(piece: Uint8Array): number {
  const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length)
  const start = bytes.lastIndexOf(rowStart)
  if (start < 0) return 1
  const digits = start + rowStart.length
  return Number.parseInt(bytes.toString('latin1', digits, digits + 10), 10)
}

function doesNotFit(what: string, limit: number): AppError {
  const message = `A sheet holds at most ${limit} ${what}. CSV and JSON have no such limit.`
  return new AppError('tables.export_too_large', message, { limit })
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

const longestName = 31

/** A name that Excel lets a sheet have, as near as can be. */
export function sheetName(name: string): string {
  const allowed = name.replace(/[[\]:*?/\\]|\p{Cc}/gu, '_').replace(/^'|'$/g, '_')
  const cut = allowed.slice(0, longestName)
  // Half of a character at the end goes as a whole.
  const whole = cut.isWellFormed() ? cut : cut.slice(0, -1).toWellFormed()
  if (whole.trim() === '') return 'Sheet1'
  // The one name that Excel keeps for itself.
  return whole.toLowerCase() === 'history' ? `${whole}_` : whole
}
