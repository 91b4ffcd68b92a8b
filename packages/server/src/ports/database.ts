import type { Budget } from '../budget.ts'
import type { Asker } from '../asker.ts'
import type { Memo } from '../memo.ts'
import type { ChangeLog, ChangeReader } from './change-log.ts'
import type { BaselineReader, BaselineStore } from './baselines.ts'
import type { CommentReader, CommentStore } from './comments.ts'
import type { ContentReader, ContentStore } from './file-contents.ts'
import type { Dump, DumpReader } from './dump.ts'
import type { HistoryReader, HistoryStore } from './history.ts'
import type { FileReader, FileStore } from './file-index.ts'
import type { KeptAnswerReader, IdempotencyStore } from './idempotency-store.ts'
import type { KeptReader, KeptStore } from './kept.ts'
import type { QuotaReader, QuotaStore } from './quotas.ts'
import type { PresenceStore } from './presence-store.ts'
import type { GanttReader, GanttStore } from './gantt-store.ts'
import type { RuleReader, RuleStore } from './rules.ts'
import type { ShareReader, ShareStore } from './shares.ts'
import type { StarReader, StarStore } from './stars.ts'
import type { TableReader, TableStore } from './table-store.ts'
import type { TitleReader, TitleStore } from './titles.ts'

export interface ReadStores {
  tables: TableReader
  changes: ChangeReader
  history: HistoryReader
  files: FileReader
  contents: ContentReader
  quotas: QuotaReader
  kept: KeptReader
  gantt: GanttReader
  idempotency: KeptAnswerReader
  shares: ShareReader
  rules: RuleReader
  comments: CommentReader
  stars: StarReader
  baselines: BaselineReader
  title: TitleReader
  dump: DumpReader
}

export interface Stores {
  tables: TableStore
  changes: ChangeLog
  history: HistoryStore
  files: FileStore
  contents: ContentStore
  quotas: QuotaStore
  kept: KeptStore
  gantt: GanttStore
  idempotency: IdempotencyStore
  shares: ShareStore
  rules: RuleStore
  comments: CommentStore
  stars: StarStore
  baselines: BaselineStore
  title: TitleStore
  dump: Dump

  /**
   * A part of a transaction that may fail: an exception undoes only what `work` did and is passed
   * on, and whoever catches it can go on. May be nested, but two must not run side by side.
   */
  attempt: <T>(work: () => Promise<T>) => Promise<T>
}

export type TransactionBudget = Pick<Budget, 'begin' | 'check'>

/**
 * The database of one workspace. `work` may touch only the stores it is given: it can run more than
 * once, and it must not wait for anything else, because other writers may be waiting for it.
 */
export interface Database {
  /** Made with the database: revisions and versions of another one mean nothing here. */
  readonly id: string
  /** Made with it too, and known to nobody outside: signs what clients carry for us. */
  readonly secret: string

  /** Runs on one snapshot, which shows at least everything that was committed before the call. */
  read<T>(work: (stores: ReadStores) => Promise<T>): Promise<T>

  /**
   * All of `work` or nothing: an exception undoes it and is passed on, and no other transaction
   * notices. Transactions behave as if they ran one after the other. The answer comes after the
   * commit is durable, never before. However long it takes, others have their turns meanwhile. A
   * `budget` is told when it begins, and may end it before any of its statements.
   */
  transact<T>(work: (stores: Stores) => Promise<T>, budget?: TransactionBudget): Promise<T>

  /**
   * The same where it may take long: it neither waits for writers nor holds anybody up. With all the waiting it has
   * half a minute, and is given up when the asker leaves. What is heavy waits for others that are.
   */
  readLong<T>(
    work: (stores: ReadStores) => Promise<T>,
    asker?: Asker | null,
    isHeavy?: boolean,
  ): Promise<T>

  /**
   * A long read on one snapshot that neither waits for writers nor holds them up. What an asker does not take in time
   * is kept for him on disk, so that the snapshot ends soon.
   */
  stream<T>(
    work: (stores: ReadStores) => AsyncIterable<T>,
    asker?: Asker | null,
  ): AsyncIterableIterator<T>

  /** Rejects with the reason where nothing could be kept, or read. */
  check(): Promise<void>

  /** Calls `listener` after a commit that may have added to the log. Only a wake-up: the log is the truth. */
  onCommit(listener: () => void): () => void

  /**
   * Counts the commits to this database: the same number means that nothing was committed in
   * between, by anybody. `null` where others write to it unseen.
   */
  commits(): number | null

  /** For what is found out about it; it lasts as long as this object. */
  readonly memo: Memo

  /** What other servers of it tell of who is with them; `null` where there can be none. */
  readonly presence: PresenceStore | null

  /** Waits for what is under way. Later calls are refused with `unavailable`. */
  close(): Promise<void>
}
