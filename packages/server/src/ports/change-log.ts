import type { NewChange } from '@triptych/contract/changes'
import type { KeptEntry } from './log-chain.ts'

/** One log entry as it goes over the wire: `json` is a `Change` of the contract. */
export interface LogEntry {
  revision: number
  json: string
}

/** What a page of entries may hold of values. */
export const entryBytes = 4 * 1024 * 1024

export interface ChangeReader {
  /** The newest revision, 0 in an empty log. */
  head(): Promise<number>
  /**
   * The entries after `revision`, oldest first: at most `limit`, and fewer where they are large, so
   * that together they are never much larger than `entryBytes` or one entry.
   */
  since(revision: number, limit: number): Promise<LogEntry[]>
  /** The same with everything that is kept of them. */
  keptSince(revision: number, limit: number): Promise<KeptEntry[]>
}

/**
 * The workspace's one log. Revisions are 1, 2, 3 … in commit order, without gaps, and each entry is bound to the one
 * before it by `entryHash`.
 */
export interface ChangeLog extends ChangeReader {
  /** Answers the revision the change will have once this transaction is committed. */
  append(change: NewChange, by: ChangeAuthor): Promise<number>
  /** The same for many, which get the next revisions in their order. */
  appendAll(entries: readonly NewEntry[]): Promise<void>
}

/** A change as it is written: its values are texts, which are small beside what they were made of. */
export interface NewEntry {
  change: Pick<NewChange, 'area' | 'operation' | 'entity'>
  before: string | null
  after: string | null
  by: ChangeAuthor
}

export function newEntry(change: NewChange, by: ChangeAuthor): NewEntry {
  const { area, operation, entity, before, after } = change
  return {
    change: { area, operation, entity },
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
    by,
  }
}

/** What the server finds by itself has no more than a name and a time. */
export interface ChangeAuthor {
  actor: string
  /** The account. */
  actorId?: string | null
  origin: string | null
  /** From where the request came. */
  address?: string | null
  /** The same for all that one request has changed. */
  step?: string | null
  at: Date
}
