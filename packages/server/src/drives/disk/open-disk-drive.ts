import { randomUUID } from 'node:crypto'
import type { Author } from '../../author.ts'
import { readWriteLock } from '../../concurrency/read-write-lock.ts'
import { fileChange } from '../../domain/files/file-change.ts'
import {
  inTurns,
  itemsStillAt,
  parentsOf,
  deepestFirst,
  distinct,
} from '../../domain/files/move-plan.ts'
import { recordChange } from '../../domain/record-change.ts'
import { AppError } from '../../errors.ts'
import type { DriveParts, OpenDrive, Item, Relocation } from '../../ports/drive.ts'
import { driveRoot, hiddenRoot } from '../../ports/file-index.ts'
import type { FileReader } from '../../ports/file-index.ts'
import type { OpenFile, Path } from '../../ports/storage.ts'
import { addFolder, addHidden, ensureFolder } from './add-new.ts'
import { carryOut } from './carry-out.ts'
import type { MoveStep } from './carry-out.ts'
import { copyEntries } from './copy-entries.ts'
import { isSame } from './differences.ts'
import { openDiscards } from './discard.ts'
import type { Disk, DiskPlace } from './disk.ts'
import { openExplorer } from './explore.ts'
import { openFingerprints } from './fingerprints.ts'
import { findNode, knownFolder, lookInto } from './look-into.ts'
import { recover } from './recover.ts'
import { asDiskDiffers, revalidating } from './revalidate.ts'
import { settleFolder } from './look-into.ts'
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
  const disk: Disk = {
    ...place,
    now,
    lock: readWriteLock(),
    fingerprints: openFingerprints(),
    unfinished: [],
    newKey: randomUUID,
    explore: (folder) => explorer.add(folder),
    discard: (key) => discards.add(key),
  }

  await recover(disk, failed)
  explorer.add(driveRoot, 'thorough')
  const again = setInterval(() => explorer.add(driveRoot, 'thorough'), recheckMs)
  again.unref()

  return {
    database,
    rules,
    find: (path) => findNode(disk, path),
    folder: (path) => knownFolder(disk, path),
    look: async (folder, path) => void (await lookInto(disk, folder, path)),
    stat: (path) => storage.stat({ area: 'drive', path }),
    open: (path) => storage.open(path),
    openNode: ({ id }) => openNode(disk, id),
    hold: () => discards.hold(),
    async receive(bytes) {
      const key = disk.newKey()
      await storage.receive(key, bytes)
      return key
    },
    discard: (key) => discards.add(key),
    addFile: (author, wanted, key) => addHidden(author, disk, wanted, key),
    addFolder: (author, wanted) => addFolder(author, disk, wanted),
    ensureFolder: (author, path) => ensureFolder(author, disk, path),
    relocate: (author, about, plan) => relocate(author, disk, about, plan),
    copy: (author, paths, target) => copyEntries(author, disk, paths, target),
    remove: (author, paths) => removeEntries(author, disk, paths),
    space: () => storage.space(),
    left: () => explorer.left(),
    known: () => explorer.idle(),
    async idle() {
      await explorer.idle()
      await watches.idle()
      await explorer.idle()
      await discards.idle()
    },
    async close() {
      clearInterval(again)
      await watches.close()
      await explorer.close()
      await discards.close()
    },
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

function removeEntries(author: Author, disk: Disk, paths: readonly Path[]): Promise<void> {
  return revalidating(disk, parentsOf(paths), async () => {
    const there: Path[] = []
    for await (const path of inTurns(paths)) if (await isThere(disk, path)) there.push(path)
    await disk.lock.exclusive(async () => {
      const items = await disk.database.read(({ files }) => itemsStillAt(files, there))
      if (items.length > 0) await withdraw(author, disk, items)
    })
  })
}

/** Out of sight at once, all of them or none; their end comes afterwards. */
async function withdraw(author: Author, disk: Disk, items: readonly Item[]): Promise<void> {
  const steps = items.map(({ path, source }): MoveStep => ({
    from: { area: 'drive', path },
    to: { area: 'hidden', path: [disk.newKey()] },
    source,
    target: null,
  }))
  await carryOut(disk, steps, async (stores, moved) => {
    for (const [index, { path, node, source }] of items.entries()) {
      await stores.files.move(node.id, hiddenRoot, steps[index]?.to.path[0] ?? '')
      await settleFolder(disk, stores.files, source.id, moved[index]!.source)
      await recordChange(author, stores, fileChange('file-deleted', { path, entry: node }, null))
    }
  }).catch((error: unknown) => {
    throw asDiskDiffers(error)
  })
  for (const { to } of steps) disk.discard(to.path[0] ?? '')
}

async function isThere(disk: Disk, path: Path): Promise<boolean> {
  try {
    await findNode(disk, path)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'files.not_found') return false
    throw error
  }
}

/** Gives entries other places or names, all of them or none. */
async function relocate(
  author: Author,
  disk: Disk,
  { paths, target }: { paths: readonly Path[]; target: Path | null },
  plan: (files: FileReader) => Promise<Relocation[]>,
): Promise<Relocation[]> {
  const folders = target ? [...parentsOf(paths), target] : parentsOf(paths)
  return revalidating(disk, folders, async () => {
    for await (const path of inTurns(distinct(paths))) await findNode(disk, path)
    if (target) await knownFolder(disk, target)
    return disk.lock.exclusive(async () => {
      const relocations = await disk.database.read(({ files }) => plan(files))
      if (relocations.length > 0) await carryOutAll(author, disk, relocations)
      return relocations
    })
  })
}

async function carryOutAll(
  author: Author,
  disk: Disk,
  relocations: readonly Relocation[],
): Promise<void> {
  const ordered = deepestFirst(relocations)
  const steps = ordered.map(({ path, to, source, target }) => ({
    from: { area: 'drive', path } as const,
    to: { area: 'drive', path: to } as const,
    source,
    target,
  }))
  await carryOut(disk, steps, async (stores, moved) => {
    for (const [index, { path, node, to, source, target }] of ordered.entries()) {
      const { entry, ...touched } = moved[index]!
      await stores.files.move(node.id, target.id, to.at(-1) ?? '')
      if (!isSame(node, entry)) await stores.files.update(node.id, entry)
      await settleFolder(disk, stores.files, source.id, touched.source)
      await settleFolder(disk, stores.files, target.id, touched.target)
      const change = fileChange('file-moved', { path, entry: node }, { path: to, entry })
      await recordChange(author, stores, change)
    }
  }).catch((error: unknown) => {
    throw asDiskDiffers(error)
  })
}
