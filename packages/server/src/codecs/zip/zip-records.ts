import {
  hasDescriptor,
  hasLargeSizes,
  hasUnixTime,
  isLarge,
  needsLargeEnd,
  type PlacedEntry,
  type ZipDirectory,
  type ZipEntry,
} from './zip-layout.ts'

/** The records of an archive, field by field as in PKWARE's APPNOTE 6.3.10, 4.3.7 to 4.3.16. */
type Field = [bytes: 1 | 2 | 4 | 8, value: number]

const utf8Names = 1 << 11
const descriptorFollows = 1 << 3
const madeOnUnix = (3 << 8) | 45
const deflateMethod = 8
const allOnes32 = 0xffffffff

export function localHeader({ entry, name }: PlacedEntry<ZipEntry>): Buffer {
  const extra = unixTime(entry)
  // The true numbers stand in the descriptor; this only says that they have 64 bits there.
  if (isLarge(entry.size)) extra.push([2, 1], [2, 16], [8, 0], [8, 0])
  const size = isLarge(entry.size) ? allOnes32 : 0
  const fixed: Field[] = [
    [4, 0x04034b50],
    ...leadingFields(entry, hasLargeSizes(entry)),
    [4, 0],
    [4, size],
    [4, size],
    [2, name.length],
    [2, lengthOf(extra)],
  ]
  return record(fixed, name, extra)
}

export function dataDescriptor(entry: ZipEntry, crc: number): Buffer {
  const bytes = hasLargeSizes(entry) ? 8 : 4
  return record([
    [4, 0x08074b50],
    [4, crc],
    [bytes, packedSize(entry)],
    [bytes, entry.size],
  ])
}

export function centralHeader({ entry, name, offset }: PlacedEntry<ZipEntry>, crc: number): Buffer {
  const large: Field[] = []
  const sizesAreLarge = hasLargeSizes(entry)
  if (sizesAreLarge) large.push([8, entry.size], [8, packedSize(entry)])
  if (isLarge(offset)) large.push([8, offset])
  const extra = unixTime(entry)
  if (large.length > 0) extra.push([2, 1], [2, lengthOf(large)], ...large)
  const isFolder = entry.kind === 'folder'
  const fixed: Field[] = [
    [4, 0x02014b50],
    [2, madeOnUnix],
    ...leadingFields(entry, large.length > 0),
    [4, crc],
    [4, sizesAreLarge ? allOnes32 : packedSize(entry)],
    [4, sizesAreLarge ? allOnes32 : entry.size],
    [2, name.length],
    [2, lengthOf(extra)],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, isFolder ? 0x10 : 0],
    [2, isFolder ? 0o40755 : 0o100644],
    [4, Math.min(offset, allOnes32)],
  ]
  return record(fixed, name, extra)
}

export function endOfArchive(layout: ZipDirectory<ZipEntry>): Buffer {
  const { placed, directoryOffset, directoryLength } = layout
  const count = Math.min(placed.length, 0xffff)
  const end = record([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, Math.min(directoryLength, allOnes32)],
    [4, Math.min(directoryOffset, allOnes32)],
    [2, 0],
  ])
  return needsLargeEnd(layout) ? Buffer.concat([largeEnd(layout), end]) : end
}

function largeEnd({ placed, directoryOffset, directoryLength }: ZipDirectory<ZipEntry>): Buffer {
  return record([
    [4, 0x06064b50],
    [8, 44],
    [2, madeOnUnix],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, placed.length],
    [8, placed.length],
    [8, directoryLength],
    [8, directoryOffset],
    [4, 0x07064b50],
    [4, 0],
    [8, directoryOffset + directoryLength],
    [4, 1],
  ])
}

function packedSize({ size, deflated }: ZipEntry): number {
  return deflated === undefined ? size : deflated.size
}

/** From the version needed to the date: the same in the local and the central header. */
function leadingFields(entry: ZipEntry, large: boolean): Field[] {
  const { time, date } = dosTime(entry.modified)
  const flags = utf8Names | (hasDescriptor(entry) ? descriptorFollows : 0)
  return [
    [2, large ? 45 : 20],
    [2, flags],
    [2, entry.deflated === undefined ? 0 : deflateMethod],
    [2, time],
    [2, date],
  ]
}

/** Two seconds are its smallest step, and 1980 to 2107 all it knows. */
function dosTime(when: Date): { time: number; date: number } {
  const year = when.getUTCFullYear()
  if (!(year >= 1980)) return { time: 0, date: (1 << 5) | 1 }
  if (year > 2107) return { time: 0xbf7d, date: 0xff9f }
  return {
    time: (when.getUTCHours() << 11) | (when.getUTCMinutes() << 5) | (when.getUTCSeconds() >> 1),
    date: ((year - 1980) << 9) | ((when.getUTCMonth() + 1) << 5) | when.getUTCDate(),
  }
}

function unixTime(entry: ZipEntry): Field[] {
  if (!hasUnixTime(entry)) return []
  const seconds = Math.floor(entry.modified.getTime() / 1000)
  return [
    [2, 0x5455],
    [2, 5],
    [1, 1],
    [4, seconds >>> 0],
  ]
}

function record(fields: Field[], name: Buffer = Buffer.alloc(0), extra: Field[] = []): Buffer {
  const length = lengthOf(fields)
  const bytes = Buffer.allocUnsafe(length + name.length + lengthOf(extra))
  write(bytes, 0, fields)
  bytes.set(name, length)
  write(bytes, length + name.length, extra)
  return bytes
}

function lengthOf(fields: Field[]): number {
  let length = 0
  for (const [bytes] of fields) length += bytes
  return length
}

function write(bytes: Buffer, start: number, fields: Field[]): void {
  let at = start
  for (const [length, value] of fields) {
    if (length === 1) bytes.writeUInt8(value, at)
    else if (length === 2) bytes.writeUInt16LE(value, at)
    else if (length === 4) bytes.writeUInt32LE(value, at)
    else bytes.writeBigUInt64LE(BigInt(value), at)
    at += length
  }
}
