import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { ErrorCode } from '@triptych/contract/errors'
import { AppError } from '../../errors.ts'
import type { Sql, SqlSession } from '../sql/core/sql.ts'
import { semaphore } from '../../concurrency/semaphore.ts'
import type { Semaphore } from '../../concurrency/semaphore.ts'

export type Question = { number: number; reader: number } & (
  | { ask: 'open'; path: string }
  | { ask: 'get' | 'all' | 'run'; statement: Sql }
  | { ask: 'begin' | 'commit' | 'close' }
)
export type Reply =
  | { number: number; value: unknown }
  | { number: number; error: { code: ErrorCode | null; message: string } }

/** A connection in another thread. Everything asked of it is done in the order of asking. */
export interface ThreadReader {
  /** `busy`: what is asked now would wait for somebody else's statement. */
  state(): 'ready' | 'busy' | 'dead'
  session: SqlSession
  execute(text: 'begin' | 'commit'): Promise<void>
  close(): Promise<void>
}

export interface ReadThreads {
  /** Each long read takes memory: these say how many there may be, of short answers and of long ones. */
  reads: Semaphore
  streams: Semaphore
  open(path: string): ThreadReader
  /** Starts a thread, so that the first long read need not wait for it. */
  warm(): void
  /** Whatever is under way is given up, and nothing begins any more. */
  stop(): void
  close(): Promise<void>
}

interface Thread {
  worker: Worker
  waiting: Map<number, Waiting>
  readers: number
}

interface Waiting {
  since: number
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** One core is left to the thread that talks to everybody. */
const usualThreads = Math.max(1, Math.min(4, availableParallelism() - 1))
/** A statement that takes so long keeps its thread from everybody else: then there is one more. */
const stuckMs = 500
const program = new URL(`./read-thread${extname(import.meta.url)}`, import.meta.url)

/** Threads for long reads: whoever reads a million rows does not hold up those who change one. */
export function openReadThreads(): ReadThreads {
  const threads = new Set<Thread>()
  /** Seen by all threads, also in the midst of a statement. */
  const signals = new Int32Array(new SharedArrayBuffer(4))
  let last = 0

  function start(): Thread {
    // Not the flags of this process: a debugger or a test runner must not start there as well.
    const execArgv = ['--disable-warning=ExperimentalWarning']
    const worker = new Worker(program, { execArgv, env: {}, workerData: signals })
    const thread: Thread = { worker, waiting: new Map(), readers: 0 }
    worker.unref()
    worker.on('message', (reply: Reply) => settle(thread, reply))
    worker.on('error', () => end(thread))
    worker.on('exit', () => end(thread))
    threads.add(thread)
    return thread
  }

  function settle({ worker, waiting }: Thread, reply: Reply): void {
    const asked = waiting.get(reply.number)
    waiting.delete(reply.number)
    if (waiting.size === 0) worker.unref()
    if ('value' in reply) asked?.resolve(reply.value)
    else asked?.reject(errorOf(reply.error))
  }

  function end(thread: Thread): void {
    threads.delete(thread)
    for (const { reject } of thread.waiting.values()) reject(interrupted())
    thread.waiting.clear()
  }

  /** As many as there should be, the oldest first: one that was added to help out rests again. */
  function inUse(): Thread[] {
    return [...threads].filter((thread) => !isStuck(thread)).slice(0, usualThreads)
  }

  function leastBusy(): Thread {
    const [best] = inUse().toSorted((one, other) => one.readers - other.readers)
    const mayStart = threads.size < usualThreads || (!best && threads.size === usualThreads)
    if (mayStart && best?.readers !== 0) return start()
    return best ?? [...threads][0]!
  }

  function stop(): void {
    reads.close()
    streams.close()
    Atomics.store(signals, 0, 1)
  }

  const reads = semaphore(32, 1000)
  const streams = semaphore(64, 200)
  return {
    reads,
    streams,
    open(path) {
      const thread = leastBusy()
      thread.readers++
      const reader = ++last
      function ask(question: object): Promise<unknown> {
        const { worker, waiting } = thread
        if (!threads.has(thread)) return Promise.reject(interrupted())
        const number = ++last
        if (waiting.size === 0) worker.ref()
        return new Promise((resolve, reject) => {
          waiting.set(number, { since: performance.now(), resolve, reject })
          // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
          worker.postMessage({ number, reader, ...question })
        })
      }
      const opened = ask({ ask: 'open', path })
      opened.catch(() => {})
      return {
        state() {
          if (!threads.has(thread)) return 'dead'
          return inUse().includes(thread) ? 'ready' : 'busy'
        },
        session: readOnly(async (how, statement) => {
          await opened
          return ask({ ask: how, statement })
        }),
        async execute(text) {
          await opened
          await ask({ ask: text })
        },
        async close() {
          thread.readers--
          await ask({ ask: 'close' })
        },
      }
    },
    warm() {
      if (threads.size === 0) start()
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

function interrupted(): AppError {
  return new AppError('unavailable', 'The server is stopping.')
}
