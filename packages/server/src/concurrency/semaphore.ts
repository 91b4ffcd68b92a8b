/** A place for some at a time. */
export interface Semaphore {
  /** Answers when there are so many permits, one unless told; to be called when they are given back. */
  acquire: (permits?: number) => Promise<() => void>
}

interface Waiting {
  needed: number
  resolve: (leave: () => void) => void
}

/**
 * The others wait for their turn, in the order they came: nobody who needs little goes before one who
 * needs much.
 */
export function semaphore(permits: number): Semaphore {
  const waiting: Waiting[] = []
  let free = permits

  function taken(needed: number): () => void {
    let isLeft = false
    free -= needed
    return () => {
      if (isLeft) return
      isLeft = true
      free += needed
      for (let next = waiting[0]; next && next.needed <= free; next = waiting[0]) {
        waiting.shift()
        next.resolve(taken(next.needed))
      }
    }
  }

  return {
    async acquire(many = 1) {
      // Who needs more than there is has to be alone.
      const needed = Math.min(many, permits)
      if (waiting.length === 0 && needed <= free) return taken(needed)
      return new Promise((resolve) => waiting.push({ needed, resolve }))
    },
  }
}
