import {
  all,
  attribute,
  child,
  first,
  mainPart,
  readTable,
  readXml,
  relations,
} from './part-xml.ts'
import { cellTexts } from './cell-texts.ts'
import { mostColumns, mostRows } from './shown-document.ts'
import type { Cell, Sheet, ShownDocument } from './shown-document.ts'
import type { ZipParts } from './zip-parts.ts'

/** More of them are no layout. */
const mostSpread = 2000

/** A workbook of Excel: what its cells show, as far as that stands in them. */
export async function readWorkbook(parts: ZipParts): Promise<ShownDocument | null> {
  const main = await mainPart(parts)
  const workbook = main ? await readXml(parts, main) : null
  if (!main || !workbook) return null
  const { byId, byType } = await relations(parts, main)
  const named = async (type: string) => {
    const name = byType(type)
    return name ? readXml(parts, name) : null
  }
  const told = byType('sharedStrings')
  const strings = told ? stringsIn((await readTable(parts, told, 'si', ['sst'])).table) : []
  const texts = cellTexts(await named('styles'), isOn(first(workbook, 'workbookPr'), 'date1904'))
  const sheets: Sheet[] = []
  for (const sheet of all(first(workbook, 'sheets'), 'sheet')) {
    if (attribute(sheet, 'state') === 'veryHidden') continue
    const path = byId.get(attribute(sheet, 'id') ?? '')
    const { table, isCut } = await readTable(parts, path ?? '', 'row', ['sheetData', 'worksheet'])
    const shown = rowsIn(table, strings, texts)
    const name = attribute(sheet, 'name') ?? ''
    spread(shown.rows, all(table, 'mergeCell').slice(0, mostSpread))
    sheets.push({ name, rows: shown.rows, isCut: isCut || shown.isCut })
  }
  return { kind: 'sheets', sheets }
}

function isOn(of: Element | null, name: string): boolean {
  return ['1', 'true'].includes(attribute(of, name) ?? '')
}

/** Without how they are said in Japanese. */
function stringsIn(table: Element | null): string[] {
  return [...(table?.children ?? [])].map(richText)
}

function richText(part: Element): string {
  return all(part, 't')
    .filter((text) => text.parentElement?.localName !== 'rPh')
    .map(({ textContent }) => textContent)
    .join('')
}

type Texts = ReturnType<typeof cellTexts>

function rowsIn(
  sheet: Element | null,
  strings: readonly string[],
  texts: Texts,
): { rows: Cell[][]; isCut: boolean } {
  const rows: Cell[][] = []
  let isCut = false
  for (const row of first(sheet, 'sheetData')?.children ?? []) {
    const place = (Number(attribute(row, 'r')) || rows.length + 1) - 1
    if (place >= mostRows) {
      isCut = true
      break
    }
    while (rows.length < place) rows.push([])
    const cells: Cell[] = []
    for (const cell of row.children) {
      const column = columnOf(attribute(cell, 'r') ?? '') ?? cells.length
      if (column >= mostColumns) {
        isCut = true
        break
      }
      while (cells.length < column) cells.push(said(''))
      cells[column] = cellOf(cell, strings, texts)
    }
    rows[place] = cells
  }
  return { rows, isCut }
}

function said(text: string): Cell {
  return { text, isNumber: false }
}

/** Of cells that are one only the first has something in it, and goes over the others. */
function spread(rows: Cell[][], merged: readonly Element[]): void {
  for (const one of merged) {
    const [from, to] = (attribute(one, 'ref') ?? '').split(':').map(placeOf)
    const cell = from && rows[from.row]?.[from.column]
    if (!cell || !to) continue
    const last = {
      row: Math.min(to.row, rows.length - 1),
      column: Math.min(to.column, mostColumns),
    }
    cell.across = last.column - from.column + 1
    cell.down = last.row - from.row + 1
    for (let at = from.row; at <= last.row; at++) {
      for (let column = from.column; column <= last.column; column++) {
        if (at === from.row && column === from.column) continue
        const row = rows[at]!
        while (row.length < column) row.push(said(''))
        row[column] = { ...said(''), isCovered: true }
      }
    }
  }
}

function placeOf(place: string): { row: number; column: number } | null {
  const column = columnOf(place)
  return column === null ? null : { column, row: Number(place.replace(/^[A-Z]+/, '')) - 1 }
}

/** `B7` → 1 */
function columnOf(place: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(place)?.[0]
  if (!letters) return null
  return letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellOf(cell: Element, strings: readonly string[], texts: Texts): Cell {
  const value = child(cell, 'v')?.textContent ?? ''
  const type = attribute(cell, 't') ?? 'n'
  if (type === 's') return said(strings[Number(value)] ?? '')
  if (type === 'inlineStr') return said(richText(cell))
  if (type === 'b') return said(value === '1' ? '✓' : '✗')
  if (type !== 'n') return said(value)
  if (value === '' || !Number.isFinite(Number(value))) return said(value)
  return { text: texts(Number(value), Number(attribute(cell, 's')) || 0), isNumber: true }
}
