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
   * `learn` is called with the answer before the next write is made. Rejects with a `ServerError`
   * when the server says no.
   */
  send(make: () => Request, learn?: (answer: unknown) => void): Promise<unknown>
  /** Resolves when nothing waits any more. */
  settled(): Promise<void>
}

export interface OutboxOptions {
  /** Whether writes that have piled up go as one batch. Rows and the plan can, files cannot. */
  batches: boolean
}

interface Waiting {
  make: () => Request
  learn: ((answer: unknown) => void) | undefined
  resolve: (answer: unknown) => void
  reject: (error: unknown) => void
}

const batchItems = 500
/** In characters, far below what the server takes at once. */
const batchLength = 200_000
const longestPauseMs = 5000

export function outbox(server: Server, { batches }: OutboxOptions): Outbox {
  const waiting: Waiting[] = []
  let running: Promise<void> | null = null

  return {
    send(make, learn) {
      return new Promise((resolve, reject) => {
        waiting.push({ make, learn, resolve, reject })
        server.countUnsaved(1)
        running ??= run()
      })
    },
    async settled() {
      while (running) await running
    },
  }

  async function run(): Promise<void> {
    // What is done in one go belongs into one batch.
    await Promise.resolve()
    while (waiting.length > 0) {
      const requests = nextRequests()
      const answers = await answersTo(requests)
      const group = waiting.splice(0, requests.length)
      server.countUnsaved(-group.length)
      for (const [index, { learn, resolve, reject }] of group.entries()) {
        const answer = answers[index]
        if (answer instanceof Error) {
          reject(answer)
          continue
        }
        learn?.(answer)
        resolve(answer)
      }
    }
    running = null
  }

  function nextRequests(): (Request | Error)[] {
    const requests: (Request | Error)[] = []
    let length = 0
    for (const { make } of waiting.slice(0, batches ? batchItems : 1)) {
      const request = made(make)
      length += JSON.stringify(request).length
      if (requests.length > 0 && length > batchLength) break
      requests.push(request)
    }
    return requests
  }

  async function answersTo(requests: (Request | Error)[]): Promise<unknown[]> {
    const items = requests.filter((request): request is Request => !(request instanceof Error))
    const answers = await (
      items.length > 1 ? inBatch(items) : Promise.all(items.map(persist))
    ).catch((error: unknown) => items.map(() => error))
    return requests.map((request) => (request instanceof Error ? request : answers.shift()))
  }

  async function inBatch(items: Request[]): Promise<unknown[]> {
    const body = items.map(({ method, path, body }) => ({ method, url: path, data: body }))
    const answers = await persist({ method: 'POST', path: 'batch', body })
    return (answers as unknown[]).map(failureOr)
  }

  /** Sends a request until it is answered. */
  async function persist(request: Request): Promise<unknown> {
    // What only reads has no change by which it could be known.
    const mark = request.method === 'GET' ? null : server.mark()
    const headers = mark ? { 'x-origin': mark, 'idempotency-key': randomKey() } : {}
    for (let pauseMs = 250, attempt = 1; ; attempt++) {
      try {
        return await server.send(request, headers)
      } catch (error) {
        if (!(error instanceof ServerError)) throw error
        // The first attempt did it, and its answer was lost.
        if (attempt > 1 && request.method === 'DELETE' && error.status === 404) return {}
        if (!isPassing(error)) {
          if (mark) server.forgetMark(mark)
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
function failureOr(answer: unknown): unknown {
  const { status, code } = (answer ?? {}) as { status?: unknown; code?: unknown }
  const hasFailed = typeof status === 'number' && status >= 400 && typeof code === 'string'
  return hasFailed ? errorIn(answer, status) : answer
}
