import {
  blockBytes,
  damaged,
  entryOf,
  padding,
  readBlock,
  readRecords,
  tooShort,
  untilZero,
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
      if (telling.includes(header.type)) {
        if (header.size > mostRecordBytes) throw damaged()
        const told = await reader.exactly(header.size)
        await reader.exactly(padding(header.size).length)
        if (header.type === 'x') records = new Map([...records, ...readRecords(told)])
        if (header.type === 'L') records.set('path', untilZero(told) ?? '')
        continue
      }
      const entry = entryOf(header, records)
      yield { ...entry, bytes: reader.upTo(entry.size) }
      await reader.pass()
      await reader.exactly(padding(entry.size).length)
      records = new Map()
    }
  } finally {
    await reader.close()
  }
}

/** What tells of the next entry: records, or the long name that GNU tar wrote before; or of all of them. */
const telling = ['x', 'L', 'g']

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
