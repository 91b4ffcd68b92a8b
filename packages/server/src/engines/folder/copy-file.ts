import { closeSync, constants, fchmodSync, fstatSync, fsync, futimesSync, openSync } from 'node:fs'
import { copyFile as copyBytes } from 'node:fs/promises'
import { promisify } from 'node:util'
import { openRegularFileAtOnce } from './open-regular-file.ts'
import type { Segment } from './segment.ts'
import { pathIn, pathOf } from './walk.ts'

/** One name in an open folder. */
export interface Named {
  folder: number
  name: Segment
}

const asNewFile = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE
const syncFile = promisify(fsync)

/**
 * With its time and its rights; by sharing the blocks where the file system can. Only what takes
 * long is left to libuv's pool: a tree may have very many small files.
 */
export async function copyFile(source: Named, target: Named): Promise<void> {
  const original = openRegularFileAtOnce(source.folder, source.name)
  try {
    const path = pathIn(target.folder, target.name)
    await copyBytes(pathOf(original), path, asNewFile)
    const copy = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      keepTimeAndRights(original, copy)
      await syncFile(copy)
    } finally {
      closeSync(copy)
    }
  } finally {
    closeSync(original)
  }
}

function keepTimeAndRights(original: number, copy: number): void {
  const { mode, atimeMs, mtimeMs } = fstatSync(original)
  // A copy belongs to the server: it must not let others run it with the server's rights.
  if (mode & 0o7000) fchmodSync(copy, mode & 0o777)
  futimesSync(copy, atimeMs / 1000, mtimeMs / 1000)
}
