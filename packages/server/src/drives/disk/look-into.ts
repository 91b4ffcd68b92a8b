import { idOf } from '../../domain/files/path.ts'
import { notFound, refuseOthers } from '../../domain/files/read-index.ts'
import { AppError } from '../../errors.ts'
import type { FileNode, FileStore } from '../../ports/file-index.ts'
import type { Touched } from '../../ports/safe-folder.ts'
import type { Fingerprint, NamedEntry, Path, Spot } from '../../ports/storage.ts'
import { compareFolder } from './compare-folder.ts'
import { dirty } from './disk.ts'
import type { Disk } from './disk.ts'

/** Makes sure that the index knows what is in a folder now. Answers whether anything had to be done. */
export async function lookInto(disk: Disk, folder: FileNode, path: Path): Promise<boolean> {
  if (folder.kind !== 'folder') return false
  if (folder.fingerprint === null) {
    await firstLook(disk, folder.id, { area: 'drive', path })
    return true
  }
  const fingerprint = await disk.storage.fingerprint({ area: 'drive', path })
  if (fingerprint === disk.fingerprints.of(folder)) return false
  await compareFolder(disk, folder.id)
  return true
}

/**
 * The folder at a place with its entries up to date. A folder that is gone is noticed, too, and
 * everything that was put down about it is taken back.
 */
export async function knownFolder(disk: Disk, path: Path): Promise<FileNode> {
  const folder = await findNode(disk, path)
  refuseOthers(folder)
  try {
    if (!(await lookInto(disk, folder, path))) return folder
  } catch (error) {
    if (!isGone(error) || path.length === 0) throw error
    await knownFolder(disk, path.slice(0, -1))
    throw notFound()
  }
  return (await disk.database.read(({ files }) => files.find(path))) ?? Promise.reject(notFound())
}

/** The entry at a place. What the index does not know may have come from outside a moment ago. */
export async function findNode(disk: Disk, path: Path): Promise<FileNode> {
  const known = await indexedAt(disk, path)
  if (known) return known
  if (path.length === 0) throw new AppError('unavailable', 'The index has no root.')
  const parent = await knownFolder(disk, path.slice(0, -1)).catch((error: unknown) => {
    // A file is in the way: then there is nothing below it.
    throw error instanceof AppError && error.code === 'files.not_a_folder' ? notFound() : error
  })
  const name = path.at(-1) ?? ''
  const found = await disk.database.read(({ files }) => files.child(parent.id, name))
  if (!found) throw notFound()
  return found
}

const lastFound = () => ({ commits: null as number | null, nodes: new Map<string, FileNode>() })

const mostFound = 1000

/** As long as nothing is committed the same is there: the database is not asked for it again. */
async function indexedAt({ database }: Disk, path: Path): Promise<FileNode | null> {
  const commits = database.commits()
  const last = database.memo(lastFound)
  const id = idOf(path)
  const known = commits !== null && last.commits === commits ? last.nodes.get(id) : null
  if (known) return known
  const found = await database.read(({ files }) => files.find(path))
  if (!found || commits === null) return found
  if (last.commits !== commits || last.nodes.size >= mostFound) {
    Object.assign(last, { commits, nodes: new Map() })
  }
  last.nodes.set(id, found)
  return found
}

function isGone(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  return ['files.not_found', 'files.not_a_folder', 'files.link'].includes(error.code)
}

/** Puts down what an operation of our own has done to the folder itself: its fingerprint and its date. */
export function settleFolder(
  { fingerprints }: Disk,
  files: FileStore,
  id: number,
  { modified }: Touched,
): Promise<void> {
  return files.touch(id, fingerprints.left(id), modified)
}

/** A few milliseconds of work, after which others get their turn. */
const batchSize = 250

/**
 * Puts down what is in a folder that nobody has looked into yet. Others go on meanwhile, so nothing
 * is taken out, and what is there already stays; should the folder change, its fingerprint will tell.
 */
export async function firstLook(disk: Disk, folder: number, spot: Spot): Promise<void> {
  const { fingerprint, entries } = await disk.storage.list(spot)
  for (let at = 0; at === 0 || at < entries.length; at += batchSize) {
    const batch = entries.slice(at, at + batchSize)
    const isLast = at + batchSize >= entries.length
    await disk.lock.shared(() => addMissing(disk, folder, batch, at, isLast ? fingerprint : null))
  }
  disk.fingerprints.set(folder, fingerprint)
}

/** A folder may be deleted before anybody has looked into it. */
export async function lookIntoKept(disk: Disk): Promise<void> {
  const { database } = disk
  const tried = new Set<number>()
  for (;;) {
    const unknown = await database.read(({ kept }) => kept.unknownFolders(batchSize + tried.size))
    const left = unknown.filter((id) => !tried.has(id))
    if (left.length === 0) return
    for (const id of left) {
      tried.add(id)
      const spot = await database.read(({ files }) => files.spotOf(id))
      // What somebody has taken away there is as good as empty.
      if (spot) await firstLook(disk, id, spot).catch(unlessRefused)
    }
  }
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}

/** `before` is how many came before these; with the last of them the folder is known. */
async function addMissing(
  disk: Disk,
  id: number,
  entries: NamedEntry[],
  before: number,
  fingerprint: Fingerprint | null,
): Promise<void> {
  await disk.database.transact(async ({ files }) => {
    const folder = await files.node(id)
    // Somebody has removed it; there is nothing left to put anything into.
    if (!folder) return
    const isOursAlone = folder.count === before
    const missing = isOursAlone ? entries : []
    for (const entry of isOursAlone ? [] : entries) {
      if (!(await files.child(id, entry.name))) missing.push(entry)
    }
    if (missing.length > 0) await files.insertAgain(id, missing)
    if (fingerprint !== null) await files.setFingerprint(id, fingerprint)
  })
}

const mostAttempts = 5

/**
 * Does something that may find the disk to be other than the index says: then the folders in
 * question are looked at again, and it is tried once more.
 */
export async function revalidating<T>(
  disk: Disk,
  folders: readonly Path[],
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DiskDiffers)) throw error
      if (attempt === mostAttempts) throw error.refusal
      for (const folder of folders) await lookAgain(disk, folder)
    }
  }
}

/** The disk has refused what the index said was possible. */
export class DiskDiffers extends Error {
  override name = 'DiskDiffers'
  readonly refusal: AppError

  constructor(refusal: AppError) {
    super(refusal.message)
    this.refusal = refusal
  }
}

const surprises = ['files.not_found', 'files.name_taken', 'files.not_a_folder', 'files.link']

export function asDiskDiffers(error: unknown): unknown {
  const isSurprise = error instanceof AppError && surprises.includes(error.code)
  return isSurprise ? new DiskDiffers(error) : error
}

async function lookAgain(disk: Disk, path: Path): Promise<void> {
  const folder = await disk.database.read(({ files }) => files.find(path))
  if (folder?.fingerprint) disk.fingerprints.set(folder.id, dirty)
  try {
    await knownFolder(disk, path)
  } catch (error) {
    // That it is gone is what there was to find out.
    if (!(error instanceof AppError)) throw error
  }
}
