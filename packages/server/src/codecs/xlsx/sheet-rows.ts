import { badImport, importTooLarge, maxNames } from '../records.ts'
import { attributesOf, scanXml } from '../xml/xml-scanner.ts'
import { columnPlace } from './cell-place.ts'
import { cellValue, noteMark } from './read-cell.ts'
import type { CellReading, SheetCell } from './read-cell.ts'
import { textRuns } from './text-runs.ts'

export interface SheetRow {
  /** The number of the row, from 1. */
  line: number
  /** From the first column up to the last that has a value. */
  cells: SheetCell[]
  /** Of all its texts. */
  length: number
}

const maxLine = 1_048_576
const maxPlace = 16_383

/** The rows of a sheet that have any value, some at a time. */
export async function* sheetRows(
  bytes: AsyncIterable<Uint8Array>,
  reading: CellReading,
  limits: Pick<XlsxLimits, 'bytes' | 'cells'>,
): AsyncGenerator<SheetRow[], void, undefined> {
  const runs = textRuns()
  let rows: SheetRow[] = []
  let isInData = false
  let line = 0
  let row: SheetRow | null = null
  let place = -1
  let cell: { type: string; format: string } | null = null
  let value: string | null = null
  let isInValue = false
  let isInText = false
  let cellCount = 0
  let textLength = 0

  function openRow(attributes: string): void {
    const given = attributes === '' ? undefined : valueIn(attributesOf(attributes), 'r')
    const next = given === undefined ? line + 1 : Number(given)
    if (!Number.isInteger(next) || next <= line || next > maxLine) {
      throw badImport('The rows of the sheet are not in order.', line)
    }
    line = next
    row = { line, cells: [], length: 0 }
    place = -1
  }

  function openCell(attributes: string): void {
    const found = attributesOf(attributes)
    const reference = valueIn(found, 'r')
    const next = reference === undefined ? place + 1 : columnPlace(reference)
    if (next <= place || next > maxPlace) {
      throw badImport('The cells of a row are not in order.', line)
    }
    place = next
    cell = { type: valueIn(found, 't') ?? 'n', format: valueIn(found, 's') ?? '' }
    value = null
    if (++cellCount > limits.cells) {
      throw importTooLarge(`The sheet has more than ${limits.cells} cells.`, line)
    }
  }

  function closeCell({ type, format }: { type: string; format: string }): void {
    const read = value === null ? null : cellValue(reading, type, format, value, line)
    cell = null
    if (read === null || row === null) return
    if (typeof read === 'number') noteMark(reading, place, format, line)
    if (place >= maxNames) {
      throw importTooLarge(`The sheet has more than ${maxNames} columns.`, line)
    }
    if (typeof read === 'string') {
      textLength += read.length
      row.length += read.length
    }
    if (textLength > limits.bytes) throw importTooLarge('The sheet has too much text.', line)
    const { cells } = row
    while (cells.length < place) cells.push(null)
    cells.push(read)
  }

  const scanning = scanXml(bytes, {
    open(name, attributes) {
      if (isInText) runs.open(name, attributes)
      else if (name === 'c' && row !== null) openCell(attributes)
      else if (name === 'v' && cell !== null) {
        isInValue = true
        value = ''
      } else if (name === 'is' && cell !== null) isInText = true
      else if (name === 'row' && isInData) openRow(attributes)
      else if (name === 'sheetData') isInData = true
    },
    close(name) {
      if (name === 'is') {
        if (isInText) value = runs.take()
        isInText = false
      } else if (isInText) runs.close(name)
      else if (name === 'v') isInValue = false
      else if (name === 'c' && cell !== null) closeCell(cell)
      else if (name === 'row' && row !== null) {
        if (row.cells.length > 0) rows.push(row)
        row = null
      } else if (name === 'sheetData') isInData = false
    },
    text(text) {
      if (isInText) runs.text(text)
      else if (isInValue) value = (value ?? '') + text
    },
  })
  for await (const _ of scanning) {
    if (rows.length === 0) continue
    yield rows
    rows = []
  }
}

function valueIn(attributes: string[], name: string): string | undefined {
  for (let at = 0; at < attributes.length; at += 2) {
    if (attributes[at] === name) return attributes[at + 1]
  }
  return undefined
}

/** A small file can unpack to anything: these are judged before it is unpacked, and held to then. */
export interface XlsxLimits {
  /** Of all that is unpacked, and of all texts in the cells, many of which may be one shared string. */
  bytes: number
  /** Of the shared strings, which are all kept while the sheet is read. */
  sharedStringBytes: number
  /** Sheets shrink to a tenth, one of equal rows to a 412th; deflating can do 1,030. */
  ratio: number
  /** Parts up to this size may have any ratio. */
  anyRatioBytes: number
  cells: number
}

const mebibyte = 2 ** 20

export const xlsxLimits: XlsxLimits = {
  bytes: 1024 * mebibyte,
  sharedStringBytes: 256 * mebibyte,
  ratio: 500,
  anyRatioBytes: 16 * mebibyte,
  cells: 50_000_000,
}
