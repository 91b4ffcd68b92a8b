import type { FileReference } from '@triptych/contract/files'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { FileNode } from '../../../ports/file-index.ts'
import type { Claimed, Place, Spot } from '../../../ports/storage.ts'
import { recordChange } from '../../record-change.ts'
import type { Drive } from './drive.ts'
import { fileChange } from './file-change.ts'
import { folderIn } from './folder-in.ts'
import { isTaken } from './free-name.ts'
import { knownFolder } from './look-into.ts'
import { idOf } from '../path.ts'
import { settleFolder } from './settle-folder.ts'
import { doubtful } from './stamps.ts'

export interface Added extends FileReference {
  place: Place
}

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
  ctx: Context,
  drive: Drive,
  { folder: at, names }: Wish,
  claim: (spot: Spot) => Promise<Claimed>,
): Promise<Added> {
  await knownFolder(drive, at)
  return drive.lock.shared(async () => {
    const folder = await drive.database.read(({ files }) => folderIn(files, at))
    const { place, claimed } = await claimName(drive, folder, { folder: at, names }, claim)
    try {
      await drive.storage.sync([{ area: 'drive', place: at }])
      await settle(ctx, drive, folder.id, place, claimed)
    } catch (error) {
      await takeBack(drive, folder.id, place, claimed)
      throw error
    }
    return { id: idOf(place), name: place.at(-1) ?? '', place }
  })
}

/** Where even this fails, the folder is in doubt, and the next look at it finds what is there. */
async function takeBack(
  drive: Drive,
  folder: number,
  place: Place,
  { entry }: Claimed,
): Promise<void> {
  const { storage } = drive
  drive.stamps.set(folder, doubtful)
  try {
    // Somebody may have put something into a new folder already: then it stays.
    if (entry.kind === 'folder') return await storage.removeLeftover(place)
    const now = await storage.stat({ area: 'drive', place })
    if (now?.inode !== entry.inode) return
    const key = drive.newKey()
    await storage.move({ area: 'drive', place }, { area: 'hidden', place: [key] })
    drive.discard(key)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

async function claimName(
  drive: Drive,
  folder: FileNode,
  { folder: at, names }: Wish,
  claim: (spot: Spot) => Promise<Claimed>,
): Promise<{ place: Place; claimed: Claimed }> {
  for (const guess of names) {
    if (await drive.database.read(({ files }) => isTaken(files, folder.id, guess))) continue
    const place = [...at, guess]
    try {
      const claimed = await claim({ area: 'drive', place })
      drive.stamps.follow(folder, claimed.target)
      return { place, claimed }
    } catch (error) {
      // Somebody else was quicker.
      if (!(error instanceof AppError) || error.code !== 'files.name_taken') throw error
    }
  }
  throw new AppError('files.name_taken', 'There is something of this name already.')
}

async function settle(
  ctx: Context,
  drive: Drive,
  folder: number,
  place: Place,
  { entry, target }: Claimed,
): Promise<void> {
  const name = place.at(-1) ?? ''
  const id = await drive.database.transact(async (stores) => {
    const { files } = stores
    // A first look at the folder may have found it already.
    const found = await files.child(folder, name)
    if (found) await files.update(found.id, entry)
    const made = found?.id ?? (await files.insert(folder, { ...entry, name }))
    await settleFolder(drive, files, folder, target)
    await recordChange(ctx, stores, fileChange('file-added', null, { place, entry }))
    return made
  })
  if (entry.kind === 'folder') drive.explore(id)
}
