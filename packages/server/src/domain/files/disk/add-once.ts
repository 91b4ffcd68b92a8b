import type { Author } from '../../author.ts'
import type { Place } from '../../../ports/storage.ts'
import type { Wanted } from '../drive/drive.ts'
import { recordChange } from '../../record-change.ts'
import { carryOut } from './carry-out.ts'
import type { MoveStep } from './carry-out.ts'
import type { Disk } from './disk.ts'
import { fileChange } from '../drive/file-change.ts'
import { folderIn } from '../drive/folder-in.ts'
import { namesIn } from '../drive/free-name.ts'
import { knownFolder } from './look-into.ts'
import { settleFolder } from './settle-folder.ts'
import { asDiskDiffers, withDoubtsSettled } from './with-doubts-settled.ts'

/**
 * Gives a hidden thing its place, for a request that may come again. After a crash `addEntry` leaves
 * it on the disk without the log knowing whose it is, and whoever asks again gets it twice; here it
 * is taken back.
 */
export function addOnce(
  author: Author,
  disk: Disk,
  { folder: at, name: wished }: Wanted,
  key: string,
): Promise<Place> {
  return withDoubtsSettled(disk, [at], async () => {
    await knownFolder(disk, at)
    return disk.lock.alone(async () => {
      const { target, name } = await disk.database.read(async ({ files }) => {
        const folder = await folderIn(files, at)
        return { target: folder, name: await namesIn(files, folder.id)(wished) }
      })
      const place = [...at, name]
      const step: MoveStep = {
        from: { area: 'hidden', place: [key] },
        to: { area: 'drive', place },
        source: null,
        target,
      }
      const id = await carryOut(disk, [step], async (stores, [moved]) => {
        const { entry, target: touched } = moved!
        const made = await stores.files.insert(target.id, { ...entry, name })
        await settleFolder(disk, stores.files, target.id, touched)
        await recordChange(author, stores, fileChange('file-added', null, { place, entry }))
        return entry.kind === 'folder' ? made : null
      }).catch((error: unknown) => {
        throw asDiskDiffers(error)
      })
      if (id !== null) disk.explore(id)
      return place
    })
  })
}
