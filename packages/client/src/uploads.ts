import { ask } from './ask.ts'
import { listeners } from './listeners.ts'
import { sendUpload } from './send-upload.ts'
import { isPassing, ServerError } from './server-error.ts'
import type { Server } from './server.ts'
import { speedMeter } from './speed-meter.ts'
import { randomKey } from './random-key.ts'

export type UploadState = 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled'

/** How far one file is. */
export interface Upload {
  readonly id: number
  /** With the folders it came in: `photos/2026/a.jpg`. */
  readonly name: string
  readonly folder: string
  readonly total: number
  readonly loaded: number
  /** Bytes per second. */
  readonly speed: number
  readonly state: UploadState
  /** What it is called on the server, which gives another name where this one is taken. */
  readonly path?: string
  readonly error?: ServerError
}

/** A file to be sent; `name` may have folders in front, which are made where they are missing. */
export interface UploadFile {
  file: Blob
  name: string
}

export interface Uploads {
  add: (folder: string, files: readonly UploadFile[]) => void
  cancel: (id: number) => void
  retry: (id: number) => void
  /** Forgets those that are over. */
  clear(): void
  list(): readonly Upload[]
  /** Tells how far they are, now and from now on. Answers a function that ends it. */
  onChange(listener: (list: readonly Upload[]) => void): () => void
  onFailed(listener: (upload: Upload) => void): () => void
  settled(): Promise<void>
  stop(): void
}

interface Job {
  shown: Upload
  file: Blob
  key: string
  abort: AbortController
}

const atOnce = 3
/** While the server can be reached; lost connections are waited out. */
const attempts = 3
const pauseMs = 1000
/** What costs the server least to answer. */
const probe = 'changes?limit=0'
const tellMs = 100

/** Sends files, some at a time, and tells how far they are. Outlives the widgets that use it. */
export function openUploads(server: Server): Uploads {
  const changes = listeners<readonly Upload[]>(true)
  const failures = listeners<Upload>()
  let jobs: Job[] = []
  let lastId = 0
  let telling: ReturnType<typeof setTimeout> | null = null
  const idle: (() => void)[] = []

  function tell(): void {
    telling ??= setTimeout(() => {
      telling = null
      changes.tell(jobs.map(({ shown }) => shown))
    }, tellMs)
  }

  function set(job: Job, values: Partial<Upload>): void {
    const { state } = { ...job.shown, ...values }
    server.countUnsaved(Number(isUnderWay(state)) - Number(isUnderWay(job.shown.state)))
    job.shown = { ...job.shown, ...values }
    tell()
  }

  function startMore(): void {
    const count = (state: UploadState) => jobs.filter(({ shown }) => shown.state === state).length
    const free = Math.max(0, atOnce - count('sending'))
    const next = jobs.filter(({ shown }) => shown.state === 'waiting').slice(0, free)
    for (const job of next) void run(job)
    if (count('sending') + count('waiting') === 0) for (const resolve of idle.splice(0)) resolve()
  }

  async function run(job: Job): Promise<void> {
    set(job, { state: 'sending' })
    try {
      const answer = (await persist(job)) as { id: string }
      set(job, { state: 'done', loaded: job.shown.total, speed: 0, path: answer.id })
    } catch (error) {
      if (!job.abort.signal.aborted) {
        set(job, { state: 'failed', speed: 0, error: error as ServerError })
        failures.tell(job.shown)
      }
    }
    startMore()
  }

  /** A file that has arrived though its answer was lost is not sent twice: its key is known. */
  async function persist({ shown, file, key, abort }: Job): Promise<unknown> {
    const job = jobs.find((each) => each.shown.id === shown.id)!
    for (let failed = 0; ;) {
      const speed = speedMeter()
      const onProgress = (loaded: number) =>
        set(job, { loaded: Math.min(loaded, shown.total), speed: speed(loaded) })
      try {
        const { folder, name } = shown
        return await sendUpload({
          server,
          folder,
          name,
          file,
          key,
          signal: abort.signal,
          onProgress,
        })
      } catch (error) {
        const isOver = () => abort.signal.aborted
        if (!(error instanceof ServerError) || !isPassing(error) || isOver()) throw error
        set(job, { loaded: 0, speed: 0 })
        await refuseUnreadable(file)
        if (await isReachable(server)) {
          if (++failed === attempts) throw error
          await new Promise((resolve) => setTimeout(resolve, pauseMs))
        } else {
          await ask(server, probe, isOver)
        }
        if (isOver()) throw error
      }
    }
  }

  function end(job: Job): void {
    if (!isUnderWay(job.shown.state)) return
    set(job, { state: 'cancelled', speed: 0 })
    job.abort.abort()
    startMore()
  }

  return {
    add(folder, files) {
      for (const { file, name } of files) {
        const shown: Upload = {
          id: ++lastId,
          name,
          folder,
          total: file.size,
          loaded: 0,
          speed: 0,
          state: 'waiting',
        }
        jobs.push({ shown, file, key: randomKey(), abort: new AbortController() })
        server.countUnsaved(1)
      }
      tell()
      startMore()
    },
    cancel(id) {
      for (const job of jobs) if (job.shown.id === id) end(job)
    },
    retry(id) {
      for (const job of jobs) {
        if (job.shown.id !== id || !['failed', 'cancelled'].includes(job.shown.state)) continue
        job.abort = new AbortController()
        const { error: _error, ...shown } = job.shown
        job.shown = { ...shown, state: 'waiting', loaded: 0 }
        server.countUnsaved(1)
      }
      tell()
      startMore()
    },
    clear() {
      jobs = jobs.filter(({ shown }) => isUnderWay(shown.state))
      tell()
    },
    list: () => jobs.map(({ shown }) => shown),
    onChange: (listener) => changes.add(listener),
    onFailed: (listener) => failures.add(listener),
    async settled() {
      if (!jobs.some(({ shown }) => isUnderWay(shown.state))) return
      await new Promise<void>((resolve) => idle.push(resolve))
    },
    stop() {
      for (const job of jobs) end(job)
      if (telling) clearTimeout(telling)
    },
  }
}

function isUnderWay(state: UploadState): boolean {
  return state === 'waiting' || state === 'sending'
}

/** A file that was changed or removed after it was chosen fails like a lost connection does. */
async function refuseUnreadable(file: Blob): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new ServerError(0, 'unreadable', 'The file cannot be read. It may have been changed.')
  }
}

async function isReachable(server: Server): Promise<boolean> {
  try {
    await server.send({ method: 'GET', path: probe })
    return true
  } catch (error) {
    return !isPassing(error as ServerError)
  }
}
