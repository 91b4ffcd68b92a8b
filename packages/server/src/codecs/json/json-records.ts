import type { CellValue } from '@triptych/contract/tables'
import { AppError } from '../../errors.ts'
import { parseJson } from './strict-json.ts'
import {
  importTooLarge,
  maxNames,
  maxRecordLength,
  newBatch,
  notText,
  recordTooLong,
} from '../records.ts'
import type { RecordBatch, SourceCell, SourceRecords } from '../records.ts'
import type { TextWindow } from '../text/text-window.ts'

export interface JsonOptions {
  /** Columns that are known already: a record may have them though the first ones have not. */
  names?: readonly string[]
}

/** Records as texts of JSON. */
export type JsonTexts = RecordBatch<string>

type JsonObject = Record<string, CellValue>

// How deep a cell may be is for its column to say; this is only no invitation to go on for ever.
const maxDepth = 128

export function addText(
  batch: JsonTexts,
  { text, isSound }: TextWindow,
  from: number,
  end: number,
  line: number,
): void {
  if (end - from > maxRecordLength) throw recordTooLong(line)
  const record = text.slice(from, end)
  if (!isSound && !record.isWellFormed()) {
    batch.errors.push({ line, reason: notText })
  } else {
    batch.rows.push(record)
    batch.lines.push(line)
  }
}

/** The names are those of the first batch, in the order in which they appear. */
export async function recordsOfTexts(
  batches: AsyncGenerator<JsonTexts, void, undefined>,
  options: JsonOptions,
): Promise<SourceRecords> {
  const first = await batches.next()
  const sample = first.done === true ? newBatch<JsonObject>() : converted(first.value, parsedRecord)
  const names = namesIn(sample.rows, options.names ?? [])
  return { names, stringsAre: 'values', batches: cellBatches() }

  async function* cellBatches(): SourceRecords['batches'] {
    const places = new Map(names.map((name, i) => [name, i]))
    const toCells = (object: JsonObject) => cellsOf(object, names, places)
    if (first.done !== true) yield converted(sample, toCells)
    for await (const texts of batches) yield converted(converted(texts, parsedRecord), toCells)
  }
}

/** `convert` answers why it cannot as a text. */
function converted<From, To extends object>(
  { rows, lines, errors }: RecordBatch<From>,
  convert: (row: From) => To | string,
): RecordBatch<To> {
  const batch: RecordBatch<To> = { rows: [], lines: [], errors }
  for (let i = 0; i < rows.length; i++) {
    const row = convert(rows[i]!)
    const line = lines[i]!
    if (typeof row === 'string') {
      batch.errors.push({ line, reason: row })
    } else {
      batch.rows.push(row)
      batch.lines.push(line)
    }
  }
  return batch
}

function parsedRecord(text: string): JsonObject | string {
  try {
    const value = parseJson(text, { depth: maxDepth })
    return isObject(value) ? value : 'It is not an object.'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.message.replace(/^The body /, 'It ')
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function namesIn(objects: JsonObject[], known: readonly string[]): string[] {
  const names = new Set<string>()
  for (const object of objects) {
    for (const name of Object.keys(object)) names.add(name)
    if (names.size > maxNames) {
      throw importTooLarge(`The records have more than ${maxNames} keys.`)
    }
  }
  return [...names.union(new Set(known))]
}

function cellsOf(
  object: JsonObject,
  names: string[],
  places: Map<string, number>,
): SourceCell[] | string {
  const keys = Object.keys(object)
  const values = Object.values(object)
  // Mostly all records have the same keys in the same order.
  if (isSameList(keys, names)) return values
  const cells: SourceCell[] = names.map(() => undefined)
  for (let i = 0; i < keys.length; i++) {
    const place = places.get(keys[i]!)
    if (place === undefined) return unknownKey(keys[i]!)
    cells[place] = values[i]
  }
  return cells
}

function isSameList(a: string[], b: string[]): boolean {
  for (let i = 0; i < b.length; i++) if (a[i] !== b[i]) return false
  return a.length === b.length
}

function unknownKey(key: string): string {
  const shown = JSON.stringify(key.slice(0, 60).toWellFormed())
  return `It has the key ${shown}, which is no column and in none of the first records.`
}
