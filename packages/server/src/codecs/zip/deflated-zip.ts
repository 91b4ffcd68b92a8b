import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { PlacedEntry, ZipEntry } from './zip-layout.ts'
import { centralHeader, dataDescriptor, endOfArchive, localHeader } from './zip-records.ts'
import { gathered } from './zip-stream.ts'

export interface ZipPart {
  path: string
  bytes: AsyncIterable<Uint8Array>
  /** Whether 4 GiB and more are to be expected; see `Deflated`. */
  large?: boolean
}

/** An archive of parts whose length nobody knows beforehand, deflated as they come. */
export function deflatedZip(
  parts: Iterable<ZipPart>,
  modified: Date,
): AsyncGenerator<Uint8Array, void, undefined> {
  return gathered(records(parts, modified))
}

async function* records(parts: Iterable<ZipPart>, modified: Date): AsyncGenerator<Uint8Array> {
  const written: { one: PlacedEntry<ZipEntry>; crc: number }[] = []
  let offset = 0
  for (const { path, bytes, large = false } of parts) {
    const entry = { path, kind: 'file', size: 0, modified, deflated: { size: 0, large } } as const
    const announced = { entry, name: Buffer.from(path), offset }
    const header = localHeader(announced)
    yield header
    const plain = { size: 0, crc: 0 }
    let packedSize = 0
    for await (const piece of deflated(measured(bytes, plain))) {
      packedSize += piece.length
      yield piece
    }
    const whole = { ...entry, size: plain.size, deflated: { size: packedSize, large } }
    const descriptor = dataDescriptor(whole, plain.crc)
    yield descriptor
    written.push({ one: { ...announced, entry: whole }, crc: plain.crc })
    offset += header.length + packedSize + descriptor.length
  }
  const directoryOffset = offset
  let directoryLength = 0
  for (const { one, crc } of written) {
    const header = centralHeader(one, crc)
    directoryLength += header.length
    yield header
  }
  yield endOfArchive({ placed: written.map(({ one }) => one), directoryOffset, directoryLength })
}

async function* measured(
  pieces: AsyncIterable<Uint8Array>,
  sums: { size: number; crc: number },
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    sums.size += piece.length
    sums.crc = crc32(piece, sums.crc)
    yield piece
  }
}

/** Most of what deflating can save, for a fraction of the time. */
const level = 3
const chunkSize = 64 * 1024

/** Deflating happens on other threads; each piece is a way there and back, so small ones are joined. */
async function* deflated(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw({ level, chunkSize })
  // What fails there makes the loop below fail as well.
  const fed = pipeline(gathered(pieces), deflate).catch(() => {})
  try {
    for await (const piece of deflate) yield piece
  } finally {
    deflate.destroy()
    await fed
  }
}
