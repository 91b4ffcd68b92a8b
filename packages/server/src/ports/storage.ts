/** Names from the root of a drive down; the root itself is `[]`. */
export type Path = readonly string[]

/**
 * Where something lies: on the drive, where people see it, or out of sight under a key, where new
 * things are made before they are shown and removed things wait for their end.
 */
export type Spot = { area: 'drive'; path: Path } | { area: 'hidden'; path: Path }

export type EntryKind = 'file' | 'folder' | 'link' | 'other'

export interface Entry {
  kind: EntryKind
  /** Bytes of a file; 0 for anything else. */
  size: number
  /** Milliseconds since 1970, with fractions where the storage knows them. */
  modified: number
  /** Stays the same when an entry is moved or renamed, and tells it from another of that name. */
  inode: number
}

export interface NamedEntry extends Entry {
  /** Any name on disk has exactly one such text, also one that is not UTF-8. */
  name: string
}

/** Changes whenever a name comes into a folder or leaves it. Compared, never read. */
export type Fingerprint = string

/** What an operation did to the fingerprint of a folder: `before` tells whether somebody else was there first. */
export interface Touched {
  before: Fingerprint
  after: Fingerprint
  /** When the folder was changed last, as its own entry would say. */
  modified: number
}

export interface Claimed {
  entry: Entry
  /** The folder the entry is in now. */
  target: Touched
}

export interface Moved extends Claimed {
  /** The folder the entry was in; the same object as `target` when that is the same folder. */
  source: Touched
}

export interface OpenFile {
  entry: Entry
  /** Of this content: differs whenever the bytes may differ. */
  version: string
  /** From `start` up to but without `end`. Fails when the file turns out to be shorter. */
  read(start: number, end: number): AsyncGenerator<Uint8Array>
  close(): Promise<void>
}

/** In bytes. `free` is what may really be used. */
export interface Space {
  free: number
  used: number
  total: number
}

/**
 * Where the bytes and the names of a drive lie. No operation leaves the drive, follows a link, or
 * replaces anything. Refusals are `AppError`s: `files.not_found`, `files.name_taken`,
 * `files.not_a_folder`, `files.not_a_file`, `files.into_itself`, `files.link`, `files.special`,
 * `files.bad_name`, `files.denied`, `storage_full`. After one, nothing has changed.
 */
export interface Storage {
  /** Stays with it wherever it is mounted, and tells it from every other; `null` where nothing stays. */
  readonly id: string | null
  /**
   * Writes bytes to a hidden file; it is durable when the answer comes, and gone when it fails.
   * The pieces must not be changed any more once they are given.
   */
  receive(key: string, bytes: AsyncIterable<Uint8Array>): Promise<Entry>
  /** Copies a file, a link itself or a folder with all it holds to a hidden spot, likewise. */
  copy(from: Path, key: string): Promise<Entry>
  /** Of many at once exactly one gets the name. */
  makeFolder(spot: Spot): Promise<Claimed>
  /**
   * Of many at once exactly one gets the name. A crash in the midst may leave a file under both
   * names, with one inode, or an empty folder under the new name beside the old one.
   */
  move(from: Spot, to: Spot): Promise<Moved>
  /** After this the names in these folders survive a power cut. */
  sync(folders: readonly Spot[]): Promise<void>
  /** `null` when there is nothing, or something in the way that is no folder. */
  stat(spot: Spot): Promise<Entry | null>
  /** Regular files only. The caller closes it. */
  open(path: Path, area?: Spot['area']): Promise<OpenFile>
  /** Gives an entry the date it had elsewhere, in milliseconds since 1970. */
  setModified(spot: Spot, modified: number): Promise<void>

  /** The keys of all hidden things. */
  hidden(): Promise<string[]>
  /** Removes a hidden thing with all it holds, for good; also an unfinished one. */
  removeHidden(key: string): Promise<void>
  /** Removes an empty folder, or one name of a file that has another; for mending after a crash. */
  removeLeftover(path: Path): Promise<void>

  space(): Promise<Space>
  /** `null` where nobody can change anything behind our back. */
  readonly outside: Outside | null
  close(): Promise<void>
}

/** How to notice what others do to the same drive. */
export interface Outside {
  fingerprint(folder: Spot): Promise<Fingerprint>
  /** The fingerprint is taken first, so that a change made meanwhile shows as a newer one. */
  list(folder: Spot): Promise<{ fingerprint: Fingerprint; entries: NamedEntry[] }>
  /**
   * Calls `changed` with a name in the folder that may have changed, or with `null` when any may
   * have. Follows the folder when it is moved. Only a hint: it may come late, twice or for nothing.
   * `null` when there can be no more watches.
   */
  watch(folder: Spot, changed: (name: string | null) => void): Promise<(() => void) | null>
}
