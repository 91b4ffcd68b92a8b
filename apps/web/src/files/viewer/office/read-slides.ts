import { all, attribute, child, first, mainPart, readXml, relations } from './part-xml.ts'
import { mostColumns, mostRows, mostSlides, picture, plain } from './shown-document.ts'
import type { Block, Cell, ShownDocument } from './shown-document.ts'
import type { ZipParts } from './zip-parts.ts'

/** A presentation: the words of each slide, in their order. */
export async function readSlides(parts: ZipParts): Promise<ShownDocument | null> {
  const main = await mainPart(parts)
  const presentation = main ? await readXml(parts, main) : null
  if (!main || !presentation) return null
  const { byId } = await relations(parts, main)
  const names = all(first(presentation, 'sldIdLst'), 'sldId').flatMap((slide) => {
    const id = slide.getAttributeNS(relationsSpace, 'id') ?? slide.getAttribute('r:id')
    return byId.get(id ?? '') ?? []
  })
  const slides: Block[][] = []
  for (const name of names.slice(0, mostSlides)) {
    const slide = await readXml(parts, name)
    slides.push(blocksOf(slide, (await relations(parts, name)).byId))
  }
  return { kind: 'slides', slides, isCut: names.length > mostSlides }
}

const relationsSpace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function blocksOf(slide: Element | null, byId: ReadonlyMap<string, string>): Block[] {
  return all(slide, '*')
    .filter(({ localName }) => ['sp', 'graphicFrame', 'pic'].includes(localName))
    .flatMap((shape): Block[] => {
      if (shape.localName === 'pic') {
        const part = byId.get(attribute(first(shape, 'blip'), 'embed') ?? '')
        return picture(part, attribute(first(shape, 'cNvPr'), 'descr'))
      }
      const role = attribute(first(first(shape, 'nvPr'), 'ph'), 'type')
      if (role === 'sldNum' || role === 'ftr' || role === 'dt') return []
      const isTitle = role === 'title' || role === 'ctrTitle'
      const rows = all(shape, 'tr').map((row) => all(row, 'tc').map(cellOf))
      if (rows.length > 0) return [{ kind: 'table', rows }]
      return all(shape, 'p').flatMap((paragraph): Block[] => {
        const runs = [plain(words(paragraph))]
        if (!runs[0]?.text.trim()) return []
        if (isTitle) return [{ kind: 'heading', level: 2, runs }]
        const depth = Number(attribute(child(paragraph, 'pPr'), 'lvl')) || 0
        return [
          role === 'subTitle' ? { kind: 'text', runs } : { kind: 'item', depth, mark: null, runs },
        ]
      })
    })
}

function cellOf(cell: Element): Cell {
  const isOn = (name: string) => ['1', 'true'].includes(attribute(cell, name) ?? '')
  return {
    text: all(cell, 'p').map(words).join('\n'),
    isNumber: false,
    across: Math.min(Number(attribute(cell, 'gridSpan')) || 1, mostColumns),
    down: Math.min(Number(attribute(cell, 'rowSpan')) || 1, mostRows),
    isCovered: isOn('hMerge') || isOn('vMerge'),
  }
}

function words(paragraph: Element): string {
  return [...paragraph.children]
    .map((part) => (part.localName === 'br' ? '\n' : (first(part, 't')?.textContent ?? '')))
    .join('')
}
