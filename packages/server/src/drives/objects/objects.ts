import { randomUUID } from 'node:crypto'
import type { Database } from '../../ports/database.ts'
import type { DriveRules } from '../../ports/drive.ts'
import type { FileStore } from '../../ports/file-index.ts'
import type { ObjectStore, StoredObject } from '../../ports/object-store.ts'
import type { Entry } from '../../ports/storage.ts'

/** Bytes that have come, but have no place yet. */
export interface Received {
  object: StoredObject
  /** Milliseconds since 1970. */
  at: number
  /** Somebody else may be about to give it a name, or may try once more: who sweeps ends it, and nobody before. */
  isDirect?: true
}

/** A store for bytes, and the index, which alone knows what they are called. */
export interface Objects {
  readonly database: Database
  readonly store: ObjectStore
  readonly rules: DriveRules
  /** By their keys; what came directly by one that each attempt makes up. */
  readonly received: Map<string, Received>
  readonly now: () => Date
  /** Starts the clearing up of what nobody sees any more, in the background. */
  clearUp(): void
  /** Ends bytes that got no place, in the background. */
  discard(key: string): void
}

/** There is no disk, and so no inode. */
export function fileEntry(size: number, now: Date): Entry {
  return { kind: 'file', size, modified: now.getTime(), inode: 0 }
}

export function folderEntry(now: Date): Entry {
  return { kind: 'folder', size: 0, modified: now.getTime(), inode: 0 }
}

/**
 * What is hidden is called by what it is and since when: other servers must know what they may end.
 * A draft belongs to whoever makes it; what is gone is everybody's to clear up, and what is kept is
 * nobody's.
 */
export function draftName(now: Date): string {
  return `${draftsBefore(now.getTime())}-${randomUUID()}`
}

export function goneName(): string {
  return `${gone}${randomUUID()}`
}

/** Between drafts and what is gone: those who clear up never come across it, servers of before included. */
export function keptName(): string {
  return `former-${randomUUID()}`
}

/** Of the former state of a file that is replaced. */
export function asideName({ versions }: Pick<DriveRules, 'versions'>): string {
  return versions.most > 0 ? keptName() : goneName()
}

/** All that is gone comes after this name. */
export const gone = 'gone-'

/** Drafts that were begun before an instant come before this name, and nothing else does. */
export function draftsBefore(time: number): string {
  return `draft-${String(Math.max(time, 0)).padStart(16, '0')}`
}

/** A folder has changed when a name came into it or left it. */
export function touchFolder(files: FileStore, id: number, now: Date): Promise<void> {
  return files.touch(id, null, now.getTime())
}
