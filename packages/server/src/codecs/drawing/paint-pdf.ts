import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { startOf } from './paint-svg.ts'
import { pdfFont } from './pdf-font.ts'
import type { PdfFont } from './pdf-font.ts'
import type { Page, PathShape, Shape, TextShape } from './shape.ts'
import { numberText as n, shapesAtOnce } from './shape.ts'
import type { Typeface } from './typeface.ts'

export interface PdfOptions {
  title: string
  made: Date
}

const deflated = promisify(deflate) as (bytes: Buffer) => Promise<Buffer>

/** Objects with these numbers; then those of the two fonts, then two for each page. */
const [catalog, tree, info, firstFont] = [1, 2, 3, 4]

/** Pages as a document (PDF 1.7), each written as soon as it is drawn; the letters that it took come last. */
export async function* pdfPieces(
  pages: readonly Page[],
  typeface: Typeface,
  { title, made }: PdfOptions,
): AsyncGenerator<Uint8Array> {
  const regular = pdfFont(typeface.regular, firstFont, 'DejaVuSans')
  const bold = pdfFont(typeface.bold, regular.next, 'DejaVuSans-Bold')
  const firstPage = bold.next
  const offsets: number[] = []
  let length = 0

  const counted = (bytes: Buffer): Buffer => {
    length += bytes.length
    return bytes
  }
  const object = (number: number, dictionary: string, stream?: Buffer): Buffer => {
    offsets[number] = length
    const head = `${number} 0 obj\n${dictionary}\n`
    if (!stream) return counted(Buffer.from(`${head}endobj\n`, 'latin1'))
    const body = [Buffer.from(`${head}stream\n`), stream, Buffer.from('\nendstream\nendobj\n')]
    return counted(Buffer.concat(body))
  }

  yield counted(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'))
  for (const [at, page] of pages.entries()) {
    const number = firstPage + 2 * at
    const content = await deflated(await contentOf(page, typeface, { regular, bold }))
    const fonts = `/F1 ${firstFont} 0 R /F2 ${regular.next} 0 R`
    const box = `/MediaBox [0 0 ${n(page.width)} ${n(page.height)}]`
    yield object(
      number,
      `<< /Type /Page /Parent ${tree} 0 R ${box} /Resources << /Font << ${fonts} >> >> /Contents ${number + 1} 0 R >>`,
    )
    yield object(number + 1, `<< /Length ${content.length} /Filter /FlateDecode >>`, content)
  }
  for (const font of [regular, bold]) {
    for (const { number, dictionary, stream } of font.objects()) {
      if (!stream) {
        yield object(number, `<< ${dictionary} >>`)
        continue
      }
      const packed = await deflated(stream)
      const filter = `/Length ${packed.length} /Filter /FlateDecode`
      yield object(number, `<< ${dictionary} ${filter} >>`, packed)
    }
  }
  const kids = pages.map((_, at) => `${firstPage + 2 * at} 0 R`).join(' ')
  yield object(tree, `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`)
  yield object(
    catalog,
    `<< /Type /Catalog /Pages ${tree} 0 R /ViewerPreferences << /DisplayDocTitle true >> >>`,
  )
  const stamp = made.toISOString().replaceAll(/[-:T]|\..*/g, '')
  yield object(
    info,
    `<< /Title ${textString(title)} /Producer (Triptych) /CreationDate (D:${stamp}Z) >>`,
  )
  const start = length
  const rows = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  yield Buffer.from(
    `xref\n0 ${offsets.length}\n0000000000 65535 f \n${rows.join('')}` +
      `trailer\n<< /Size ${offsets.length} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
  )
}

/** As UTF-16, in which whatever a text has can be said. */
function textString(text: string): string {
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
}

interface Fonts {
  regular: PdfFont
  bold: PdfFont
}

async function contentOf(page: Page, typeface: Typeface, fonts: Fonts): Promise<Buffer> {
  // From here on from the upper left corner, as everywhere else.
  const parts = [`1 0 0 -1 0 ${n(page.height)} cm`]
  for (const shape of page.shapes()) {
    parts.push(contentText(shape, typeface, fonts))
    if (parts.length % shapesAtOnce === 0) await nextTurn()
  }
  return Buffer.from(parts.join('\n'))
}

function contentText(shape: Shape, typeface: Typeface, fonts: Fonts): string {
  switch (shape.kind) {
    case 'rect': {
      const box = `${n(shape.x)} ${n(shape.y)} ${n(shape.width)} ${n(shape.height)} re`
      const fill = `${colour(shape.fill)} rg`
      if (shape.stroke === undefined) return `${fill} ${box} f`
      return `0.5 w ${fill} ${colour(shape.stroke)} RG ${box} B`
    }
    case 'path':
      return pathText(shape)
    case 'text':
      return textText(shape, typeface, fonts)
    case 'clip':
      return `q ${n(shape.x)} ${n(shape.y)} ${n(shape.width)} ${n(shape.height)} re W n`
    default:
      return 'Q'
  }
}

function pathText({ points, stroke, width = 0.5, isDashed = false, fill }: PathShape): string {
  const way = points.map(([x, y], at) => `${n(x)} ${n(y)} ${at === 0 ? 'm' : 'l'}`).join(' ')
  const line = stroke === undefined ? '' : `${width} w ${colour(stroke)} RG `
  if (fill === undefined) return `${line}${isDashed ? `[3 2] 0 d ${way} S [] 0 d` : `${way} S`}`
  return `${line}${colour(fill)} rg ${way} h ${stroke === undefined ? 'f' : 'B'}`
}

function textText(shape: TextShape, typeface: Typeface, fonts: Fonts): string {
  const { y, size, isBold = false, colour: of, text } = shape
  const font = isBold ? fonts.bold : fonts.regular
  const place = `1 0 0 -1 ${n(startOf(shape, typeface))} ${n(y)} Tm`
  return `BT ${colour(of)} rg /${isBold ? 'F2' : 'F1'} ${size} Tf ${place} ${font.shown(text)} Tj ET`
}

function colour(hex: string): string {
  const parts = [1, 3, 5].map((at) => n(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  return parts.join(' ')
}
