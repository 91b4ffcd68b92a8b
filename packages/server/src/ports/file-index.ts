import type { Entry, Path, Spot, Fingerprint } from './storage.ts'

/** Of everything below a folder, however deep. */
export interface Totals {
  bytes: number
  /** Everything that is not a folder. */
  files: number
  folders: number
}

/** One entry of the tree. Ids are never used again; a moved entry keeps its own. */
export interface FileNode extends Entry {
  id: number
  /** 0 of the two tops. */
  parent: number
  name: string
  /** How many entries are directly in this folder. */
  count: number
  totals: Totals
  /** Grows with every change to this entry or to anything below it. */
  version: number
  /** What the folder's fingerprint was when its entries were last compared; `null`: not yet. */
  fingerprint: Fingerprint | null
  /** Which bytes a file has; `null` where they lie under its name. */
  content: number | null
  /**
   * Only where something below this folder is withheld from whoever asks: tells their view of it from those of
   * others. Neither its count nor its totals say anything of it then, but its version does.
   */
  view?: number
}

/** Entries that are not there for somebody, with all below them. */
export interface Withheld {
  ids: ReadonlySet<number>
  /** What they add to the folders above them. */
  within: ReadonlyMap<number, Content>
}

/** What is in a folder. */
export interface Content {
  /** Directly. */
  count: number
  totals: Totals
}

/** What is known of an entry before it gets its place in the tree. */
export type NewNode = Entry & { name: string; content?: number | null }

/** What an entry was before the index was begun anew. */
export type FormerNode = Pick<FileNode, 'id' | 'parent' | 'name' | 'kind'>

/** The two tops of the tree: what people see, and what they do not see (yet, or any more). */
export const driveRoot = 1
export const hiddenRoot = 2

/** What a page of a listing may hold of text. */
export const listingBytes = 2 * 1024 * 1024

export interface ListingPage {
  /** A JSON array of entries of the contract, in UTF-8, made in the database. */
  json: Uint8Array<ArrayBuffer>
  /** How many entries that are. */
  count: number
  /** The last name on the page when more follow, else `null`. */
  next: string | null
}

export interface FoundPage {
  /** A JSON array of entries of the contract. */
  json: string
  /** How many entries that are. */
  count: number
  /** Where to go on, `null` at the end. */
  next: number | null
}

/** Moves that belong together: all are done, or after a crash all are undone. */
export interface Intent {
  id: number
  steps: Step[]
}

export interface Step {
  from: Spot
  to: Spot
  /** Of what is moved. */
  inode: number
  /** What it takes the place of: the hidden key under which that goes aside, and its inode. */
  over?: { key: string; inode: number } | undefined
}

export interface FileReader {
  node(id: number): Promise<FileNode | null>
  /** Below the root of the drive. */
  find(path: Path): Promise<FileNode | null>
  child(parent: number, name: string): Promise<FileNode | null>
  /** `null` when the entry is not on the drive, but hidden or gone. */
  pathOf(id: number): Promise<Path | null>
  /** `null` when the entry is gone. */
  spotOf(id: number): Promise<Spot | null>
  /** Direct entries in the order of their names (by code point), after the name `after`. */
  children(folder: number, after: string | null, limit: number): Promise<FileNode[]>

  /** The folders directly in this one, after the name `after`, in the order of their names. */
  subfolders(folder: number, after: string | null, limit: number): Promise<FileNode[]>

  /** How deep folders lie in each other below this one; counted up to `most`. */
  height(folder: number, most: number): Promise<number>

  /**
   * The listing of a folder that lies at `path`, in the order of names (by code point). `start` is
   * how many entries to pass over after the name `after`. At most `limit` entries, and fewer where
   * they are large (`listingBytes`). Those of `without` are as if they were not there; all are in this folder.
   */
  page(
    folder: number,
    path: Path,
    from: { after: string | null; start: number },
    limit: number,
    without?: readonly number[],
  ): Promise<ListingPage>

  /**
   * Entries below `folder`, however deep, that are as `wanted` says. Not every page is full, even
   * when more follow: a call is a few milliseconds of work, so that others can have their turn
   * between two.
   */
  search(
    folder: FileNode,
    wanted: Wanted,
    after: number | null,
    limit: number,
    withheld?: Withheld,
  ): Promise<FoundPage>

  /** All entries on which rules stand, for whomever, and all folders above them. */
  ruled(): Promise<FileNode[]>

  /** Folders whose `count` or `totals` are not the sum of their entries; none, unless damaged. */
  wrongTotals(): Promise<number[]>

  intents(): Promise<Intent[]>

  /** Whether entries of a former index may still be found again. */
  hasFormer(): Promise<boolean>

  /** The id of the disk that the files lie on; `null` where nobody said so. */
  home(): Promise<string | null>
}

/** What is searched for: all of it together. */
export interface Wanted {
  /** In the name; neither case nor the two ways of writing an accent make a difference. */
  text: string
  /** `folder`: folders only. Endings: files whose names have one of them, in lower case, without the dot. */
  only: 'folder' | readonly string[] | null
  /** Changed at this time or later, in milliseconds. */
  since: number | null
}

/**
 * Everything keeps `count`, `totals` and `version` of all folders above in step. Refusals are
 * `files.not_found`, `files.not_a_folder` and `files.into_itself`.
 */
export interface FileStore extends FileReader {
  /** Answers the id. The name must be free. */
  insert(parent: number, node: NewNode): Promise<number>
  /** Many into one folder; answers the ids in the same order. */
  insertAll(parent: number, nodes: readonly NewNode[]): Promise<number[]>
  /** The same at the first look into a folder: what was in it before the index was begun anew is the same again. */
  insertAgain(parent: number, nodes: readonly NewNode[]): Promise<number[]>
  /**
   * What has changed about an entry itself. The kind stays. Other bytes are those of `content`; somebody else must have
   * the former ones, or nobody will end them.
   */
  update(
    id: number,
    entry: Pick<Entry, 'size' | 'modified' | 'inode'> & { content?: number | null },
  ): Promise<void>
  /** A folder goes with all it holds, however much that is, at the same cost. */
  move(id: number, parent: number, name: string): Promise<void>
  /**
   * Removes an entry and what is below it, at most so many rows; answers whether all of it is gone.
   * Bytes that no entry has any more are unnamed from the instant `at` on. What is kept of its former states is as old as
   * can be from now on: it goes next. What was said of it goes, too.
   */
  remove(id: number, limit: number, at: number): Promise<boolean>
  setFingerprint(folder: number, fingerprint: Fingerprint | null): Promise<void>
  /**
   * Puts down what an operation has done to a folder itself: when that was, if it is not known to have been changed later, and the
   * fingerprint it has left, unless that is `null` or nobody has looked into the folder yet. The versions above grow with what was done in it.
   */
  touch(folder: number, fingerprint: Fingerprint | null, modified: number): Promise<void>

  setHome(id: string): Promise<void>

  addIntent(steps: readonly Step[]): Promise<number>
  dropIntent(id: number): Promise<void>

  /**
   * Begins the index anew. What remains are the two tops, not yet compared, and what is kept, if it is called one of
   * `hidden`; no intent is forgotten. What was on the drive is remembered for `insertAgain`.
   */
  clear(hidden: ReadonlySet<string>): Promise<void>
  /** Remembers what an index had elsewhere, whose ids nothing has here. */
  addFormer(nodes: readonly FormerNode[]): Promise<void>
  /**
   * Forgets what was not found again in folders that were looked into, or in any: it is gone, and what is kept of its former
   * states is as old as can be. Answers whether there was any.
   */
  endFormer(which?: 'all'): Promise<boolean>
}
