import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../errors.ts'
import type { Answer, Job } from './job.ts'

export interface PoolOptions {
  maxWorkers: number
  maxWaiting: number
  /** In milliseconds, for one job. */
  maxTime: number
  /** In milliseconds, after which a worker without work is ended. */
  idleTime: number
}

export interface WorkerPool {
  /**
   * `prepare` is called when a worker is free; `null` from it means there is nothing to do. The
   * answer is `null` when the job takes too long or kills its worker.
   */
  run(prepare: () => Promise<Job | null>, signal?: AbortSignal): Promise<Answer | null>
  close(): Promise<void>
}

interface Task {
  prepare: () => Promise<Job | null>
  resolve: (answer: Answer | null) => void
  reject: (reason: unknown) => void
}

export function workerPool(options: PoolOptions): WorkerPool {
  const waiting = new Set<Task>()
  const workers = new Set<WorkerProcess>()
  const idle = new Map<WorkerProcess, NodeJS.Timeout>()
  let busy = 0
  let closed = false

  function startWorker(): WorkerProcess {
    const worker = startWorkerProcess(options.maxTime)
    workers.add(worker)
    worker.onEnd(() => {
      workers.delete(worker)
      takeFromIdle(worker)
    })
    return worker
  }

  function takeFromIdle(worker: WorkerProcess): void {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
  }

  function freeWorker(): WorkerProcess {
    const found = [...idle.keys()].findLast((worker) => worker.alive)
    if (!found) return startWorker()
    takeFromIdle(found)
    return found
  }

  function putBack(worker: WorkerProcess): void {
    if (!worker.alive || closed) return
    idle.set(worker, setTimeout(() => void worker.end(), options.idleTime).unref())
  }

  function serve(): void {
    for (const task of waiting) {
      if (busy >= options.maxWorkers) return
      waiting.delete(task)
      busy++
      void work(task).finally(() => {
        busy--
        serve()
      })
    }
  }

  async function work(task: Task): Promise<void> {
    try {
      const job = await task.prepare()
      task.resolve(job && (await ask(job)))
    } catch (error) {
      task.reject(error)
    }
  }

  async function ask(job: Job): Promise<Answer | null> {
    const first = await askWorker(job)
    // A worker may have died of something else than this job, so a second one gets its chance.
    const answer = first === 'dead' || first === 'not started' ? await askWorker(job) : first
    if (closed) throw stopped()
    if (answer === 'not started') {
      throw new AppError('unavailable', 'The server cannot look into files now.')
    }
    return answer === 'late' || answer === 'dead' ? null : answer
  }

  async function askWorker(job: Job): Promise<Answer | Failure> {
    if (closed) throw stopped()
    const worker = freeWorker()
    const answer = await worker.ask(job)
    putBack(worker)
    return answer
  }

  return {
    run(prepare, signal) {
      if (closed) return Promise.reject(stopped())
      if (signal?.aborted) return Promise.reject(signal.reason)
      if (waiting.size >= options.maxWaiting) {
        const message = 'Too many files are waiting already. Try again in a moment.'
        return Promise.reject(new AppError('unavailable', message))
      }
      const { promise, resolve, reject } = Promise.withResolvers<Answer | null>()
      const task = { prepare, resolve, reject }
      const giveUp = (): void => {
        if (waiting.delete(task)) reject(signal?.reason)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      waiting.add(task)
      serve()
      return promise.finally(() => signal?.removeEventListener('abort', giveUp))
    },

    async close() {
      closed = true
      for (const task of waiting) task.reject(stopped())
      waiting.clear()
      await Promise.all([...workers].map((worker) => worker.end()))
    },
  }
}

function stopped(): AppError {
  return new AppError('unavailable', 'The server is stopping.')
}

/** It took too long and was killed, it died by itself, or it never came to work. */
type Failure = 'late' | 'dead' | 'not started'

interface WorkerProcess {
  /** False from the moment it has ended or is being ended. */
  readonly alive: boolean
  /** One job at a time. Without an answer there is no next one. */
  ask(job: Job): Promise<Answer | Failure>
  /** Kills it; the answer comes when it is gone. */
  end(): Promise<void>
  /** Calls back once it is gone for whatever reason. */
  onEnd(callback: () => void): void
}

const program = fileURLToPath(new URL(`worker${extname(import.meta.url)}`, import.meta.url))

/** A busy machine may take long to start a process; that is no fault of the picture. */
const maxStartTime = 60_000

/** In milliseconds. What we drew ourselves is bounded in its size, and may just be large. */
const drawingTime = 60_000

function startWorkerProcess(maxTime: number): WorkerProcess {
  const child = fork(program, {
    serialization: 'advanced',
    // Not the flags of this process: a debugger or a test runner must not start there as well.
    execArgv: ['--max-old-space-size=128', '--disable-warning=ExperimentalWarning'],
    // Whoever breaks out of a decoder finds no secrets in the environment.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let alive = true
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // It could not be started, or a job could not be sent to it.
    child.on('error', () => {
      kill()
      if (child.pid === undefined) resolve()
    })
  })
  void gone.then(() => (alive = false))
  const started = Promise.race([nextMessage(child), gone])

  function kill(): void {
    alive = false
    child.kill('SIGKILL')
  }

  async function within<T>(time: number, answer: Promise<T>): Promise<T | 'late'> {
    const clock = Promise.withResolvers<'late'>()
    const timer = setTimeout(() => clock.resolve('late'), time)
    const first = await Promise.race([answer, clock.promise])
    clearTimeout(timer)
    if (first === 'late') kill()
    return first
  }

  async function answerTo(job: Job): Promise<Answer | Failure> {
    const first = await within(maxStartTime, started)
    if (!first || first === 'late') return 'not started'
    if (!alive) return 'dead'
    const answered = nextMessage(child)
    child.send(job)
    const time = 'drawing' in job ? Math.max(maxTime, drawingTime) : maxTime
    return within(time, Promise.race([answered, gone.then(() => 'dead' as const)]))
  }

  return {
    get alive() {
      return alive
    },
    async ask(job) {
      keepAlive(child, true)
      try {
        return await answerTo(job)
      } finally {
        keepAlive(child, false)
      }
    },
    async end() {
      keepAlive(child, true)
      kill()
      await gone
    },
    onEnd: (callback) => void gone.then(callback),
  }
}

function nextMessage(child: ChildProcess): Promise<Answer> {
  return new Promise((resolve) => {
    child.once('message', (answer) => resolve(answer as Answer))
  })
}

/** Only a worker that is working holds this process back from its end. */
function keepAlive(child: ChildProcess, needed: boolean): void {
  if (needed) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}
