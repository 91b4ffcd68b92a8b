import type { Observe } from '../../../observe/observation.ts'
import type { Mutex } from '../../../concurrency/mutex.ts'
import type { TransactionBudget } from '../../../ports/database.ts'

type Work<S, T> = (stores: S) => Promise<T>

interface Waiting<S> {
  work: Work<S, unknown>
  budget: TransactionBudget | undefined
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

type Outcome = { value: unknown } | { error: unknown }
type Run<S> = (one: Waiting<S>) => Promise<Outcome>

export interface GroupCommit<S> {
  transact<T>(work: Work<S, T>, budget?: TransactionBudget): Promise<T>
  /** Resolves when nothing is waiting or under way. */
  idle(): Promise<void>
}

/**
 * The one writer. All transactions that wait when it gets its turn share one commit, so that fifty
 * edits cost one sync of the disk. Nobody is answered before it, and none can spoil it for the
 * others: a transaction that fails before it wrote anything has nothing to undo; when one fails
 * later the group is run again with a savepoint around each; and when even that cannot be
 * committed, one by one. `verify` is asked before a group begins, and has the last word on what was committed:
 * where it throws, nobody is told that it was.
 */
export function groupCommit<S>(
  connection: Transactions,
  attempts: Attempts,
  stores: S,
  turns: Mutex,
  observe: Observe,
  committed: () => void,
  verify: () => void = () => {},
): GroupCommit<S> {
  let waiting: Waiting<S>[] = []
  let turn: Promise<void> | null = null
  let lastError: unknown = null

  async function takeTurns(): Promise<void> {
    // Everything that arrives in this turn of the event loop comes along.
    await nextTurn()
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      await turns(() => commit(group)).catch((error: unknown) => {
        for (const one of group) one.reject(error)
      })
      await nextTurn()
    }
    turn = null
  }

  async function commit(group: Waiting<S>[]): Promise<void> {
    const started = performance.now()
    verify()
    const done = (await attempt(group, withoutSavepoint)) ?? (await attempt(group, withSavepoint))
    if (!done) return commitEach(group)
    verify()
    for (const [index, one] of group.entries()) answer(one, done[index])
    committed()
    observe({ kind: 'commit', transactions: group.length, ms: performance.now() - started })
  }

  async function commitEach(group: Waiting<S>[]): Promise<void> {
    for (const one of group) {
      const done = await attempt([one], alone)
      if (done) {
        verify()
        committed()
      }
      answer(one, done?.[0] ?? { error: lastError })
    }
  }

  /** `null` when nothing of it was committed. */
  async function attempt(group: Waiting<S>[], run: Run<S>): Promise<Outcome[] | null> {
    attempts.begin(run === withoutSavepoint ? 'optimistic' : 'savepoints')
    // Outside of the try: where a transaction cannot even begin, no other attempt will help.
    await connection.execute('begin immediate')
    try {
      const outcomes: Outcome[] = []
      for (const one of group) {
        one.budget?.begin()
        connection.beginWork(one.budget?.check)
        outcomes.push(await run(one))
      }
      connection.beginWork()
      if (attempts.mustRerun()) throw new Error('A part of it has to be undone.')
      await connection.execute('commit')
      return outcomes
    } catch (error) {
      connection.beginWork()
      lastError = error
      await connection.execute('rollback')
      return null
    }
  }

  async function withoutSavepoint({ work }: Waiting<S>): Promise<Outcome> {
    const writes = connection.writes()
    try {
      return { value: await work(stores) }
    } catch (error) {
      if (connection.writes() !== writes) throw error
      return { error }
    }
  }

  async function withSavepoint({ work }: Waiting<S>): Promise<Outcome> {
    try {
      return { value: await inSavepoint(connection, () => work(stores)) }
    } catch (error) {
      // Where the database dropped the whole transaction, the others' work is gone with it.
      if (!connection.inTransaction()) throw error
      return { error }
    }
  }

  async function alone({ work }: Waiting<S>): Promise<Outcome> {
    return { value: await work(stores) }
  }

  return {
    transact: <T>(work: Work<S, T>, budget?: TransactionBudget) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ work, budget, resolve: resolve as (value: unknown) => void, reject })
        turn ??= takeTurns()
      }),
    async idle() {
      while (turn) await turn
    },
  }
}

function answer<S>(one: Waiting<S>, outcome: Outcome | undefined): void {
  if (outcome && 'value' in outcome) one.resolve(outcome.value)
  else one.reject(outcome?.error)
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

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
  /** A piece of work begins: `check` is asked before each of its statements, and may end it. */
  beginWork(check?: (() => void) | null): void
  /** How many statements have left something that only a rollback undoes. */
  writes(): number
}
