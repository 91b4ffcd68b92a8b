import type { AppError } from '../../errors.ts'
import { announcedDelimiter, guessDelimiter } from './csv-delimiter.ts'
import type { Delimiter } from './csv-delimiter.ts'
import { nextRecord, startOf } from './csv-record.ts'
import type { CsvCells, CsvPlace } from './csv-record.ts'
import { restoreFormula } from './formula.ts'
import { likelyEncoding } from '../text/decode-text.ts'
import type { Encoding } from '../text/decode-text.ts'
import {
  badImport,
  importTooLarge,
  isFull,
  madeNames,
  maxNames,
  maxRecordLength,
  newBatch,
  notText,
  recordTooLong,
} from '../records.ts'
import type { HeaderRow, RecordBatch, SourceRecords } from '../records.ts'
import { openTextWindow, placeOf } from '../text/text-window.ts'
import type { TextWindow } from '../text/text-window.ts'

export interface CsvOptions {
  /** Guessed from the first records when it is not given. */
  delimiter?: Delimiter
  /** Whether text was made safe for spreadsheets, and is to be as it was before. */
  spreadsheet?: boolean
  /** Found out when it is not given. */
  encoding?: Encoding | undefined
  headerRow?: HeaderRow
  /** Refuses columns without a name, and names that are there twice. */
  strictNames?: boolean
}

/** Names of 400 columns are far shorter. */
const maxHeaderLength = 256 * 1024

/** CSV and TSV (RFC 4180 and what programs make of it) with the names of the columns first. */
export async function readCsv(
  bytes: AsyncIterable<Uint8Array>,
  options: CsvOptions = {},
): Promise<SourceRecords> {
  let encoding = 'utf-8'
  const window = await openTextWindow(bytes, (first) => {
    const likely = likelyEncoding(first, options.encoding ?? null)
    encoding = likely.name
    return likely
  })
  const announced = announcedDelimiter(window.text)
  if (announced !== null) await window.moveTo(announced.length)

  const { text, isLast } = window
  const delimiter = options.delimiter ?? announced?.delimiter ?? guessDelimiter(text, isLast)
  const place = startOf(text, isLast, delimiter, announced === null ? 1 : 2)
  const isSpreadsheet = options.spreadsheet ?? true
  const header = await readHeader(window, place, isSpreadsheet, options.headerRow)
  if (options.strictNames) refuseBadNames(header, place.recordLine)
  const { names, nameless } = madeNames(header)
  return {
    names,
    nameless,
    encoding,
    stringsAre: 'text',
    batches: readBatches(window, place, names.length, isSpreadsheet),
  }
}

async function readHeader(
  window: TextWindow,
  place: CsvPlace,
  isSpreadsheet: boolean,
  headerRow: HeaderRow,
): Promise<string[]> {
  let record = await firstRecord(window, place)
  while (headerRow !== undefined && place.recordLine < headerRow) {
    record = await firstRecord(window, place)
  }
  const { recordLine } = place
  if (headerRow === 0) {
    Object.assign(place, startOf(place.text, place.isLast, place.delimiter, recordLine), {
      at: place.recordAt,
    })
    return record.map(() => '')
  }
  const names = record.map((cell) => (isSpreadsheet ? restoreFormula(cell ?? '') : (cell ?? '')))
  const wrong = names.findIndex((name) => !name.isWellFormed())
  if (wrong >= 0) throw badImport(`The name of column ${wrong + 1} is no text.`, recordLine)
  return names
}

async function firstRecord(window: TextWindow, place: CsvPlace): Promise<CsvCells> {
  let record = nextRecord(place, maxNames)
  while (record === null && !window.isLast) {
    if (isLonger(place, maxHeaderLength)) throw headerTooLong(place.line)
    await readOn(window, place)
    record = nextRecord(place, maxNames)
  }
  if (record === null) throw noHeader(place)
  if (typeof record !== 'string') return record
  throw badImport(`The header is not one of at most ${maxNames} names. ${record}`, place.recordLine)
}

function refuseBadNames(names: string[], line: number): void {
  const places = new Map<string, number>()
  for (const [i, name] of names.entries()) {
    if (name.trim() === '') throw badImport(`Column ${i + 1} has no name.`, line)
    const first = places.get(name)
    if (first !== undefined) {
      const shown = JSON.stringify(name.slice(0, 60).toWellFormed())
      throw badImport(`Columns ${first + 1} and ${i + 1} are both named ${shown}.`, line)
    }
    places.set(name, i)
  }
}

async function* readBatches(
  window: TextWindow,
  place: CsvPlace,
  width: number,
  isSpreadsheet: boolean,
): SourceRecords['batches'] {
  let batch = newBatch()
  let length = 0
  for (;;) {
    const from = place.at
    const isAll = takeRecords(window, place, width, isSpreadsheet, batch)
    length += place.at - from
    if (isFull(batch, length)) {
      yield batch
      batch = newBatch()
      length = 0
    }
    if (!isAll) continue
    if (window.isLast) break
    if (isLonger(place, maxRecordLength)) throw recordTooLong(place.recordLine)
    await readOn(window, place)
  }
  if (place.openQuoteLine > 0) throw unclosedQuote(place.openQuoteLine)
  if (batch.rows.length + batch.errors.length > 0) yield batch
}

/** Whether there is no further record in the window; otherwise the batch is full. */
function takeRecords(
  window: TextWindow,
  place: CsvPlace,
  width: number,
  isSpreadsheet: boolean,
  batch: RecordBatch,
): boolean {
  const { text, isSound } = window
  let nextApostrophe = isSpreadsheet ? -1 : text.length
  while (!isFull(batch)) {
    const record = nextRecord(place, width)
    if (record === null) return true
    const { recordAt: from, recordLine: line } = place
    if (place.at - from > maxRecordLength) throw recordTooLong(line)

    if (typeof record === 'string') {
      batch.errors.push({ line, reason: record })
    } else if (!isSound && !text.slice(from, place.at).isWellFormed()) {
      batch.errors.push({ line, reason: notText })
    } else {
      if (nextApostrophe < from) nextApostrophe = placeOf("'", text, from)
      if (nextApostrophe < place.at) restoreFormulas(record)
      batch.rows.push(record)
      batch.lines.push(line)
    }
  }
  return false
}

function restoreFormulas(cells: CsvCells): void {
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i]
    if (cell?.startsWith("'")) cells[i] = restoreFormula(cell)
  }
}

async function readOn(window: TextWindow, place: CsvPlace): Promise<void> {
  await window.moveTo(place.at)
  Object.assign(place, startOf(window.text, window.isLast, place.delimiter, place.line))
}

function isLonger(place: CsvPlace, limit: number): boolean {
  return place.text.length - place.at > limit
}

function headerTooLong(line: number): AppError {
  return importTooLarge(`The header is longer than ${maxHeaderLength} characters.`, line)
}

function noHeader({ openQuoteLine }: CsvPlace): AppError {
  return openQuoteLine > 0 ? unclosedQuote(openQuoteLine) : badImport('The file is empty.')
}

function unclosedQuote(line: number): AppError {
  return badImport('A quote is opened here and never closed.', line)
}
