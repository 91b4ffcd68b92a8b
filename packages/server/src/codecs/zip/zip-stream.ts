import { crc32 } from 'node:zlib'
import { AppError } from '../../errors.ts'
import { hasDescriptor, type ZipEntry, type ZipLayout } from './zip-layout.ts'
import { centralHeader, dataDescriptor, endOfArchive, localHeader } from './zip-records.ts'
import { yielding } from '../../concurrency/yielding.ts'

/**
 * The archive, as fast as it is taken; one file is open at a time. A file that is not as long as its
 * entry says makes the stream fail: the length is promised already, and half an archive is no archive.
 */
export function zipStream<Entry extends ZipEntry>(
  layout: ZipLayout<Entry>,
  open: (entry: Entry) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  return gathered(records(layout, open))
}

async function* records<Entry extends ZipEntry>(
  layout: ZipLayout<Entry>,
  open: (entry: Entry) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const crcs = new Uint32Array(layout.placed.length)
  for (const [place, one] of layout.placed.entries()) {
    yield localHeader(one)
    if (one.entry.kind === 'folder') continue
    let left = one.entry.size
    let crc = 0
    for await (const piece of open(one.entry)) {
      left -= piece.length
      if (left < 0) break
      crc = crc32(piece, crc)
      yield piece
    }
    if (left !== 0) throw new AppError('unavailable', 'A file changed while it was being packed.')
    if (hasDescriptor(one.entry)) yield dataDescriptor(one.entry, crc)
    crcs[place] = crc
  }
  for (const [place, one] of layout.placed.entries()) yield centralHeader(one, crcs[place]!)
  yield endOfArchive(layout)
}

const gatheredBytes = 64 * 1024
const smallBytes = 16 * 1024

/** Puts small pieces together: each piece costs a write, and a folder of small files has many. */
export async function* gathered(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let block = Buffer.allocUnsafe(gatheredBytes)
  let used = 0
  const turn = yielding()
  for await (const piece of pieces) {
    // Records come without a wait; a fast client must not have the loop for itself.
    if (turn.isOver()) await turn.next()
    const isSmall = piece.length <= smallBytes
    if (used > 0 && (!isSmall || used + piece.length > gatheredBytes)) {
      yield block.subarray(0, used)
      block = Buffer.allocUnsafe(gatheredBytes)
      used = 0
    }
    if (isSmall) {
      block.set(piece, used)
      used += piece.length
    } else {
      yield piece
    }
  }
  if (used > 0) yield block.subarray(0, used)
}
