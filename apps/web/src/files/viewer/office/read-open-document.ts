import { all, attribute, child, first, readXml } from './part-xml.ts'
import {
  numbered,
  mostBlocks,
  mostColumns,
  mostRows,
  mostSlides,
  picture,
  plain,
  textOf,
} from './shown-document.ts'
import type { Block, Cell, Run, Sheet, ShownDocument } from './shown-document.ts'
import type { ZipParts } from './zip-parts.ts'

/** A text, workbook or presentation of LibreOffice and its kin. */
export async function readOpenDocument(parts: ZipParts): Promise<ShownDocument | null> {
  const written = await readXml(parts, 'content.xml')
  const content = first(written, 'body')?.firstElementChild
  const top = { ...stylesIn([await readXml(parts, 'styles.xml'), written]), list: null, counts: [] }
  if (content?.localName === 'text') {
    const blocks = blocksIn(content, top)
    return { kind: 'text', blocks: blocks.slice(0, mostBlocks), isCut: blocks.length > mostBlocks }
  }
  if (content?.localName === 'spreadsheet') {
    const tables = [...content.children].filter(({ localName }) => localName === 'table')
    return { kind: 'sheets', sheets: tables.map(sheetOf) }
  }
  if (content?.localName !== 'presentation') return null
  const pages = all(content, 'page')
  return {
    kind: 'slides',
    slides: pages.slice(0, mostSlides).map((page) => blocksIn(page, top)),
    isCut: pages.length > mostSlides,
  }
}

/** What is not to be read with the rest: notes of speakers, remarks, what was deleted, lists of fields. */
const passed = new Set([
  'notes',
  'annotation',
  'tracked-changes',
  'sequence-decls',
  'forms',
  'note',
  'title',
  'desc',
])

type Look = Pick<Run, 'isBold' | 'isItalic'>

/** How lists and words look, by the names of their styles. */
interface Styles {
  lists: ReadonlyMap<string, Element>
  looks: ReadonlyMap<string, Look>
}

interface Place extends Styles {
  /** How the list looks in which something is. */
  list: Element | null
  /** The number of the item of this list, after those of the lists around it; none outside of lists. */
  counts: number[]
}

function stylesIn(documents: (Element | null)[]): Styles {
  const named = (kind: string) =>
    documents
      .flatMap((document) => all(document, kind))
      .map((style): [string, Element] => [attribute(style, 'name') ?? '', style])
  const looks = named('style').map(([name, style]): [string, Look] => {
    const about = child(style, 'text-properties')
    const isOn = (property: string, value: string) => attribute(about, property) === value
    return [name, { isBold: isOn('font-weight', 'bold'), isItalic: isOn('font-style', 'italic') }]
  })
  return { lists: new Map(named('list-style')), looks: new Map(looks) }
}

function blocksIn(within: Element, place: Place): Block[] {
  const blocks: Block[] = []
  for (const part of within.children) {
    const { localName } = part
    if (blocks.length > mostBlocks) break
    if (passed.has(localName)) continue
    if (localName === 'h') {
      blocks.push({
        kind: 'heading',
        level: Number(attribute(part, 'outline-level')) || 1,
        runs: runsIn(part, place.looks),
      })
    } else if (localName === 'p') {
      const runs = runsIn(part, place.looks)
      const depth = place.counts.length - 1
      blocks.push(
        depth < 0 ? { kind: 'text', runs } : { kind: 'item', depth, mark: markOf(place), runs },
      )
      blocks.push(...framesIn(part, place))
    } else if (localName === 'table') {
      blocks.push({ kind: 'table', rows: sheetOf(part).rows })
    } else if (localName === 'list') blocks.push(...itemsIn(part, place))
    else if (localName === 'frame') blocks.push(...inFrame(part, place))
    else blocks.push(...blocksIn(part, place))
  }
  return blocks
}

/** Of what an item holds only the first paragraph has its mark. */
function itemsIn(list: Element, { list: around, counts, ...styles }: Place): Block[] {
  const own = styles.lists.get(attribute(list, 'style-name') ?? '') ?? around
  const first = Number(attribute(levelOf(own, counts.length), 'start-value') ?? 1)
  let count = first - 1
  return [...list.children].flatMap((item) => {
    if (item.localName === 'list-item') count++
    const place = { ...styles, list: own, counts: [...counts, count] }
    const [head, ...rest] = blocksIn(item, place)
    if (!head) return []
    const isOfItem = (block: Block) => block.kind === 'item' && block.depth === counts.length
    return [
      head,
      ...rest.map((block) => (isOfItem(block) ? { ...block, mark: '' } : block)),
    ] as Block[]
  })
}

function levelOf(style: Element | null, depth: number): Element | null {
  const levels = [...(style?.children ?? [])]
  return levels.find((level) => Number(attribute(level, 'level')) === depth + 1) ?? null
}

function markOf({ list, counts }: Place): string | null {
  const level = levelOf(list, counts.length - 1)
  if (level?.localName !== 'list-level-style-number') return null
  const kind = attribute(level, 'num-format') ?? ''
  if (kind === '') return ''
  const shown = Math.min(Number(attribute(level, 'display-levels') ?? 1), counts.length)
  const numbers = counts.slice(counts.length - shown).map((count) => numbered(count, kind))
  const [before, behind] = ['num-prefix', 'num-suffix'].map((name) => attribute(level, name) ?? '')
  return `${before}${numbers.join('.')}${behind}`
}

/** Frames may stand in a paragraph, with words or a picture in them. */
function framesIn(within: Element, place: Place): Block[] {
  return [...within.children].flatMap((part) => {
    if (part.localName === 'frame') return inFrame(part, place)
    return passed.has(part.localName) ? [] : framesIn(part, place)
  })
}

function inFrame(frame: Element, place: Place): Block[] {
  const box = child(frame, 'text-box')
  if (box && attribute(frame, 'class') === 'title') {
    return all(box, 'p').map((part) => ({
      kind: 'heading',
      level: 2,
      runs: runsIn(part, place.looks),
    }))
  }
  if (box) return blocksIn(box, place)
  const about = child(frame, 'desc') ?? child(frame, 'title')
  const image = child(frame, 'image')
  if (!image) return blocksIn(frame, place)
  return picture(attribute(image, 'href'), about?.textContent ?? '')
}

const upright: Look = { isBold: false, isItalic: false }

function runsIn(part: Element, looks: Styles['looks'], look = upright): Run[] {
  return [...part.childNodes].flatMap((node): Run[] => {
    if (node.nodeType === Node.TEXT_NODE)
      return [{ text: (node.textContent ?? '').replaceAll(/\s+/g, ' '), ...look }]
    const element = node as Element
    const name = element.localName
    if (name === 's')
      return [plain(' '.repeat(Math.min(100, Number(attribute(element, 'c')) || 1)))]
    if (name === 'tab') return [plain('\t')]
    if (name === 'line-break') return [plain('\n')]
    if (name === 'frame' || passed.has(name) || !name) return []
    const own = looks.get(attribute(element, 'style-name') ?? '') ?? upright
    const { isBold, isItalic } = look
    return runsIn(element, looks, {
      isBold: isBold || own.isBold,
      isItalic: isItalic || own.isItalic,
    })
  })
}

const noLooks: Styles['looks'] = new Map()

function sheetOf(table: Element): Sheet {
  const rows: Cell[][] = []
  let isCut = false
  for (const row of all(table, 'table-row')) {
    const cells = cellsOf(row)
    const isEmpty = cells.every(({ text }) => text === '')
    const times = Number(attribute(row, 'number-rows-repeated')) || 1
    // The rest of a sheet is one row that is there a million times.
    for (let time = 0; time < times && rows.length < mostRows; time++) rows.push(cells)
    if (!isEmpty && rows.length >= mostRows) isCut = true
  }
  while (rows.at(-1)?.every(({ text }) => text === '')) rows.pop()
  return { name: attribute(table, 'name') ?? '', rows, isCut }
}

function cellsOf(row: Element): Cell[] {
  const cells: Cell[] = []
  for (const cell of row.children) {
    const paragraphs = [...cell.children].filter(({ localName }) => localName === 'p')
    const text = paragraphs.map((part) => textOf(runsIn(part, noLooks))).join('\n')
    const isNumber = ['float', 'percentage', 'currency'].includes(
      attribute(cell, 'value-type') ?? '',
    )
    const times = Number(attribute(cell, 'number-columns-repeated')) || 1
    const isCovered = cell.localName === 'covered-table-cell'
    const spanned = (of: string) => Number(attribute(cell, `number-${of}-spanned`)) || 1
    const across = Math.min(spanned('columns'), mostColumns - cells.length)
    const down = Math.min(spanned('rows'), mostRows)
    for (let time = 0; time < times && cells.length < mostColumns; time++)
      cells.push({ text, isNumber, across, down, isCovered })
  }
  while (cells.at(-1)?.text === '' && !cells.at(-1)?.isCovered) cells.pop()
  return cells
}
