import type { Column, ColumnType } from '@triptych/contract/tables'
import { escapeAttribute } from '../xml/entities.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const typePrefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const contentTypes = `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${typePrefix}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${typePrefix}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${typePrefix}.worksheet+xml"/></Types>`

export const packageRelations = `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

export const workbookRelations = `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`

export function workbook(sheet: string): string {
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><bookViews><workbookView/></bookViews><sheets><sheet name="${escapeAttribute(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
}

/** The formats of cells are those of row-xml.ts, in its order. */
export function styles(currencies: readonly string[]): string {
  const first = 166
  const formats = currencies.map(
    (code, at) => `<numFmt numFmtId="${first + at}" formatCode="#,##0.00\\ [$${code}]"/>`,
  )
  const cells = currencies.map(
    (_, at) =>
      `<xf numFmtId="${first + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  return `${declaration}<styleSheet xmlns="${main}"><numFmts count="${2 + formats.length}"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>${formats.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${5 + cells.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="10" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>${cells.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

/** Up to the first row: the header stays in sight, and each column has room for what it holds. */
export function sheetStart(columns: readonly Pick<Column, 'name' | 'type'>[]): string {
  const widths = columns.map((column, place) => {
    return `<col min="${place + 1}" max="${place + 1}" width="${widthOf(column)}" customWidth="1"/>`
  })
  const cols = widths.length === 0 ? '' : `<cols>${widths.join('')}</cols>`
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${cols}<sheetData>`
}

export const sheetEnd = '</sheetData></worksheet>'

const widths: Record<ColumnType, number> = {
  text: 24,
  integer: 12,
  number: 12,
  boolean: 10,
  date: 12,
  datetime: 20,
  json: 24,
}

function widthOf({ name, type }: Pick<Column, 'name' | 'type'>): number {
  return Math.min(60, Math.max(widths[type], name.length + 2))
}
