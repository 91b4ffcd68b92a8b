import { randomBytes } from 'node:crypto'
import { closeSync, openSync, statSync, statfsSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import type { Ballast } from '../../ports/ballast.ts'
import { errorCode } from './map-errors.ts'

/** Enough for the log of what is deleted, and for what SQLite needs to open a database. */
const ballastBytes = 4 * 1024 * 1024
/** Whoever starts with less than this gives the ballast up for it. */
const startBytes = 1024 * 1024

/** A disk that never had so much to spare gets none: then there is no file, and writes go on to the last byte. */
const neededBytes = 2 * ballastBytes

/** A file of its own in the folder of the data; empty while it is given up. */
export function openBallast(folder: string): Ballast {
  const path = join(folder, 'ballast')
  const free = (): number => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  const sizeNow = (): number | null => statSync(path, { throwIfNoEntry: false })?.size ?? null

  let size = sizeNow()
  if (free() < startBytes) giveUp()
  else makeIfRoom()

  function giveUp(): boolean {
    if (size === null || size === 0) return false
    truncateSync(path)
    size = 0
    return true
  }

  function makeIfRoom(): void {
    if ((size ?? 0) >= ballastBytes || free() < neededBytes) return
    const file = openSync(path, 'w', 0o600)
    try {
      // Of zeros some file systems would keep nothing at all.
      writeSync(file, randomBytes(ballastBytes))
    } catch (error) {
      if (errorCode(error) !== 'ENOSPC') throw error
    } finally {
      closeSync(file)
    }
    size = sizeNow()
  }

  return {
    giveUp,
    refuseIfGivenUp() {
      if (size !== 0) return
      makeIfRoom()
      if (size === 0) {
        const message = 'The disk is full: until there is room again, only reading and deleting.'
        throw new AppError('storage_full', message)
      }
    },
  }
}
