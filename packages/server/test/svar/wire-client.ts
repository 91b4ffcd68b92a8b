import { once } from 'node:events'
import { connect } from 'node:net'

export interface WireAnswer {
  status: number
  header(name: string): string | null
  body: string
}

/** One connection that is kept, one request at a time; knows to the byte what has arrived. */
export interface WireClient {
  /** `null` when the connection ended before the answer was whole. */
  send(method: string, path: string, options?: WireOptions): Promise<WireAnswer | null>
  /** Takes nothing from the connection any more, once something has come. */
  pauseAfterFirst(): Promise<void>
  resume(): void
  /** What arrived of an answer that never became whole. */
  fragment(): string
  close(): void
}

export interface WireOptions {
  headers?: Record<string, string>
  body?: unknown
  /** Lets the server wait for the body until then. */
  bodyAfter?: Promise<void>
}

/** `null` when nobody accepts the connection. */
export async function connectWire(url: string): Promise<WireClient | null> {
  const { hostname, port, host } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let chunks: Buffer[] = []
  let missing = 0
  let isOpen = true
  let waiting: ((answer: WireAnswer | null) => void) | null = null

  function settle(answer: WireAnswer | null): void {
    const resolve = waiting
    waiting = null
    resolve?.(answer)
  }

  socket.on('data', (chunk) => {
    chunks.push(chunk)
    missing -= chunk.length
    if (missing > 0) return
    const received = Buffer.concat(chunks)
    const found = answerIn(received)
    missing = 'missing' in found ? found.missing : 0
    chunks = [received.subarray('missing' in found ? 0 : found.length)]
    if ('answer' in found) settle(found.answer)
  })
  // Without this Node would end the process; `close` always follows.
  socket.on('error', () => {})
  socket.on('close', () => {
    isOpen = false
    settle(null)
  })
  await once(socket, 'connect').catch(() => {})
  if (!isOpen || socket.destroyed) return null

  return {
    send(method, path, { headers = {}, body, bodyAfter } = {}) {
      if (!isOpen) return Promise.resolve(null)
      const text = body === undefined ? '' : JSON.stringify(body)
      const fields = { host, 'content-length': String(Buffer.byteLength(text)), ...headers }
      const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
      return new Promise((resolve) => {
        waiting = resolve
        const start = `${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`
        socket.write(bodyAfter === undefined ? start + text : start)
        void bodyAfter?.then(() => socket.write(text))
      })
    },
    async pauseAfterFirst() {
      await once(socket, 'data')
      socket.pause()
    },
    resume: () => void socket.resume(),
    fragment: () => Buffer.concat(chunks).toString('utf8'),
    close: () => socket.destroy(),
  }
}

/** The answer and its length in bytes, or how many bytes must still come at least. */
function answerIn(received: Buffer): { answer: WireAnswer; length: number } | { missing: number } {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return { missing: 1 }
  const [first = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const bodyLength = headers.get('content-length')
  if (bodyLength === undefined) throw new Error(`an answer without Content-Length: ${first}`)

  const bodyStart = headEnd + 4
  const length = bodyStart + Number(bodyLength)
  if (received.length < length) return { missing: length - received.length }
  return {
    answer: {
      status: Number(first.split(' ')[1]),
      header: (name) => headers.get(name) ?? null,
      body: received.toString('utf8', bodyStart, length),
    },
    length,
  }
}
