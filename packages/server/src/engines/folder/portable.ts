import { closeSync, constants, fstatSync, lstatSync, openSync, realpathSync } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import { open } from 'node:fs/promises'
import { AppError } from '../../errors.ts'
import { identityOf, joined, refuseAllButFolder, refuseOthers } from './folder.ts'
import type { DiskPath, Folder } from './folder.ts'
import { checkSegment } from './segment.ts'
import type { Segment, Segments } from './segment.ts'

// Windows has neither of the last two, which are then nothing.
const forReading = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

/**
 * For systems on which an open folder leads to nothing: a folder is its path, and the inode that was found there step by
 * step, never through a link. Whenever the path is used it is looked at again whether it still leads to that inode. Who may
 * write beside us and swaps a folder for a link between this look and the call that follows is not seen: descriptors.ts
 * has no such moment.
 */
export function openPortable(root: string): Folder {
  const path = realpathSync.native(root)
  const stats = lstatSync(path, { bigint: true })
  refuseAllButFolder(stats)
  return folderAt(path, stats)
}

function folderAt(path: DiskPath, found: BigIntStats): Folder {
  const identity = identityOf(found)

  function stats(): BigIntStats {
    const now = lstatSync(path, { bigint: true })
    if (identityOf(now) !== identity) throw changed()
    return now
  }

  function checkedPath(): DiskPath {
    stats()
    return path
  }

  function lookedAt(name: Segment): { at: DiskPath; seen: BigIntStats } {
    const at = joined(checkedPath(), name)
    const seen = lstatSync(at, { bigint: true })
    refuseOthers(seen)
    return { at, seen }
  }

  /** What was opened is what was looked at, and lies where it was looked for. */
  function refuseAnother(descriptor: number, seen: BigIntStats): void {
    if (identityOf(fstatSync(descriptor, { bigint: true })) !== identityOf(seen)) throw changed()
    stats()
  }

  return {
    path: checkedPath,
    open: (segments) => openBelow(checkedPath(), stats(), segments),
    stats,
    async openFile(name) {
      const { at, seen } = lookedAt(name)
      const file = await open(at, forReading)
      try {
        refuseAnother(file.fd, seen)
        return file
      } catch (error) {
        await file.close()
        throw error
      }
    },
    async withFile(name, use) {
      const { at, seen } = lookedAt(name)
      const descriptor = openSync(at, forReading)
      try {
        refuseAnother(descriptor, seen)
        const used = await use(descriptor, at)
        if (identityOf(lstatSync(at, { bigint: true })) !== identityOf(seen)) throw changed()
        return used
      } finally {
        closeSync(descriptor)
      }
    },
    close: () => {},
  }
}

function openBelow(start: DiskPath, found: BigIntStats, segments: Segments): Folder {
  for (const segment of segments) checkSegment(segment)
  let path = start
  let stats = found
  for (const segment of segments) {
    path = joined(path, segment)
    stats = lstatSync(path, { bigint: true })
    refuseAllButFolder(stats)
  }
  return folderAt(path, stats)
}

function changed(): AppError {
  return new AppError('files.not_found', 'It was moved or replaced just now.')
}
