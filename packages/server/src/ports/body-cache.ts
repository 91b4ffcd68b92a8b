import type { Database } from './database.ts'

/** A finished answer, with what it was made from. */
export interface KeptBody {
  revision: number
  /** The count of commits at which it was last known to hold. */
  commits: number | null
  body: string | Uint8Array<ArrayBuffer>
  /** How many rows it has, of a list of rows. */
  total?: number
}

/** Keeps finished answers of a database while what they were made from does not change. */
export interface BodyCache {
  get(database: Database, key: string): KeptBody | null
  set(database: Database, key: string, kept: KeptBody): void
}
