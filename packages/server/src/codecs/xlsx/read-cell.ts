import { isLostNumber } from '../json/strict-json.ts'
import { badImport } from '../records.ts'
import type { CellDates, CellMarks } from './number-formats.ts'
import { dateOfSerial, type DateSystem } from './serial-date.ts'
import type { SharedStrings } from './string-table.ts'
import { decoded } from './xlsx-text.ts'

export type SheetCell = string | number | boolean | null

/** What it takes to read a cell, from the other parts of a workbook. */
export interface CellReading extends DateSystem {
  strings: SharedStrings
  dates: CellDates
  marks: CellMarks
  noted?: NotedMarks | undefined
}

/** What the numbers of each column are shown with, of the rows that were read so far. */
export interface NotedMarks {
  /** From the row behind this one on. */
  after: number
  /** By the place of the column; `null` where they differ. */
  marks: Map<number, string | null>
}

/** A column in which not all numbers are shown alike is shown in no way of its own. */
export function noteMark(
  { marks, noted }: CellReading,
  place: number,
  format: string,
  line: number,
): void {
  if (!noted || line <= noted.after) return
  const mark = (format === '' ? null : marks[Number(format)]) ?? null
  const known = noted.marks.get(place)
  if (known === undefined) noted.marks.set(place, mark)
  else if (known !== null && known !== mark) noted.marks.set(place, null)
}

/**
 * The value of a cell; of a formula that which was shown last. Dates are text, and so are errors such
 * as `#N/A` and whole numbers that JavaScript cannot keep.
 */
export function cellValue(
  reading: CellReading,
  type: string,
  format: string,
  text: string,
  line: number,
): SheetCell {
  switch (type) {
    case 's': {
      const string = text.trim() === '' ? undefined : reading.strings(Number(text))
      if (string === undefined) throw badImport('A cell has a text that is not there.', line)
      return string
    }
    case 'inlineStr':
      return text
    case 'n':
      return numberOrDate(reading, format, text.trim(), line)
    case 'b':
      return text.trim() === '1' || text.trim() === 'true'
    case 'd':
      return isoDate(reading, format, text.trim())
    default:
      return decoded(text)
  }
}

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
/** Up to so many digits nothing is lost. */
const safeLength = 15

function numberOrDate(reading: CellReading, format: string, text: string, line: number): SheetCell {
  if (text === '') return null
  if (!decimal.test(text)) throw badImport('A cell has a number that is none.', line)
  if (text.length > safeLength && isLostNumber(text)) return text
  const number = Number(text)
  const shown = format === '' ? undefined : reading.dates[Number(format)]
  if (shown === undefined || shown === null) return number === 0 ? 0 : number
  return dateOfSerial(number, shown, reading) ?? number
}

/** A date that is written as one always has a time, also where the sheet shows none. */
function isoDate({ dates }: CellReading, format: string, text: string): string {
  const isMidnight = /T00:00(?::00(?:\.0+)?)?Z?$/.test(text)
  return isMidnight && dates[Number(format)] === 'day' ? text.slice(0, text.indexOf('T')) : text
}
