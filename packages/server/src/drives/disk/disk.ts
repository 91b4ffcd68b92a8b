import type { Database } from '../../ports/database.ts'
import type { DriveRules } from '../../ports/drive.ts'
import type { FileNode, Intent } from '../../ports/file-index.ts'
import type { SafeFolder, Touched } from '../../ports/safe-folder.ts'
import type { Fingerprint, Path } from '../../ports/storage.ts'
import type { ReadWriteLock } from '../../concurrency/read-write-lock.ts'

/** A folder with people's files, and the index of it. */
export interface DiskPlace {
  readonly database: Database
  readonly storage: SafeFolder
  /** Stays with the folder wherever it is mounted, and tells it from every other; `null` where nothing stays. */
  readonly id: string | null
}

/** What the index knows of a disk, the disk itself, and who works on it now. */
export interface Disk extends DiskPlace {
  readonly rules: DriveRules
  /** Adding something is shared work; moving, deleting and comparing are done alone. */
  readonly lock: ReadWriteLock
  readonly fingerprints: Fingerprints
  /** Operations that failed and could not be struck out: they must be before anything is moved again. */
  readonly unfinished: Intent[]
  /** Folders that we were not let into. */
  readonly denied: Set<number>
  readonly now: () => Date
  readonly newKey: () => string
  /** Tells those who keep an eye on a folder that we have given this name ourselves. */
  expect(folder: number, name: string): void
  /** Looks into a folder and everything below it, in the background, and keeps an eye on it. */
  explore(folder: number): void
  /**
   * Ends a hidden thing in the background, unless it is kept: its rows in the index, then its bytes. Where the system does not let
   * us, what is left of it goes back to where it was, if that is told.
   */
  discard(key: string, was?: Path): void
  /** Ends what has been in the trash for too long, or has no room there, in the background. */
  tidyTrash(): void
}

/** Stands for a folder in which somebody else has done something that was not looked at yet. */
export const dirty: Fingerprint = ''

/**
 * The fingerprints of folders as our own operations have left them. They are ahead of the index, which
 * learns of an operation only when it is committed.
 */
export interface Fingerprints {
  /** `null`: nobody has looked into the folder yet. */
  of(folder: FileNode): Fingerprint | null
  /** What our own operations have left; `null` where the index may be as far. */
  left(folder: number): Fingerprint | null
  /** After an operation of our own: the fingerprint holds on, unless somebody else was there before. */
  follow(folder: FileNode, touched: Touched): void
  /** After the folder was compared, or found to be in doubt. */
  set(folder: number, fingerprint: Fingerprint): void
}

/** Forgetting one costs a needless look at its folder, nothing else. */
const mostKept = 50_000

export function openFingerprints(): Fingerprints {
  const kept = new Map<number, Fingerprint>()

  function set(folder: number, fingerprint: Fingerprint): void {
    kept.delete(folder)
    kept.set(folder, fingerprint)
    if (kept.size <= mostKept) return
    for (const oldest of kept.keys()) {
      kept.delete(oldest)
      if (kept.size <= mostKept * 0.9) return
    }
  }

  function of(folder: FileNode): Fingerprint | null {
    return folder.fingerprint === null ? null : (kept.get(folder.id) ?? folder.fingerprint)
  }

  return {
    of,
    left: (folder) => kept.get(folder) ?? null,
    set,
    follow(folder, { before, after }) {
      const known = of(folder)
      if (known !== null) set(folder.id, known === before ? after : dirty)
    },
  }
}
