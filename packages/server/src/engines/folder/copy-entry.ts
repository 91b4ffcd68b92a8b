import {
  closeSync,
  fstatSync,
  mkdirSync,
  readlinkSync,
  symlinkSync,
  constants,
  fchmodSync,
  fsync,
  futimesSync,
  openSync,
} from 'node:fs'
import { copyFile as copyBytes } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts'
import { AppError } from '../../errors.ts'
import type { Entry, Path } from '../../ports/storage.ts'
import { entryAt, lookAt, pathIn } from './folder.ts'
import type { DiskPath, Folder } from './folder.ts'
import { readNames } from './list-folder.ts'
import { errorCode } from './map-errors.ts'
import { removeEntry } from './remove-entry.ts'
import { nameText } from './segment.ts'
import type { Segments, Segment } from './segment.ts'
import { inParent } from './walk.ts'

export interface CopyTools {
  limit: ConcurrencyLimit
  syncFolder: (folder: Folder) => Promise<void>
  /** Places in a folder that is copied, by `placeOf`: what is there is left out. */
  without: ReadonlySet<string>
}

/** No name has a slash. */
export function placeOf(path: Path): string {
  return path.join('/')
}

/** When it fails nothing is left of the copy. */
export async function copyEntry(
  root: Folder,
  from: Segments,
  to: Segments,
  tools: CopyTools,
): Promise<Entry> {
  return inParent(root, from, (sourceFolder, fromName) =>
    inParent(root, to, async (targetFolder, toName) => {
      const target = { folder: targetFolder, name: toName }
      if (look(target)) throw new AppError('files.name_taken', 'The name is taken.')
      try {
        await copyAny({ folder: sourceFolder, name: fromName }, target, tools, [])
        return entryAt(pathIn(targetFolder, toName))
      } catch (error) {
        // What cannot be removed now is still hidden, and swept up later.
        await removeEntry(targetFolder, toName).catch(() => {})
        throw error
      }
    }),
  )
}

async function copyAny(source: Named, target: Named, tools: CopyTools, at: Path): Promise<void> {
  const path = pathIn(source.folder, source.name)
  const { kind } = entryAt(path)
  if (kind === 'folder') return copyFolder(source, target, tools, at)
  if (kind === 'file') return tools.limit(() => copyFile(source, target))
  if (kind === 'other') throw new AppError('files.special', 'A special file cannot be copied.')
  symlinkSync(targetOfLink(path), pathIn(target.folder, target.name))
}

function targetOfLink(path: DiskPath): Buffer {
  try {
    return readlinkSync(path, { encoding: 'buffer' })
  } catch (error) {
    if (errorCode(error) !== 'EINVAL') throw error
    throw new AppError('files.name_taken', 'It keeps changing.')
  }
}

async function copyFolder(source: Named, target: Named, tools: CopyTools, at: Path): Promise<void> {
  const original = source.folder.open([source.name])
  try {
    // Without the right to write, nothing could be put into it.
    const mode = (Number(original.stats().mode) & 0o777) | 0o700
    mkdirSync(pathIn(target.folder, target.name), { mode })
    const copy = target.folder.open([target.name])
    try {
      await copyInside(original, copy, tools, at)
      await tools.syncFolder(copy)
    } finally {
      copy.close()
    }
  } finally {
    original.close()
  }
}

const batch = 32

/** Files side by side, folders one by one: so two descriptors are held for each level only. */
async function copyInside(
  original: Folder,
  copy: Folder,
  tools: CopyTools,
  path: Path,
): Promise<void> {
  const names = await readNames(original)
  for (let at = 0; at < names.length; at += batch) {
    const folders: (() => Promise<void>)[] = []
    const others: Promise<void>[] = []
    for (const name of names.slice(at, at + batch)) {
      const source = { folder: original, name }
      const place = [...path, nameText(name)]
      if (tools.without.size > 0 && tools.without.has(placeOf(place))) continue
      const copyThis = () => copyInner(source, { folder: copy, name }, tools, place)
      if (look(source)?.kind === 'folder') folders.push(copyThis)
      else others.push(copyThis())
    }
    // Every one has ended before a failure is told, or the clearing up would come too early.
    const results = await Promise.allSettled(others)
    for (const result of results) if (result.status === 'rejected') throw result.reason
    for (const copyOne of folders) await copyOne()
  }
}

/** What has vanished since its name was read is no part of the copy. */
async function copyInner(source: Named, target: Named, tools: CopyTools, at: Path): Promise<void> {
  try {
    await copyAny(source, target, tools, at)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || look(source)) throw error
  }
}

function look({ folder, name }: Named): Entry | null {
  return lookAt(pathIn(folder, name))
}

/** One name in an open folder. */
interface Named {
  folder: Folder
  name: Segment
}

const asNewFile = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE

// Windows sets the time of nothing, and syncs nothing, that is open for reading alone.
const asCopy =
  process.platform === 'win32' ? constants.O_RDWR : constants.O_RDONLY | constants.O_NOFOLLOW

const syncFile = promisify(fsync)

/**
 * With its time and its rights; by sharing the blocks where the file system can. Only what takes
 * long is left to libuv's pool: a tree may have very many small files.
 */
async function copyFile(source: Named, target: Named): Promise<void> {
  await source.folder.withFile(source.name, async (original, from) => {
    const path = pathIn(target.folder, target.name)
    await copyBytes(from, path, asNewFile)
    const copy = openSync(path, asCopy)
    try {
      keepTimeAndRights(original, copy)
      await syncFile(copy)
    } finally {
      closeSync(copy)
    }
  })
}

function keepTimeAndRights(original: number, copy: number): void {
  const { mode, atimeMs, mtimeMs } = fstatSync(original)
  // A copy belongs to the server: it must not let others run it with the server's rights.
  if (mode & 0o7000) fchmodSync(copy, mode & 0o777)
  futimesSync(copy, atimeMs / 1000, mtimeMs / 1000)
}
