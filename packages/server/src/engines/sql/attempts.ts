import { inSavepoint } from './savepoint.ts'
import type { Transactions } from './transactions.ts'

/** The parts of a transaction that may fail without it. */
export interface Attempts {
  run<T>(work: () => Promise<T>): Promise<T>
  /** To be told before a transaction begins. */
  begin(mode: 'hopeful' | 'guarded'): void
  /** A part failed after it had written, and cannot be undone alone: all has to be run again, guarded. */
  isSpoilt(): boolean
}

/**
 * A savepoint takes about as long as a small change. So the first time there are none: a part that
 * fails before it wrote has nothing to undo, and that is how parts fail that are refused.
 */
export function attemptsOn(connection: Transactions): Attempts {
  let mode: 'hopeful' | 'guarded' = 'guarded'
  let isSpoilt = false

  async function hopefully<T>(work: () => Promise<T>): Promise<T> {
    const writes = connection.writes()
    try {
      return await work()
    } catch (error) {
      if (connection.writes() !== writes) isSpoilt = true
      throw error
    }
  }

  return {
    run: (work) => (mode === 'hopeful' ? hopefully(work) : inSavepoint(connection, work)),
    begin(next) {
      mode = next
      isSpoilt = false
    },
    isSpoilt: () => isSpoilt,
  }
}
