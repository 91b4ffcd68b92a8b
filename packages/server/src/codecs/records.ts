import { maxColumns } from '@triptych/contract/tables'
import type { CellValue } from '@triptych/contract/tables'
import { AppError } from '../errors.ts'

/** What a reader of any format makes of a file: the names of its columns, and its records. */
export interface SourceRecords {
  /** As they stand in the file, each once, at most `maxNames`. */
  names: string[]
  /** The places of those that have no name in the file, and got one here. */
  nameless?: readonly number[]
  /** What the text of the file was read as. */
  encoding?: string
  /** Whether a string in a cell stands for a value (`'5'` for 5) or is the value. */
  stringsAre: 'text' | 'values'
  /** For each column, of what was read so far: `%` or the currency that the file shows its numbers with. */
  marks?: () => readonly (string | null)[]
  /**
   * To be read once, in the order of the file. What ends all reading is thrown as an AppError. Whoever
   * opened the file also closes it: a reader that is left early does not.
   */
  batches: AsyncGenerator<RecordBatch, void, undefined>
}

/** Lists instead of an object for each record: a file may have millions of them. */
export interface RecordBatch<Row = SourceCell[]> {
  /** One list of cells for each record, in the order of `names`. It may be shorter, never longer. */
  rows: Row[]
  /** Where each of `rows` begins: its line of the file or its row of the sheet, from 1. */
  lines: number[]
  /** The records that could not be read; they are not among `rows`. */
  errors: RowError[]
}

/** `null`: the cell is empty. `undefined`: the record says nothing about the column. */
export type SourceCell = CellValue | undefined

export interface RowError {
  line: number
  /** A sentence for people. */
  reason: string
}

export const recordsInBatch = 1000
const lengthOfBatch = 1024 * 1024

/** What a single record may have: as much as a row has that is sent to the API. */
export const maxRecordLength = 1024 * 1024

/** A file may have the ids of the rows beside the columns of a table. */
export const maxNames = maxColumns + 1

/** Why a record is refused whose bytes do not make characters. */
export const notText =
  'It has bytes that are no text (the file should be UTF-8, or its encoding be said).'

/** Where the names of the columns stand; the first row that has anything if it is not said. 0: there are none. */
export type HeaderRow = number | undefined

/** A column that has no name is called after its place; the second of two with the same name gets a number. */
export function madeNames(given: readonly string[]): { names: string[]; nameless: number[] } {
  const taken = new Set(given)
  const seen = new Set<string>()
  const nameless: number[] = []
  const names = given.map((name, place) => {
    if (name.trim() === '') nameless.push(place)
    else if (!seen.has(name)) {
      seen.add(name)
      return name
    }
    const stem = name.trim() === '' ? `Column ${place + 1}` : `${name} (2)`
    let made = stem
    for (let count = 2; taken.has(made); count++) made = `${name.trim() || stem} (${count})`
    taken.add(made)
    return made
  })
  return { names, nameless }
}

export function newBatch<Row = SourceCell[]>(): RecordBatch<Row> {
  return { rows: [], lines: [], errors: [] }
}

/** `length` is that of the text its records were made from: long ones are not held by the thousand. */
export function isFull({ rows, errors }: RecordBatch<unknown>, length = 0): boolean {
  return rows.length + errors.length >= recordsInBatch || length >= lengthOfBatch
}

/** The whole file is refused; `line` is where it went wrong, when there is such a place. */
export function badImport(reason: string, line?: number): AppError {
  return new AppError('tables.bad_import', atLine(reason, line), withLine({ reason }, line))
}

export function importTooLarge(reason: string, line?: number): AppError {
  return new AppError('tables.import_too_large', atLine(reason, line), withLine({ reason }, line))
}

export function recordTooLong(line: number): AppError {
  return importTooLarge(`The record is longer than ${maxRecordLength} characters.`, line)
}

function atLine(reason: string, line: number | undefined): string {
  return line === undefined ? reason : `Line ${line}: ${reason}`
}

function withLine(details: Record<string, unknown>, line: number | undefined) {
  return line === undefined ? details : { ...details, line }
}

/** A file of which any part can be read; its directory stands at its end. */
export interface ByteSource {
  size: number
  /** As many bytes as are asked for; fewer only where the file ends. */
  read(offset: number, length: number): Promise<Uint8Array>
}

export async function readBytes(
  source: ByteSource,
  offset: number,
  length: number,
): Promise<Buffer> {
  if (offset + length > source.size) throw damaged()
  const bytes = await source.read(offset, length)
  if (bytes.length !== length) throw damaged()
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

export function damaged(): Error {
  return badImport('The workbook is damaged or was not uploaded completely.')
}
