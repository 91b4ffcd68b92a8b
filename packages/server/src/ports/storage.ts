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

/** Gets a piece that nobody looks at any more. */
export type Release = (piece: Uint8Array) => void

export interface OpenFile {
  entry: Entry
  /** Of this content: differs whenever the bytes may differ. */
  version: string
  /** From `start` up to but without `end`. Fails when the file turns out to be shorter. */
  read(start: number, end: number): AsyncGenerator<Uint8Array>
  /** Of a piece of `read` that nobody looks at any more: a later one may come in its memory. Others are let be. */
  takeBack?: Release | undefined
  /** Where others hand out the same bytes; absent where only we do. */
  elsewhere?: Elsewhere | undefined
  /** Where it is on this disk, as it is written in an address; absent where it is on none. */
  diskPath?: (() => string) | undefined
  close(): Promise<void>
}

export interface AnswerHeaders {
  contentType: string
  contentDisposition: string
}

/** Bytes that need not pass through us: a client can ask for them itself. */
export interface Elsewhere {
  /** Holds for some minutes, and they come under these headers. */
  address(as: AnswerHeaders): Promise<string>
}

/** In bytes. `free` is what may really be used. */
export interface Space {
  free: number
  used: number
  total: number
}
