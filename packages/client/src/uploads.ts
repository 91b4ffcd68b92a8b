import { ask } from './ask.ts'
import { sendDirect } from './direct-upload.ts'
import type { Direct } from './direct-upload.ts'
import { listeners } from './listeners.ts'
import { isClash, settleClashes } from './name-clashes.ts'
import type { Coming, FileFacts, OnClash } from './name-clashes.ts'
import { pause } from './pause.ts'
import { isReachable, probe, refuseUnreadable, sendUpload } from './send-upload.ts'
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
  /** `onClash` is asked where names are taken, before anything of the same go is sent; without it they get others. */
  add: (folder: string, files: readonly UploadFile[], onClash?: OnClash) => void
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
  direct: Direct
  abort: AbortController
  coming: Coming
  onClash: OnClash | undefined
  /** Until what was done before is saved, and the person has said what is to become of it. */
  isHeld: boolean
}

const atOnce = 3
/** While the server can be reached; lost connections are waited out. */
const attempts = 3
const pauseMs = 1000
const tellMs = 100

/** Sends files, some at a time, and tells how far they are. Outlives the widgets that use it. */
export function openUploads(server: Server): Uploads {
  const changes = listeners<readonly Upload[]>(true)
  const failures = listeners<Upload>()
  let jobs: Job[] = []
  let lastId = 0
  let telling: ReturnType<typeof setTimeout> | null = null
  const idle: (() => void)[] = []
  const held: Job[] = []
  let asking: Promise<void> | null = null

  function tell(): void {
    telling ??= setTimeout(() => {
      telling = null
      changes.tell(jobs.map(({ shown }) => shown))
    }, tellMs)
  }

  function set(job: Job, values: Partial<Upload>): void {
    const next = { ...job.shown, ...values }
    server.countUnsaved(Number(isUnderWay(next.state)) - Number(isUnderWay(job.shown.state)))
    job.shown = next
    tell()
  }

  function startMore(): void {
    const count = (state: UploadState) => jobs.filter(({ shown }) => shown.state === state).length
    const free = Math.max(0, atOnce - count('sending'))
    const next = jobs
      .filter(({ shown, isHeld }) => shown.state === 'waiting' && !isHeld)
      .slice(0, free)
    for (const job of next) void run(job)
    if (count('sending') + count('waiting') === 0) for (const resolve of idle.splice(0)) resolve()
  }

  async function run(job: Job): Promise<void> {
    set(job, { state: 'sending' })
    try {
      const answer = (await persist(job)) as { id: string }
      set(job, { state: 'done', loaded: job.shown.total, speed: 0, path: answer.id })
    } catch (error) {
      const isOver = job.abort.signal.aborted
      if (!isOver && job.onClash && isClash(error)) {
        job.coming.isRefused = true
        hold(job)
      } else if (!isOver) {
        fail(job, error)
      }
    }
    startMore()
  }

  function fail(job: Job, error: unknown): void {
    set(job, { state: 'failed', speed: 0, error: error as ServerError })
    failures.tell(job.shown)
  }

  function hold(job: Job): void {
    job.isHeld = true
    job.key = randomKey()
    set(job, { state: 'waiting', loaded: 0, speed: 0 })
    held.push(job)
    askSoon()
  }

  function askSoon(): void {
    asking ??= askAboutHeld().finally(() => {
      asking = null
      // One may have come just as the last was answered.
      if (held.length > 0) askSoon()
    })
  }

  async function askAboutHeld(): Promise<void> {
    // The widget tells of one after the other.
    await pause(0)
    while (held.length > 0) {
      // What was deleted or renamed before is in nobody's way.
      await server.writersSettled()
      // Whoever is asked about some has no say in the others.
      const { onClash } = held[0]!
      const together = held.filter((job) => job.onClash === onClash)
      held.splice(0, Infinity, ...held.filter((job) => job.onClash !== onClash))
      const isWaiting = ({ shown }: Job) => isUnderWay(shown.state)
      const comings = together.filter(isWaiting).map(({ coming }) => coming)
      const asking = onClash && { server, action: 'upload-file', onClash }
      try {
        const isWanted = !asking || (await settleClashes(comings, asking))
        for (const job of together) {
          if (!isWanted || job.coming.conflict === 'skip') forget(job)
        }
      } catch (error) {
        // Nobody could be asked, so nobody gave them up: they can be tried again.
        for (const job of together.filter(isWaiting)) fail(job, error)
      }
      for (const job of together) job.isHeld = false
      startMore()
    }
  }

  function forget(job: Job): void {
    end(job)
    jobs = jobs.filter((each) => each !== job)
  }

  /** A file that has arrived though its answer was lost is not sent twice: its key is known. */
  async function persist(job: Job): Promise<unknown> {
    const { file, key, direct, coming, onClash } = job
    const { folder, name, total } = job.shown
    const { signal } = job.abort
    for (let failed = 0; ;) {
      const speed = speedMeter()
      const onProgress = (loaded: number) =>
        set(job, { loaded: Math.min(loaded, total), speed: speed(loaded) })
      try {
        const sending = {
          server,
          folder,
          name,
          file,
          key,
          conflict: onClash && (coming.conflict ?? 'fail'),
          signal,
          onProgress,
        }
        return (await sendDirect(sending, direct)) ?? (await sendUpload(sending))
      } catch (error) {
        if (!(error instanceof ServerError) || !isPassing(error) || signal.aborted) throw error
        set(job, { loaded: 0, speed: 0 })
        await refuseUnreadable(file)
        if (await isReachable(server)) {
          if (++failed === attempts) throw error
          await pause(pauseMs)
        } else {
          await ask(server, probe, () => signal.aborted)
        }
        if (signal.aborted) throw error
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
    add(folder, files, onClash) {
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
        const job: Job = {
          shown,
          file,
          key: randomKey(),
          direct: { sent: new Set() },
          abort: new AbortController(),
          coming: { folder, name, isFile: true, from: factsOf(file) },
          onClash,
          isHeld: false,
        }
        jobs.push(job)
        server.countUnsaved(1)
        hold(job)
      }
    },
    cancel(id) {
      for (const job of jobs) if (job.shown.id === id) end(job)
    },
    retry(id) {
      for (const job of jobs) {
        if (job.shown.id !== id || !['failed', 'cancelled'].includes(job.shown.state)) continue
        job.abort = new AbortController()
        const { error: _error, ...shown } = job.shown
        job.shown = shown
        set(job, { state: 'waiting', loaded: 0 })
      }
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

/** What is no file of a disk is of now. */
function factsOf(file: Blob): FileFacts {
  const changed = file instanceof File ? new Date(file.lastModified) : new Date()
  return { size: file.size, date: changed.toISOString() }
}
