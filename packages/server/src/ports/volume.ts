import type { Database } from './database.ts'
import type { DriveParts, OpenDrive } from './drive.ts'
import type { Totals } from './file-index.ts'
import type { KeptEntry } from './kept.ts'
import type { Path } from './storage.ts'

/** Where the files of one workspace lie, also while nobody serves them: what a drive is opened on. */
export interface Volume {
  open(parts: DriveParts): Promise<OpenDrive>
  /** Compares all that lies here with the index, and changes nothing. */
  verify(progress: (entries: number) => void): Promise<Verified>
  /**
   * Forgets the index and makes it anew from what lies here. Answers how much that is. Refused with
   * `bad_request` where only the index has the names.
   */
  rebuild(parts: DriveParts, progress: (entries: number) => void): Promise<Totals>
  /**
   * Says that no other database has names for the bytes here any more. Refused with `bad_request`
   * where no other can have any.
   */
  takeOwnership(now: () => Date): Promise<void>
  /** Begins to fill it, which has to be empty. */
  restore(): Promise<FilesRestore>
  /** Takes away all bytes that do not go with the folder of the workspace, unless another database has names for them. */
  erase(): Promise<void>
  /** When no drive is open on it any more. */
  close(): Promise<void>
}

export interface Verified {
  /** How many entries were compared. */
  entries: number
  /** Paths where the index differs from what lies here, with what is wrong, for a person to read. */
  problems: string[]
}

/** Puts files where they were, before anybody serves the workspace. The log has them already. */
export interface FilesRestore {
  /** A folder comes before what it holds. What the index remembers of elsewhere keeps its id. */
  add(path: Path, entry: RestoredEntry): Promise<void>
  /** The same for what is kept out of sight: itself with an empty path, then what it holds. */
  keep(kept: KeptEntry, path: Path, entry: RestoredEntry): Promise<void>
  /** Answers what there is now, in sight and out of it. */
  finish(): Promise<{ seen: Totals; kept: Totals }>
  /** Takes everything away again. */
  undo(): Promise<void>
}

export interface RestoredEntry {
  kind: 'file' | 'folder'
  /** Of a file: how many bytes there will be. */
  size: number
  /** Milliseconds since 1970. */
  modified: number
  bytes: AsyncIterable<Uint8Array>
}

/** Opens the volume of a workspace; `home` is a folder of its own, `null` where none is kept. */
export type OpenVolume = (parts: {
  name: string
  home: string | null
  database: Database
}) => Promise<Volume>
