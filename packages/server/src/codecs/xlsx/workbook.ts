import { badImport } from '../records.ts'
import { attributeOf, attributesOf, scanXml } from '../xml/xml-scanner.ts'

export interface Workbook {
  sheets: WorkbookSheet[]
  isFrom1904: boolean
}

export interface WorkbookSheet {
  name: string
  isVisible: boolean
  relation: string
}

export interface Relation {
  id: string
  /** The end of its address: `worksheet`, `sharedStrings`, `styles`, `officeDocument`. */
  type: string
  /** A path in the archive, in lower case. */
  target: string
}

const maxSheets = 10_000

export async function readWorkbook(bytes: AsyncIterable<Uint8Array>): Promise<Workbook> {
  const workbook: Workbook = { sheets: [], isFrom1904: false }
  const scanning = scanXml(bytes, {
    open(name, attributes) {
      if (name === 'workbookPr') {
        workbook.isFrom1904 = ['1', 'true'].includes(attributeOf(attributes, 'date1904') ?? '')
      } else if (name === 'sheet' && workbook.sheets.length < maxSheets) {
        workbook.sheets.push(sheetOf(attributes))
      }
    },
    close() {},
    text() {},
  })
  for await (const _ of scanning);
  return workbook
}

/** `part`: the one whose relations these are, to which their targets are relative. */
export async function readRelations(
  bytes: AsyncIterable<Uint8Array>,
  part: string,
): Promise<Relation[]> {
  const relations: Relation[] = []
  const scanning = scanXml(bytes, {
    open(name, attributes) {
      if (name !== 'Relationship' || attributeOf(attributes, 'TargetMode') === 'External') return
      if (relations.length === maxSheets) return
      const target = attributeOf(attributes, 'Target') ?? ''
      relations.push({
        id: attributeOf(attributes, 'Id') ?? '',
        type: (attributeOf(attributes, 'Type') ?? '').split('/').at(-1) ?? '',
        target: resolved(target, part),
      })
    },
    close() {},
    text() {},
  })
  for await (const _ of scanning);
  return relations
}

/** `xl/_rels/workbook.xml.rels` for `xl/workbook.xml`. */
export function relationsOf(part: string): string {
  const names = part.split('/')
  return [...names.slice(0, -1), '_rels', `${names.at(-1)}.rels`].join('/')
}

/** By its name or its place from 1; otherwise the first that people see. */
export function chosenSheet(
  sheets: readonly WorkbookSheet[],
  wanted: string | number | undefined,
): WorkbookSheet {
  const sheet =
    typeof wanted === 'number'
      ? sheets[wanted - 1]
      : wanted === undefined
        ? (sheets.find(({ isVisible }) => isVisible) ?? sheets[0])
        : (sheets.find(({ name }) => name === wanted) ??
          sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()))
  if (sheet !== undefined) return sheet
  if (sheets.length === 0) throw badImport('The workbook has no sheet with rows.')
  const names = sheets.slice(0, 50).map(({ name }) => JSON.stringify(name.slice(0, 100)))
  throw badImport(
    `The workbook has no sheet ${JSON.stringify(wanted).slice(0, 100)}; it has ${names.join(', ')}.`,
  )
}

function sheetOf(attributes: string): WorkbookSheet {
  const found = attributesOf(attributes)
  const valueOf = (matches: (name: string) => boolean) => {
    const at = found.findIndex((name, place) => place % 2 === 0 && matches(name))
    return at < 0 ? undefined : found[at + 1]
  }
  return {
    name: valueOf((name) => name === 'name') ?? '',
    isVisible: !/hidden$/i.test(valueOf((name) => name === 'state') ?? ''),
    // The prefix is that of the namespace of relations, whatever it is called.
    relation: valueOf((name) => name.endsWith(':id')) ?? '',
  }
}

function resolved(target: string, part: string): string {
  const names = target.startsWith('/') ? [] : part.split('/').slice(0, -1)
  for (const name of target.toLowerCase().split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return names.join('/')
}
