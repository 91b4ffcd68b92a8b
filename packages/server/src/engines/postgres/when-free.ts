import { setTimeout as sleep } from 'node:timers/promises'
import { isTaken } from './in-our-words.ts'

/** A read that ends within this time is waited for. */
const patienceMs = 10_000
const pauseMs = 400

/**
 * A table that is read cannot get another shape, and while somebody waits for it nobody else can
 * read it. So one waits for a moment only (`lock_timeout`), lets the others go on, and begins anew.
 */
export async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isTaken(error) || performance.now() > end) throw error
    }
    await sleep(pauseMs)
  }
}
