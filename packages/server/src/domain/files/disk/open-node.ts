import { AppError } from '../../../errors.ts'
import type { OpenFile } from '../../../ports/storage.ts'
import type { Disk } from './disk.ts'

/** How often an entry may be moved while one goes where it was. */
const mostAttempts = 10

/** What is not there, or something else by now. */
const absences = [
  'files.not_found',
  'files.not_a_folder',
  'files.not_a_file',
  'files.link',
  'files.special',
]

/** A file by its number, wherever it lies by now; `null` when somebody else has taken it away. */
export async function openNode({ database, storage }: Disk, id: number): Promise<OpenFile | null> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const spot = await database.read(({ files }) => files.spotOf(id))
    if (!spot) return null
    try {
      return await storage.open(spot.place, spot.area)
    } catch (error) {
      if (!(error instanceof AppError) || !absences.includes(error.code)) throw error
      const now = await database.read(({ files }) => files.spotOf(id))
      if (JSON.stringify(now) === JSON.stringify(spot)) return null
    }
  }
  return null
}
