import { randomUUID } from 'node:crypto'
import { readWriteLock } from '../../concurrency/read-write-lock.ts'
import { workQueue } from '../../concurrency/work-queue.ts'
import { AppError } from '../../errors.ts'
import type { DriveParts, OpenDrive } from '../../ports/drive.ts'
import { driveRoot, hiddenRoot } from '../../ports/file-index.ts'
import type { FileNode } from '../../ports/file-index.ts'
import type { OpenFile, Path } from '../../ports/storage.ts'
import { openTrash } from '../../domain/files/trash.ts'
import { addFolder, addHidden, ensureFolder } from './add-new.ts'
import { moveBack } from './carry-out.ts'
import { copyEntries, relocate, removeEntries } from './change-entries.ts'
import { openFingerprints } from './disk.ts'
import type { Disk, DiskPlace } from './disk.ts'
import { openExplorer } from './explore.ts'
import { findNode, knownFolder, lookInto, lookIntoKept } from './look-into.ts'
import { recover } from './recover.ts'
import { arrangeEntries } from './arrange.ts'
import { endKept, restoreEntries } from './trash.ts'
import { openWatches } from './watch-folders.ts'

/** The whole drive is gone through so often: not every change leaves a mark, or finds a watcher. */
const recheckMs = 10 * 60 * 1000

/** Mends what a crash has left, then serves while everything is compared in the background. */
export async function openDiskDrive(place: DiskPlace, parts: DriveParts): Promise<OpenDrive> {
  const { database, storage } = place
  const { rules, now, failed } = parts
  const self = (): Disk => disk
  const discards = openDiscards(self, failed)
  const watches = openWatches(self, failed)
  const explorer = openExplorer(self, (folder) => watches.add(folder), failed)
  const trash = openTrash(() => drive, now, failed)
  const disk: Disk = {
    ...place,
    rules,
    now,
    lock: readWriteLock(),
    fingerprints: openFingerprints(),
    unfinished: [],
    denied: new Set(),
    newKey: randomUUID,
    expect: (folder, name) => watches.expect(folder, name),
    explore: (folder) => explorer.add(folder),
    discard: (key, was) => discards.add(key, was),
    tidyTrash: () => trash.tidy(),
  }

  await recover(disk, failed)
  explorer.add(driveRoot, 'thorough')
  const again = setInterval(() => explorer.add(driveRoot, 'thorough'), recheckMs)
  again.unref()

  const drive: OpenDrive = {
    database,
    rules,
    find: (path) => findNode(disk, path),
    folder: (path) => listedFolder(disk, path),
    look: async (folder, path) => void (await lookInto(disk, folder, path)),
    stat: (path) => storage.stat({ area: 'drive', path }),
    open: (path) => storage.open(path),
    openNode: ({ id }) => openNode(disk, id),
    hold: () => discards.hold(),
    async receive(bytes, release) {
      const key = disk.newKey()
      await storage.receive(key, bytes, release)
      return key
    },
    discard: (key) => discards.add(key),
    addFile: (author, wanted, key) => trash.tidied(addHidden(author, disk, wanted, key)),
    addFolder: (author, wanted) => addFolder(author, disk, wanted),
    ensureFolder: (author, path) => ensureFolder(author, disk, path),
    relocate: (author, about, plan) => trash.tidied(relocate(author, disk, about, plan)),
    copy: (author, copying) => trash.tidied(copyEntries(author, disk, copying)),
    remove: (author, paths) => removeEntries(author, disk, paths),
    restore: (author, plan) => trash.tidied(restoreEntries(author, disk, plan)),
    arrange: (author, plan) => trash.tidied(arrangeEntries(author, disk, plan)),
    end: (which) => endKept(disk, which),
    space: () => storage.space(),
    left: () => explorer.left(),
    async known() {
      await explorer.idle()
      await lookIntoKept(disk)
    },
    async idle() {
      await explorer.idle()
      await watches.idle()
      await explorer.idle()
      await trash.idle()
      await discards.idle()
    },
    async close() {
      clearInterval(again)
      await watches.close()
      await explorer.close()
      await trash.close()
      await discards.close()
    },
  }
  return drive
}

/** What others have changed is put down first; on a disk without room for that, what is known has to do. */
async function listedFolder(disk: Disk, path: Path): Promise<FileNode> {
  try {
    return await knownFolder(disk, path)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'storage_full')) throw error
    const known = await disk.database.read(({ files }) => files.find(path))
    if (!known || known.fingerprint === null) throw error
    return known
  }
}

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
function openNode({ database, storage, lock }: Disk, id: number): Promise<OpenFile | null> {
  return lock.shared(async () => {
    const spot = await database.read(({ files }) => files.spotOf(id))
    if (!spot) return null
    try {
      return await storage.open(spot.path, spot.area)
    } catch (error) {
      if (!(error instanceof AppError) || !absences.includes(error.code)) throw error
      return null
    }
  })
}

/** So many rows go at a stretch before others get their turn. */
const batchSize = 500

interface Discards {
  add(key: string, was?: Path): void
  /** Nothing is ended until the answer is called, by everybody who holds. */
  hold(): () => void
  idle(): Promise<void>
  close(): Promise<void>
}

/** Ends hidden things one after the other. What a stop leaves is swept at the next start. */
function openDiscards(disk: () => Disk, failed: (error: unknown) => void): Discards {
  const queue = workQueue(failed)
  const holding = new Set<() => void>()
  const delayed: Parameters<Discards['add']>[] = []
  let closed = false

  async function discard(self: Disk, key: string): Promise<void> {
    const { database, storage, now } = self
    let state: 'there' | 'kept' | 'gone' = 'there'
    while (state === 'there' && !closed) {
      state = await database.transact(async ({ files, kept }) => {
        const node = await files.child(hiddenRoot, key)
        if (!node) return 'gone'
        if (await kept.get(node.id)) return 'kept'
        return (await files.remove(node.id, batchSize, now().getTime())) ? 'gone' : 'there'
      })
    }
    if (state !== 'gone' || closed) return
    await storage.removeHidden(key)
    self.tidyTrash()
  }

  function add(key: string, was?: Path): void {
    if (holding.size > 0) return void delayed.push([key, was])
    queue.add(() =>
      discard(disk(), key).catch((error: unknown) => {
        if (was === undefined) throw error
        return bringBack(disk(), key, was, error)
      }),
    )
  }

  return {
    add,
    hold() {
      const release = (): void => {
        if (!holding.delete(release) || holding.size > 0) return
        for (const one of delayed.splice(0)) add(...one)
      }
      holding.add(release)
      return release
    },
    idle: queue.idle,
    close() {
      closed = true
      return queue.idle()
    },
  }
}

/** Out of sight it would take up room for ever, and nobody would know. */
async function bringBack(self: Disk, key: string, was: Path, error: unknown): Promise<void> {
  if (!(error instanceof AppError && error.code === 'files.denied')) throw error
  await moveBack(self, { area: 'hidden', path: [key] }, { area: 'drive', path: was })
  const folder = await self.database.read(({ files }) => files.find(was.slice(0, -1)))
  self.explore(folder?.id ?? driveRoot)
  throw error
}
