import { notFound, refuseOthers } from '../../domain/files/refusals.ts'
import { AppError } from '../../errors.ts'
import type { FileNode, FileStore } from '../../ports/file-index.ts'
import type { Touched } from '../../ports/safe-folder.ts'
import type { Path } from '../../ports/storage.ts'
import { compareFolder } from './compare-folder.ts'
import type { Disk } from './disk.ts'
import { firstLook } from './first-look.ts'

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
  const known = await disk.database.read(({ files }) => files.find(path))
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

function isGone(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  return ['files.not_found', 'files.not_a_folder', 'files.link'].includes(error.code)
}

/** Puts down what an operation of our own has done to the folder itself: its fingerprint and its date. */
export async function settleFolder(
  disk: Disk,
  files: FileStore,
  id: number,
  { modified }: Touched,
): Promise<void> {
  const folder = await files.node(id)
  if (!folder) return
  const fingerprint = disk.fingerprints.of(folder)
  if (fingerprint !== folder.fingerprint) await files.setFingerprint(id, fingerprint)
  // Of two at once the later one may be put down first.
  if (modified > folder.modified) await files.update(id, { ...folder, modified })
}
