import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { answerReader, rawRequest } from './load.ts'

/** One keep-alive connection that spends as little as possible, with one request at a time. */
export interface Client {
  ask(request: string, body?: Body): Promise<Answered>
  close(): void
}

/** A long body, which is never in memory as a whole. */
export interface Body {
  before: string
  bytes: number
  after: string
}

export interface Answered {
  status: number
  /** The head, and of the body as much as came with it. */
  start: string
  /** All that came, with the head. */
  bytes: number
  /** Milliseconds from sending to the first byte, and to the last. */
  firstMs: number
  ms: number
}

/** What all long bodies are made of, over and over. */
export const filling = randomBytes(1024 * 1024)

/** Throws when the answer is not what was expected: without `status`, any 2xx. */
export async function askWell(
  client: Client,
  request: string,
  { status, body }: { status?: number; body?: Body } = {},
): Promise<Answered> {
  const answer = await client.ask(request, body)
  const good = status === undefined ? answer.status >= 200 && answer.status < 300 : false
  if (good || answer.status === status) return answer
  throw new Error(`${request.split(' HTTP')[0]} was answered:\n${answer.start}`)
}

/** One request on a connection of its own: a server hangs up on those that rest for some seconds. */
export async function askOnce(
  port: number,
  request: string,
  options: { body?: Body } = {},
): Promise<Answered> {
  const client = await openClient(port)
  try {
    return await askWell(client, request, options)
  } finally {
    client.close()
  }
}

export function openClient(port: number): Promise<Client> {
  const buffer = Buffer.allocUnsafe(256 * 1024)
  const opened = Promise.withResolvers<Client>()
  let waiting: PromiseWithResolvers<Answered> | null = null
  let sentAt = 0
  let firstAt = 0
  let bytes = 0
  let broken: Error | null = null
  let goOn: (() => void) | null = null
  const read = answerReader(({ status, start }) => {
    const now = performance.now()
    waiting?.resolve({ status, start, bytes, firstMs: firstAt - sentAt, ms: now - sentAt })
  })

  function fail(error: Error): void {
    broken ??= error
    opened.reject(broken)
    waiting?.reject(broken)
    goOn?.()
  }

  function take(length: number): boolean {
    if (bytes === 0) firstAt = performance.now()
    bytes += length
    try {
      read(buffer.subarray(0, length))
    } catch (error) {
      socket.destroy(error as Error)
    }
    return true
  }

  async function send({ before, bytes: wanted, after }: Body): Promise<void> {
    socket.write(before)
    for (let left = wanted; left > 0 && !broken; left -= filling.length) {
      const piece = left < filling.length ? filling.subarray(0, left) : filling
      if (!socket.write(piece)) await new Promise<void>((resolve) => (goOn = resolve))
    }
    socket.write(after)
  }

  function ask(request: string, body?: Body): Promise<Answered> {
    if (broken) return Promise.reject(broken)
    waiting = Promise.withResolvers()
    bytes = 0
    sentAt = performance.now()
    socket.write(request)
    if (body) void send(body).catch(fail)
    return waiting.promise
  }

  const onread = { buffer, callback: take }
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
  socket.setTimeout(60_000, () => socket.destroy(new Error('no answer within 60 s')))
  socket.on('drain', () => goOn?.())
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed the connection')))
  socket.on('connect', () => opened.resolve({ ask, close: () => socket.destroy() }))
  return opened.promise
}

/** The form of the stock client: the file, then its name. */
export function uploadForm(
  path: string,
  name: string,
  bytes: number,
): { request: string; body: Body } {
  const boundary = '----WebKitFormBoundaryq7Xw2bT0kYp4sZ1a'
  const before =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n'
  const after =
    `\r\n--${boundary}\r\nContent-Disposition: form-data; name="name"\r\n\r\n${name}\r\n` +
    `--${boundary}--\r\n`
  const type = `multipart/form-data; boundary=${boundary}`
  const length = before.length + bytes + after.length
  return { request: postHead('POST', path, type, length), body: { before, bytes, after } }
}

/** The same bytes without a form around them. */
export function rawUpload(path: string, bytes: number): { request: string; body: Body } {
  const request = postHead('PUT', path, 'application/octet-stream', bytes)
  return { request, body: { before: '', bytes, after: '' } }
}

export function get(path: string, headers = ''): string {
  return rawRequest('GET', path, '', headers)
}

function postHead(method: string, path: string, type: string, length: number): string {
  return (
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n` +
    `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`
  )
}
