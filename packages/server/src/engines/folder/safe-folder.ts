import { closeSync, constants, fstatSync, lstatSync } from 'node:fs'
import { type FileHandle, mkdir, open, statfs } from 'node:fs/promises'
import { type EntryStat, entryStat } from './entry-stat.ts'
import { FolderError } from './folder-error.ts'
import { type FolderListing, listFolder } from './list-folder.ts'
import { moveFile, moveFolder, publishFile } from './move-entry.ts'
import { openRegularFile } from './open-regular-file.ts'
import { removeEntry } from './remove-entry.ts'
import type { Segments } from './segment.ts'
import { inFolder, inParent, openRoot, pathIn, pathOf } from './walk.ts'

/**
 * A folder that no operation can leave, whatever is put in its way meanwhile. Places are names from
 * the root down, never paths; links are seen but not followed. Refusals are `FolderError`s.
 */
export interface SafeFolder {
  /** Of a link: of the link itself. */
  stat(segments: Segments): Promise<EntryStat>
  /** In the order of the disk. What vanishes meanwhile is left out. */
  list(segments: Segments): Promise<FolderListing>
  /** Regular files only, for reading. The caller closes it. */
  openFile(segments: Segments): Promise<FileHandle>
  /** A new file, for writing, under a name nobody has. The caller closes it. */
  createDraft(segments: Segments): Promise<FileHandle>
  /** 'taken' if there is anything of that name. */
  makeFolder(segments: Segments): Promise<void>
  /** Of many at once exactly one gets the name; the others are 'taken' and keep their draft. */
  publishFile(draft: Segments, target: Segments): Promise<void>
  /** Anything but a folder. Never replaces; a crash may leave both names, of the same inode. */
  moveFile(from: Segments, to: Segments): Promise<void>
  /** Never replaces; a crash may leave an empty folder under the new name beside the old one. */
  moveFolder(from: Segments, to: Segments): Promise<void>
  /** A file, a link itself, or a folder with all it holds; on an error part of it may be gone. */
  remove(segments: Segments): Promise<void>
  /** After this the folder's names survive a power cut. */
  syncFolder(segments: Segments): Promise<void>
  space(): Promise<Space>
  /** Operations under way finish; later ones are refused. */
  close(): void
}

/** In bytes. `free` is what may be used without being root. */
export interface Space {
  free: number
  used: number
  total: number
}

const forDraft = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

export function openSafeFolder(path: string): SafeFolder {
  let descriptor: number | null = openRoot(path)

  const root = () => {
    if (descriptor === null) throw new FolderError('missing', 'The folder has been closed.')
    return descriptor
  }

  return {
    async stat(segments) {
      if (segments.length === 0) return inFolder(root(), [], (top) => entryStat(fstatSync(top)))
      return inParent(root(), segments, (parent, name) =>
        entryStat(lstatSync(pathIn(parent, name))),
      )
    },
    list: async (segments) => inFolder(root(), segments, listFolder),
    openFile: async (segments) => inParent(root(), segments, openRegularFile),
    createDraft: async (segments) =>
      inParent(root(), segments, (parent, name) => open(pathIn(parent, name), forDraft)),
    makeFolder: async (segments) =>
      inParent(root(), segments, (parent, name) => mkdir(pathIn(parent, name))),
    publishFile: async (draft, target) => publishFile(root(), draft, target),
    moveFile: async (from, to) => moveFile(root(), from, to),
    moveFolder: async (from, to) => moveFolder(root(), from, to),
    remove: async (segments) => inParent(root(), segments, removeEntry),
    syncFolder: async (segments) => inFolder(root(), segments, syncFolder),
    space: async () => inFolder(root(), [], readSpace),
    close() {
      if (descriptor !== null) closeSync(descriptor)
      descriptor = null
    },
  }
}

async function syncFolder(folder: number): Promise<void> {
  // A descriptor made with O_PATH cannot be synced.
  const handle = await open(pathOf(folder), constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function readSpace(folder: number): Promise<Space> {
  const { bsize, frsize, blocks, bfree, bavail } = await statfs(pathOf(folder))
  // Blocks are counted in fragments, which FUSE and NFS make smaller than `bsize`; older Nodes hide it.
  const unit = frsize || bsize
  return { free: bavail * unit, used: (blocks - bfree) * unit, total: blocks * unit }
}
