import type { Face, PlacedGlyph } from './typeface.ts'

/** A font in a document, of which it has the letters that were shown. */
export interface PdfFont {
  /** A text as the document says it. */
  shown(text: string): string
  /** To be asked when everything is shown. */
  objects(): PdfObject[]
  /** The number after those of its objects. */
  next: number
}

export interface PdfObject {
  number: number
  dictionary: string
  stream?: Buffer
}

/** By the numbers of its letters (Type 0, Identity-H), with what they mean for whoever searches and copies. */
export function pdfFont(face: Face, number: number, name: string): PdfFont {
  const { font } = face
  const subset = font.createSubset()
  const [child, descriptor, file, meaning] = [number + 1, number + 2, number + 3, number + 4]
  const glyphs: { advance: number; text: string }[] = [{ advance: 0, text: '' }]
  const codes = new Map<number, number>()

  function codeOf({ id, advance, text }: PlacedGlyph): number {
    const known = codes.get(id)
    if (known !== undefined) return known
    // Its types say that it is told whether; it is told where.
    const code = Number(subset.includeGlyph(font.getGlyph(id)))
    codes.set(id, code)
    if (code > 0) glyphs[code] = { advance, text }
    return code
  }

  const thousandths = (units: number) => Math.round((units * 1000) / font.unitsPerEm)

  return {
    next: number + 5,
    shown(text) {
      const hex = face.glyphsOf(text).map((glyph) => codeOf(glyph).toString(16).padStart(4, '0'))
      return `<${hex.join('')}>`
    },
    objects() {
      // Six letters before the name say that it is a part of the font.
      const part = `/TRIPTY+${name}`
      const widths = glyphs.map(({ advance }) => Math.round(advance * 1000)).join(' ')
      const missing = thousandths(font.getGlyph(0).advanceWidth)
      const { minX, minY, maxX, maxY } = font.bbox
      const box = [minX, minY, maxX, maxY].map(thousandths).join(' ')
      const bytes = Buffer.from(subset.encode())
      return [
        {
          number,
          dictionary: `/Type /Font /Subtype /Type0 /BaseFont ${part} /Encoding /Identity-H /DescendantFonts [${child} 0 R] /ToUnicode ${meaning} 0 R`,
        },
        {
          number: child,
          dictionary: `/Type /Font /Subtype /CIDFontType2 /BaseFont ${part} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /W [0 [${missing}${widths.slice(1)}]] /CIDToGIDMap /Identity`,
        },
        {
          number: descriptor,
          dictionary: `/Type /FontDescriptor /FontName ${part} /Flags 4 /FontBBox [${box}] /ItalicAngle 0 /Ascent ${thousandths(font.ascent)} /Descent ${thousandths(font.descent)} /CapHeight 729 /StemV 80 /FontFile2 ${file} 0 R`,
        },
        { number: file, dictionary: `/Length1 ${bytes.length}`, stream: bytes },
        { number: meaning, dictionary: '', stream: Buffer.from(meanings(glyphs)) },
      ]
    },
  }
}

/** So many lines of a map stand in one part of it. */
const linesAtOnce = 100

function meanings(glyphs: readonly { text: string }[]): string {
  const lines = glyphs.flatMap(({ text }, code) => {
    if (text === '') return []
    const hex = Buffer.from(text, 'utf16le').swap16().toString('hex')
    return [`<${code.toString(16).padStart(4, '0')}> <${hex}>`]
  })
  let parts = ''
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    const some = lines.slice(from, from + linesAtOnce)
    parts += `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar\n`
  }
  return (
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n' +
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n' +
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def\n' +
    '1 begincodespacerange <0000> <ffff> endcodespacerange\n' +
    `${parts}endcmap CMapName currentdict /CMap defineresource pop end end\n`
  )
}
