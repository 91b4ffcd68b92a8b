import { AppError } from '../errors.ts'

/** A place for some at a time. */
export interface Semaphore {
  /** Answers when there are so many permits, one unless told; to be called when they are given back. */
  acquire: (permits?: number) => Promise<() => void>
  /** Whoever waits is sent away. */
  close: () => void
}

interface Waiting {
  needed: number
  resolve: (leave: () => void) => void
  reject: (error: Error) => void
}

/**
 * The others wait for their turn, in the order they came: nobody who needs little goes before one who
 * needs much. When `mostWaiting` do, the next is sent away at once.
 */
export function semaphore(permits: number, mostWaiting = Infinity): Semaphore {
  const waiting: Waiting[] = []
  let free = permits
  let isClosed = false

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
      if (isClosed) throw new AppError('unavailable', 'The server is stopping.')
      // Who needs more than there is has to be alone.
      const needed = Math.min(many, permits)
      if (waiting.length === 0 && needed <= free) return taken(needed)
      if (waiting.length >= mostWaiting) {
        throw new AppError('unavailable', 'Too many ask for long lists at once; try again.')
      }
      return new Promise((resolve, reject) => waiting.push({ needed, resolve, reject }))
    },
    close() {
      isClosed = true
      for (const { reject } of waiting.splice(0)) {
        reject(new AppError('unavailable', 'The server is stopping.'))
      }
    },
  }
}
