import type { FileNode } from '../../ports/file-index.ts'
import type { Stamp, Touched } from '../../ports/storage.ts'

/** Stands for a folder in which somebody else has done something that was not looked at yet. */
export const doubtful: Stamp = ''

/**
 * The stamps of folders as our own operations have left them. They are ahead of the index, which
 * learns of an operation only when it is committed.
 */
export interface Stamps {
  /** `null`: nobody has looked into the folder yet. */
  of(folder: FileNode): Stamp | null
  /** After an operation of our own: the stamp holds on, unless somebody else was there before. */
  follow(folder: FileNode, touched: Touched): void
  /** After the folder was compared, or found to be in doubt. */
  set(folder: number, stamp: Stamp): void
}

/** Forgetting one costs a needless look at its folder, nothing else. */
const mostKept = 50_000

export function openStamps(): Stamps {
  const kept = new Map<number, Stamp>()

  function set(folder: number, stamp: Stamp): void {
    kept.delete(folder)
    kept.set(folder, stamp)
    if (kept.size <= mostKept) return
    for (const oldest of kept.keys()) {
      kept.delete(oldest)
      if (kept.size <= mostKept * 0.9) return
    }
  }

  function of(folder: FileNode): Stamp | null {
    return folder.stamp === null ? null : (kept.get(folder.id) ?? folder.stamp)
  }

  return {
    of,
    set,
    follow(folder, { before, after }) {
      const known = of(folder)
      if (known !== null) set(folder.id, known === before ? after : doubtful)
    },
  }
}
