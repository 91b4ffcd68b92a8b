import { AppError } from '../errors.ts'

/** Counts what is under way, so that an end can wait for it. */
export interface InFlight {
  run: <T>(operation: () => T | Promise<T>) => Promise<T>
  /** Refuses what comes from now on, and waits for the rest. */
  end: () => Promise<void>
}

export function inFlight(translate: (error: unknown) => unknown): InFlight {
  const underWay = new Set<Promise<unknown>>()
  let hasEnded = false

  async function translated<T>(operation: () => T | Promise<T>): Promise<T> {
    try {
      return await operation()
    } catch (error) {
      throw translate(error)
    }
  }

  return {
    async run(operation) {
      if (hasEnded) throw new AppError('unavailable', 'The drive has been closed.')
      const running = translated(operation)
      underWay.add(running)
      try {
        return await running
      } finally {
        underWay.delete(running)
      }
    },
    async end() {
      hasEnded = true
      await Promise.allSettled(underWay)
    },
  }
}
