import type { Database } from '../../../ports/database.ts'
import type { Intent } from '../../../ports/file-index.ts'
import type { Storage } from '../../../ports/storage.ts'
import type { Workspace } from '../../../ports/workspaces.ts'
import type { Lock } from './lock.ts'
import type { Stamps } from './stamps.ts'

export interface DriveRules {
  /** Refuse new names that other operating systems cannot hold. */
  portableNames: boolean
}

/** The files of one workspace: what the index knows, where they lie, and who works on them now. */
export interface Drive {
  readonly database: Database
  readonly storage: Storage
  readonly rules: DriveRules
  /** Adding something is shared work; moving, deleting and comparing are done alone. */
  readonly lock: Lock
  readonly stamps: Stamps
  /** Operations that failed and could not be struck out: they must be before anything is moved again. */
  readonly unfinished: Intent[]
  readonly now: () => Date
  readonly newKey: () => string
  /** Looks into a folder and everything below it, in the background, and keeps an eye on it. */
  explore(folder: number): void
  /** How many folders are still to be looked into: until then sums and searches miss something. */
  left(): number
  /** Ends a hidden thing in the background: its rows in the index, then its bytes. */
  discard(key: string): void
}

export interface Drives {
  of(workspace: Workspace): Promise<Drive>
  /** Stops what runs in the background. The workspace itself stays open. */
  close(workspace: Workspace): Promise<void>
  closeAll(): Promise<void>
}
