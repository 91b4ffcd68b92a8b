import { setImmediate } from 'node:timers/promises'
import { namesLike } from '../../domain/files/free-name.ts'
import { idOf, isWithin } from '../../domain/files/path.ts'
import { notFound } from '../../domain/files/read-index.ts'
import { AppError } from '../../errors.ts'
import type { Stores } from '../../ports/database.ts'
import type { FileNode, Intent, Step } from '../../ports/file-index.ts'
import type { Moved } from '../../ports/safe-folder.ts'
import type { Entry, Spot } from '../../ports/storage.ts'
import { dirty } from './disk.ts'
import type { Disk } from './disk.ts'

export interface MoveStep extends Omit<Step, 'inode' | 'over'> {
  /** What is there already goes aside, to this key of the hidden area. */
  over?: string | undefined
  /** Where it and what is there are before the first step, if other steps bring them to where this one finds them. */
  was?: { from: Spot; over?: Spot | undefined } | undefined
  /** The folders it goes from and to; `null` where that is the hidden area. */
  source: FileNode | null
  target: FileNode | null
}

export interface Done extends Moved {
  /** What it took the place of. */
  former: Entry | null
}

/**
 * Moves several things as if at once: what is meant to happen is written down first, then it is
 * done, and `settle` brings the index in line in the same transaction that strikes the intent out.
 * A failure undoes what was done; after a crash the next start does.
 */
export async function carryOut<T>(
  disk: Disk,
  steps: readonly MoveStep[],
  settle: (stores: Stores, moved: readonly Done[]) => Promise<T>,
): Promise<T> {
  const { database, storage } = disk
  await finishOthers(disk)
  const written = await withInodes(disk, steps)
  const intent = await database.transact(({ files }) => files.addIntent(written))
  const moved: Done[] = []
  try {
    const unsynced = new Map<string, Spot>()
    for (const step of steps) {
      // A step never waits for anything, so nobody else would get their turn.
      if (moved.length % 64 === 63) await setImmediate()
      // A folder that is about to be moved is synced while it is still where it was.
      const leaving = [...unsynced].filter(([, spot]) => isInside(spot, step.from))
      await storage.sync(leaving.map(([, spot]) => spot))
      for (const [id] of leaving) unsynced.delete(id)
      const one = await doStep(disk, step)
      const { over } = written[moved.length]!
      written[moved.length]!.inode = one.entry.inode
      if (over && one.former) over.inode = one.former.inode
      moved.push(one)
      const hidden = step.over === undefined ? [] : [spotOf(step.over)]
      for (const spot of [step.to, step.from, ...hidden].map(parentOf))
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

async function doStep({ storage }: Disk, { from, to, over }: MoveStep): Promise<Done> {
  if (over === undefined) return { ...(await storage.move(from, to)), former: null }
  return storage.replace(from, to, spotOf(over))
}

function spotOf(key: string): Spot {
  return { area: 'hidden', path: [key] }
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
  for (const { from, to, over: key, was } of steps) {
    const entry = await storage.stat(was?.from ?? from)
    const former = key === undefined ? null : await storage.stat(was?.over ?? to)
    if (!entry || (key !== undefined && !former)) throw notFound()
    const over = key !== undefined && former ? { key, inode: former.inode } : undefined
    written.push({ from, to, inode: entry.inode, over })
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

async function undoStep(disk: Disk, step: Step): Promise<void> {
  const { storage } = disk
  const { from, to, inode, over } = step
  if (over) return undoReplacement(disk, step, over)
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

/** The former file comes back in the same way in which it went: the name leads to one of the two at any time. */
async function undoReplacement(
  disk: Disk,
  { from, to, inode }: Step,
  over: NonNullable<Step['over']>,
): Promise<void> {
  const { storage } = disk
  const aside = spotOf(over.key)
  const former = await storage.stat(aside)
  if (former?.inode !== over.inode) return
  const now = await storage.stat(to)
  // The former one may have both names still.
  if (now?.inode === over.inode && inode !== over.inode) return removeAt(disk, aside)
  if (now?.inode !== inode) return moveBack(disk, aside, to)
  // An undo that was killed itself has given the new one its old name already.
  if ((await storage.stat(from))?.inode === inode) await removeAt(disk, from)
  await storage.replace(aside, to, from).catch(async (error: unknown) => {
    if (!(error instanceof AppError)) throw error
    // The old name is taken, or its folder gone: then one after the other.
    await moveBack(disk, to, from)
    await moveBack(disk, aside, to)
  })
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
export async function moveBack(disk: Disk, from: Spot, { area, path }: Spot): Promise<void> {
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
