import { AppError } from '../../errors.ts'
import type { Path } from '../../ports/storage.ts'
import type { Disk } from './disk.ts'
import { knownFolder } from './look-into.ts'
import { dirty } from './fingerprints.ts'

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
