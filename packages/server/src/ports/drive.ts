import type { NameConflict } from '@triptych/contract/files'
import type { Author } from '../author.ts'
import type { Database, ReadStores, Stores } from './database.ts'
import type { FileNode } from './file-index.ts'
import type { KeptEntry } from './kept.ts'
import type { AnnouncedObject, BegunUpload, StoredObject } from './object-store.ts'
import type { Entry, OpenFile, Path, Release, Space, Spot } from './storage.ts'

export interface DriveRules {
  /** Refuse new names that other operating systems cannot hold. */
  portableNames: boolean
  /** The most bytes that all files together may have; `null`: as many as there is room for. */
  quota: number | null
  /** For how many days what was deleted can come back; 0: it cannot. */
  trashDays: number
  versions: VersionRules
}

/** What is kept of files that are replaced. */
export interface VersionRules {
  /** How many former states of a file; 0: none. */
  most: number
  /** For how long. */
  days: number
  /** How many bytes those of all files may have; `null`: as many as there is room for. */
  bytes: number | null
}

/** Where something new is to go. */
export interface Wanted {
  folder: Path
  name: string
  /** What happens where the name is taken; without it, another one like it is given. */
  conflict?: NameConflict | undefined
}

export interface Item {
  path: Path
  node: FileNode
  /** The folder it is in. */
  source: FileNode
}

/** An entry that gets another place or name. */
export interface Relocation extends Item {
  to: Path
  /** The folder it goes to. */
  target: FileNode
  /** The file of that name, whose place it takes: that one keeps its identity, and this one ends. */
  over?: FileNode | undefined
}

/** What is to be copied, and where to. */
export interface Copying {
  paths: readonly Path[]
  target: Path
  conflict?: NameConflict | undefined
}

/** Something that is kept and comes back. */
export interface Restoration {
  entry: KeptEntry
  node: FileNode
  to: Path
  /** The folder it comes to: there, or coming back before it. */
  target: FileNode
  /** Of a version: its file, whose bytes it becomes again. Those it has become a version. */
  over?: FileNode | undefined
}

/** One of several things that are done with entries together, one after the other. */
export interface Shift {
  /**
   * `trash`: it is deleted. `aside`: it waits out of sight until its place is free. `place`: it comes to a place, from another
   * one, from the trash or from where it waits. `bytes`: a version becomes what its file is.
   */
  does: 'trash' | 'aside' | 'place' | 'bytes'
  node: FileNode
  /** Where it is when its turn comes; `null`: it waits. */
  from: Spot | null
  /** Where it was before anything was done. */
  was: Spot
  /** The folder it is in; `null` where that is out of sight. */
  source: FileNode | null
  /** Of `place` and `bytes`: where it comes to. */
  to: Path
  target: FileNode | null
  /** Of `bytes`: the file, and where it was before anything was done. */
  over?: { file: FileNode; was: Spot }
}

/** What has to be known of a direct upload to complete it, on any server. */
export interface DirectUpload {
  object: StoredObject
  uploadId: string
  /** When it was begun, in milliseconds since 1970. */
  at: number
  /** By which it is counted until it is over; those that a server of before has begun are not. */
  place?: string | undefined
}

/** Where each part of an upload is sent. */
export type PartAddresses = BegunUpload['parts']

/** Uploads whose bytes the client itself sends to the store. */
export interface DirectDrive {
  isPossible(): Promise<boolean>
  /** `by` is whose it is: nobody has more than `mostBegun` that are neither over nor given up. */
  begin(
    by: string,
    announced: Omit<AnnouncedObject, 'key'>,
  ): Promise<{ upload: DirectUpload; parts: PartAddresses }>
  /** Like `receive`, when all bytes have come. Those that get no place stay for a day, in which it may be tried again. */
  complete(upload: DirectUpload): Promise<string>
  abandon(upload: DirectUpload): Promise<void>
}

/**
 * The files of one workspace. Whatever changes them is all of it or nothing, also after a crash, and
 * the log tells it; their author is bound by the rules. There are two kinds: on a disk the names lie with the bytes, and others change
 * them behind our back; in an object store there are bytes only, and the index alone has the names.
 */
export interface Drive {
  readonly database: Database
  readonly rules: DriveRules

  /** The entry at a place. */
  find(path: Path): Promise<FileNode>
  /** The folder at a place, with what it holds now. */
  folder(path: Path): Promise<FileNode>
  /** The same for a folder one has: from now on the index knows what is in it. */
  look(folder: FileNode, path: Path): Promise<void>
  stat(path: Path): Promise<Entry | null>
  /** A file to be read. The caller closes it. */
  open(path: Path): Promise<OpenFile>

  /** The bytes of an entry as the index had it a while ago, wherever it is now; `null` when they are gone. */
  openNode(node: FileNode): Promise<OpenFile | null>
  /** From now until the answer is called no bytes are ended: somebody reads an earlier state. */
  hold(): () => void

  /** Takes bytes that nobody sees until they get a place; answers their key. `release` may get each piece that is written. */
  receive(bytes: AsyncIterable<Uint8Array>, release?: Release): Promise<string>
  /** Absent where all bytes come through us. */
  direct?: DirectDrive
  /** Ends bytes that get no place after all. */
  discard(key: string): void
  /** Gives bytes their place, or ends them. Answers where that is, or what was there already. */
  addFile(author: Author, wanted: Wanted, key: string): Promise<Path>
  addFolder(author: Author, wanted: Wanted): Promise<Path>
  /** Makes a folder where there is none. Of many who need the same one makes it. */
  ensureFolder(author: Author, path: Path): Promise<void>

  /** Moves what `plan` says about these places and the folder they go to. */
  relocate(
    author: Author,
    about: { paths: readonly Path[]; target: Path | null },
    plan: (stores: ReadStores) => Promise<Relocation[]>,
  ): Promise<Relocation[]>
  /** Answers where the copies are, or what was there already. What is hidden from the author is not copied. */
  copy(author: Author, copying: Copying): Promise<Path[]>
  /** Into the trash, if there is one. What is not there any more is as good as removed. */
  remove(author: Author, paths: readonly Path[]): Promise<void>
  /** Brings back what `plan` says, in this order. */
  restore(
    author: Author,
    plan: (stores: ReadStores) => Promise<Restoration[]>,
  ): Promise<Restoration[]>
  /** Does all that `plan` says, in its order. */
  arrange(author: Author, plan: (stores: ReadStores) => Promise<Shift[]>): Promise<Shift[]>
  /** Ends for good what is kept and `which` names, in the same transaction. Answers how much that was. */
  end(which: (stores: Stores) => Promise<KeptEntry[]>): Promise<number>

  space(): Promise<Space | Unlimited>
  /** How many folders are still to be looked into: until then sums and searches miss something. */
  left(): number
  /** Resolves when everything was looked into. */
  known(): Promise<void>
}

/** A store that takes whatever comes. In all there is what is used: a gauge needs a number. */
export interface Unlimited {
  used: number
  free: null
  total: number
}

export interface OpenDrive extends Drive {
  /** Resolves when nothing runs in the background. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** What any drive needs beside the volume that it is opened on. */
export interface DriveParts {
  rules: DriveRules
  now: () => Date
  /** Told what fails in the background. */
  failed: (error: unknown) => void
}
