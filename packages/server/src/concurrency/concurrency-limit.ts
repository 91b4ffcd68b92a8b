import { semaphore } from './semaphore.ts'

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most so many at once; the others wait for their turn, in the order they came. */
export function concurrencyLimit(many: number): ConcurrencyLimit {
  const { acquire } = semaphore(many)
  return async function inTurn(work) {
    const leave = await acquire()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
