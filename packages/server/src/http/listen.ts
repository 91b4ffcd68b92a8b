import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { Config } from '../config/config.ts'
import { AppError } from '../errors.ts'
import { standardHeaders } from './wire/reply.ts'
import type { Answer } from './wire/reply.ts'
import type { App } from './app.ts'
import { asAppError, errorAnswer } from './wire/error-response.ts'
import { knownHosts } from './known-hosts.ts'
import { linger } from './linger.ts'
import type { Observe } from '../observe/observation.ts'
import { stopListening } from './stop-listening.ts'
import type { Stopping } from './stop-listening.ts'
import { followTls, readTls } from './tls-files.ts'
import type { TlsFiles } from './tls-files.ts'
import { messageReader } from './wire/message-request.ts'
import { sendAnswer } from './wire/send-answer.ts'

export interface Listening extends Stopping {
  url: string
  port: number
}

const options = {
  // A body may take as long as it likes, if only something comes: whoever reads it looks after that.
  requestTimeout: 0,
  headersTimeout: 60_000,
  // Balancers keep idle connections for a minute: if we closed one first, it could be under a request.
  keepAliveTimeout: 75_000,
  // As the web does: else of some the first one would count, and what was sent behind it would be lost.
  joinDuplicateHeaders: true,
}

/** A handshake that takes longer is none. */
const handshakeMs = 10_000

interface Place extends Pick<Config, 'port' | 'host' | 'base' | 'cors' | 'auth'> {
  /** `null`: plain http. */
  tls?: TlsFiles | null
}

export async function listen(
  app: App,
  { port, host, base, cors, auth, tls = null }: Place,
  observe: Observe = () => {},
): Promise<Listening> {
  // Under a name that is not ours a browser has no session to show.
  const isKnownHost = auth === 'none' ? knownHosts(cors) : () => true
  const name = host.includes(':') ? `[${host}]` : host
  const read = messageReader(name)

  function onRequest(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (tls) stayWithTls(incoming, outgoing)
    linger(incoming, outgoing)
    void answer(incoming, outgoing)
  }
  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = read(incoming, outgoing)
    if (!request) return refuse(outgoing, unreadable())
    if (!isKnownHost(request.headers.get('host'))) return refuse(outgoing, foreignHost())
    let made: Answer | null = null
    try {
      made = await app(request, incoming, outgoing)
      await sendAnswer(outgoing, made)
    } catch (error) {
      fail(outgoing, made, error)
    }
  }
  /** It was made, and cannot be sent, or not to its end; `null`: not even that. */
  function fail(outgoing: ServerResponse, made: Answer | null, error: unknown): void {
    const requestId = made?.headers['x-request-id'] ?? randomUUID()
    const known = asAppError(error, requestId)
    if (known !== error) observe({ kind: 'failure', requestId, where: 'sending', error })
    if (outgoing.headersSent) outgoing.destroy()
    else refuse(outgoing, known)
  }

  const secure = tls && { ...options, ...readTls(tls), handshakeTimeout: handshakeMs }
  const server = secure ? createTlsServer(secure, onRequest) : createServer(options, onRequest)
  const stopping = stopListening(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

  const address = server.address()
  const actual = typeof address === 'object' && address ? address.port : port
  if (tls) {
    const stop = followTls(tls, (pair) => (server as TlsServer).setSecureContext(pair), observe)
    server.once('close', stop)
  }
  const scheme = tls ? 'https' : 'http'
  return { url: `${scheme}://${name}:${actual}${base}/`, port: actual, ...stopping }
}

/**
 * Tells browsers to come by https from now on. Not by the name that every machine has for itself: it would hold
 * for all that is ever developed on it.
 */
function stayWithTls({ headers }: IncomingMessage, outgoing: ServerResponse): void {
  if (/^([^:]+\.)?localhost\.?(:|$)/i.test(headers.host ?? '')) return
  outgoing.setHeader('strict-transport-security', 'max-age=31536000')
}

/** No host, or an address that is none. */
function unreadable(): AppError {
  return new AppError('bad_request', 'The request could not be understood.')
}

function foreignHost(): AppError {
  const message = 'This server does not know itself by this name; a setting (cors) can tell it.'
  return new AppError('forbidden', message)
}

function refuse(outgoing: ServerResponse, error: AppError): void {
  void sendAnswer(outgoing, errorAnswer(error, standardHeaders(randomUUID())))
}
