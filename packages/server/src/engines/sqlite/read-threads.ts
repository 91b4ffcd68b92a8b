import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { ErrorCode } from '@triptych/contract/errors'
import { lanes } from '../../concurrency/lanes.ts'
import type { Lanes } from '../../concurrency/lanes.ts'
import { places } from '../../concurrency/places.ts'
import type { Places } from '../../concurrency/places.ts'
import { AppError } from '../../errors.ts'
import { spoolRoom } from '../sql/core/spool.ts'
import type { SpoolRoom } from '../sql/core/spool.ts'
import type { Sql, SqlSession } from '../sql/core/sql.ts'

export type Question = { number: number; reader: number } & (
  | { ask: 'begin'; path: string; use: Use }
  | { ask: 'forget'; path: string }
  | { ask: 'get' | 'all' | 'run'; statement: Sql }
  | { ask: 'end' }
)
export type Reply =
  | { number: number; value: unknown }
  | { number: number; error: { code: ErrorCode | null; message: string } }

/** Seen by a thread also in the midst of a statement: 1 once all is to end, and the question nobody waits for. */
export interface Signals {
  stop: Int32Array
  unwanted: Int32Array
}

/** A snapshot in another thread, from its first statement on. What is asked is done in the order of asking. */
export interface ThreadReader {
  session: SqlSession
  /** What is under way and what is asked from now on fails with this reason. */
  interrupt(reason: unknown): void
  end(): Promise<void>
}

/**
 * A `query` has its thread for itself, so that nobody waits for its statements. A `stream` asks for a page now and then,
 * and a `glance` for little: these share theirs.
 */
export type Use = 'query' | 'stream' | 'glance'

export interface ReadThreads {
  /** How many there may be of each use: each long read takes memory. */
  queries: Lanes
  streams: Places
  glances: Places
  spool: SpoolRoom
  open(path: string, use: Use): ThreadReader
  /** Nobody will read this file any more. */
  forget(path: string): Promise<void>
  /** Starts a thread, so that the first long read need not wait for it. */
  warm(): void
  /** Whatever is under way is given up, and nothing begins any more. */
  stop(): void
  close(): Promise<void>
}

interface Thread {
  worker: Worker
  /** What was asked and is not answered yet, the oldest first. */
  waiting: Map<number, Waiting>
  use: Use
  readers: number
  unwanted: Int32Array
}

interface Waiting {
  since: number
  isWanted: () => boolean
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** One core is left to the thread that talks to everybody. */
const usualThreads = Math.max(1, Math.min(4, availableParallelism() - 1))
/** A statement that takes so long keeps its thread from everybody else: then there is another one. */
const stuckMs = 500
/** So many more threads there may be for one use. */
const moreThreads = 2
const program = new URL(`./read-thread${extname(import.meta.url)}`, import.meta.url)

/** Threads for long reads: whoever reads a million rows does not hold up those who change one. */
export function openReadThreads(): ReadThreads {
  const threads = new Set<Thread>()
  const stopSignal = newSignal()
  let last = 0

  function start(use: Use): Thread {
    // Not the flags of this process: a debugger or a test runner must not start there as well.
    const execArgv = ['--disable-warning=ExperimentalWarning']
    const signals: Signals = { stop: stopSignal, unwanted: newSignal() }
    const worker = new Worker(program, { execArgv, env: {}, workerData: signals })
    const { unwanted } = signals
    const thread: Thread = { worker, waiting: new Map(), use, readers: 0, unwanted }
    worker.unref()
    worker.on('message', (reply: Reply) => settle(thread, reply))
    worker.on('error', () => end(thread))
    worker.on('exit', () => end(thread))
    threads.add(thread)
    return thread
  }

  function settle(thread: Thread, reply: Reply): void {
    const { worker, waiting } = thread
    const asked = waiting.get(reply.number)
    waiting.delete(reply.number)
    if (waiting.size === 0) worker.unref()
    tellUnwanted(thread)
    if ('value' in reply) asked?.resolve(reply.value)
    else asked?.reject(errorOf(reply.error))
  }

  function end(thread: Thread): void {
    threads.delete(thread)
    for (const { reject } of thread.waiting.values()) reject(gone())
    thread.waiting.clear()
  }

  /** A thread ends by itself only where the system refuses it something: memory, descriptors. */
  function gone(): AppError {
    if (Atomics.load(stopSignal, 0) === 1) return stopping()
    const message = 'The system has no room for a long read just now; try again.'
    return new AppError('unavailable', message, { retryAfter: 5 })
  }

  function threadFor(use: Use): Thread {
    const used = [...threads].filter((thread) => thread.readers > 0 && thread.use === use)
    const free = used.filter((thread) => !isStuck(thread))
    const [best] = free.toSorted((one, other) => one.readers - other.readers)
    const isEnough = used.length >= usualThreads + (best ? 0 : moreThreads)
    if (use !== 'query' && isEnough) return best ?? used[0]!
    const resting = [...threads].find(({ readers }) => readers === 0)
    return resting ?? start(use)
  }

  function ask(thread: Thread, question: object, isWanted = () => true): Promise<unknown> {
    const { worker, waiting } = thread
    if (!threads.has(thread)) return Promise.reject(gone())
    const number = ++last
    if (waiting.size === 0) worker.ref()
    return new Promise((resolve, reject) => {
      waiting.set(number, { since: performance.now(), isWanted, resolve, reject })
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage({ number, ...question })
    })
  }

  function open(path: string, use: Use): ThreadReader {
    const thread = threadFor(use)
    thread.use = use
    thread.readers++
    const reader = ++last
    let unwanted: { reason: unknown } | null = null
    let ended: Promise<unknown> | null = null
    const begun = ask(thread, { ask: 'begin', reader, path, use })
    begun.catch(() => {})

    async function askStatement(how: 'get' | 'all' | 'run', statement: Sql): Promise<unknown> {
      await begun
      try {
        if (unwanted) throw unwanted.reason
        if (ended) throw stopping()
        return await ask(thread, { ask: how, reader, statement }, () => unwanted === null)
      } catch (error) {
        throw unwanted ? unwanted.reason : error
      }
    }

    return {
      session: readOnly(askStatement),
      interrupt(reason) {
        unwanted ??= { reason }
        tellUnwanted(thread)
      },
      async end() {
        ended ??= ask(thread, { ask: 'end', reader })
          // A thread that is gone has ended it.
          .catch(() => {})
          .finally(() => thread.readers--)
        await ended
      },
    }
  }

  function stop(): void {
    queries.close()
    streams.close()
    glances.close()
    Atomics.store(stopSignal, 0, 1)
  }

  const busy = 'Too many ask for long lists at once; try again.'
  const queries = lanes({ quick: usualThreads, slow: Math.ceil(usualThreads / 2) })
  const streams = places({ all: 64, mostWaiting: 200, waitMs: 10_000, busy })
  const glances = places({ all: 64, mostWaiting: 1000, waitMs: 10_000, busy })
  return {
    queries,
    streams,
    glances,
    spool: spoolRoom(),
    open,
    async forget(path) {
      await Promise.allSettled([...threads].map((thread) => ask(thread, { ask: 'forget', path })))
    },
    warm() {
      if (threads.size === 0) start('stream')
    },
    stop,
    async close() {
      stop()
      // A thread that is ended in the midst of a statement cannot be told to give it up any more.
      const isBusy = () => [...threads].some(({ waiting }) => waiting.size > 0)
      for (let tries = 0; isBusy() && tries < 200; tries++) await pause(10)
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}

function newSignal(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4))
}

/** The oldest is what the thread is doing. */
function tellUnwanted({ waiting, unwanted }: Thread): void {
  const [oldest] = waiting
  if (oldest && !oldest[1].isWanted()) Atomics.store(unwanted, 0, oldest[0])
}

function isStuck({ waiting }: Thread): boolean {
  const [oldest] = waiting.values()
  return oldest !== undefined && performance.now() - oldest.since > stuckMs
}

type AskStatement = (how: 'get' | 'all' | 'run', statement: Sql) => Promise<unknown>

function readOnly(ask: AskStatement): SqlSession {
  // The database is open for reading only, but a reader may keep things aside.
  const run = (statement: Sql): Promise<void> => ask('run', statement) as Promise<void>
  return {
    get: (statement) => ask('get', statement) as Promise<unknown[] | undefined>,
    all: (statement) => ask('all', statement) as Promise<unknown[][]>,
    run,
    define: run,
    insert: refuseToWrite,
    insertKeyed: refuseToWrite,
    logEnd: refuseToWrite,
    append: refuseToWrite,
    load: refuseToWrite,
  }
}

async function refuseToWrite(): Promise<never> {
  throw new Error('A long read cannot write.')
}

function errorOf({ code, message }: { code: ErrorCode | null; message: string }): Error {
  return code ? new AppError(code, message) : new Error(message)
}

function stopping(): AppError {
  return new AppError('unavailable', 'The server is stopping.')
}
