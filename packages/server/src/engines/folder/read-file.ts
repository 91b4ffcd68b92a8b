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
  return {
    entry: entryOf(stats),
    version: versionOf(stats),
    read: (start, end) => readBlocks(file, start, end),
    close: () => file.close(),
  }
}

/** The time of the inode moves with every write, even when somebody sets the other one back. */
function versionOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [ino, size, mtimeNs, ctimeNs].map((part) => part.toString(36)).join('-')
}

const blockBytes = 1024 * 1024

/** Reads the next block while the one before is on its way. */
async function* readBlocks(
  file: FileHandle,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  let next = start < end ? readBlock(file, start, end) : null
  try {
    for (let at = start; next;) {
      const block: Uint8Array = await next
      at += block.byteLength
      next = at < end ? readBlock(file, at, end) : null
      // Heard of when its turn comes; the receiver may be slow, or never come back.
      next?.catch(() => {})
      yield block
    }
  } finally {
    await next?.catch(() => {})
  }
}

async function readBlock(file: FileHandle, start: number, end: number): Promise<Uint8Array> {
  // Never from a pool, and never used again: a socket may hold it for as long as it likes.
  const block = Buffer.allocUnsafeSlow(Math.min(blockBytes, end - start))
  const { bytesRead } = await file.read(block, 0, block.byteLength, start)
  if (bytesRead === 0) throw new Error('The file has become shorter while it was read.')
  return block.subarray(0, bytesRead)
}
