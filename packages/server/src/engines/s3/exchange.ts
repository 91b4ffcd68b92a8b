import * as http from 'node:http'
import * as https from 'node:https'
import { S3Timeout } from './failure.ts'

export interface Exchange {
  method: string
  /** With the query. */
  path: string
  headers: Record<string, string>
  body?: Uint8Array | undefined
  signal?: AbortSignal | undefined
}

/** Connections that are kept for the next request. */
export interface Connections {
  /** Answers with the head; the body is there to be read, and has to be read or destroyed. */
  exchange(host: string, request: Exchange): Promise<http.IncomingMessage>
  close(): void
}

/**
 * `node:http` and not `fetch`: that one spells paths with dots in its own way, and takes more time for
 * every byte. The time allowed runs from one sign of life to the next, not for the whole.
 */
export function openConnections(scheme: string, idleMs: number): Connections {
  const isSecure = scheme === 'https:'
  const options = { keepAlive: true, maxFreeSockets: 64 }
  const agent = isSecure ? new https.Agent(options) : new http.Agent(options)
  const { request: open } = isSecure ? https : http

  return {
    exchange: (host, { method, path, headers, body, signal }) =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(`${scheme}//${host}`)
        const length = body ? { 'content-length': String(body.byteLength) } : {}
        const request = open({
          host: hostname.replaceAll(/[[\]]/g, ''),
          ...(port && { port }),
          method,
          path,
          headers: { ...headers, host, ...length },
          agent,
          ...(signal && { signal }),
        })
        request.setTimeout(idleMs, () => request.destroy(new S3Timeout('The store is silent.')))
        request.on('error', reject)
        request.on('response', (answer) => {
          // From here on it is the reader who may be slow; chunksOf looks after the store.
          request.setTimeout(0)
          answer.on('error', () => {})
          resolve(answer)
        })
        request.end(body)
      }),
    close: () => agent.destroy(),
  }
}

export interface Chunks {
  /** `null` at the end. */
  next(): Promise<Uint8Array | null>
  /** Wherever it is; what is left unread would keep the connection from its next request. */
  close(): void
}

/** So many chunks are taken in before the store has to wait for the one who wants them. */
const mostReady = 16

/**
 * The body of an answer. Only the store has to hurry, not the one who takes the chunks: the time runs
 * while somebody waits, and a timer that is set again is much cheaper than a new one for each chunk.
 */
export function chunksOf(answer: http.IncomingMessage, idleMs: number): Chunks {
  const ready: Buffer[] = []
  let wake: (() => void) | null = null
  const timer = setTimeout(() => {
    if (wake) answer.destroy(new S3Timeout('The store fell silent.'))
  }, idleMs)
  const news = (): void => {
    wake?.()
    wake = null
  }
  answer.on('data', (chunk: Buffer) => {
    if (ready.push(chunk) === mostReady) answer.pause()
    news()
  })
  for (const event of ['end', 'error', 'close']) answer.on(event, news)
  answer.on('close', () => clearTimeout(timer))

  return {
    async next() {
      while (ready.length === 0) {
        if (answer.readableEnded) return null
        if (answer.errored) throw answer.errored
        if (answer.destroyed) throw new S3Timeout('The answer ended too early.')
        if (answer.isPaused()) answer.resume()
        timer.refresh()
        await new Promise<void>((awake) => (wake = awake))
      }
      return ready.shift() ?? null
    },
    close() {
      if (!answer.readableEnded) answer.destroy()
    },
  }
}

export async function textOfAnswer(answer: http.IncomingMessage, idleMs: number): Promise<string> {
  const chunks = chunksOf(answer, idleMs)
  const texts: Uint8Array[] = []
  for (let chunk = await chunks.next(); chunk; chunk = await chunks.next()) texts.push(chunk)
  return Buffer.concat(texts).toString()
}
