import {
  blockBytes,
  damaged,
  millisecondsOf,
  padding,
  readBlock,
  readRecords,
  tooShort,
} from './tar-header.ts'
import type { TarEntry } from './tar-header.ts'

export interface ReadEntry extends TarEntry {
  /** To be read before the next entry is asked for; what is left of it is passed over. */
  bytes: AsyncGenerator<Uint8Array>
}

/** More than this no entry says of itself. */
const mostRecordBytes = 1024 * 1024

/** The entries of an archive, one after the other. Fails where it ends too early. */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<ReadEntry> {
  const reader = pieceReader(source)
  try {
    let records = new Map<string, string>()
    for (;;) {
      const header = readBlock(await reader.exactly(blockBytes))
      if (!header) return
      if (header.type === 'x') {
        if (header.size > mostRecordBytes) throw damaged()
        records = readRecords(await reader.exactly(header.size))
        await reader.exactly(padding(header.size).length)
        continue
      }
      const size = Number(records.get('size') ?? header.size)
      const bytes = reader.upTo(size)
      yield {
        kind: header.type === '5' ? 'folder' : 'file',
        path: records.get('path') ?? '',
        size,
        modified: millisecondsOf(records.get('mtime') ?? '0'),
        bytes,
      }
      await reader.pass()
      await reader.exactly(padding(size).length)
      records = new Map()
    }
  } finally {
    await reader.close()
  }
}

function pieceReader(source: AsyncIterable<Uint8Array>) {
  const pieces = source[Symbol.asyncIterator]()
  let piece: Uint8Array = new Uint8Array(0)
  /** Of the entry that is being read. */
  let left = 0

  async function next(most: number): Promise<Uint8Array> {
    while (piece.length === 0) {
      const more = await pieces.next()
      if (more.done) throw tooShort()
      piece = more.value
    }
    const part = piece.subarray(0, most)
    piece = piece.subarray(part.length)
    return part
  }

  async function exactly(size: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = []
    for (let missing = size; missing > 0;) {
      const part = await next(missing)
      parts.push(part)
      missing -= part.length
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
  }

  async function* rest(): AsyncGenerator<Uint8Array> {
    while (left > 0) {
      const part = await next(left)
      left -= part.length
      yield part
    }
  }

  return {
    exactly,
    upTo(size: number) {
      left = size
      return rest()
    },
    async pass() {
      while (left > 0) left -= (await next(left)).length
    },
    close: async () => void (await pieces.return?.()),
  }
}
