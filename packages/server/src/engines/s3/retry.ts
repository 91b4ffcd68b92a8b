import { setTimeout as sleep } from 'node:timers/promises'
import { isPassing } from './failure.ts'

/** How long the store is asked again after it has failed, from its first failure on. */
export interface Backoff {
  /** Waits a little; throws the error when there is nothing to wait for, or no more time. */
  failed: (error: unknown) => Promise<void>
  /** Something went well: it begins anew. */
  progressed: () => void
}

const firstDelayMs = 50
const longestDelayMs = 3000

export function backoff(retryForMs: number, signal?: AbortSignal): Backoff {
  let end = 0
  let delay = 0

  function progressed(): void {
    end = Infinity
    delay = firstDelayMs
  }

  progressed()
  return {
    progressed,
    async failed(error) {
      if (!isPassing(error)) throw error
      if (end === Infinity) end = performance.now() + retryForMs
      if (performance.now() >= end) throw error
      // Not all at once, those that failed together.
      await sleep(delay * (0.5 + Math.random() / 2), undefined, signal && { signal })
      delay = Math.min(delay * 2, longestDelayMs)
    },
  }
}

/** Does the work again and again until it succeeds; it is told how often it has failed before. */
export async function withRetries<T>(
  work: (failures: number) => Promise<T>,
  retryForMs: number,
  signal?: AbortSignal,
): Promise<T> {
  const { failed } = backoff(retryForMs, signal)
  for (let failures = 0; ; failures++) {
    try {
      return await work(failures)
    } catch (error) {
      await failed(error)
    }
  }
}
