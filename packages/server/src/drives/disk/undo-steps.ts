import { AppError } from '../../errors.ts'
import type { Intent, Step } from '../../ports/file-index.ts'
import type { Spot } from '../../ports/storage.ts'
import type { Disk } from './disk.ts'
import { namesLike } from '../../domain/files/free-name.ts'
import { dirty } from './fingerprints.ts'

/** Takes back what was done of an intent that was not completed, last step first, and strikes it out. */
export async function undoSteps(disk: Disk, intent: Intent): Promise<void> {
  for (const step of intent.steps.toReversed()) await undoStep(disk, step)
  await disk.database.transact(async ({ files }) => {
    for (const { from, to } of intent.steps) {
      for (const { area, path } of [from, to]) {
        const folder = area === 'drive' ? await files.find(path.slice(0, -1)) : null
        if (folder?.fingerprint) await files.setFingerprint(folder.id, dirty)
        if (folder) disk.fingerprints.set(folder.id, dirty)
      }
    }
    await files.dropIntent(intent.id)
  })
}

async function undoStep(disk: Disk, { from, to, inode }: Step): Promise<void> {
  const { storage } = disk
  const moved = await storage.stat(to)
  if (!moved) return
  const original = await storage.stat(from)
  if (moved.inode === inode) {
    // A file may have both names still.
    if (original?.inode === inode) return removeAt(disk, to)
    // An undo that was killed itself has left an empty folder under the old name.
    if (moved.kind === 'folder' && original?.kind === 'folder') await removeAt(disk, from)
    await moveBack(disk, to, from)
  } else if (moved.kind === 'folder' && original?.inode === inode) {
    // The empty folder that was to be replaced; if it is not empty it is somebody else's.
    await removeAt(disk, to)
  }
}

async function removeAt({ storage }: Disk, spot: Spot): Promise<void> {
  if (spot.area === 'hidden') return storage.removeHidden(spot.path[0] ?? '')
  await storage.removeLeftover(spot.path).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
}

/**
 * Somebody may have taken the old name meanwhile; then it comes back under one like it. Or the folder
 * it was in is gone; then it comes back as near to it as there still is a folder.
 */
async function moveBack(disk: Disk, from: Spot, { area, path }: Spot): Promise<void> {
  const folder = path.slice(0, -1)
  for (const name of namesLike(path.at(-1) ?? '')) {
    try {
      await disk.storage.move(from, { area, path: [...folder, name] })
      return
    } catch (error) {
      const code = error instanceof AppError ? error.code : null
      if (code === 'files.name_taken') continue
      const isGone = ['files.not_found', 'files.not_a_folder', 'files.link'].includes(code ?? '')
      if (!isGone || folder.length === 0) throw error
      return moveBack(disk, from, { area, path: [...folder.slice(0, -1), name] })
    }
  }
}
