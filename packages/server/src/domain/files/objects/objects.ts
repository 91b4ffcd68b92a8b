import type { Database } from '../../../ports/database.ts'
import type { ObjectStore, StoredObject } from '../../../ports/object-store.ts'

/** Bytes that have come, but have no place yet. */
export interface Received {
  object: StoredObject
  /** Milliseconds since 1970. */
  at: number
}

/** A store for bytes, and the index, which alone knows what they are called. */
export interface Objects {
  readonly database: Database
  readonly store: ObjectStore
  /** By their keys. */
  readonly received: Map<string, Received>
  readonly now: () => Date
  /** Starts the clearing up of what nobody sees any more, in the background. */
  clearUp(): void
  /** Ends bytes that got no place, in the background. */
  discard(key: string): void
}
