/** Reads archives piece by piece: of a large one only its directory, and what is asked for. */

export interface ZipEntry {
  name: string
  isFolder: boolean
  /** In bytes, as the archive says. */
  size: number
  modified: Date | null
}

export interface ZipParts {
  /** The first ones of very many. */
  entries: readonly ZipEntry[]
  /** How many there are. */
  count: number
  /** `null`: there is none of that name. Throws where all that is read is more than anybody would read here. */
  read: (name: string) => Promise<Uint8Array<ArrayBuffer> | null>
  /** The same, or so much of it as is enough for a table. */
  readBeginning: (name: string) => Promise<Beginning | null>
}

export interface Beginning {
  bytes: Uint8Array<ArrayBuffer>
  isCut: boolean
}

/** Answers the bytes from `from` to `to`, that one left out. */
export type ReadBytes = (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>

/** More is no archive to be looked at, but one made to do harm. */
const mostDirectory = 16 * 1024 * 1024
const mostEntries = 2000
/** A part is that large at most when it is unpacked, and all together; what an archive says of itself is not believed. */
const mostPart = 12 * 1024 * 1024
const mostParts = 64 * 1024 * 1024
const mostBeginning = 4 * 1024 * 1024

const endLength = 22
const longestComment = 65_535
const ends = 0x06054b50
const largeEnds = 0x06064b50
const isEntry = 0x02014b50

interface Placed extends ZipEntry {
  at: number
  packed: number
  method: number
  isSecret: boolean
}

/** `null`: it is no archive. */
export async function openZip(read: ReadBytes, size: number): Promise<ZipParts | null> {
  const place = await findDirectory(read, size)
  if (!place || place.length > mostDirectory || place.at + place.length > size) return null
  const { placed, count } = entriesIn(await read(place.at, place.at + place.length))
  const byName = new Map(placed.map((entry) => [entry.name, entry]))
  let left = mostParts
  async function unpack(name: string, most: number): Promise<Beginning | null> {
    const entry = byName.get(name)
    if (!entry) return null
    const found = await unpacked(entry, read, Math.min(most, left))
    left -= found.bytes.length
    return found
  }
  return {
    entries: placed.slice(0, mostEntries),
    count,
    async read(name) {
      const found = await unpack(name, mostPart)
      if (found?.isCut) throw new Error('it is too large')
      return found?.bytes ?? null
    },
    readBeginning: (name) => unpack(name, mostBeginning),
  }
}

async function findDirectory(
  read: ReadBytes,
  size: number,
): Promise<{ at: number; length: number } | null> {
  const from = Math.max(0, size - endLength - longestComment)
  const tail = viewOf(await read(from, size))
  for (let at = tail.byteLength - endLength; at >= 0; at--) {
    if (tail.getUint32(at, true) !== ends) continue
    const [length, begin] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)]
    if (begin !== 0xffffffff && length !== 0xffffffff) return { at: begin, length }
    return findLargeDirectory(read, from + at)
  }
  return null
}

/** Of archives above 4 GB: where the directory is stands in a record of its own. */
async function findLargeDirectory(
  read: ReadBytes,
  end: number,
): Promise<{ at: number; length: number } | null> {
  if (end < 20) return null
  const place = Number(viewOf(await read(end - 20, end)).getBigUint64(8, true))
  if (place > end - 56) return null
  const record = viewOf(await read(place, place + 56))
  if (record.getUint32(0, true) !== largeEnds) return null
  return {
    length: Number(record.getBigUint64(40, true)),
    at: Number(record.getBigUint64(48, true)),
  }
}

function entriesIn(bytes: Uint8Array<ArrayBuffer>): { placed: Placed[]; count: number } {
  const view = viewOf(bytes)
  const placed: Placed[] = []
  let count = 0
  for (let at = 0; at + 46 <= view.byteLength && view.getUint32(at, true) === isEntry; count++) {
    const [nameLength, extraLength] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)]
    const nameEnds = at + 46 + nameLength
    const flags = view.getUint16(at + 8, true)
    const name = nameIn(bytes.subarray(at + 46, nameEnds), (flags & 0x800) !== 0)
    const [size, packed, begin] = sizesIn(view, at, {
      from: nameEnds,
      to: Math.min(nameEnds + extraLength, view.byteLength),
    })
    placed.push({
      name,
      isFolder: name.endsWith('/'),
      size,
      packed,
      at: begin,
      method: view.getUint16(at + 10, true),
      isSecret: (flags & 1) !== 0,
      modified: timeIn(view.getUint16(at + 12, true), view.getUint16(at + 14, true)),
    })
    at = nameEnds + extraLength + view.getUint16(at + 32, true)
  }
  return { placed, count }
}

/** What is too large for its field stands behind the name, in this order. */
function sizesIn(
  view: DataView,
  at: number,
  extra: { from: number; to: number },
): [size: number, packed: number, begin: number] {
  const sizes = [24, 20, 42].map((field) => view.getUint32(at + field, true))
  for (let field = extra.from; field + 4 <= extra.to;) {
    const length = view.getUint16(field + 2, true)
    if (view.getUint16(field, true) === 1) {
      let next = field + 4
      for (const [index, size] of sizes.entries()) {
        if (size !== 0xffffffff || next + 8 > extra.to) continue
        sizes[index] = Number(view.getBigUint64(next, true))
        next += 8
      }
    }
    field += 4 + length
  }
  return sizes as [number, number, number]
}

async function unpacked(
  { at, packed, method, isSecret }: Placed,
  read: ReadBytes,
  most: number,
): Promise<Beginning> {
  if (isSecret || (method !== 0 && method !== 8)) throw new Error('it is packed in another way')
  const head = viewOf(await read(at, at + 30))
  const begins = at + 30 + head.getUint16(26, true) + head.getUint16(28, true)
  const bytes = await read(begins, begins + Math.min(packed, most))
  const isHalf = packed > most
  if (method === 0) return { bytes, isCut: isHalf }
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  while (length <= most) {
    // It complains of what was left out.
    const { value, done } = await reader.read().catch((error: Error) => {
      if (isHalf) return { value: undefined, done: true }
      throw error
    })
    if (done || !value) break
    pieces.push(value)
    length += value.length
  }
  const isCut = isHalf || length > most
  await reader.cancel().catch(() => {})
  const whole = new Uint8Array(await new Blob(pieces).arrayBuffer())
  return { bytes: whole.slice(0, most), isCut }
}

/** Old archives say nothing of their letters. */
function nameIn(bytes: Uint8Array<ArrayBuffer>, isUtf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: !isUtf8 }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Of the place where it was packed, which is not known. */
function timeIn(time: number, day: number): Date | null {
  if (day === 0) return null
  const [year, month, date] = [1980 + (day >> 9), ((day >> 5) & 15) - 1, day & 31]
  return new Date(year, month, date, time >> 11, (time >> 5) & 63, (time & 31) * 2)
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
