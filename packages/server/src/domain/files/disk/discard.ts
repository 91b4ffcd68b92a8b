import { hiddenRoot } from '../../../ports/file-index.ts'
import type { Disk } from './disk.ts'

/** So many rows go at a stretch before others get their turn. */
const batchSize = 500

export interface Discards {
  add(key: string): void
  idle(): Promise<void>
  close(): Promise<void>
}

/** Ends hidden things one after the other. What a stop leaves is swept at the next start. */
export function openDiscards(disk: () => Disk, failed: (error: unknown) => void): Discards {
  let last: Promise<void> = Promise.resolve()
  let closed = false

  async function discard({ database, storage, now }: Disk, key: string): Promise<void> {
    let isGone = false
    while (!isGone && !closed) {
      isGone = await database.transact(async ({ files }) => {
        const node = await files.child(hiddenRoot, key)
        return node ? files.remove(node.id, batchSize, now().getTime()) : true
      })
    }
    if (!closed) await storage.removeHidden(key)
  }

  async function idle(): Promise<void> {
    for (let waited: Promise<void> | null = null; waited !== last;) {
      waited = last
      await last
    }
  }

  return {
    add(key) {
      last = last.then(() => discard(disk(), key)).catch(failed)
    },
    idle,
    close() {
      closed = true
      return idle()
    },
  }
}
