import type { Observe } from '../../observe/observation.ts'
import type { Connection } from './connection.ts'

type Work<S, T> = (stores: S) => Promise<T>

interface Waiting<S> {
  work: Work<S, unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

type Outcome = { value: unknown } | { error: unknown }

export interface GroupCommit<S> {
  transact<T>(work: Work<S, T>): Promise<T>
  /** Resolves when nothing is waiting or under way. */
  idle(): Promise<void>
}

/**
 * The one writer. All transactions that wait when it gets its turn share one commit, each in its
 * own savepoint, so that fifty edits cost one sync of the disk. Nobody is answered before it.
 */
export function groupCommit<S>(
  connection: Connection,
  stores: S,
  observe: Observe,
  committed: () => void,
): GroupCommit<S> {
  let waiting: Waiting<S>[] = []
  let turn: Promise<void> | null = null

  async function takeTurns(): Promise<void> {
    // Everything that arrives in this turn of the event loop comes along.
    await nextTurn()
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      await commit(group)
      await nextTurn()
    }
    turn = null
  }

  async function commit(group: Waiting<S>[]): Promise<void> {
    const started = performance.now()
    const outcomes = await attempt(group)
    if ('error' in outcomes) return retryAlone(group, outcomes.error)
    observe({ kind: 'commit', transactions: group.length, ms: performance.now() - started })
    for (const [index, one] of group.entries()) answer(one, outcomes.each[index])
    committed()
  }

  async function attempt(group: Waiting<S>[]): Promise<{ each: Outcome[] } | { error: unknown }> {
    try {
      connection.execute('begin immediate')
      const each: Outcome[] = []
      for (const one of group) each.push(await inSavepoint(one))
      connection.execute('commit')
      return { each }
    } catch (error) {
      if (connection.inTransaction()) connection.execute('rollback')
      return { error }
    }
  }

  async function inSavepoint({ work }: Waiting<S>): Promise<Outcome> {
    connection.execute('savepoint one')
    try {
      const value = await work(stores)
      connection.execute('release one')
      return { value }
    } catch (error) {
      // A full disk makes SQLite drop the whole transaction, and the others' work with it.
      if (!connection.inTransaction()) throw error
      connection.execute('rollback to one')
      connection.execute('release one')
      return { error }
    }
  }

  /** One that cannot be committed must not take the others with it. */
  async function retryAlone(group: Waiting<S>[], error: unknown): Promise<void> {
    if (group.length === 1) return group[0]?.reject(error)
    for (const one of group) await commit([one])
  }

  return {
    transact: <T>(work: Work<S, T>) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
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
