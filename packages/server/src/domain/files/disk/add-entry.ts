import type { Author } from '../../author.ts'
import { AppError } from '../../../errors.ts'
import type { FileNode } from '../../../ports/file-index.ts'
import type { Claimed, Place, Spot } from '../../../ports/storage.ts'
import { recordChange } from '../../record-change.ts'
import type { Disk } from './disk.ts'
import { fileChange } from '../drive/file-change.ts'
import { folderIn } from '../drive/folder-in.ts'
import { isTaken } from '../drive/free-name.ts'
import { knownFolder } from './look-into.ts'
import { settleFolder } from './settle-folder.ts'
import { doubtful } from './stamps.ts'

export interface Wish {
  folder: Place
  /** The names to try, one after the other. */
  names: Iterable<string>
}

/**
 * Adds something to a folder, under the first of the names that is free. `claim` puts it there and
 * is what decides: whoever gets the name has it, and the others try the next one.
 */
export async function addEntry(
  author: Author,
  disk: Disk,
  { folder: at, names }: Wish,
  claim: (spot: Spot) => Promise<Claimed>,
): Promise<Place> {
  await knownFolder(disk, at)
  return disk.lock.shared(async () => {
    const folder = await disk.database.read(({ files }) => folderIn(files, at))
    const { place, claimed } = await claimName(disk, folder, { folder: at, names }, claim)
    try {
      await disk.storage.sync([{ area: 'drive', place: at }])
      await settle(author, disk, folder.id, place, claimed)
    } catch (error) {
      await takeBack(disk, folder.id, place, claimed)
      throw error
    }
    return place
  })
}

/** Where even this fails, the folder is in doubt, and the next look at it finds what is there. */
async function takeBack(
  disk: Disk,
  folder: number,
  place: Place,
  { entry }: Claimed,
): Promise<void> {
  const { storage } = disk
  disk.stamps.set(folder, doubtful)
  try {
    // Somebody may have put something into a new folder already: then it stays.
    if (entry.kind === 'folder') return await storage.removeLeftover(place)
    const now = await storage.stat({ area: 'drive', place })
    if (now?.inode !== entry.inode) return
    const key = disk.newKey()
    await storage.move({ area: 'drive', place }, { area: 'hidden', place: [key] })
    disk.discard(key)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

async function claimName(
  disk: Disk,
  folder: FileNode,
  { folder: at, names }: Wish,
  claim: (spot: Spot) => Promise<Claimed>,
): Promise<{ place: Place; claimed: Claimed }> {
  for (const guess of names) {
    if (await disk.database.read(({ files }) => isTaken(files, folder.id, guess))) continue
    const place = [...at, guess]
    try {
      const claimed = await claim({ area: 'drive', place })
      disk.stamps.follow(folder, claimed.target)
      return { place, claimed }
    } catch (error) {
      // Somebody else was quicker.
      if (!(error instanceof AppError) || error.code !== 'files.name_taken') throw error
    }
  }
  throw new AppError('files.name_taken', 'There is something of this name already.')
}

async function settle(
  author: Author,
  disk: Disk,
  folder: number,
  place: Place,
  { entry, target }: Claimed,
): Promise<void> {
  const name = place.at(-1) ?? ''
  const id = await disk.database.transact(async (stores) => {
    const { files } = stores
    // A first look at the folder may have found it already.
    const found = await files.child(folder, name)
    if (found) await files.update(found.id, entry)
    const made = found?.id ?? (await files.insert(folder, { ...entry, name }))
    await settleFolder(disk, files, folder, target)
    await recordChange(author, stores, fileChange('file-added', null, { place, entry }))
    return made
  })
  if (entry.kind === 'folder') disk.explore(id)
}
