import { fileChange } from '../../domain/files/file-change.ts'
import type { Seen } from '../../domain/files/file-change.ts'
import { idOf } from '../../domain/files/path.ts'
import { AppError } from '../../errors.ts'
import type { Stores } from '../../ports/database.ts'
import { driveRoot, hiddenRoot } from '../../ports/file-index.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { Listing } from '../../ports/safe-folder.ts'
import type { NamedEntry, Path, Spot } from '../../ports/storage.ts'
import { differencesAmong, differencesIn, isNothing } from './differences.ts'
import type { Differences } from './differences.ts'
import { dirty } from './disk.ts'
import type { Disk } from './disk.ts'
import { followChanged } from './follow-changed.ts'

/** How often a folder is listed before the doors are closed for it: others may be at work in it. */
const openAttempts = 2

/**
 * Compares a folder with what the index knows of it, and puts down what others have done to it.
 * The folders that have come into it are looked at later.
 */
export async function compareFolder(disk: Disk, id: number): Promise<void> {
  const { storage } = disk
  for (let attempt = 1; ; attempt++) {
    const early = attempt <= openAttempts ? await listing(disk, id) : null
    const isDone = await disk.lock.exclusive(async () => {
      const folder = await disk.database.read(({ files }) => files.node(id))
      const path = await placeNow(disk, id)
      if (!folder || !path) return true
      const spot: Spot = { area: 'drive', path }
      // What was listed with the doors open counts if nothing has happened since. Another folder may have been at its
      // place meanwhile, and have the same fingerprint.
      const holds =
        early !== null &&
        idOf(early.path) === idOf(path) &&
        early.fingerprint === (await storage.fingerprint(spot))
      if (!holds && attempt <= openAttempts) return false
      const { fingerprint, entries } = holds ? early : await storage.list(spot)
      await putDown(disk, folder, path, await differencesIn(disk.database, id, entries))
      await disk.database.transact(({ files }) => files.setFingerprint(id, fingerprint))
      disk.fingerprints.set(id, fingerprint)
      return true
    })
    if (isDone) return
  }
}

/**
 * Looks at every entry of a folder, not only at whether names came or went: a file that was written
 * in its place leaves no mark on its folder.
 */
export async function checkFolder(disk: Disk, id: number): Promise<void> {
  const now = await listing(disk, id)
  const folder = await disk.database.read(({ files }) => files.node(id))
  if (!now || !folder) return
  const found = await differencesIn(disk.database, id, now.entries)
  if (!isNothing(found) || now.fingerprint !== disk.fingerprints.of(folder))
    await compareFolder(disk, id)
}

/**
 * Compares only these names. Whether they are all that has changed nobody knows, so the folder's fingerprint
 * stays what it was.
 */
export async function compareNames(
  disk: Disk,
  id: number,
  names: ReadonlySet<string>,
): Promise<void> {
  await disk.lock.exclusive(async () => {
    const folder = await disk.database.read(({ files }) => files.node(id))
    const path = await placeNow(disk, id)
    if (!folder || !path) return
    const entries = await entriesAt(disk, path, names)
    await putDown(disk, folder, path, await differencesAmong(disk.database, id, entries))
  })
}

/**
 * A folder cannot be looked into. Somebody may be moving it just now, and then it is there again when
 * they are done; else the folder above tells, or the one above that.
 */
export async function noticeGone(disk: Disk, folder: FileNode): Promise<void> {
  try {
    await compareFolder(disk, folder.parent)
  } catch (error) {
    if (!(error instanceof AppError) || folder.parent === driveRoot) throw error
    const parent = await disk.database.read(({ files }) => files.node(folder.parent))
    if (parent) await noticeGone(disk, parent)
  }
}

/** Whether any of these names is not what the index says. */
export async function differs(
  disk: Disk,
  { id, path }: { id: number; path: Path },
  names: ReadonlySet<string>,
): Promise<boolean> {
  const entries = await entriesAt(disk, path, names)
  return !isNothing(await differencesAmong(disk.database, id, entries))
}

async function entriesAt(
  disk: Disk,
  path: Path,
  names: ReadonlySet<string>,
): Promise<Map<string, NamedEntry | null>> {
  const entries = new Map<string, NamedEntry | null>()
  for (const name of names) {
    const entry = await statOrNull(disk, [...path, name])
    entries.set(name, entry && { ...entry, name })
  }
  return entries
}

/** Names that cannot be ours (our own folder, names left out by a rule) are nothing to us. */
async function statOrNull(disk: Disk, path: Path): ReturnType<Disk['storage']['stat']> {
  try {
    return await disk.storage.stat({ area: 'drive', path })
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function placeNow(disk: Disk, id: number): Promise<Path | null> {
  return disk.database.read(({ files }) => files.pathOf(id))
}

async function listing(disk: Disk, id: number): Promise<(Listing & { path: Path }) | null> {
  const path = await placeNow(disk, id)
  return path && { ...(await disk.storage.list({ area: 'drive', path })), path }
}

/** So long others wait for their turn, in milliseconds. */
const longestTurn = 10
/** So many entries are put down at once. */
const atOnce = 50

/** Brings the index to what a folder holds now, and tells the log what others have done. */
async function putDown(
  disk: Disk,
  folder: FileNode,
  path: Path,
  found: Differences,
): Promise<void> {
  // Into what was never looked at nobody has put anything: it was there.
  const isNews = folder.fingerprint !== null
  const works = worksOf(disk, folder, path, await followChanged(disk, path, found), isNews)
  const newFolders: number[] = []
  for (let at = 0; at < works.length;) {
    const from = at
    const { ids, next } = await disk.database.transact(async (stores) => {
      const made: number[] = []
      const end = performance.now() + longestTurn
      let index = from
      do made.push(...(await works[index]!(stores)))
      while (++index < works.length && performance.now() < end)
      return { ids: made, next: index }
    })
    newFolders.push(...ids)
    at = next
  }
  for (const id of newFolders) disk.explore(id)
  // What is kept of files that are gone ends with them.
  if (found.removed.length > 0) disk.tidyTrash()
}

/** Answers the ids of folders that must be looked into. */
type Work = (stores: Stores) => Promise<number[]>

function worksOf(
  disk: Disk,
  folder: FileNode,
  path: Path,
  { added, removed, changed, renamed, followed }: Awaited<ReturnType<typeof followChanged>>,
  isNews: boolean,
): Work[] {
  const seen = (name: string, entry: Seen['entry']): Seen => ({ path: [...path, name], entry })

  async function tell(stores: Stores, ...change: Parameters<typeof fileChange>): Promise<void> {
    if (!isNews) return
    const author = { actor: 'disk', origin: null, at: disk.now() }
    await stores.changes.append(fileChange(...change), author)
  }

  async function lookAgain(stores: Stores, { id, fingerprint }: FileNode): Promise<number[]> {
    await stores.files.setFingerprint(id, fingerprint && dirty)
    disk.fingerprints.set(id, dirty)
    return [id]
  }

  return [
    ...removed.map((node): Work => async (stores) => {
      if (node.kind === 'folder') {
        const key = disk.newKey()
        await stores.files.move(node.id, hiddenRoot, key)
        disk.discard(key)
      } else {
        await stores.files.remove(node.id, 1, disk.now().getTime())
      }
      await tell(stores, 'file-deleted', node.id, seen(node.name, node), null)
      return []
    }),
    ...[...renamed, ...followed].map(({ node, entry }): Work => async (stores) => {
      await stores.files.move(node.id, folder.id, entry.name)
      await stores.files.update(node.id, entry)
      await tell(stores, 'file-moved', node.id, seen(node.name, node), seen(entry.name, entry))
      const isChanged = entry.kind === 'folder' && entry.modified !== node.modified
      return isChanged ? lookAgain(stores, node) : []
    }),
    ...changed.map(({ node, entry }): Work => async (stores) => {
      await stores.files.update(node.id, entry)
      if (entry.kind !== 'folder') {
        await tell(stores, 'file-updated', node.id, seen(node.name, node), seen(node.name, entry))
        return []
      }
      if (entry.inode === node.inode) return []
      // Another folder of the same name holds other things.
      return lookAgain(stores, node)
    }),
    ...inParts(added, atOnce).map((entries): Work => async (stores) => {
      const ids = isNews
        ? await stores.files.insertAll(folder.id, entries)
        : await stores.files.insertAgain(folder.id, entries)
      for (const [index, entry] of entries.entries()) {
        await tell(stores, 'file-added', ids[index]!, null, seen(entry.name, entry))
      }
      return ids.filter((_, index) => entries[index]?.kind === 'folder')
    }),
  ]
}

function inParts<T>(all: readonly T[], size: number): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < all.length; at += size) parts.push(all.slice(at, at + size))
  return parts
}
