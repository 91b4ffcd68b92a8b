import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { Stores } from '../../ports/database.ts'
import type { FileNode, Step } from '../../ports/file-index.ts'
import type { Moved } from '../../ports/safe-folder.ts'
import type { Spot } from '../../ports/storage.ts'
import type { Disk } from './disk.ts'
import { notFound } from '../../domain/files/refusals.ts'
import { idOf, isWithin } from '../../domain/files/path.ts'
import { undoSteps } from './undo-steps.ts'

export interface MoveStep extends Omit<Step, 'inode'> {
  /** The folders it goes from and to; `null` where that is the hidden area. */
  source: FileNode | null
  target: FileNode | null
}

/**
 * Moves several things as if at once: what is meant to happen is written down first, then it is
 * done, and `settle` brings the index in line in the same transaction that strikes the intent out.
 * A failure undoes what was done; after a crash the next start does.
 */
export async function carryOut<T>(
  disk: Disk,
  steps: readonly MoveStep[],
  settle: (stores: Stores, moved: readonly Moved[]) => Promise<T>,
): Promise<T> {
  const { database, storage } = disk
  await finishOthers(disk)
  const written = await withInodes(disk, steps)
  const intent = await database.transact(({ files }) => files.addIntent(written))
  const moved: Moved[] = []
  try {
    const unsynced = new Map<string, Spot>()
    for (const step of steps) {
      // A step never waits for anything, so nobody else would get their turn.
      if (moved.length % 64 === 63) await setImmediate()
      // A folder that is about to be moved is synced while it is still where it was.
      const leaving = [...unsynced].filter(([, spot]) => isInside(spot, step.from))
      await storage.sync(leaving.map(([, spot]) => spot))
      for (const [id] of leaving) unsynced.delete(id)
      const one = await storage.move(step.from, step.to)
      written[moved.length]!.inode = one.entry.inode
      moved.push(one)
      for (const spot of [parentOf(step.to), parentOf(step.from)])
        unsynced.set(idOfSpot(spot), spot)
      if (step.target) disk.fingerprints.follow(step.target, one.target)
      if (step.source && one.source !== one.target)
        disk.fingerprints.follow(step.source, one.source)
    }
    await storage.sync([...unsynced.values()])
    return await database.transact(async (stores) => {
      await stores.files.dropIntent(intent)
      return settle(stores, moved)
    })
  } catch (error) {
    // A step that was refused has changed nothing, and whatever is in its way is somebody else's.
    disk.unfinished.push({ id: intent, steps: written.slice(0, moved.length) })
    await finishOthers(disk).catch(() => {})
    throw error
  }
}

/** An intent left behind would take back, at the next start, what was done meanwhile. */
async function finishOthers(disk: Disk): Promise<void> {
  for (const intent of disk.unfinished.slice()) {
    await undoSteps(disk, intent).catch(() => {
      throw new AppError('unavailable', 'An earlier operation could not be undone yet; try again.')
    })
    disk.unfinished.splice(disk.unfinished.indexOf(intent), 1)
  }
}

/** As they are on disk now: an undo must know again what was moved, whatever the index thought. */
async function withInodes({ storage }: Disk, steps: readonly MoveStep[]): Promise<Step[]> {
  const written: Step[] = []
  for (const { from, to } of steps) {
    const entry = await storage.stat(from)
    if (!entry) throw notFound()
    written.push({ from, to, inode: entry.inode })
  }
  return written
}

function isInside(spot: Spot, outer: Spot): boolean {
  return spot.area === outer.area && isWithin(spot.path, outer.path)
}

function idOfSpot({ area, path }: Spot): string {
  return area + idOf(path)
}

function parentOf({ area, path }: Spot): Spot {
  return { area, path: path.slice(0, -1) }
}
