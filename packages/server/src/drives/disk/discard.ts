import { workQueue } from '../../concurrency/work-queue.ts'
import { hiddenRoot } from '../../ports/file-index.ts'
import type { Disk } from './disk.ts'

/** So many rows go at a stretch before others get their turn. */
const batchSize = 500

export interface Discards {
  add(key: string): void
  /** Nothing is ended until the answer is called, by everybody who holds. */
  hold(): () => void
  idle(): Promise<void>
  close(): Promise<void>
}

/** Ends hidden things one after the other. What a stop leaves is swept at the next start. */
export function openDiscards(disk: () => Disk, failed: (error: unknown) => void): Discards {
  const queue = workQueue(failed)
  const holding = new Set<() => void>()
  const delayed: string[] = []
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

  function add(key: string): void {
    if (holding.size > 0) delayed.push(key)
    else queue.add(() => discard(disk(), key))
  }

  return {
    add,
    hold() {
      const release = (): void => {
        if (!holding.delete(release) || holding.size > 0) return
        for (const key of delayed.splice(0)) add(key)
      }
      holding.add(release)
      return release
    },
    idle: queue.idle,
    close() {
      closed = true
      return queue.idle()
    },
  }
}
