import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { entryOf } from './entry-of.ts'
import { FolderError } from './folder-error.ts'
import type { Segment } from './segment.ts'
import { O_PATH, pathIn, pathOf } from './walk.ts'

const forReading = constants.O_RDONLY | constants.O_NONBLOCK

/**
 * Looks through a descriptor that opens nothing, then opens that very inode: a FIFO wakes no writer
 * and a device is not touched, which O_NONBLOCK and a later fstat could not promise.
 */
export async function openRegularFile(parent: number, name: Segment): Promise<FileHandle> {
  const seen = openSync(pathIn(parent, name), O_PATH | constants.O_NOFOLLOW)
  try {
    refuseOthers(seen)
    return await open(pathOf(seen), forReading)
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
  if (kind === 'link') throw new FolderError('link', 'Symbolic links are not followed.')
  if (kind === 'folder') throw new FolderError('not-a-file', 'That is a folder.')
  if (kind === 'other') throw new FolderError('special', 'That is neither a file nor a folder.')
}
