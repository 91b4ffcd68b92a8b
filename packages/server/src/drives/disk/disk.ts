import type { Database } from '../../ports/database.ts'
import type { Intent } from '../../ports/file-index.ts'
import type { SafeFolder } from '../../ports/safe-folder.ts'
import type { ReadWriteLock } from '../../concurrency/read-write-lock.ts'
import type { Fingerprints } from './fingerprints.ts'

/** A folder with people's files, and the index of it. */
export interface DiskPlace {
  readonly database: Database
  readonly storage: SafeFolder
  /** Stays with the folder wherever it is mounted, and tells it from every other; `null` where nothing stays. */
  readonly id: string | null
}

/** What the index knows of a disk, the disk itself, and who works on it now. */
export interface Disk extends DiskPlace {
  /** Adding something is shared work; moving, deleting and comparing are done alone. */
  readonly lock: ReadWriteLock
  readonly fingerprints: Fingerprints
  /** Operations that failed and could not be struck out: they must be before anything is moved again. */
  readonly unfinished: Intent[]
  readonly now: () => Date
  readonly newKey: () => string
  /** Looks into a folder and everything below it, in the background, and keeps an eye on it. */
  explore(folder: number): void
  /** Ends a hidden thing in the background: its rows in the index, then its bytes. */
  discard(key: string): void
}
