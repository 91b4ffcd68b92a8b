import { importFormats } from '@triptych/contract/choices'
import { maxUploadedWorkbook } from '@triptych/contract/table-import'
import type { ImportFormat } from '@triptych/contract/table-import'
import type { Table } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import { delimiters } from '../../../codecs/csv/csv-delimiter.ts'
import { readCsv } from '../../../codecs/csv/read-csv.ts'
import type { CsvOptions } from '../../../codecs/csv/read-csv.ts'
import { readJson } from '../../../codecs/json/read-json.ts'
import { readNdjson } from '../../../codecs/json/read-ndjson.ts'
import type { ByteSource, HeaderRow, SourceRecords } from '../../../codecs/records.ts'
import { encodingNamed } from '../../../codecs/text/decode-text.ts'
import type { Encoding } from '../../../codecs/text/decode-text.ts'
import { readXlsx } from '../../../codecs/xlsx/read-xlsx.ts'

/** A file, of which any part can be read or which comes in pieces. */
export interface ImportSource {
  bytes: () => AsyncIterable<Uint8Array>
  /** For a workbook, whose table of contents stands at its end. */
  parts: () => Promise<ByteSource>
}

/** A file that comes only once. A workbook is read from its end, so it is held as a whole. */
export function inPieces(
  pieces: AsyncIterable<Uint8Array>,
  tooLarge: () => AppError,
): ImportSource {
  return {
    bytes: () => pieces,
    async parts() {
      const all: Uint8Array[] = []
      let size = 0
      for await (const piece of pieces) {
        size += piece.length
        if (size > maxUploadedWorkbook) throw tooLarge()
        all.push(Uint8Array.from(piece))
      }
      const bytes = Buffer.concat(all)
      return { size, read: async (offset, length) => bytes.subarray(offset, offset + length) }
    },
  }
}

export interface ReadOptions {
  delimiter?: string | undefined
  sheet?: string | undefined
  /** The label of how a text is written, such as `windows-1252`. */
  encoding?: string | undefined
  headerRow?: HeaderRow
}

export function formatOf(name: string, given: ImportFormat | undefined): ImportFormat {
  if (given) return given
  const [, ending = ''] = /\.(\w+)$/.exec(name.toLowerCase()) ?? []
  const format = ending === 'jsonl' ? 'ndjson' : ending === 'txt' ? 'csv' : ending
  const found = importFormats.find((one) => one === format)
  if (found) return found
  const message = `The format is not clear from the name of the file; ${importFormats.join(', ')} are known.`
  throw new AppError('tables.bad_import', message, { parameter: 'format' })
}

/** `table` is that of the rows, where it exists. */
export async function openRecords(
  source: ImportSource,
  format: ImportFormat,
  table: Table | null,
  { delimiter, sheet, encoding, headerRow }: ReadOptions,
): Promise<SourceRecords> {
  const names = table && ['id', ...table.columns.map(({ name }) => name)]
  const written = { encoding: encodingIn(encoding), headerRow }
  if (format === 'csv') return readCsv(source.bytes(), { ...delimiterIn(delimiter), ...written })
  if (format === 'tsv') return readCsv(source.bytes(), { delimiter: '\t', ...written })
  if (format === 'json') return readJson(source.bytes(), names ? { names } : {})
  if (format === 'ndjson') return readNdjson(source.bytes(), names ? { names } : {})
  const parts = await source.parts()
  return sheet === undefined ? readXlsx(parts, { headerRow }) : readSheet(parts, sheet, headerRow)
}

function encodingIn(label: string | undefined): Encoding | undefined {
  if (label === undefined) return undefined
  const encoding = encodingNamed(label)
  if (encoding) return encoding
  const message = 'encoding is a label such as utf-8, windows-1252, iso-8859-2 or shift_jis.'
  throw new AppError('tables.bad_import', message, { parameter: 'encoding' })
}

function delimiterIn(text: string | undefined): CsvOptions {
  if (text === undefined) return {}
  const delimiter = delimiters.find((one) => one === text)
  if (delimiter) return { delimiter }
  const message = 'delimiter is a comma, a semicolon, a tab or a vertical bar.'
  throw new AppError('tables.bad_import', message, { parameter: 'delimiter' })
}

/** By its name, which may be 2026, or by its place from 1 on. */
function readSheet(parts: ByteSource, sheet: string, headerRow: HeaderRow): Promise<SourceRecords> {
  const named = readXlsx(parts, { sheet, headerRow })
  if (!/^\d{1,4}$/.test(sheet)) return named
  return named.catch(() => readXlsx(parts, { sheet: Number(sheet), headerRow }))
}
