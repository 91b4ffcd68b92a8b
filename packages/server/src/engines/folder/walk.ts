import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { AppError } from '../../errors.ts'
import type { Touched } from '../../ports/safe-folder.ts'
import type { Entry, EntryKind, Fingerprint } from '../../ports/storage.ts'
import { errorCode, toAppError } from './map-errors.ts'
import { checkSegment } from './segment.ts'
import type { Segment, Segments } from './segment.ts'

// Missing in `constants`; the same number on every Linux that Node 24 is built for.
export const O_PATH = 0o10000000

const asFolder = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW

/** The root is the operator's word: here alone a symbolic link is followed. */
export function openRoot(root: string): number {
  if (process.platform !== 'linux') throw new Error('The file manager needs Linux, for now.')
  const descriptor = openSync(root, O_PATH | constants.O_DIRECTORY)
  try {
    closeSync(openSync(pathIn(descriptor, '.'), asFolder))
    return descriptor
  } catch (error) {
    closeSync(descriptor)
    throw new Error('The folder engine needs /proc to be mounted.', { cause: error })
  }
}

/** Runs `use` with a descriptor of the folder that lives exactly as long, and translates errors. */
export async function inFolder<T>(
  root: number,
  segments: Segments,
  use: (folder: number) => T | Promise<T>,
): Promise<T> {
  try {
    const folder = openFolder(root, segments)
    try {
      return await use(folder)
    } finally {
      closeSync(folder)
    }
  } catch (error) {
    throw toAppError(error)
  }
}

/** In one go: nothing else that this process does comes in between. */
export function inFolderAtOnce<T>(root: number, segments: Segments, use: (folder: number) => T): T {
  try {
    const folder = openFolder(root, segments)
    try {
      return use(folder)
    } finally {
      closeSync(folder)
    }
  } catch (error) {
    throw toAppError(error)
  }
}

export async function inParent<T>(
  root: number,
  segments: Segments,
  use: (parent: number, name: Segment) => T | Promise<T>,
): Promise<T> {
  const { above, name } = split(segments)
  return inFolder(root, above, (parent) => use(parent, name))
}

export function inParentAtOnce<T>(
  root: number,
  segments: Segments,
  use: (parent: number, name: Segment) => T,
): T {
  const { above, name } = split(segments)
  return inFolderAtOnce(root, above, (parent) => use(parent, name))
}

function split(segments: Segments): { above: Segments; name: Segment } {
  const name = segments.at(-1)
  if (name === undefined) throw new AppError('files.denied', 'The root itself stays as it is.')
  checkSegment(name)
  return { above: segments.slice(0, -1), name }
}

/**
 * Synchronous on purpose: a step is a few microseconds in the dentry cache, but would wait in
 * libuv's pool behind the writes and syncs of every running upload.
 */
export function openFolder(root: number, segments: Segments): number {
  for (const segment of segments) checkSegment(segment)
  const straight = segments.length >= worthALeap ? leap(root, segments) : null
  if (straight !== null) return straight
  // Never the root's own number: it may be closed, and given away, while an operation waits.
  let at = openStep(root, '.')
  for (const segment of segments) {
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

export function openStep(parent: number, name: Segment): number {
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

/** Linux resolves this from the open folder, wherever that folder has been moved since. */
export function pathIn(folder: number, name: Segment): string | Buffer {
  const start = `${pathOf(folder)}/`
  return typeof name === 'string' ? start + name : Buffer.concat([Buffer.from(start), name])
}

export function pathOf(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`
}

export function entryOf(stats: Stats): Entry {
  const kind = kindOf(stats)
  const size = kind === 'file' ? stats.size : 0
  return { kind, size, modified: stats.mtimeMs, inode: stats.ino }
}

function kindOf(stats: Stats): EntryKind {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  return stats.isSymbolicLink() ? 'link' : 'other'
}

export function fingerprintOf(folder: number): Fingerprint {
  return String(fstatSync(folder, { bigint: true }).mtimeNs)
}

export function touching(folder: number, change: () => void): Touched {
  const before = fingerprintOf(folder)
  change()
  return touchedSince(before, folder)
}

export function touchedSince(before: Fingerprint, folder: number): Touched {
  return { before, after: fingerprintOf(folder), modified: fstatSync(folder).mtimeMs }
}

export function isSameFolder(one: number, other: number): boolean {
  const a = fstatSync(one, { bigint: true })
  const b = fstatSync(other, { bigint: true })
  return a.ino === b.ino && a.dev === b.dev
}

/** Whether both lead to one and the same entry, by whatever spelling. */
export function isSameEntry(root: number, one: Segments, other: Segments): boolean {
  const [a, b] = [one, other].map((segments) => inParentAtOnce(root, segments, identityOf))
  return a !== null && a === b
}

function identityOf(parent: number, name: Segment): string | null {
  const stats = lstatSync(pathIn(parent, name), { bigint: true, throwIfNoEntry: false })
  return stats ? `${stats.dev}:${stats.ino}` : null
}
