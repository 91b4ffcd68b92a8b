import { isUtf8 } from 'node:buffer'
import { FolderError } from './folder-error.ts'

/** One name, decoded. Bytes only for a name found on disk that is not UTF-8. */
export type Segment = string | Buffer

export type Segments = readonly Segment[]

const longestName = 255

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

export function isWithin(inner: Segments, outer: Segments): boolean {
  return outer.every((segment, at) => {
    const other = inner[at]
    return other !== undefined && Buffer.from(segment).equals(Buffer.from(other))
  })
}

function bad(message: string): FolderError {
  return new FolderError('bad-name', message)
}
