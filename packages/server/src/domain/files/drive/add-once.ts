import type { FileReference } from '@triptych/contract/files'
import type { Context } from '../../../context.ts'
import type { Place } from '../../../ports/storage.ts'
import { recordChange } from '../../record-change.ts'
import { carryOut } from './carry-out.ts'
import type { MoveStep } from './carry-out.ts'
import type { Drive } from './drive.ts'
import { fileChange } from './file-change.ts'
import { folderIn } from './folder-in.ts'
import { namesIn } from './free-name.ts'
import { knownFolder } from './look-into.ts'
import { referenceTo } from './relocate.ts'
import { settleFolder } from './settle-folder.ts'
import { asDiskDiffers, withDoubtsSettled } from './with-doubts-settled.ts'

/**
 * Gives a hidden thing its place, for a request that may come again. After a crash `addEntry` leaves
 * it on the disk without the log knowing whose it is, and whoever asks again gets it twice; here it
 * is taken back.
 */
export function addOnce(
  ctx: Context,
  drive: Drive,
  { folder: at, name: wished }: { folder: Place; name: string },
  key: string,
): Promise<FileReference> {
  return withDoubtsSettled(drive, [at], async () => {
    await knownFolder(drive, at)
    return drive.lock.alone(async () => {
      const { target, name } = await drive.database.read(async ({ files }) => {
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
      const id = await carryOut(drive, [step], async (stores, [moved]) => {
        const { entry, target: touched } = moved!
        const made = await stores.files.insert(target.id, { ...entry, name })
        await settleFolder(drive, stores.files, target.id, touched)
        await recordChange(ctx, stores, fileChange('file-added', null, { place, entry }))
        return entry.kind === 'folder' ? made : null
      }).catch((error: unknown) => {
        throw asDiskDiffers(error)
      })
      if (id !== null) drive.explore(id)
      return referenceTo(place)
    })
  })
}
