import { deflatedZip } from '../src/domain/files/zip/deflated-zip.ts'
import type { RowError, SourceCell } from '../src/domain/tables/formats/records.ts'
import type { ByteSource } from '../src/domain/tables/xlsx/byte-source.ts'
import { readXlsx, type XlsxOptions } from '../src/domain/tables/xlsx/read-xlsx.ts'

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** What a workbook has beside its rows; each part can be given as another program writes it. */
export interface BookParts {
  /** What stands between `<sheetData>` and its end, or the whole sheet when it begins with `<?`. */
  sheet: string
  /** What stands in `<sst>`. */
  strings?: string
  /** What stands in `<styleSheet>`. */
  styles?: string
  /** What stands in `<workbook>`. */
  book?: string
  /** More parts, or others in place of these; `null` leaves one out. */
  parts?: Record<string, string | null>
}

export function partsOf({ sheet, strings, styles, book, parts }: BookParts): Map<string, string> {
  const relations = [relation('rId1', 'worksheet', 'worksheets/sheet1.xml')]
  if (strings !== undefined) relations.push(relation('rId8', 'sharedStrings', 'sharedStrings.xml'))
  if (styles !== undefined) relations.push(relation('rId9', 'styles', 'styles.xml'))
  const all: Record<string, string | null> = {
    '_rels/.rels': relationships(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${types}">${book ?? sheetsOf('Sheet1')}</workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(...relations),
    'xl/worksheets/sheet1.xml': sheet.startsWith('<?') ? sheet : sheetXml(sheet),
    'xl/sharedStrings.xml': strings === undefined ? null : `<sst ${main}>${strings}</sst>`,
    'xl/styles.xml': styles === undefined ? null : `<styleSheet ${main}>${styles}</styleSheet>`,
    ...parts,
  }
  return new Map(Object.entries(all).filter((part): part is [string, string] => part[1] !== null))
}

export function sheetXml(rows: string): string {
  return `<?xml version="1.0"?><worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`
}

export function sheetsOf(...names: string[]): string {
  const sheets = names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId1"/>`)
  return `<sheets>${sheets.join('')}</sheets>`
}

export function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${types}/${type}" Target="${target}"/>`
}

export function relationships(...list: string[]): string {
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`
}

export async function bookOf(book: BookParts): Promise<Buffer> {
  return zipOf(partsOf(book))
}

export async function zipOf(parts: Map<string, string>): Promise<Buffer> {
  const files = [...parts].map(([path, text]) => ({ path, bytes: once(Buffer.from(text)) }))
  return Buffer.concat(await Array.fromAsync(deflatedZip(files, new Date('2026-04-05T08:30:00Z'))))
}

export function sourceOf(file: Uint8Array): ByteSource {
  return {
    size: file.length,
    read: async (offset, length) => file.subarray(offset, offset + length),
  }
}

export interface ReadSheet {
  names: string[]
  rows: SourceCell[][]
  lines: number[]
  errors: RowError[]
}

export async function readSheet(file: Uint8Array, options?: XlsxOptions): Promise<ReadSheet> {
  const { names, batches } = await readXlsx(sourceOf(file), options)
  const all: ReadSheet = { names, rows: [], lines: [], errors: [] }
  for await (const { rows, lines, errors } of batches) {
    all.rows.push(...rows)
    all.lines.push(...lines)
    all.errors.push(...errors)
  }
  return all
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
