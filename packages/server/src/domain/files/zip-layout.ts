import { AppError } from '../../errors.ts'
import { zipNames } from './zip-names.ts'

export interface ZipEntry {
  /** Names with `/` between them. */
  path: string
  kind: 'file' | 'folder'
  /** In bytes; 0 for a folder. */
  size: number
  modified: Date
}

export interface PlacedEntry<Entry extends ZipEntry> {
  entry: Entry
  /** As it stands in the archive, in UTF-8. */
  name: Buffer
  /** Where its local header begins. */
  offset: number
}

export interface ZipLayout<Entry extends ZipEntry> {
  placed: PlacedEntry<Entry>[]
  directoryOffset: number
  directoryLength: number
  length: number
}

const largest32 = 0xffffffff
const largest16 = 0xffff

/** The exact length of the archive, for `Content-Length`. */
export function zipLength(entries: readonly ZipEntry[]): number {
  return layOutZip(entries).length
}

/** Where everything will stand. Nothing is compressed, so sizes are enough to know it. */
export function layOutZip<Entry extends ZipEntry>(entries: readonly Entry[]): ZipLayout<Entry> {
  const nameOf = zipNames()
  let offset = 0
  const placed = entries.map((entry) => {
    const name = Buffer.from(nameOf(entry.path, entry.kind))
    if (name.length > largest16) {
      throw new AppError('bad_request', 'A path is too long for a zip archive.')
    }
    const one = { entry, name, offset }
    offset += 30 + name.length + localExtraLength(entry) + entry.size + descriptorLength(entry)
    return one
  })
  const directoryLength = placed.reduce(
    (sum, one) => sum + 46 + one.name.length + centralExtraLength(one),
    0,
  )
  const layout = { placed, directoryOffset: offset, directoryLength, length: 0 }
  const endLength = needsLargeEnd(layout) ? 56 + 20 + 22 : 22
  return { ...layout, length: offset + directoryLength + endLength }
}

/** All ones in a field of 32 bits mean that the number stands elsewhere, so it is too large as well. */
export function isLarge(number: number): boolean {
  return number >= largest32
}

export function needsLargeEnd(layout: ZipLayout<ZipEntry>): boolean {
  return (
    layout.placed.length >= largest16 ||
    isLarge(layout.directoryOffset) ||
    isLarge(layout.directoryLength)
  )
}

/** The CRC comes after the data, as it is not known before; that of nothing is always known. */
export function hasDescriptor(entry: ZipEntry): boolean {
  return entry.size > 0
}

function descriptorLength(entry: ZipEntry): number {
  if (!hasDescriptor(entry)) return 0
  return isLarge(entry.size) ? 24 : 16
}

/** The time in UTC takes 9 bytes: the DOS time beside it is local to nobody knows where. */
export function hasUnixTime({ modified }: ZipEntry): boolean {
  return Math.abs(modified.getTime() / 1000) < 2 ** 31
}

function localExtraLength(entry: ZipEntry): number {
  return (hasUnixTime(entry) ? 9 : 0) + (isLarge(entry.size) ? 20 : 0)
}

function centralExtraLength({ entry, offset }: PlacedEntry<ZipEntry>): number {
  const large = (isLarge(entry.size) ? 16 : 0) + (isLarge(offset) ? 8 : 0)
  return (hasUnixTime(entry) ? 9 : 0) + (large > 0 ? 4 + large : 0)
}
