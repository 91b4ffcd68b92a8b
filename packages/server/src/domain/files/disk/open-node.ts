import { AppError } from '../../../errors.ts'
import type { OpenFile } from '../../../ports/storage.ts'
import type { Disk } from './disk.ts'

/** What is not there, or something else by now. */
const absences = [
  'files.not_found',
  'files.not_a_folder',
  'files.not_a_file',
  'files.link',
  'files.special',
]

/**
 * A file by its number, wherever it lies by now; `null` when somebody else has taken it away. Nobody
 * of us may move it meanwhile: the disk changes first, and the index afterwards.
 */
export function openNode({ database, storage, lock }: Disk, id: number): Promise<OpenFile | null> {
  return lock.shared(async () => {
    const spot = await database.read(({ files }) => files.spotOf(id))
    if (!spot) return null
    try {
      return await storage.open(spot.place, spot.area)
    } catch (error) {
      if (!(error instanceof AppError) || !absences.includes(error.code)) throw error
      return null
    }
  })
}
