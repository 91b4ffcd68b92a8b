import {
  closeSync,
  constants,
  fstatSync,
  futimesSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  rmdirSync,
  unlinkSync,
  watch,
} from 'node:fs'
import type { FSWatcher } from 'node:fs'
import { open, statfs } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { concurrencyLimit } from '../../concurrency/concurrency-limit.ts'
import type { Claimed, Entry, Moved, Space, Fingerprint } from '../../ports/storage.ts'
import { copyEntry } from './copy-entry.ts'
import { entryOf } from './entry-of.ts'
import { fingerprintOf, touching } from './entry-of.ts'
import { FolderError, errorCode } from './folder-error.ts'
import { listFolder } from './list-folder.ts'
import type { FolderListing } from './list-folder.ts'
import { moveEntry } from './move-entry.ts'
import { nameText } from './name-text.ts'
import { openRegularFile } from './open-regular-file.ts'
import { readNames } from './read-names.ts'
import { removeEntry } from './remove-entry.ts'
import { decoded } from './segment.ts'
import type { Segment, Segments } from './segment.ts'
import { sharedFolderSyncs } from './sync-folder.ts'
import {
  inFolder,
  inFolderAtOnce,
  inParent,
  inParentAtOnce,
  openRoot,
  pathIn,
  pathOf,
} from './walk.ts'

/**
 * A folder that no operation can leave, whatever is put in its way meanwhile. Places are names from
 * the root down, never paths; links are seen but not followed. Refusals are `FolderError`s.
 */
export interface SafeFolder {
  /** Of a link: of the link itself. */
  stat(segments: Segments): Promise<Entry>
  /** Whether both lead to one and the same entry, by whatever spelling. */
  isSame(one: Segments, other: Segments): boolean
  fingerprint(segments: Segments): Promise<Fingerprint>
  /** In the order of the disk. */
  names(segments: Segments): Promise<Segment[]>
  /** In the order of the disk. What vanishes meanwhile is left out. */
  list(segments: Segments): Promise<FolderListing>
  /** Regular files only, for reading. The caller closes it. */
  openFile(segments: Segments): Promise<FileHandle>
  /** A new file, for writing, under a name nobody has. The caller closes it. */
  createDraft(segments: Segments): Promise<FileHandle>
  /** 'taken' if there is anything of that name. */
  makeFolder(segments: Segments): Promise<Claimed>
  /**
   * Of many at once exactly one gets the name. A crash may leave a file under both names, with one
   * inode, or an empty folder under the new name beside the old one.
   */
  move(from: Segments, to: Segments): Promise<Moved>
  /** A file, a link itself, or a folder with all it holds, on the disk for good; or nothing. */
  copy(from: Segments, to: Segments): Promise<Entry>
  /** Of a link: of the link itself. */
  setModified(segments: Segments, modified: number): Promise<void>
  /** A file, a link itself, or a folder with all it holds; on an error part of it may be gone. */
  remove(segments: Segments): Promise<void>
  /** Removes only what a crash in a move can leave: see there. */
  removeLeftover(segments: Segments): Promise<void>
  /** After this the folder's names survive a power cut. */
  syncFolder(segments: Segments): Promise<void>
  /** As in the port `Outside`. */
  watch(segments: Segments, changed: (name: string | null) => void): Promise<(() => void) | null>
  space(): Promise<Space>
  /** Operations under way finish; later ones are refused. */
  close(): void
}

// A long copy holds a thread of libuv's pool, of which there are four, until its end.
const copiesAtOnce = 3

const forDraft = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

export function openSafeFolder(path: string): SafeFolder {
  let descriptor: number | null = openRoot(path)
  const syncFolder = sharedFolderSyncs()
  const limit = concurrencyLimit(copiesAtOnce)

  const root = () => {
    if (descriptor === null) throw new FolderError('missing', 'The folder has been closed.')
    return descriptor
  }

  return {
    async stat(segments) {
      if (segments.length === 0) return inFolderAtOnce(root(), [], (top) => entryOf(fstatSync(top)))
      return inParentAtOnce(root(), segments, (parent, name) =>
        entryOf(lstatSync(pathIn(parent, name))),
      )
    },
    isSame: (one, other) => {
      const identities = [one, other].map((segments) => identityAt(root(), segments))
      return identities[0] !== null && identities[0] === identities[1]
    },
    fingerprint: async (segments) => inFolderAtOnce(root(), segments, fingerprintOf),
    names: async (segments) => inFolder(root(), segments, readNames),
    list: async (segments) => inFolder(root(), segments, listFolder),
    openFile: async (segments) => inParent(root(), segments, openRegularFile),
    createDraft: async (segments) =>
      inParent(root(), segments, (parent, name) => open(pathIn(parent, name), forDraft)),
    makeFolder: async (segments) => inParentAtOnce(root(), segments, makeFolder),
    move: async (from, to) => moveEntry(root(), from, to),
    copy: async (from, to) => copyEntry(root(), from, to, { limit, syncFolder }),
    async setModified(segments, modified) {
      // Node takes a negative number for now, but a date for what it says.
      const seconds = modified < 0 ? new Date(modified) : modified / 1000
      if (segments.length === 0) {
        return inFolderAtOnce(root(), [], (top) => futimesSync(top, seconds, seconds))
      }
      inParentAtOnce(root(), segments, (parent, name) =>
        lutimesSync(pathIn(parent, name), seconds, seconds),
      )
    },
    remove: async (segments) => inParent(root(), segments, removeEntry),
    removeLeftover: async (segments) => inParentAtOnce(root(), segments, removeLeftover),
    syncFolder: async (segments) => inFolder(root(), segments, syncFolder),
    watch: async (segments, changed) =>
      inFolderAtOnce(root(), segments, (at) => watchFolder(at, changed)),
    space: async () => inFolder(root(), [], readSpace),
    close() {
      if (descriptor !== null) closeSync(descriptor)
      descriptor = null
    },
  }
}

function identityAt(root: number, segments: Segments): string | null {
  return inParentAtOnce(root, segments, (parent, name) => {
    const stats = lstatSync(pathIn(parent, name), { bigint: true, throwIfNoEntry: false })
    return stats ? `${stats.dev}:${stats.ino}` : null
  })
}

function makeFolder(parent: number, name: Segment): Claimed {
  const path = pathIn(parent, name)
  const target = touching(parent, () => mkdirSync(path))
  return { entry: entryOf(lstatSync(path)), target }
}

function removeLeftover(parent: number, name: Segment): void {
  const path = pathIn(parent, name)
  const stats = lstatSync(path)
  if (stats.isDirectory()) return rmdirSync(path)
  if (stats.nlink < 2) throw new FolderError('denied', 'This is the only name of the file.')
  unlinkSync(path)
}

async function readSpace(folder: number): Promise<Space> {
  const { bsize, frsize, blocks, bfree, bavail } = await statfs(pathOf(folder))
  // Blocks are counted in fragments, which FUSE and NFS make smaller than `bsize`; older Nodes hide it.
  const unit = frsize || bsize
  return { free: bavail * unit, used: (blocks - bfree) * unit, total: blocks * unit }
}

/** Stays with the folder wherever it is moved: the kernel watches what the descriptor stands for. */
function watchFolder(folder: number, changed: (name: string | null) => void): (() => void) | null {
  // What happens to the folder itself is told with the last part of the path we gave.
  const itself = String(folder)

  function tell(bytes: Buffer | null): void {
    const name = bytes === null ? null : nameText(decoded(bytes))
    changed(name === itself ? null : name)
  }

  const watcher = startWatch(folder, tell)
  watcher?.on('error', () => tell(null))
  if (!watcher) return null
  return () => watcher.close()
}

function startWatch(folder: number, tell: (bytes: Buffer | null) => void): FSWatcher | null {
  try {
    const options = { encoding: 'buffer', persistent: false } as const
    return watch(pathOf(folder), options, (_, bytes) => tell(bytes))
  } catch (error) {
    if (noMoreWatches.has(errorCode(error))) return null
    throw error
  }
}

const noMoreWatches = new Set(['ENOSPC', 'EMFILE', 'ENFILE'])
