import { AppError } from '../../../errors.ts'
import type { FileNode } from '../../../ports/file-index.ts'
import type { Place } from '../../../ports/storage.ts'
import { compareFolder } from './compare-folder.ts'
import type { Drive } from './drive.ts'
import { firstLook } from './first-look.ts'

/** Makes sure that the index knows what is in a folder now. Answers whether anything had to be done. */
export async function lookInto(drive: Drive, folder: FileNode, place: Place): Promise<boolean> {
  const { outside } = drive.storage
  if (!outside || folder.kind !== 'folder') return false
  if (folder.stamp === null) {
    await firstLook(drive, folder.id, { area: 'drive', place })
    return true
  }
  const stamp = await outside.stamp({ area: 'drive', place })
  if (stamp === drive.stamps.of(folder)) return false
  await compareFolder(drive, folder.id)
  return true
}

/**
 * The folder at a place with its entries up to date. A folder that is gone is noticed, too, and
 * everything that was put down about it is taken back.
 */
export async function knownFolder(drive: Drive, place: Place): Promise<FileNode> {
  const folder = await findNode(drive, place)
  refuseOthers(folder)
  try {
    if (!(await lookInto(drive, folder, place))) return folder
  } catch (error) {
    if (!isGone(error) || place.length === 0) throw error
    await knownFolder(drive, place.slice(0, -1))
    throw notFound()
  }
  return (await drive.database.read(({ files }) => files.find(place))) ?? Promise.reject(notFound())
}

/** The entry at a place. What the index does not know may have come from outside a moment ago. */
export async function findNode(drive: Drive, place: Place): Promise<FileNode> {
  const known = await drive.database.read(({ files }) => files.find(place))
  if (known) return known
  if (place.length === 0) throw new AppError('unavailable', 'The index has no root.')
  const parent = await knownFolder(drive, place.slice(0, -1)).catch((error: unknown) => {
    // A file is in the way: then there is nothing below it.
    throw error instanceof AppError && error.code === 'files.not_a_folder' ? notFound() : error
  })
  const name = place.at(-1) ?? ''
  const found = await drive.database.read(({ files }) => files.child(parent.id, name))
  if (!found) throw notFound()
  return found
}

function isGone(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  return ['files.not_found', 'files.not_a_folder', 'files.link'].includes(error.code)
}

export function notFound(): AppError {
  return new AppError('files.not_found', 'There is nothing at this path.')
}

/** Only a folder can hold anything; a link may lead to one, but nobody goes there. */
export function refuseOthers({ kind }: FileNode): void {
  if (kind === 'folder') return
  if (kind === 'link') throw new AppError('files.link', 'Symbolic links are not followed.')
  throw new AppError('files.not_a_folder', 'This is not a folder.')
}
