import type { FileNode } from '../../ports/file-index.ts'
import type { Touched } from '../../ports/safe-folder.ts'
import type { Fingerprint } from '../../ports/storage.ts'

/** Stands for a folder in which somebody else has done something that was not looked at yet. */
export const dirty: Fingerprint = ''

/**
 * The fingerprints of folders as our own operations have left them. They are ahead of the index, which
 * learns of an operation only when it is committed.
 */
export interface Fingerprints {
  /** `null`: nobody has looked into the folder yet. */
  of(folder: FileNode): Fingerprint | null
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
    set,
    follow(folder, { before, after }) {
      const known = of(folder)
      if (known !== null) set(folder.id, known === before ? after : dirty)
    },
  }
}
