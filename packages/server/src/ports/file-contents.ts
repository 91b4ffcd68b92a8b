import type { StoredObject } from './object-store.ts'

/** Bytes in an object store, as the index knows them. Any number of entries may share them. */
export interface FileContent extends StoredObject {
  id: number
}

/** What a database leaves in the object store, so that a copy of it is noticed. */
export interface Lease {
  token: string
  /** Milliseconds since 1970. */
  made: number
}

export interface ContentReader {
  get(id: number): Promise<FileContent | null>
  /** Of these keys those that are in the index. */
  known(keys: readonly string[]): Promise<Set<string>>
  /** Those that no entry has had since before this instant, the first to go first. */
  unnamed(before: number, limit: number): Promise<FileContent[]>
  /** In the order of their ids, after the id `after`. */
  list(after: number, limit: number): Promise<FileContent[]>
  /** The newest first. */
  leases(): Promise<Lease[]>
}

export interface ContentStore extends ContentReader {
  /** Answers the id. An entry has to get it in the same transaction. */
  add(object: StoredObject): Promise<number>
  /** Only such that no entry has. */
  forget(ids: readonly number[]): Promise<void>
  /** These, and no others. */
  setLeases(leases: readonly Lease[]): Promise<void>
}
