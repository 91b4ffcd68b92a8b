import { AppError } from '../errors.ts'

/** A place for some at a time. */
export interface Semaphore {
  /** Answers when there is a place; to be called when it is given back. */
  acquire(): Promise<() => void>
  /** Whoever waits is sent away. */
  close(): void
}

/** The others wait for their turn; when `mostWaiting` do, the next is sent away at once. */
export function semaphore(permits: number, mostWaiting: number): Semaphore {
  const waiting: { resolve: (leave: () => void) => void; reject: (error: Error) => void }[] = []
  let inside = 0
  let isClosed = false

  function taken(): () => void {
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      const next = waiting.shift()
      if (next) next.resolve(taken())
      else inside--
    }
  }

  return {
    async acquire() {
      if (isClosed) throw new AppError('unavailable', 'The server is stopping.')
      if (inside < permits) {
        inside++
        return taken()
      }
      if (waiting.length >= mostWaiting) {
        throw new AppError('unavailable', 'Too many ask for long lists at once; try again.')
      }
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    },
    close() {
      isClosed = true
      for (const { reject } of waiting.splice(0)) {
        reject(new AppError('unavailable', 'The server is stopping.'))
      }
    },
  }
}
