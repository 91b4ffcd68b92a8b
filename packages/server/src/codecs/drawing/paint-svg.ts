import { setImmediate as nextTurn } from 'node:timers/promises'
import { escapeAttribute, escapeText } from '../xml/entities.ts'
import type { Page, PathShape, Shape, TextShape } from './shape.ts'
import { numberText, shapesAtOnce } from './shape.ts'
import type { Typeface } from './typeface.ts'

export interface SvgOptions {
  title: string
  /** Letters as lines of the drawing: for whoever has no fonts. */
  outlines?: Typeface
}

/** A page as a drawing, of which texts are texts. */
export async function* svgPieces(page: Page, options: SvgOptions): AsyncGenerator<Uint8Array> {
  const [width, height] = [numberText(page.width), numberText(page.height)]
  // Who makes a picture of it counts in pixels.
  const unit = options.outlines ? '' : 'pt'
  let text =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}${unit}" height="${height}${unit}" viewBox="0 0 ${width} ${height}" font-family="'DejaVu Sans',Verdana,Arial,sans-serif">` +
    `<title>${escapeText(options.title)}</title><rect width="${width}" height="${height}" fill="#ffffff"/>\n`
  let count = 0
  let clips = 0
  for (const shape of page.shapes()) {
    if (shape.kind === 'clip') clips++
    text += svgOf(shape, clips, options.outlines)
    if (++count % shapesAtOnce > 0) continue
    yield Buffer.from(text)
    text = ''
    await nextTurn()
  }
  yield Buffer.from(`${text}</svg>\n`)
}

function svgOf(shape: Shape, clip: number, outlines: Typeface | undefined): string {
  switch (shape.kind) {
    case 'rect': {
      const stroke =
        shape.stroke === undefined ? '' : ` stroke="${shape.stroke}" stroke-width="0.5"`
      return `<rect ${boxOf(shape)} fill="${shape.fill}"${stroke}/>\n`
    }
    case 'path':
      return `<path d="${wayOf(shape)}" fill="${shape.fill ?? 'none'}"${strokeOf(shape)}/>\n`
    case 'text':
      return outlines ? outlineOf(shape, outlines) : textOf(shape)
    case 'clip':
      return `<clipPath id="c${clip}"><rect ${boxOf(shape)}/></clipPath><g clip-path="url(#c${clip})">\n`
    default:
      return '</g>\n'
  }
}

function boxOf({ x, y, width, height }: Record<'x' | 'y' | 'width' | 'height', number>): string {
  return `x="${numberText(x)}" y="${numberText(y)}" width="${numberText(width)}" height="${numberText(height)}"`
}

function wayOf({ points, fill }: PathShape): string {
  const way = points.map(([x, y]) => `${numberText(x)} ${numberText(y)}`).join('L')
  return `M${way}${fill === undefined ? '' : 'Z'}`
}

function strokeOf({ stroke, width = 0.5, isDashed = false }: PathShape): string {
  if (stroke === undefined) return ''
  return ` stroke="${stroke}" stroke-width="${width}"${isDashed ? ' stroke-dasharray="3 2"' : ''}`
}

function textOf({ x, y, anchor, size, isBold = false, colour, text }: TextShape): string {
  const place = `x="${numberText(x)}" y="${numberText(y)}"`
  const middle = anchor === undefined ? '' : ` text-anchor="${anchor}"`
  const weight = isBold ? ' font-weight="700"' : ''
  return `<text ${place} font-size="${size}" fill="${escapeAttribute(colour)}"${middle}${weight}>${escapeText(text)}</text>\n`
}

function outlineOf(shape: TextShape, typeface: Typeface): string {
  const { y, size, isBold = false, colour, text } = shape
  const face = isBold ? typeface.bold : typeface.regular
  const scale = size / face.font.unitsPerEm
  let x = startOf(shape, typeface)
  let glyphs = ''
  for (const { id, advance } of face.glyphsOf(text)) {
    const way = face.font.getGlyph(id).path.toSVG()
    if (way !== '') {
      glyphs += `<path transform="matrix(${scale} 0 0 ${-scale} ${numberText(x)} ${numberText(y)})" d="${way}"/>`
    }
    x += advance * size
  }
  return `<g fill="${colour}">${glyphs}</g>\n`
}

/** Where the first letter of a text begins. */
export function startOf({ x, anchor, size, isBold, text }: TextShape, typeface: Typeface): number {
  if (anchor === undefined) return x
  const face = isBold ? typeface.bold : typeface.regular
  const width = face.glyphsOf(text).reduce((sum, { advance }) => sum + advance, 0) * size
  return anchor === 'end' ? x - width : x - width / 2
}
