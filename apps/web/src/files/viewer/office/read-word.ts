import { all, attribute, child, first, mainPart, readXml, relations } from './part-xml.ts'
import { mostBlocks, mostColumns, picture, plain, textOf } from './shown-document.ts'
import type { Block, Cell, Run, ShownDocument } from './shown-document.ts'
import { wordNumbers } from './word-numbers.ts'
import type { WordNumbers } from './word-numbers.ts'
import type { ZipParts } from './zip-parts.ts'

interface About {
  styles: ReadonlyMap<string, Style>
  numbers: WordNumbers
  /** Where what is called by an id lies. */
  byId: ReadonlyMap<string, string>
}

interface Style {
  /** Of a heading; 0 is none. */
  level: number
  list: Element | null
}

/** A text of Word: its headings, paragraphs, lists, tables and pictures. */
export async function readWord(parts: ZipParts): Promise<ShownDocument | null> {
  const main = await mainPart(parts)
  const body = first(main ? await readXml(parts, main) : null, 'body')
  if (!main || !body) return null
  const { byId, byType } = await relations(parts, main)
  const named = async (type: string) => {
    const name = byType(type)
    return name ? readXml(parts, name) : null
  }
  const styles = stylesIn(await named('styles'))
  const about = { styles, numbers: wordNumbers(await named('numbering')), byId }
  const blocks: Block[] = []
  addBlocks(body, blocks, about)
  return { kind: 'text', blocks: blocks.slice(0, mostBlocks), isCut: blocks.length > mostBlocks }
}

/** Styles have names of their own in each language; what they are to a text is the same. */
function stylesIn(styles: Element | null): ReadonlyMap<string, Style> {
  return new Map(
    all(styles, 'style').map((style) => {
      const name = attribute(child(style, 'name'), 'val')?.toLowerCase() ?? ''
      const level = name === 'title' ? 1 : Number(/^heading (\d)$/.exec(name)?.[1]) || 0
      return [attribute(style, 'styleId') ?? '', { level, list: first(style, 'numPr') }]
    }),
  )
}

function addBlocks(within: Element, blocks: Block[], about: About): void {
  for (const part of within.children) {
    if (blocks.length > mostBlocks) return
    if (part.localName === 'p') blocks.push(paragraph(part, about), ...picturesIn(part, about))
    else if (part.localName === 'tbl') blocks.push(table(part, about))
    else if (['sdt', 'sdtContent', 'ins', 'customXml'].includes(part.localName))
      addBlocks(part, blocks, about)
  }
}

function paragraph(part: Element, { styles, numbers }: About): Block {
  const own = child(part, 'pPr')
  const runs: Run[] = []
  addRuns(part, runs)
  const style = styles.get(attribute(child(own, 'pStyle'), 'val') ?? '')
  const list = child(own, 'numPr') ?? style?.list
  const name = attribute(child(list, 'numId'), 'val')
  const depth = Number(attribute(child(list, 'ilvl'), 'val')) || 0
  // What is in the list of no number is in none.
  const mark = name && name !== '0' ? numbers(name, depth) : ''
  if (style?.level) {
    return { kind: 'heading', level: style.level, runs: mark ? [plain(`${mark} `), ...runs] : runs }
  }
  return list && name !== '0' ? { kind: 'item', depth, mark, runs } : { kind: 'text', runs }
}

function picturesIn(part: Element, { byId }: About): Block[] {
  return all(part, 'drawing').flatMap((drawing) =>
    picture(
      byId.get(attribute(first(drawing, 'blip'), 'embed') ?? ''),
      attribute(first(drawing, 'docPr'), 'descr'),
    ),
  )
}

/** What was deleted while changes are followed is not read, and of two ways to say something only one. */
const passed = new Set([
  'pPr',
  'rPr',
  'del',
  'moveFrom',
  'Fallback',
  'drawing',
  'pict',
  'instrText',
])

function addRuns(within: Element, runs: Run[], look?: Pick<Run, 'isBold' | 'isItalic'>): void {
  for (const part of within.children) {
    const { localName } = part
    if (passed.has(localName)) continue
    const text = { t: part.textContent, tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' }[
      localName
    ]
    if (text !== undefined && look) runs.push({ text: text ?? '', ...look })
    else addRuns(part, runs, localName === 'r' ? lookOf(child(part, 'rPr')) : look)
  }
}

function lookOf(about: Element | null) {
  return { isBold: isOn(child(about, 'b')), isItalic: isOn(child(about, 'i')) }
}

function isOn(sign: Element | null): boolean {
  return sign !== null && !['0', 'false', 'off'].includes(attribute(sign, 'val') ?? '')
}

function table(part: Element, about: About): Block {
  const rows = children(part, 'tr').map((row) =>
    children(row, 'tc').map((cell): Cell => {
      const across = Number(attribute(first(child(cell, 'tcPr'), 'gridSpan'), 'val')) || 1
      return { text: cellText(cell, about), isNumber: false, across: Math.min(across, mostColumns) }
    }),
  )
  return { kind: 'table', rows }
}

function children(of: Element, name: string): Element[] {
  return [...of.children].filter(({ localName }) => localName === name)
}

function cellText(cell: Element, about: About): string {
  const blocks: Block[] = []
  addBlocks(cell, blocks, about)
  return blocks.map(blockText).join('\n')
}

/** A table in a table is only its words, a picture what is said of it. */
function blockText(block: Block): string {
  if (block.kind === 'picture') return block.about
  if (block.kind !== 'table') return textOf(block.runs)
  return block.rows.map((row) => row.map(({ text }) => text).join('\t')).join('\n')
}
