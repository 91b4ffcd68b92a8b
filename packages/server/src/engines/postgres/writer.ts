import { randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import { yielding } from '../../concurrency/yielding.ts'
import { AppError } from '../../errors.ts'
import type { LogEnd } from '../../ports/log-chain.ts'
import { logEndOf, newestEntry } from '../sql/core/sql.ts'
import type { Sql, SqlSession } from '../sql/core/sql.ts'
import type { TransactionCommand, Transactions } from '../sql/core/group-commit.ts'
import { commitWith, wasCommitted } from './commit-status.ts'
import type { Connections } from './connections.ts'
import { toAppError, isLost, isPassing } from './map-errors.ts'
import { asking, lastKey, returning, unprepared } from './session.ts'
import type { Ask, Kind, NameOf } from './session.ts'

export interface Writer extends Transactions {
  session: SqlSession
  /** `optimistic`: nobody waits for what only writes; where that fails, all has to be done again. */
  setMode(mode: 'optimistic' | 'savepoints'): void
}

interface Transaction {
  client: PoolClient
  ask: Ask
  /** For what the connection may know in a shape it had before. */
  askPlainly: Ask
  /** By which it can be found when it is committed. */
  token: string
  /** The newest entry, as long as it is known: nobody else can add to the log. */
  logEnd: LogEnd | null
  /** What was read since the last that was written: nobody else can have changed it. */
  known: Map<string, unknown[][]>
  /** What nobody has waited for yet. */
  underWay: Promise<void>[]
  /** The first that went wrong where nobody waited. */
  failure: unknown
  isLost: boolean
  /** The connection is not to be used again. */
  isSpent: boolean
}

/** So many statements may be unanswered, and none with more values than this. */
const mostUnderWay = 20
const mostValues = 650
/** So many short answers of one row are remembered. */
const mostKnown = 1000
const mostBytes = 2000

/**
 * Transactions of this process on a connection of their own, one after the other. `opening` begins
 * one, waits until no other server writes to the workspace, and selects what `check` is told, which
 * may refuse to go on, and the newest entry of the log.
 */
export function openWriter(
  connections: Connections,
  opening: string,
  nameOf: NameOf,
  check: (oldest: number) => void,
): Writer {
  let mode: 'optimistic' | 'savepoints' = 'savepoints'
  let current: Transaction | null = null
  let writes = 0
  /** Nobody knows whether the last commit was: what it held must not be done a second time. */
  let doubt: AppError | null = null
  let checkWork: (() => void) | null = null
  const turn = yielding()

  function underWay(): Transaction {
    if (!current) throw new Error('There is no transaction.')
    return current
  }

  function failed(transaction: Transaction, error: unknown): unknown {
    // With one statement PostgreSQL gives up the transaction, also with one that only reads.
    writes++
    if (isLost(error)) transaction.isLost = true
    if (isPassing(error)) transaction.isSpent = true
    return transaction.failure ?? toAppError(error)
  }

  async function ask(statement: Sql, kind?: Kind): Promise<unknown[][]> {
    const transaction = underWay()
    try {
      return (await transaction.ask(statement, kind)).rows
    } catch (error) {
      throw failed(transaction, error)
    }
  }

  /** Many ask the same again and again, and each time the way to the database is long. */
  async function read(statement: Sql): Promise<unknown[][]> {
    checkWork?.()
    const { known } = underWay()
    const question = JSON.stringify([statement.text, statement.values])
    const found = known.get(question)
    if (found) {
      // Without the way to the database nobody else would have a turn.
      if (turn.isOver()) await turn.next()
      return found
    }
    const before = writes
    const answer = await ask(statement)
    const isSmall =
      question.length < mostBytes && answer.flat().every(isShort) && answer.length <= 1
    if (isSmall && writes === before && known.size < mostKnown) known.set(question, answer)
    return answer
  }

  /** Undoes only itself when it fails, so that whoever catches the error can go on. */
  async function askAlone(statement: Sql, kind?: Kind): Promise<unknown[][]> {
    const alone = (command: string) => ask({ text: `${command} statement`, values: [] })
    const [, asked] = await Promise.allSettled([alone('savepoint'), ask(statement, kind)])
    if (asked.status === 'rejected' && !underWay().isLost) await alone('rollback to')
    if (!underWay().isLost) await alone('release')
    if (asked.status === 'rejected') throw asked.reason
    return asked.value
  }

  /** What goes wrong is told by the next that waits, or by the commit. */
  async function send(statement: Sql, kind?: Kind): Promise<void> {
    const transaction = underWay()
    if (transaction.failure) throw transaction.failure
    const answer = transaction.ask(statement, kind).then(
      () => {},
      (error: unknown) => {
        transaction.failure ??= failed(transaction, error)
      },
    )
    transaction.underWay.push(answer)
    const isMuch = statement.values.length > mostValues
    if (isMuch || transaction.underWay.length >= mostUnderWay) await settled(transaction)
  }

  /** What was read before may not be so any more. */
  function beginWrite(): void {
    checkWork?.()
    writes++
    underWay().known.clear()
  }

  async function write(statement: Sql, kind?: Kind): Promise<void> {
    beginWrite()
    if (mode === 'optimistic') await send(statement, kind)
    else await askAlone(statement, kind)
  }

  function writeKeyed(statement: Sql): Promise<unknown[][]> {
    beginWrite()
    return mode === 'optimistic' ? ask(statement, 'insert') : askAlone(statement, 'insert')
  }

  async function settled(transaction: Transaction): Promise<void> {
    await Promise.all(transaction.underWay.splice(0))
  }

  async function begin(): Promise<void> {
    if (doubt) {
      const why = doubt
      doubt = null
      throw why
    }
    const client = await connections.take()
    try {
      const answers = await client.query({ text: opening, rowMode: 'array' })
      const last = (answers as unknown as { rows: unknown[][] }[]).at(-1)
      const [oldest, ...newest] = last?.rows[0] ?? []
      check(Number(oldest))
      const token = randomBytes(12).toString('hex')
      const askPlainly = asking(client, connections.bind, unprepared)
      const ask = mode === 'optimistic' ? asking(client, connections.bind, nameOf) : askPlainly
      const isNew = { known: new Map(), underWay: [], failure: null, isLost: false, isSpent: false }
      current = { client, ask, askPlainly, token, logEnd: logEndOf(newest), ...isNew }
    } catch (error) {
      connections.giveBack(client, 'broken')
      throw toAppError(error)
    }
  }

  async function commit(): Promise<void> {
    const transaction = underWay()
    await settled(transaction)
    if (transaction.failure) throw transaction.failure
    const isKept = await transaction.client.query(commitWith(transaction.token)).then(
      () => true,
      (error: unknown) => {
        if (!isLost(error)) throw toAppError(error)
        transaction.isLost = true
        transaction.isSpent = true
        return wasCommitted(connections, opening, transaction.token)
      },
    )
    if (isKept === null) {
      const message = 'The database went away; the change was kept, or it was not.'
      doubt = new AppError('unavailable', message)
      throw doubt
    }
    if (!isKept) throw new AppError('unavailable', 'The database gave the change up; try again.')
    end(transaction)
  }

  async function rollback(): Promise<void> {
    if (!current) return
    const transaction = current
    await settled(transaction)
    if (!transaction.isLost) {
      await transaction.client.query('rollback').catch(() => (transaction.isSpent = true))
    }
    end(transaction)
  }

  function end({ client, isSpent }: Transaction): void {
    current = null
    connections.giveBack(client, isSpent ? 'broken' : 'sound')
  }

  return {
    session: {
      get: async (statement) => (await read(statement))[0],
      async all(statement) {
        checkWork?.()
        return ask(statement)
      },
      run: (statement) => write(statement),
      insert: (statement) => write(statement, 'insert'),
      insertKeyed: async (statement, key) => lastKey(await writeKeyed(returning(statement, key))),
      async logEnd() {
        const transaction = underWay()
        // A savepoint may have taken entries back.
        if (mode === 'savepoints' || transaction.logEnd === null) {
          transaction.logEnd = logEndOf((await read(newestEntry))[0])
        }
        return transaction.logEnd
      },
      async append(statement, end) {
        await write(statement, 'insert')
        underWay().logEnd = end
      },
      async load(statement) {
        underWay().logEnd = null
        await write(statement, 'insert')
      },
      async define(statement) {
        // After it a prepared statement may select something else than when it was prepared.
        underWay().ask = underWay().askPlainly
        await write(statement)
      },
    },
    setMode(next) {
      mode = next
    },
    async execute(command: TransactionCommand) {
      if (command === 'begin immediate') return begin()
      if (command === 'commit') return commit()
      if (command === 'rollback') return rollback()
      underWay().known.clear()
      await ask({ text: command, values: [] })
    },
    inTransaction: () => current !== null && !current.isLost,
    beginWork(asked = null) {
      checkWork = asked
    },
    writes: () => writes,
  }
}

function isShort(cell: unknown): boolean {
  if (typeof cell === 'string') return cell.length < mostBytes
  return typeof cell !== 'object' || cell === null
}
