import type { ShareAccess } from '@triptych/contract/shares'

/** Times are milliseconds since 1970. */
export interface StoredShare {
  id: string
  /** The SHA-256 of its secret, in hex. */
  hash: string
  /** The id of a file or folder in the index: the share goes wherever that goes. */
  entry: number
  access: ShareAccess
  name: string | null
  /** The account that made it; `null`: there were none. */
  sharer: string | null
  /** As `hashPassword` wrote it. */
  password: string | null
  /** The most downloads there may be. */
  downloads: number | null
  downloaded: number
  createdAt: number
  expiresAt: number | null
}

export interface ShareReader {
  /** Oldest first. */
  all(): Promise<StoredShare[]>
  find(id: string): Promise<StoredShare | null>
  byHash(hash: string): Promise<StoredShare | null>
  count(): Promise<number>
}

/** The shares of a workspace. */
export interface ShareStore extends ShareReader {
  add(share: StoredShare): Promise<void>
  /** Answers whether there was one. */
  remove(id: string): Promise<boolean>
  /** `false`, and nothing is counted, where there is none or it has had all its downloads. */
  countDownload(id: string): Promise<boolean>
  /**
   * Counts a try at the password. Answers 0, or for how many milliseconds there may be no other, because there were
   * `most` within `windowMs`: then it does not count.
   */
  countTry(id: string, now: number, limit: { most: number; windowMs: number }): Promise<number>
  /** The last try was right. */
  forgiveTry(id: string): Promise<void>
  /** Removes those that expired before this time, and those whose entry the index has no more. */
  removeStale(before: number): Promise<void>
}
