import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { AppError } from '../../errors.ts'
import { joined, refuseOthers } from './folder.ts'
import type { DiskPath, Folder } from './folder.ts'
import { errorCode } from './map-errors.ts'
import { checkSegment } from './segment.ts'
import type { Segment, Segments } from './segment.ts'

// Missing in `constants`; the same number on every Linux that Node is built for.
const O_PATH = 0o10000000

const asFolder = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW
const forLooking = O_PATH | constants.O_NOFOLLOW
const forReading = constants.O_RDONLY | constants.O_NONBLOCK

/** The root is the operator's word: here alone a symbolic link is followed. */
export function openDescriptors(root: string): Folder {
  return folderOf(openSync(root, O_PATH | constants.O_DIRECTORY))
}

/** Linux resolves these paths from the open folder, wherever that folder has been moved since. */
function folderOf(descriptor: number): Folder {
  return {
    path: () => pathOf(descriptor),
    open: (segments) => folderOf(openFolder(descriptor, segments)),
    stats: () => fstatSync(descriptor, { bigint: true }),
    async openFile(name) {
      const seen = openSeen(descriptor, name)
      try {
        return await open(pathOf(seen), forReading)
      } finally {
        closeSync(seen)
      }
    },
    async withFile(name, use) {
      const seen = openSeen(descriptor, name)
      try {
        const opened = openSync(pathOf(seen), forReading)
        try {
          return await use(opened, pathOf(opened))
        } finally {
          closeSync(opened)
        }
      } finally {
        closeSync(seen)
      }
    },
    close: () => closeSync(descriptor),
  }
}

/**
 * Looks through a descriptor that opens nothing, by which that very inode can then be opened: a FIFO wakes no writer
 * and a device is not touched, which O_NONBLOCK and a later fstat could not promise.
 */
function openSeen(parent: number, name: Segment): number {
  const seen = openSync(pathIn(parent, name), forLooking)
  try {
    refuseOthers(fstatSync(seen))
    return seen
  } catch (error) {
    closeSync(seen)
    throw error
  }
}

/**
 * Synchronous on purpose: a step is a few microseconds in the dentry cache, but would wait in
 * libuv's pool behind the writes and syncs of every running upload.
 */
function openFolder(root: number, segments: Segments): number {
  for (const segment of segments) checkSegment(segment)
  const straight = segments.length >= worthALeap ? leap(root, segments) : null
  if (straight !== null) return straight
  // Never the root's own number: it may be closed, and given away, while an operation waits.
  const [first = '.', ...others] = segments
  let at = openStep(root, first)
  for (const segment of others) {
    const parent = at
    try {
      at = openStep(parent, segment)
    } finally {
      closeSync(parent)
    }
  }
  return at
}

/** From so many steps on it is quicker to go there at once and to ask where one is. */
const worthALeap = 4
/** Linux takes no longer path at once, and tells none. */
const longestPath = 4096

/**
 * The folder in one go, whatever its depth. The kernel follows links on the way, but then tells another path
 * than the one that was asked for; so it does when somebody moves the folder meanwhile. `null` then, or when
 * there is no such folder: step by step one finds out why.
 */
function leap(root: number, segments: Segments): number | null {
  const below = Buffer.concat(segments.flatMap((segment) => [slash, Buffer.from(segment)]))
  if (below.length >= longestPath) return null
  let descriptor: number | null = null
  try {
    const expected = Buffer.concat([readlinkSync(pathOf(root), 'buffer'), below])
    descriptor = openSync(Buffer.concat([Buffer.from(pathOf(root)), below]), asFolder)
    if (readlinkSync(pathOf(descriptor), 'buffer').equals(expected)) return descriptor
  } catch {
    // The steps tell what is wrong.
  }
  if (descriptor !== null) closeSync(descriptor)
  return null
}

const slash = Buffer.from('/')

function openStep(parent: number, name: Segment): number {
  try {
    return openSync(pathIn(parent, name), asFolder)
  } catch (error) {
    if (errorCode(error) !== 'ENOTDIR') throw error
    // With O_PATH a link is "not a directory" too; which of both only words the answer.
    const isLink = lstatSync(pathIn(parent, name), { throwIfNoEntry: false })?.isSymbolicLink()
    if (isLink) throw new AppError('files.link', 'Symbolic links are not followed.')
    throw error
  }
}

function pathIn(descriptor: number, name: Segment): DiskPath {
  return joined(pathOf(descriptor), name)
}

function pathOf(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`
}
