import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Answer, Job } from './job.ts'

/** It took too long and was killed, it died by itself, or it never came to work. */
export type Failure = 'late' | 'dead' | 'not started'

export interface WorkerProcess {
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

export function startWorkerProcess(maxTime: number): WorkerProcess {
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
    return within(maxTime, Promise.race([answered, gone.then(() => 'dead' as const)]))
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
