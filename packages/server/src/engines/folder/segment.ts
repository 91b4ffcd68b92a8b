import { isUtf8 } from 'node:buffer'
import { AppError } from '../../errors.ts'

/** One name, decoded. Bytes only for a name found on disk that is not UTF-8. */
export type Segment = string | Buffer

export type Segments = readonly Segment[]

export const longestName = 255

export function checkSegment(segment: Segment): void {
  const text = typeof segment === 'string' ? segment : segment.toString('latin1')
  if (text === '' || text === '.' || text === '..') throw bad('A name cannot be empty or dots.')
  if (text.includes('/') || text.includes('\0')) throw bad('A name has no slash and no NUL.')
  if (Buffer.byteLength(segment) > longestName) throw bad('A name has at most 255 bytes.')
  // A lone surrogate would be written as U+FFFD: another name than the one asked for.
  if (typeof segment === 'string' && !segment.isWellFormed()) throw bad('A name is valid Unicode.')
}

/** The name as a string where it can be one, so that it can be compared and sent. */
export function decoded(bytes: Buffer): Segment {
  return isUtf8(bytes) ? bytes.toString() : bytes
}

// Each stands for one byte from 0x80 on that is no part of UTF-8, or of one of these very letters.
const firstEscape = 0xef80
const lastEscape = 0xefff
const escape = /[\uEF80-\uEFFF]/

/** The one text of a name on disk, also of one that is not UTF-8. */
export function nameText(segment: Segment): string {
  if (typeof segment === 'string' && !escape.test(segment)) return segment
  const bytes = Buffer.from(segment)
  let text = ''
  for (let at = 0; at < bytes.length;) {
    const letter = letterAt(bytes, at)
    text += letter || String.fromCharCode(0xef00 + (bytes[at] ?? 0))
    at += letter ? Buffer.byteLength(letter) : 1
  }
  return text
}

/** The name on disk that has this text. */
export function segmentOf(text: string): Segment {
  if (!escape.test(text)) return text
  const segment = decoded(Buffer.concat(Array.from(text, bytesOf)))
  // Bytes that could be read as they are have no second, escaped text.
  if (nameText(segment) !== text) throw bad('No name has this text.')
  return segment
}

/** Empty where there is none. */
function letterAt(bytes: Buffer, at: number): string {
  const encoded = bytes.subarray(at, at + encodedLength(bytes[at] ?? 0))
  if (!isUtf8(encoded)) return ''
  const letter = encoded.toString()
  return escape.test(letter) ? '' : letter
}

function encodedLength(first: number): number {
  if (first < 0xc0) return 1
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}

function bytesOf(letter: string): Buffer {
  const code = letter.codePointAt(0) ?? 0
  const isEscape = code >= firstEscape && code <= lastEscape
  return isEscape ? Buffer.of(code & 0xff) : Buffer.from(letter)
}

function bad(message: string): AppError {
  return new AppError('files.bad_name', message)
}
