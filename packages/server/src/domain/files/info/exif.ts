import { byteReader } from './byte-reader.ts'
import type { ByteReader } from './byte-reader.ts'
import { onlyKnown, shownText, utf8OrLatin } from './facts.ts'
import type { Facts } from './facts.ts'

/** One field of a directory: numbers for all kinds of numbers, else text. */
type Field = string | number[]
type Directory = Map<number, Field>

/** Honest directories have some dozens of entries. */
const maxEntries = 500
const maxValues = 16

/** What a camera wrote about a picture; empty when the block makes no sense. */
export function readExif(block: Uint8Array): Facts {
  const start = byteReader(block).latin1(0, 6) === 'Exif\0\0' ? 6 : 0
  const tiff = block.subarray(start)
  const mark = byteReader(tiff).latin1(0, 4)
  if (mark !== 'II*\0' && mark !== 'MM\0*') return {}

  const reader = byteReader(tiff, mark === 'II*\0' ? 'little' : 'big')
  const main = readDirectory(reader, reader.u32(4))
  const camera = readDirectory(reader, number(main, 0x8769) ?? 0)
  const place = readDirectory(reader, number(main, 0x8825) ?? 0)

  return onlyKnown({
    Make: text(main, 0x010f),
    Model: text(main, 0x0110),
    LensModel: text(camera, 0xa434),
    DateTimeOriginal: isoLike(text(camera, 0x9003)),
    ExposureTime: exposure(number(camera, 0x829a)),
    FNumber: rounded(number(camera, 0x829d), 2),
    ISO: number(camera, 0x8827),
    FocalLength: rounded(number(camera, 0x920a), 2),
    Orientation: number(main, 0x0112),
    Latitude: degrees(place, 2, 1, 'S', 90),
    Longitude: degrees(place, 4, 3, 'W', 180),
    Software: text(main, 0x0131),
    Artist: text(main, 0x013b),
    Copyright: text(main, 0x8298),
  })
}

/** No directory leads to another here, so nothing can run in a circle. */
function readDirectory(reader: ByteReader, at: number): Directory {
  const fields: Directory = new Map()
  if (at < 8 || at >= reader.length) return fields
  const count = Math.min(reader.u16(at), maxEntries)
  for (
    let entry = at + 2;
    entry < at + 2 + count * 12 && entry + 12 <= reader.length;
    entry += 12
  ) {
    const field = readField(reader, entry)
    if (field !== null) fields.set(reader.u16(entry), field)
  }
  return fields
}

const sizes: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8 }

function readField(reader: ByteReader, entry: number): Field | null {
  const type = reader.u16(entry + 2)
  const count = reader.u32(entry + 4)
  const size = sizes[type]
  if (!size || count === 0) return null
  const at = size * count <= 4 ? entry + 8 : reader.u32(entry + 8)
  if (at + size * count > reader.length) return null

  if (type === 2) return utf8OrLatin(reader.slice(at, at + count))
  return Array.from({ length: Math.min(count, maxValues) }, (_, index) =>
    readNumber(reader, type, at + index * size),
  )
}

function readNumber(reader: ByteReader, type: number, at: number): number {
  if (type === 3) return reader.u16(at)
  if (type === 4) return reader.u32(at)
  if (type === 9) return reader.u32(at) | 0
  if (type === 5) return reader.u32(at) / reader.u32(at + 4)
  if (type === 10) return (reader.u32(at) | 0) / (reader.u32(at + 4) | 0)
  return reader.u8(at)
}

function text(directory: Directory, tag: number): string | undefined {
  const field = directory.get(tag)
  return typeof field === 'string' ? shownText(field) : undefined
}

function number(directory: Directory, tag: number): number | undefined {
  const field = directory.get(tag)
  return Array.isArray(field) ? field[0] : undefined
}

function rounded(value: number | undefined, digits: number): number | undefined {
  return value === undefined ? undefined : Number(value.toFixed(digits))
}

/** `2024:05:01 10:20:30` becomes `2024-05-01T10:20:30`; the camera does not say in which zone. */
function isoLike(value: string | undefined): string | undefined {
  const found = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(value ?? '')
  return found ? `${found[1]}-${found[2]}-${found[3]}T${found[4]}` : undefined
}

/** In seconds, as photographers write it: `1/250`, `0.8`, `30`. */
function exposure(seconds: number | undefined): string | undefined {
  if (!seconds || !Number.isFinite(seconds)) return undefined
  return seconds < 0.3 ? `1/${Math.round(1 / seconds)}` : String(Number(seconds.toFixed(1)))
}

function degrees(
  place: Directory,
  tag: number,
  sideTag: number,
  negative: string,
  limit: number,
): number | undefined {
  const field = place.get(tag)
  if (!Array.isArray(field) || field.length < 3) return undefined
  const [whole = 0, minutes = 0, seconds = 0] = field
  // Some cameras have no seconds and write them as 0/0.
  const value = whole + (minutes || 0) / 60 + (seconds || 0) / 3600
  if (!(value <= limit)) return undefined
  return rounded(text(place, sideTag)?.startsWith(negative) ? -value : value, 6)
}
