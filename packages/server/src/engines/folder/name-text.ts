import { isUtf8 } from 'node:buffer'
import { FolderError } from './folder-error.ts'
import { decoded, type Segment } from './segment.ts'

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
  if (nameText(segment) !== text) throw new FolderError('bad-name', 'No name has this text.')
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
