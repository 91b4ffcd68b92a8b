import { randomUUID } from 'node:crypto'
import { driveRoot } from '../../../ports/file-index.ts'
import type { Storage } from '../../../ports/storage.ts'
import type { DriveParts, OpenDrive } from '../drive/drive.ts'
import { addFolder, addHidden, ensureFolder } from './add-new.ts'
import { copyEntries } from './copy-entries.ts'
import { openDiscards } from './discard.ts'
import type { Disk } from './disk.ts'
import { openExplorer } from './explore.ts'
import { openNode } from './open-node.ts'
import { openLock } from './lock.ts'
import { findNode, knownFolder, lookInto } from './look-into.ts'
import { recover } from './recover.ts'
import { relocate } from './relocate.ts'
import { removeEntries } from './remove-entries.ts'
import { openStamps } from './stamps.ts'
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
