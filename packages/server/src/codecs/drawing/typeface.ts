import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { Font, Glyph } from 'fontkit'

/** The letters that texts are measured and drawn with. */
export interface Typeface {
  regular: Face
  bold: Face
}

export interface Face {
  font: Font
  /** How wide it is where a letter is as high as 1. */
  widthOf(text: string): number
  /** In the order in which they stand on the page. */
  glyphsOf(text: string): readonly PlacedGlyph[]
}

export interface PlacedGlyph {
  id: number
  /** How far it is to the next, where a letter is as high as 1. */
  advance: number
  /** What it stands for. */
  text: string
}

/** Loaded by whoever draws: together it is some megabytes, of which a server that draws nothing needs none. */
export async function loadTypeface(): Promise<Typeface> {
  const { create } = await import('fontkit')
  const open = async (weight: number): Promise<Face> => {
    const name = `@fontsource/dejavu-sans/files/dejavu-sans-latin-${weight}-normal.woff`
    const packed = await readFile(fileURLToPath(import.meta.resolve(name)))
    return faceOf(create(await unpacked(packed)) as Font)
  }
  return { regular: await open(400), bold: await open(700) }
}

/** Letters that go from right to left, with what stands between them. */
const toTheLeft =
  /([\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+(?:[\s\p{P}\d]+[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+)*)/u
/** Whose letters change with what stands beside them. */
const needsShaping = /[\u0300-\u036f\u0590-\u109f\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufefc]/
const isLetter = /\p{L}/u

/** Parts of one direction, in the order in which they stand on the page. */
function runsOf(text: string): string[] {
  const runs = text.split(toTheLeft).filter((run) => run !== '')
  const first = isLetter.exec(text)?.[0] ?? ''
  return toTheLeft.test(first) ? runs.toReversed() : runs
}

function faceOf(font: Font): Face {
  const known = new Map<string, PlacedGlyph>()
  const placed = (glyph: Glyph, advance: number, text: string): PlacedGlyph => ({
    id: glyph.id,
    advance: advance / font.unitsPerEm,
    text,
  })

  function glyphOf(sign: string): PlacedGlyph {
    const before = known.get(sign)
    if (before) return before
    const glyph = font.glyphForCodePoint(sign.codePointAt(0)!)
    const found = placed(glyph, glyph.advanceWidth, sign)
    known.set(sign, found)
    return found
  }

  function glyphsOf(text: string): readonly PlacedGlyph[] {
    if (!needsShaping.test(text)) return Array.from(text, glyphOf)
    return runsOf(text).flatMap((run) => {
      const { glyphs, positions } = font.layout(run)
      return glyphs.map((glyph, at) =>
        placed(glyph, positions[at]!.xAdvance, String.fromCodePoint(...glyph.codePoints)),
      )
    })
  }

  return {
    font,
    glyphsOf,
    widthOf(text) {
      let width = 0
      for (const sign of text) width += glyphOf(sign).advance
      return width
    },
  }
}

/** A font as it is packed for the web (WOFF), as it is without that: `fontkit` would unpack its parts again and again. */
async function unpacked(woff: Buffer): Promise<Buffer> {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + 16 * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const parts: Buffer[] = [head]
  let offset = head.length
  for (let table = 0; table < count; table++) {
    const at = 44 + 20 * table
    const from = woff.readUInt32BE(at + 4)
    const stored = woff.subarray(from, from + woff.readUInt32BE(at + 8))
    const length = woff.readUInt32BE(at + 12)
    const bytes = stored.length < length ? await inflated(stored) : stored
    woff.copy(head, 12 + 16 * table, at, at + 4)
    head.writeUInt32BE(woff.readUInt32BE(at + 16), 16 + 16 * table)
    head.writeUInt32BE(offset, 20 + 16 * table)
    head.writeUInt32BE(length, 24 + 16 * table)
    parts.push(bytes, Buffer.alloc(-length & 3))
    offset += length + (-length & 3)
  }
  return Buffer.concat(parts)
}

const inflated = promisify(inflate) as (bytes: Buffer) => Promise<Buffer>
