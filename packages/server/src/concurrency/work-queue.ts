/** Work in the background, one after the other, in the order it came. */
export interface WorkQueue {
  add: (work: () => Promise<void>) => void
  /** Resolves when there is nothing left, not even of what was added meanwhile. */
  idle: () => Promise<void>
}

/** What fails is told, and the next one has its turn. */
export function workQueue(failed: (error: unknown) => void): WorkQueue {
  let last: Promise<void> = Promise.resolve()
  return {
    add(work) {
      last = last.then(work).catch(failed)
    },
    async idle() {
      for (let waited: Promise<void> | null = null; waited !== last;) {
        waited = last
        await last
      }
    },
  }
}
