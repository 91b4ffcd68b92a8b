import type { Mention } from '@triptych/contract/comments'

/** What comments are on, by what it stays through renaming and moving. */
export interface Commented {
  kind: 'task' | 'row' | 'file'
  /** The name of the table; empty where it is no row. */
  table: string
  /** Of a task or a row, or of a file or folder in the index. */
  id: number
}

/** Times are milliseconds since 1970. */
export interface StoredComment {
  id: string
  on: Commented
  author: string
  /** Their account; `null` where there were none. */
  authorId: string | null
  text: string
  mentions: readonly Mention[]
  at: number
  editedAt: number | null
}

export interface CommentReader {
  /** Whether or not that is still there; oldest first. */
  on(thing: Commented): Promise<StoredComment[]>
  find(id: string): Promise<StoredComment | null>
  count(thing: Commented): Promise<number>
  /** By the ids of all things of a kind that have comments, be they there or not: how many. */
  counts(kind: Commented['kind'], table: string): Promise<Map<number, number>>
  /** The same by name, for what is in a folder. */
  countsIn(folder: number): Promise<Map<string, number>>
}

/** The comments of a workspace. */
export interface CommentStore extends CommentReader {
  add(comment: StoredComment): Promise<void>
  change(id: string, to: Pick<StoredComment, 'text' | 'mentions' | 'editedAt'>): Promise<void>
  remove(id: string): Promise<void>
  /** Rows keep theirs when their table gets another name. */
  renameTable(from: string, to: string): Promise<void>
  /** Those on entries that the index has no more, and will not find again. */
  removeLost(): Promise<void>
  /** Entries of an archive get other ids: until `attachFiles` no entry of the new one has comments. */
  detachFiles(): Promise<void>
  /** The new ids of entries, by their old ones. What is not among them is gone, and so are its comments. */
  attachFiles(ids: ReadonlyMap<number, number>): Promise<void>
}
