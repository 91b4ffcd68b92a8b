/** What was answered to a request that may come again. */
export interface IdempotencyRecord {
  /** Tells the request from another one that comes under the same key. */
  digest: string
  /** In milliseconds since 1970. */
  at: number
  /** `null`: the request was carried out, but what was answered is not here. */
  answer: Answer | null
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

export interface KeptAnswerReader {
  /** `null` where nothing is kept; what is older than it should be may still be there. */
  find(owner: string, key: string): Promise<IdempotencyRecord | null>
}

/** The answers of a workspace, by who asked and by the key that was sent along. */
export interface IdempotencyStore extends KeptAnswerReader {
  /** In place of what was kept under this key before. */
  keep(owner: string, key: string, kept: IdempotencyRecord): Promise<void>
  /** Forgets what was kept before this time: the oldest, and at most so many. */
  forget(before: number, most: number): Promise<void>
}
