import { randomUUID } from 'node:crypto'
import type { Database } from '../../../ports/database.ts'
import { driveRoot } from '../../../ports/file-index.ts'
import type { Storage } from '../../../ports/storage.ts'
import { openDiscards } from './discard.ts'
import type { Drive, DriveRules } from './drive.ts'
import { openExplorer } from './explore.ts'
import { openLock } from './lock.ts'
import { recover } from './recover.ts'
import { openStamps } from './stamps.ts'
import { openWatches } from './watch-folders.ts'

export interface OpenDrive extends Drive {
  /** Resolves when nothing runs in the background. */
  idle(): Promise<void>
  close(): Promise<void>
}

export interface DriveParts {
  database: Database
  storage: Storage
  rules: DriveRules
  now: () => Date
  /** Told what fails in the background. */
  failed: (error: unknown) => void
}

/** The whole drive is gone through so often: not every change leaves a mark, or finds a watcher. */
const recheckMs = 10 * 60 * 1000

/** Mends what a crash has left, then serves while everything is compared in the background. */
export async function openDrive({ failed, ...parts }: DriveParts): Promise<OpenDrive> {
  const self = (): Drive => drive
  const discards = openDiscards(self, failed)
  const watches = openWatches(self, failed)
  const explorer = openExplorer(self, (folder) => watches.add(folder), failed)
  const drive: Drive = {
    ...parts,
    lock: openLock(),
    stamps: openStamps(),
    unfinished: [],
    newKey: randomUUID,
    explore: (folder) => explorer.add(folder),
    left: () => explorer.left(),
    discard: (key) => discards.add(key),
  }

  await recover(drive, failed)
  explorer.add(driveRoot, 'thorough')
  const again = setInterval(() => explorer.add(driveRoot, 'thorough'), recheckMs)
  again.unref()

  return {
    ...drive,
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
