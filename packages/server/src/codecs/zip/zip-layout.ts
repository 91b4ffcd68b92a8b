import { yielding } from '../../concurrency/yielding.ts'
import { AppError } from '../../errors.ts'

export interface ZipEntry {
  /** Names with `/` between them. */
  path: string
  kind: 'file' | 'folder'
  /** In bytes; 0 for a folder. */
  size: number
  modified: Date
  /** Without it the bytes are stored as they are. */
  deflated?: Deflated
}

/** Known, as the size is, only when all was written; the header before it says 0. */
export interface Deflated {
  /** In bytes, in the archive. */
  size: number
  /**
   * 4 GiB and more are to be expected. Excel wants to be told before the data, as the version that
   * is needed, and refuses a header that has sizes of 64 bits.
   */
  large: boolean
}

export interface PlacedEntry<Entry extends ZipEntry> {
  entry: Entry
  /** As it stands in the archive, in UTF-8. */
  name: Buffer
  /** Where its local header begins. */
  offset: number
}

export interface ZipDirectory<Entry extends ZipEntry> {
  placed: PlacedEntry<Entry>[]
  directoryOffset: number
  directoryLength: number
}

export interface ZipLayout<Entry extends ZipEntry> extends ZipDirectory<Entry> {
  /** Of the whole archive, exactly. */
  length: number
}

const largest32 = 0xffffffff
const largest16 = 0xffff

/** More than fit into memory beside everything else, and than anybody unpacks. */
const mostEntries = 1_000_000

/** Where everything will stand. Nothing is compressed, so sizes are enough to know it. */
export async function layOutZip<Entry extends ZipEntry>(
  entries: readonly Entry[],
): Promise<ZipLayout<Entry>> {
  if (entries.length > mostEntries) {
    const message = `An archive holds at most ${mostEntries} files and folders.`
    throw new AppError('files.too_many', message, { limit: mostEntries })
  }
  const nameOf = zipNames()
  const placed: PlacedEntry<Entry>[] = []
  let offset = 0
  let directoryLength = 0
  const turn = yielding()
  for (const entry of entries) {
    if (turn.isOver()) await turn.next()
    const name = Buffer.from(nameOf(entry.path, entry.kind))
    if (name.length > largest16) {
      throw new AppError('bad_request', 'A path is too long for a zip archive.')
    }
    const one = { entry, name, offset }
    placed.push(one)
    offset += 30 + name.length + localExtraLength(entry) + entry.size + descriptorLength(entry)
    directoryLength += 46 + name.length + centralExtraLength(one)
  }
  const layout = { placed, directoryOffset: offset, directoryLength }
  const endLength = needsLargeEnd(layout) ? 56 + 20 + 22 : 22
  return { ...layout, length: offset + directoryLength + endLength }
}

/** All ones in a field of 32 bits mean that the number stands elsewhere, so it is too large as well. */
export function isLarge(number: number): boolean {
  return number >= largest32
}

/** Whether the sizes of an entry have 64 bits. */
export function hasLargeSizes({ size, deflated }: ZipEntry): boolean {
  return isLarge(size) || (deflated !== undefined && (deflated.large || isLarge(deflated.size)))
}

export function needsLargeEnd(layout: ZipDirectory<ZipEntry>): boolean {
  return (
    layout.placed.length >= largest16 ||
    isLarge(layout.directoryOffset) ||
    isLarge(layout.directoryLength)
  )
}

/** The CRC comes after the data, as it is not known before; that of nothing is always known. */
export function hasDescriptor(entry: ZipEntry): boolean {
  return entry.size > 0 || entry.deflated !== undefined
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

/** Gives entry names that no reader can take for a place outside the folder it unpacks to. */
function zipNames(): (path: string, kind: 'file' | 'folder') => string {
  const taken = new Set<string>()

  return (path, kind) => {
    const safe = safePath(path)
    if (kind === 'folder') {
      taken.add(safe)
      return `${safe}/`
    }
    // Two names may become one by being made safe; unpacking would then keep only the last.
    let name = safe
    for (let number = 2; taken.has(name); number++) name = `${safe}~${number}`
    taken.add(name)
    return name
  }
}

/** A backslash, a control character, or a name that is empty or made of one or two dots. */
const unsafe = /[\\\p{Cc}]|(?:^|\/)\.{0,2}(?:\/|$)/u

function safePath(path: string): string {
  if (!unsafe.test(path)) return path.toWellFormed()
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  const safe = names.map((name) => (name === '..' ? '__' : name.replace(/\p{Cc}|\\/gu, '_')))
  return safe.length === 0 ? '_' : safe.join('/').toWellFormed()
}
