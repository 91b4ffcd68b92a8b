import {
  badImport,
  type HeaderRow,
  importTooLarge,
  isFull,
  madeNames,
  maxNames,
  newBatch,
  type RecordBatch,
  type SourceRecords,
} from '../records.ts'
import type { ByteSource } from '../records.ts'
import { columnLetters } from './cell-place.ts'
import { readCellFormats } from './number-formats.ts'
import { unpacked } from '../zip/packed-file.ts'
import type { CellReading, NotedMarks, SheetCell } from './read-cell.ts'
import { readSharedStrings } from './string-table.ts'
import { sheetRows, type SheetRow, type XlsxLimits, xlsxLimits } from './sheet-rows.ts'
import { chosenSheet, readRelations, readWorkbook, relationsOf, type Relation } from './workbook.ts'
import { readZipDirectory, type PackedFile } from '../zip/zip-directory.ts'

export interface XlsxOptions {
  /** Its name, or its place from 1; without it the first that is not hidden. */
  sheet?: string | number
  limits?: Partial<XlsxLimits>
  headerRow?: HeaderRow
  /** Refuses names that are there twice, and values in columns without a name. */
  strictNames?: boolean
}

/** The rows of one sheet; the first that has anything in it names the columns, unless it is said which does. */
export async function readXlsx(
  source: ByteSource,
  { sheet, limits: given, headerRow, strictNames = false }: XlsxOptions = {},
): Promise<SourceRecords> {
  const limits = { ...xlsxLimits, ...given }
  const archive = await openParts(source, limits)
  const { reading, path } = await readBook(archive, sheet, limits)
  const rows = (noted?: NotedMarks) => sheetRows(archive.bytes(path), { ...reading, noted }, limits)

  // Read twice, which is little: a sheet that is left here, or never asked for, leaves nothing open.
  const header = await headerOf(rows(), headerRow)
  const columns = columnsOf(header, headerRow === 0, strictNames)
  const noted: NotedMarks = { after: headerRow === 0 ? 0 : header.line, marks: new Map() }
  return {
    names: columns.map(({ name }) => name),
    nameless: columns.flatMap(({ isNameless }, place) => (isNameless ? [place] : [])),
    stringsAre: 'text',
    marks: () => columns.map(({ place }) => noted.marks.get(place) ?? null),
    batches: batchesOf(rows(noted), noted.after, columns),
  }
}

interface Parts {
  has(path: string): boolean
  /** Throws when there is no such part, or it is larger than it may be. */
  bytes(path: string, limit?: number): AsyncIterable<Uint8Array>
}

async function openParts(source: ByteSource, limits: XlsxLimits): Promise<Parts> {
  const files = await readZipDirectory(source)
  const opened = new Set<PackedFile>()
  return {
    has: (path) => files.has(path),
    bytes(path, limit = limits.bytes) {
      const file = files.get(path)
      if (file === undefined) throw notAWorkbook()
      opened.add(file)
      let size = 0
      for (const each of opened) size += each.size
      const isBomb = file.size > limits.anyRatioBytes && file.size > file.packedSize * limits.ratio
      if (file.size > limit || size > limits.bytes || isBomb) {
        throw importTooLarge('The workbook unpacks to more than the limit.')
      }
      return unpacked(source, file)
    },
  }
}

async function readBook(
  archive: Parts,
  wanted: string | number | undefined,
  limits: XlsxLimits,
): Promise<{ reading: CellReading; path: string }> {
  const bookPath = await bookPathOf(archive)
  const { sheets, isFrom1904 } = await readWorkbook(archive.bytes(bookPath))
  const relations = await readRelations(archive.bytes(relationsOf(bookPath)), bookPath)
  const pathOf = (type: string) => relations.find((each) => each.type === type)?.target ?? ''
  const byId = new Map(relations.map((relation) => [relation.id, relation]))
  // Sheets of a chart only, or of dialogs, have no rows.
  const withRows = sheets.filter(({ relation }) => byId.get(relation)?.type === 'worksheet')
  const path = byId.get(chosenSheet(withRows, wanted).relation)?.target ?? ''

  const [styles, shared] = [pathOf('styles'), pathOf('sharedStrings')]
  const formats = archive.has(styles)
    ? await readCellFormats(archive.bytes(styles))
    : { dates: [], marks: [] }
  const strings = archive.has(shared)
    ? await readSharedStrings(archive.bytes(shared, limits.sharedStringBytes))
    : () => undefined
  return { reading: { strings, ...formats, isFrom1904 }, path }
}

async function bookPathOf(archive: Parts): Promise<string> {
  const relations: Relation[] = archive.has('_rels/.rels')
    ? await readRelations(archive.bytes('_rels/.rels'), '')
    : []
  const path = relations.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  if (path.endsWith('.bin')) {
    throw badImport('The workbook is of the binary format XLSB. Save it as XLSX.')
  }
  if (!archive.has(path)) throw notAWorkbook()
  return path
}

interface SheetColumn {
  name: string
  place: number
  isNameless: boolean
}

async function headerOf(
  rows: AsyncGenerator<SheetRow[], void, undefined>,
  headerRow: HeaderRow,
): Promise<SheetRow> {
  for await (const some of rows) {
    const row = some.find(({ line, cells }) => line >= (headerRow ?? 0) && cells.some(hasValue))
    if (row !== undefined) return row
  }
  throw badImport(
    headerRow ? `The sheet has nothing from row ${headerRow} on.` : 'The sheet is empty.',
  )
}

function columnsOf(
  { line, cells }: SheetRow,
  hasNoNames: boolean,
  isStrict: boolean,
): SheetColumn[] {
  const given = Array.from(cells, (cell) => (hasNoNames || cell === null ? '' : String(cell)))
  const wrong = given.findIndex((name) => !name.isWellFormed())
  if (wrong >= 0) throw badImport(`The name of column ${columnLetters(wrong)} is no text.`, line)
  if (isStrict) refuseTwice(given, line)
  const { names, nameless } = madeNames(given)
  const columns = names.map((name, place) => ({
    name,
    place,
    isNameless: nameless.includes(place),
  }))
  // A sheet may have something far to the right of its names.
  const isWide = columns.length > maxNames
  return isStrict || isWide ? columns.filter(({ isNameless }) => !isNameless) : columns
}

function refuseTwice(names: readonly string[], line: number): void {
  for (const [place, name] of names.entries()) {
    const other = names.indexOf(name)
    if (name.trim() === '' || other === place) continue
    const places = `${columnLetters(other)} and ${columnLetters(place)}`
    const shown = JSON.stringify(name.slice(0, 60).toWellFormed())
    throw badImport(`Columns ${places} are both named ${shown}.`, line)
  }
}

async function* batchesOf(
  rows: AsyncGenerator<SheetRow[], void, undefined>,
  headerLine: number,
  columns: SheetColumn[],
): AsyncGenerator<RecordBatch, void, undefined> {
  const names = new Map(columns.map(({ place, name }) => [place, name]))
  let batch: RecordBatch = newBatch()
  let length = 0
  for await (const some of rows) {
    for (const { line, cells, length: rowLength } of some) {
      if (line <= headerLine) continue
      const nameless = cells.findIndex((cell, place) => hasValue(cell) && !names.has(place))
      if (nameless >= 0) {
        const reason = `Column ${columnLetters(nameless)} has a value here, but no name in row ${headerLine}; headerRow says where the names stand.`
        batch.errors.push({ line, reason })
      } else {
        batch.rows.push(columns.map(({ place }) => cells[place] ?? null))
        batch.lines.push(line)
      }
      length += rowLength
      if (isFull(batch, length)) {
        yield batch
        batch = newBatch()
        length = 0
      }
    }
  }
  if (batch.rows.length + batch.errors.length > 0) yield batch
}

function hasValue(cell: SheetCell): boolean {
  return cell !== null && cell !== ''
}

function notAWorkbook(): Error {
  return badImport('This is a ZIP archive, but no XLSX workbook.')
}
