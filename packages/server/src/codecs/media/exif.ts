import type { FileInfo } from '@triptych/contract/files'
import exifReader from 'exif-reader'
import type { GenericTag } from 'exif-reader'
import { onlyKnown, shownText, utf8OrLatin } from './facts.ts'

/** As the reader gives it: what makes no sense is `null`, and a text that is not ASCII stays bytes. */
type Field = GenericTag | Date | null | undefined

/**
 * What a camera wrote about a picture; empty when the block makes no sense. A block made to do harm
 * takes as much time and memory as there is: not for a process that others depend on.
 */
export function readExif(block: Uint8Array): FileInfo {
  const { Image = {}, Photo = {}, GPSInfo = {} } = directories(block)
  return onlyKnown({
    Make: text(Image['Make']),
    Model: text(Image['Model']),
    LensModel: text(Photo['LensModel']),
    DateTimeOriginal: localTime(Photo['DateTimeOriginal']),
    ExposureTime: exposure(number(Photo['ExposureTime'])),
    FNumber: rounded(number(Photo['FNumber']), 2),
    ISO: number(Photo['ISOSpeedRatings']),
    FocalLength: rounded(number(Photo['FocalLength']), 2),
    Orientation: number(Image['Orientation']),
    Latitude: degrees(GPSInfo['GPSLatitude'], text(GPSInfo['GPSLatitudeRef']) === 'S', 90),
    Longitude: degrees(GPSInfo['GPSLongitude'], text(GPSInfo['GPSLongitudeRef']) === 'W', 180),
    Software: text(Image['Software']),
    Artist: text(Image['Artist']),
    Copyright: text(Image['Copyright']),
  })
}

type Directories = Record<string, Record<string, Field>>

function directories(block: Uint8Array): Directories {
  try {
    const found = exifReader(Buffer.from(block.buffer, block.byteOffset, block.length))
    return Object.fromEntries(Object.entries(found).filter(([, fields]) => fields)) as Directories
  } catch {
    return {}
  }
}

function text(field: Field): string | undefined {
  if (Buffer.isBuffer(field)) return shownText(utf8OrLatin(field))
  return typeof field === 'string' ? shownText(field) : undefined
}

function number(field: Field): number | undefined {
  const first = Array.isArray(field) ? field[0] : field
  return typeof first === 'number' ? first : undefined
}

function rounded(value: number | undefined, digits: number): number | undefined {
  return value === undefined ? undefined : Number(value.toFixed(digits))
}

/** `2024-05-01T10:20:30`; the camera does not say in which zone. */
function localTime(field: Field): string | undefined {
  // A clock that was never set says all zeros, which count as a day in 1899.
  if (!(field instanceof Date) || !(field.getUTCFullYear() >= 1900)) return undefined
  return field.toISOString().slice(0, 19)
}

/** In seconds, as photographers write it: `1/250`, `0.8`, `30`. */
function exposure(seconds: number | undefined): string | undefined {
  if (!seconds || !Number.isFinite(seconds)) return undefined
  return seconds < 0.3 ? `1/${Math.round(1 / seconds)}` : String(Number(seconds.toFixed(1)))
}

function degrees(field: Field, negative: boolean, limit: number): number | undefined {
  if (!Array.isArray(field) || field.length < 3) return undefined
  const [whole, minutes, seconds] = field
  // Some cameras have no seconds and write them as 0/0.
  const value = Number(whole) + (Number(minutes) || 0) / 60 + (Number(seconds) || 0) / 3600
  if (!(value <= limit)) return undefined
  return rounded(negative ? -value : value, 6)
}
