import { fstatSync } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { OpenFile } from '../../ports/storage.ts'
import { entryOf } from './folder.ts'
import type { Folder } from './folder.ts'
import type { Segment } from './segment.ts'

export async function openRegularFile(parent: Folder, name: Segment): Promise<OpenFile> {
  return openedFile(await parent.openFile(name))
}

function openedFile(file: FileHandle): OpenFile {
  const stats = fstatSync(file.fd, { bigint: true })
  const blocks = usedBlocks()
  return {
    entry: entryOf(stats),
    version: versionOf(stats),
    read: (start, end) => readBlocks(file, start, end, blocks),
    takeBack: blocks.takeBack,
    close: () => file.close(),
  }
}

/** The time of the inode moves with every write, even when somebody sets the other one back. */
function versionOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [ino, size, mtimeNs, ctimeNs].map((part) => part.toString(36)).join('-')
}

const blockBytes = 1024 * 1024

interface Blocks {
  /** Of a block's length, or as short as it has to be. */
  next: (bytes: number) => Buffer
  takeBack: (piece: Uint8Array) => void
}

/** Those of one file that came back: memory that is new for each block takes more time than the reading. */
function usedBlocks(): Blocks {
  const lent = new WeakSet<ArrayBufferLike>()
  const free: ArrayBufferLike[] = []
  return {
    next(bytes) {
      // Never from a pool that others use: a socket may hold it for as long as it likes.
      if (bytes < blockBytes && free.length === 0) return Buffer.allocUnsafeSlow(bytes)
      const memory = free.pop() ?? Buffer.allocUnsafeSlow(blockBytes).buffer
      lent.add(memory)
      return Buffer.from(memory, 0, Math.min(bytes, blockBytes))
    },
    takeBack({ buffer }) {
      if (lent.delete(buffer)) free.push(buffer)
    },
  }
}

/** Reads the next block while the one before is on its way. */
async function* readBlocks(
  file: FileHandle,
  start: number,
  end: number,
  blocks: Blocks,
): AsyncGenerator<Uint8Array> {
  const read = (at: number) => readBlock(file, at, blocks.next(end - at))
  let next = start < end ? read(start) : null
  try {
    for (let at = start; next;) {
      const block: Uint8Array = await next
      at += block.byteLength
      next = at < end ? read(at) : null
      // Heard of when its turn comes; the receiver may be slow, or never come back.
      next?.catch(() => {})
      yield block
    }
  } finally {
    await next?.catch(() => {})
  }
}

async function readBlock(file: FileHandle, start: number, block: Buffer): Promise<Uint8Array> {
  const { bytesRead } = await file.read(block, 0, block.byteLength, start)
  if (bytesRead === 0) throw new Error('The file has become shorter while it was read.')
  return block.subarray(0, bytesRead)
}
