import type { FileStore } from '../../../ports/file-index.ts'
import type { Touched } from '../../../ports/storage.ts'
import type { Disk } from './disk.ts'

/** Puts down what an operation of our own has done to the folder itself: its stamp and its date. */
export async function settleFolder(
  disk: Disk,
  files: FileStore,
  id: number,
  { modified }: Touched,
): Promise<void> {
  const folder = await files.node(id)
  if (!folder) return
  const stamp = disk.stamps.of(folder)
  if (stamp !== folder.stamp) await files.setStamp(id, stamp)
  // Of two at once the later one may be put down first.
  if (modified > folder.modified) await files.update(id, { ...folder, modified })
}
