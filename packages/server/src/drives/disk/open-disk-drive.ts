import { randomUUID } from 'node:crypto'
import type { Author } from '../../author.ts'
import { openLock } from '../../concurrency/read-write-lock.ts'
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
import type { Storage, OpenFile, Place } from '../../ports/storage.ts'
import { addFolder, addHidden, ensureFolder } from './add-new.ts'
import { carryOut } from './carry-out.ts'
import type { MoveStep } from './carry-out.ts'
import { copyEntries } from './copy-entries.ts'
import { isSame } from './differences.ts'
import { openDiscards } from './discard.ts'
import type { Disk } from './disk.ts'
import { openExplorer } from './explore.ts'
import { openStamps } from './fingerprints.ts'
import { findNode, knownFolder, lookInto } from './look-into.ts'
import { recover } from './recover.ts'
import { asDiskDiffers, withDoubtsSettled } from './revalidate.ts'
import { settleFolder } from './look-into.ts'
import { openWatches } from './watch-folders.ts'

export interface DiskParts extends DriveParts {
  storage: Storage
}

/** The whole drive is gone through so often: not every change leaves a mark, or finds a watcher. */
const recheckMs = 10 * 60 * 1000

/** Mends what a crash has left, then serves while everything is compared in the background. */
export async function openDiskDrive(parts: DiskParts): Promise<OpenDrive> {
  const { database, storage, rules, now, failed } = parts
  const self = (): Disk => disk
  const discards = openDiscards(self, failed)
  const watches = openWatches(self, failed)
  const explorer = openExplorer(self, (folder) => watches.add(folder), failed)
  const disk: Disk = {
    database,
    storage,
    now,
    lock: openLock(),
    stamps: openStamps(),
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
    find: (place) => findNode(disk, place),
    folder: (place) => knownFolder(disk, place),
    look: async (folder, place) => void (await lookInto(disk, folder, place)),
    stat: (place) => storage.stat({ area: 'drive', place }),
    open: (place) => storage.open(place),
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
    ensureFolder: (author, place) => ensureFolder(author, disk, place),
    relocate: (author, about, plan) => relocate(author, disk, about, plan),
    copy: (author, places, target) => copyEntries(author, disk, places, target),
    remove: (author, places) => removeEntries(author, disk, places),
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
      return await storage.open(spot.place, spot.area)
    } catch (error) {
      if (!(error instanceof AppError) || !absences.includes(error.code)) throw error
      return null
    }
  })
}

function removeEntries(author: Author, disk: Disk, places: readonly Place[]): Promise<void> {
  return withDoubtsSettled(disk, parentsOf(places), async () => {
    const there: Place[] = []
    for await (const place of inTurns(places)) if (await isThere(disk, place)) there.push(place)
    await disk.lock.alone(async () => {
      const items = await disk.database.read(({ files }) => itemsStillAt(files, there))
      if (items.length > 0) await withdraw(author, disk, items)
    })
  })
}

/** Out of sight at once, all of them or none; their end comes afterwards. */
async function withdraw(author: Author, disk: Disk, items: readonly Item[]): Promise<void> {
  const steps = items.map(({ place, source }): MoveStep => ({
    from: { area: 'drive', place },
    to: { area: 'hidden', place: [disk.newKey()] },
    source,
    target: null,
  }))
  await carryOut(disk, steps, async (stores, moved) => {
    for (const [index, { place, node, source }] of items.entries()) {
      await stores.files.move(node.id, hiddenRoot, steps[index]?.to.place[0] ?? '')
      await settleFolder(disk, stores.files, source.id, moved[index]!.source)
      await recordChange(author, stores, fileChange('file-deleted', { place, entry: node }, null))
    }
  }).catch((error: unknown) => {
    throw asDiskDiffers(error)
  })
  for (const { to } of steps) disk.discard(to.place[0] ?? '')
}

async function isThere(disk: Disk, place: Place): Promise<boolean> {
  try {
    await findNode(disk, place)
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
  { places, target }: { places: readonly Place[]; target: Place | null },
  plan: (files: FileReader) => Promise<Relocation[]>,
): Promise<Relocation[]> {
  const folders = target ? [...parentsOf(places), target] : parentsOf(places)
  return withDoubtsSettled(disk, folders, async () => {
    for await (const place of inTurns(distinct(places))) await findNode(disk, place)
    if (target) await knownFolder(disk, target)
    return disk.lock.alone(async () => {
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
  const steps = ordered.map(({ place, to, source, target }) => ({
    from: { area: 'drive', place } as const,
    to: { area: 'drive', place: to } as const,
    source,
    target,
  }))
  await carryOut(disk, steps, async (stores, moved) => {
    for (const [index, { place, node, to, source, target }] of ordered.entries()) {
      const { entry, ...touched } = moved[index]!
      await stores.files.move(node.id, target.id, to.at(-1) ?? '')
      if (!isSame(node, entry)) await stores.files.update(node.id, entry)
      await settleFolder(disk, stores.files, source.id, touched.source)
      await settleFolder(disk, stores.files, target.id, touched.target)
      const change = fileChange('file-moved', { place, entry: node }, { place: to, entry })
      await recordChange(author, stores, change)
    }
  }).catch((error: unknown) => {
    throw asDiskDiffers(error)
  })
}
