import type { AnswerHeaders } from './storage.ts'

/** What is known of bytes once they are stored. The caller keeps it, and reads them with it. */
export interface StoredObject {
  key: string
  size: number
  /**
   * SHA-256 of all bytes, in hexadecimal digits. Of an object that came directly: SHA-256 of those of its parts, one after
   * the other, a dash, and how many bytes a part has.
   */
  checksum: string
}

/** What a client says of the bytes that it is going to send in parts, all but the last of the same length. */
export interface AnnouncedObject {
  key: string
  size: number
  partBytes: number
  /** SHA-256 of each part, in hexadecimal digits. */
  parts: readonly string[]
}

/** An upload whose bytes do not pass through us. */
export interface BegunUpload {
  /** As it is going to be. */
  object: StoredObject
  /** As the store calls the upload. */
  uploadId: string
  /** Where each part is sent by PUT, with these headers, for as long as was said. */
  parts: PartAddress[]
}

export interface PartAddress {
  url: string
  headers: Record<string, string>
}

/** Uploads that go from the client to the store: it takes no other bytes than those that were announced. */
export interface DirectUploads {
  /** Whether the store keeps to that; it is tried once. */
  isPossible(): Promise<boolean>
  begin(object: AnnouncedObject, seconds: number): Promise<BegunUpload>
  /**
   * The object is there when the answer comes, however often it is asked. `files.upload_incomplete`: something of it has not
   * come yet; `files.upload_not_found`: the upload was given up.
   */
  complete(object: StoredObject, uploadId: string): Promise<void>
  /** Gives it up. What is complete stays, for whoever has a name for it. */
  abandon(key: string, uploadId: string): Promise<void>
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
  /**
   * Where anybody can read it for some minutes, in ranges too, under these headers; absent where only the server reaches
   * the store.
   */
  address?(object: StoredObject, as: AnswerHeaders): Promise<string>
  /** Absent where only the server reaches the store. */
  direct?: DirectUploads
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
