import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { AppError } from '../../errors.ts'
import type { OpenFile } from '../../ports/storage.ts'
import type { Segment } from './segment.ts'
import { entryOf, O_PATH, pathIn, pathOf } from './walk.ts'

const forReading = constants.O_RDONLY | constants.O_NONBLOCK

/**
 * Looks through a descriptor that opens nothing, then opens that very inode: a FIFO wakes no writer
 * and a device is not touched, which O_NONBLOCK and a later fstat could not promise.
 */
export async function openRegularFile(parent: number, name: Segment): Promise<OpenFile> {
  const seen = openSync(pathIn(parent, name), O_PATH | constants.O_NOFOLLOW)
  try {
    refuseOthers(seen)
    return openedFile(await open(pathOf(seen), forReading))
  } finally {
    closeSync(seen)
  }
}

/** Likewise; the caller closes the descriptor. */
export function openRegularFileAtOnce(parent: number, name: Segment): number {
  const seen = openSync(pathIn(parent, name), O_PATH | constants.O_NOFOLLOW)
  try {
    refuseOthers(seen)
    return openSync(pathOf(seen), forReading)
  } finally {
    closeSync(seen)
  }
}

function refuseOthers(descriptor: number): void {
  const { kind } = entryOf(fstatSync(descriptor))
  if (kind === 'link') throw new AppError('files.link', 'Symbolic links are not followed.')
  if (kind === 'folder') throw new AppError('files.not_a_file', 'That is a folder.')
  if (kind === 'other') throw new AppError('files.special', 'That is neither a file nor a folder.')
}

function openedFile(file: FileHandle): OpenFile {
  return {
    entry: entryOf(fstatSync(file.fd)),
    version: versionOf(fstatSync(file.fd, { bigint: true })),
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
