/** What is known of bytes once they are stored. The caller keeps it, and reads them with it. */
export interface StoredObject {
  key: string
  size: number
  /** SHA-256 of all bytes, in hexadecimal digits. */
  checksum: string
}

export interface ListedObject {
  key: string
  size: number
  /** Milliseconds since 1970, by the clock of the store. */
  modified: number
}

/**
 * Bytes under opaque keys that the caller makes up and never uses twice: nothing is ever replaced.
 * Any text without control characters can be a key, if it is not longer than 512 bytes. Refusals are
 * `AppError`s: `files.not_found`, `files.name_taken`, `files.bad_name`, `files.too_large`,
 * `storage_full`; and `unavailable` when the store cannot be asked even after many attempts.
 */
export interface ObjectStore {
  /**
   * They are durable when the answer comes. When it fails there is nothing under the key; what could
   * not be taken back because the store went away is shown by `keys`. Memory is bounded whatever the
   * length. `expectedSize` may be wrong, but lets the store prepare for very large ones.
   */
  put(key: string, bytes: AsyncIterable<Uint8Array>, expectedSize?: number): Promise<StoredObject>
  /**
   * From `start` up to but without `end`. Asks the store only once the first bytes are wanted. Fails
   * when the bytes are not those that were stored, before the last of them is handed out: a range can
   * only be held against the size, the whole also against the checksum.
   */
  read(object: StoredObject, start: number, end: number): AsyncGenerator<Uint8Array>
  stat(key: string): Promise<ListedObject | null>
  /** However many; those that are not there are fine. */
  remove(keys: readonly string[]): Promise<void>
  /** All that come after this key, in the order of their bytes in UTF-8; for sweepers. */
  keys(after: string | null): AsyncGenerator<ListedObject>
  /** Ends the uploads that nobody has gone on with for so long; answers how many. */
  sweep(olderThanMs: number): Promise<number>
}

/** Connections, memory and credentials are shared by all stores of a server. */
export interface ObjectStores {
  /** A store that holds only its own: `name` is what all its keys begin with in the bucket. */
  open(name: string): ObjectStore
  /** Fails with words for the one who runs the server when it cannot work: for its start. */
  check(): Promise<void>
  /** Waits for what is being written or removed; what is still being read fails. */
  close(): Promise<void>
}
