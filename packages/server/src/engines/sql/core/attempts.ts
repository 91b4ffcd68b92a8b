/** The parts of a transaction that may fail without it. */
export interface Attempts {
  run<T>(work: () => Promise<T>): Promise<T>
  /** To be told before a transaction begins. */
  begin(mode: 'optimistic' | 'savepoints'): void
  /** A part failed after it had written, and cannot be undone alone: all has to be run again, with savepoints. */
  mustRerun(): boolean
}

/**
 * A savepoint takes about as long as a small change. So the first time there are none: a part that
 * fails before it wrote has nothing to undo, and that is how parts fail that are refused.
 */
export function attemptsOn(connection: Transactions): Attempts {
  let mode: 'optimistic' | 'savepoints' = 'savepoints'
  let mustRerun = false

  async function optimistically<T>(work: () => Promise<T>): Promise<T> {
    const writes = connection.writes()
    try {
      return await work()
    } catch (error) {
      if (connection.writes() !== writes) mustRerun = true
      throw error
    }
  }

  return {
    run: (work) => (mode === 'optimistic' ? optimistically(work) : inSavepoint(connection, work)),
    begin(next) {
      mode = next
      mustRerun = false
    },
    mustRerun: () => mustRerun,
  }
}

/** Inside a transaction: an exception undoes what `work` did, and is passed on. */
export async function inSavepoint<T>(connection: Transactions, work: () => Promise<T>): Promise<T> {
  await connection.execute('savepoint one')
  try {
    const value = await work()
    await connection.execute('release one')
    return value
  } catch (error) {
    // Where the database dropped the whole transaction there is nothing left to undo.
    if (connection.inTransaction()) {
      await connection.execute('rollback to one')
      await connection.execute('release one')
    }
    throw error
  }
}

export type TransactionCommand =
  | 'begin immediate'
  | 'commit'
  | 'rollback'
  | `${'savepoint' | 'release' | 'rollback to'} one`

/** What a writer needs of its connection beside its statements. */
export interface Transactions {
  /** `rollback` also ends a transaction that the database has dropped by itself. */
  execute(command: TransactionCommand): void | Promise<void>
  inTransaction(): boolean
  /** How many statements have left something that only a rollback undoes. */
  writes(): number
}
