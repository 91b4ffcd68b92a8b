import { pause } from './pause.ts'
import { randomKey } from './random-key.ts'
import type { Request, Server } from './server.ts'
import { errorIn, isPassing, ServerError } from './server-error.ts'

/**
 * The writes of one widget, in order and one after the other, so that nothing overtakes the thing
 * it depends on. A lost connection is waited out; a write that may have arrived is repeated under
 * the same `Idempotency-Key`, so it happens once.
 */
export interface Outbox {
  /**
   * `make` is called when it is the write's turn: what earlier answers brought is known then.
   * `learn` is called with the answer before the next write is made, and with the mark of the write,
   * by which it can be taken back. Rejects with a `ServerError` when the server says no. Of one that is sent alone
   * `instead` is told that first, and may send something else before anything behind it is sent.
   */
  send(
    make: () => Request,
    learn?: (answer: unknown, mark: string) => void,
    instead?: Instead,
  ): Promise<unknown>
  /** Resolves when nothing waits any more. */
  settled(): Promise<void>
}

export interface OutboxOptions {
  /**
   * Whether what is done in one go is sent as one batch. The plan can; rows that are added have numbers
   * only when they are answered, so of rows it is deletions that can; files cannot.
   */
  batches: boolean | 'deletions'
}

export type Instead = (
  error: ServerError,
  send: (request: Request) => Promise<Answer>,
) => Promise<Answer>

interface Waiting {
  make: () => Request
  learn: ((answer: unknown, mark: string) => void) | undefined
  instead: Instead | undefined
  /** The same for all that is done in one go, and so is taken back together. */
  go: object
  resolve: (answer: unknown) => void
  reject: (error: unknown) => void
}

export interface Answer {
  answer: unknown
  mark: string
}

const batchItems = 500
/** In characters, far below what the server takes at once. */
const batchLength = 200_000
const longestPauseMs = 5000

export function outbox(server: Server, { batches }: OutboxOptions): Outbox {
  const waiting: Waiting[] = []
  let running: Promise<void> | null = null
  let go: object | null = null

  return {
    send(make, learn, instead) {
      return new Promise((resolve, reject) => {
        waiting.push({ make, learn, instead, go: thisGo(), resolve, reject })
        server.countUnsaved(1)
        running ??= run()
      })
    },
    async settled() {
      while (running) await running
    },
  }

  async function run(): Promise<void> {
    // What belongs to it may come a moment later.
    await pause(0)
    while (waiting.length > 0) {
      const requests = nextRequests()
      const answers = await answersTo(requests)
      const [first] = answers
      const { instead } = waiting[0]!
      if (instead && first instanceof ServerError) {
        answers[0] = await instead(first, persist).catch((error: unknown) => error as Error)
      }
      const group = waiting.splice(0, requests.length)
      server.countUnsaved(-group.length)
      for (const [index, { learn, resolve, reject }] of group.entries()) {
        const answered = answers[index]!
        if (answered instanceof Error) {
          reject(answered)
          continue
        }
        const { answer, mark } = answered
        learn?.(answer, mark)
        resolve(answer)
      }
    }
    running = null
  }

  function thisGo(): object {
    if (!go) setTimeout(() => (go = null))
    go ??= {}
    return go
  }

  function nextRequests(): (Request | Error)[] {
    const requests: (Request | Error)[] = []
    let length = 0
    for (const { make, go: its } of waiting.slice(0, batches ? batchItems : 1)) {
      if (its !== waiting[0]?.go) break
      const request = made(make)
      if (requests.length > 0 && !goesAlong(request)) break
      length += JSON.stringify(request).length
      if (requests.length > 0 && length > batchLength) break
      requests.push(request)
      if (!goesAlong(request)) break
    }
    return requests
  }

  function goesAlong(request: Request | Error): boolean {
    return batches !== 'deletions' || request instanceof Error || request.method === 'DELETE'
  }

  async function answersTo(requests: (Request | Error)[]): Promise<(Answer | Error)[]> {
    const items = requests.filter((request): request is Request => !(request instanceof Error))
    const answers = await (
      items.length > 1 ? inBatch(items) : Promise.all(items.map(persist))
    ).catch((error: unknown) => items.map(() => error as Error))
    return requests.map((request) => (request instanceof Error ? request : answers.shift()!))
  }

  async function inBatch(items: Request[]): Promise<(Answer | Error)[]> {
    const body = items.map(({ method, path, body }) => ({ method, url: path, data: body }))
    const { answer, mark } = await persist({ method: 'POST', path: 'batch', body })
    return (answer as unknown[]).map((one) => failureIn(one) ?? { answer: one, mark })
  }

  /** Sends a request until it is answered. */
  async function persist(request: Request): Promise<Answer> {
    const mark = request.origin ?? server.mark()
    const headers = { 'x-origin': mark, 'idempotency-key': randomKey() }
    for (let pauseMs = 250, attempt = 1; ; attempt++) {
      try {
        return { answer: await server.send(request, headers), mark }
      } catch (error) {
        if (!(error instanceof ServerError)) throw error
        // The first attempt did it, and its answer was lost.
        if (attempt > 1 && request.method === 'DELETE' && error.status === 404) {
          return { answer: {}, mark }
        }
        if (!isPassing(error)) {
          server.forgetMark(mark)
          throw error
        }
        await pause(pauseMs)
        pauseMs = Math.min(2 * pauseMs, longestPauseMs)
      }
    }
  }
}

function made(make: () => Request): Request | Error {
  try {
    return make()
  } catch (error) {
    return error as Error
  }
}

/** What failed in a batch says so at its place. */
function failureIn(answer: unknown): Error | null {
  const { status, code } = (answer ?? {}) as { status?: unknown; code?: unknown }
  const hasFailed = typeof status === 'number' && status >= 400 && typeof code === 'string'
  return hasFailed ? errorIn(answer, status) : null
}
