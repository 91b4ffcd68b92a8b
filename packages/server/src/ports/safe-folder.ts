import type {
  Entry,
  Fingerprint,
  NamedEntry,
  OpenFile,
  Path,
  Release,
  Space,
  Spot,
} from './storage.ts'

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

export interface Replaced extends Moved {
  /** What was there before. */
  former: Entry
}

export interface Listing {
  /** Taken before the first name is read, so that a change made meanwhile shows as a newer one. */
  fingerprint: Fingerprint
  entries: NamedEntry[]
}

/** `name`: it came or went once, and that is all that is told. `any`: that may be, but it may also have been written to. */
export type WhatChanged = 'name' | 'any'

/**
 * A folder of this machine with the bytes and the names of a drive, which others may change, too. No
 * operation leaves it, whatever is put in its way meanwhile; none follows a link, and but for `replace`
 * none replaces anything. Refusals are `AppError`s: `files.not_found`, `files.name_taken`, `files.not_a_folder`,
 * `files.not_a_file`, `files.into_itself`, `files.link`, `files.special`, `files.bad_name`,
 * `files.denied`, `storage_full`. After one, nothing has changed.
 */
export interface SafeFolder {
  /**
   * Writes bytes to a hidden file; it is durable when the answer comes, and gone when it fails.
   * The pieces must not be changed any more once they are given; `release` gets each when it is written.
   */
  receive(key: string, bytes: AsyncIterable<Uint8Array>, release?: Release): Promise<Entry>
  /**
   * Copies a file, a link itself or a folder with all it holds to a hidden spot, likewise; but for what is at the places
   * `without` in that folder.
   */
  copy(from: Path, key: string, without?: readonly Path[]): Promise<Entry>
  /** Of many at once exactly one gets the name. */
  makeFolder(spot: Spot): Promise<Claimed>
  /**
   * Of many at once exactly one gets the name. A crash in the midst may leave a file under both
   * names, with one inode, or an empty folder under the new name beside the old one.
   */
  move(from: Spot, to: Spot): Promise<Moved>
  /**
   * Puts a file in the place of another, which goes `aside`, to a name that is free; `files.name_taken` where either is no file.
   * A crash in the midst may leave the former file under both its names, with one inode; where there are no hard links, the
   * first name may lead nowhere.
   */
  replace(from: Spot, to: Spot, aside: Spot): Promise<Replaced>
  /** After this the names in these folders survive a power cut. */
  sync(folders: readonly Spot[]): Promise<void>
  /** Of a link: of the link itself. `null` when there is nothing, or something in the way that is no folder. */
  stat(spot: Spot): Promise<Entry | null>
  /** Regular files only. The caller closes it. */
  open(path: Path, area?: Spot['area']): Promise<OpenFile>
  /** Gives an entry the date it had elsewhere, in milliseconds since 1970; a link itself. */
  setModified(spot: Spot, modified: number): Promise<void>

  /** The keys of all hidden things. */
  hidden(): Promise<string[]>
  /** Removes a hidden thing with all it holds, for good; also an unfinished one. */
  removeHidden(key: string): Promise<void>
  /** Removes an empty folder, or one name of a file that has another; for mending after a crash. */
  removeLeftover(path: Path): Promise<void>

  /** Whether the system would let us remove what is in a folder. */
  mayEmpty(folder: Spot): Promise<boolean>
  fingerprint(folder: Spot): Promise<Fingerprint>
  list(folder: Spot): Promise<Listing>
  /**
   * Calls `changed` with a name in the folder that may have changed, or with `null` when any may
   * have. Follows the folder when it is moved. Only a hint: it may come late, twice or for nothing.
   * `null` when there can be no more watches.
   */
  watch(
    folder: Spot,
    changed: (name: string | null, what: WhatChanged) => void,
  ): Promise<(() => void) | null>

  space(): Promise<Space>
  /** Waits for what is under way, and refuses what comes later. */
  close(): Promise<void>
}
