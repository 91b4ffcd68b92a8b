import type { Totals } from '../../ports/file-index.ts'
import { driveRoot } from '../../ports/file-index.ts'
import { openDiskDrive } from './open-disk-drive.ts'
import { refuseObjects } from './recover.ts'
import type { DiskParts } from './open-disk-drive.ts'

const progressMs = 200

/** Forgets the index and makes it anew from what is on disk. Answers how much that is. */
export async function rebuildDrive(
  parts: DiskParts,
  progress: (entries: number) => void,
): Promise<Totals> {
  const { database, storage } = parts
  const totals = async (): Promise<Totals> =>
    (await database.read(({ files }) => files.node(driveRoot)))?.totals ?? nothing

  await refuseObjects(database)
  await database.transact(async ({ files }) => {
    await files.clear()
    // Whoever rebuilds says that the files are here now.
    if (storage.id !== null) await files.setHome(storage.id)
  })
  const disk = await openDiskDrive(parts)
  const timer = setInterval(() => {
    void totals().then(({ files, folders }) => progress(files + folders))
  }, progressMs)
  try {
    await disk.idle()
  } finally {
    clearInterval(timer)
    await disk.close()
  }
  return totals()
}

const nothing: Totals = { bytes: 0, files: 0, folders: 0 }
