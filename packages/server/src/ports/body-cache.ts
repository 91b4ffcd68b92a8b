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

/** In what a body is sent to those who take it so. */
export type Packing = 'br' | 'zstd' | 'gzip'

/** Keeps finished answers of a database while what they were made from does not change. */
export interface BodyCache {
  /** The shortest first. */
  readonly packings: readonly Packing[]
  get(database: Database, key: string): KeptBody | null
  set(database: Database, key: string, kept: KeptBody): void
  /**
   * The same pieces. Once the last of them is taken they are kept as one body; one that is too long, or that nobody
   * takes to its end, is not.
   */
  keepSent(
    database: Database,
    key: string,
    made: Omit<KeptBody, 'body'>,
    pieces: AsyncIterableIterator<Uint8Array>,
  ): AsyncIterableIterator<Uint8Array>
  /**
   * A body that is kept, packed; `null` for one that is not kept or not packed yet. Who asks first has it packed for those
   * who come later, beside all else, and need not wait.
   */
  packed(body: Uint8Array, packing: Packing): Uint8Array<ArrayBuffer> | null
}
