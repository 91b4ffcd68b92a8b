import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { createServer as createTlsServer, Server as TlsServer } from 'node:https'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { Config } from '../config/config.ts'
import { AppError } from '../errors.ts'
import { standardHeaders } from './wire/reply.ts'
import type { App } from './app.ts'
import { errorResponse } from './wire/error-response.ts'
import { knownHosts } from './known-hosts.ts'
import { linger } from './linger.ts'
import type { Observe } from '../observe/observation.ts'
import { followTls, readTls } from './tls-files.ts'
import type { TlsFiles } from './tls-files.ts'

export interface Listening {
  url: string
  port: number
  /**
   * Goes on for so many seconds, but ends each connection after its next answer: whoever keeps
   * connections must not find them closed under a request.
   */
  drain(seconds: number): Promise<void>
  /** Stops accepting, and resolves when what is under way has been answered, to the last byte. */
  close(): Promise<void>
}

/** How long a stop waits for answers under way before it cuts them off. */
const timeoutMs = 30_000

/** Whoever has just connected is about to ask something. */
const newMs = 1000

/**
 * A body may take as long as it likes, if only something comes: whoever reads it looks after that.
 * Balancers keep idle connections for a minute: if we closed one first, it could be under a request.
 */
const timeouts = { requestTimeout: 0, headersTimeout: 60_000, keepAliveTimeout: 75_000 }

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
  const answer = getRequestListener(
    async (request, { incoming, outgoing }) => {
      if (!isKnownHost(request.headers.get('host'))) return refuseHost()
      return app(request, incoming as IncomingMessage, outgoing as ServerResponse)
    },
    { hostname: host, errorHandler: refuseUnreadable, autoCleanupIncoming: false },
  )
  function onRequest(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (tls) stayWithTls(incoming, outgoing)
    linger(incoming, outgoing)
    void answer(incoming, outgoing)
  }
  const secure = tls && { ...timeouts, ...readTls(tls), handshakeTimeout: handshakeMs }
  const server = secure ? createTlsServer(secure, onRequest) : createServer(timeouts, onRequest)
  const stopping = stopper(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

  const address = server.address()
  const actual = typeof address === 'object' && address ? address.port : port
  const name = host.includes(':') ? `[${host}]` : host
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

/** What could not even be made into a request: no host, or an address that is none. */
function refuseUnreadable(): Response {
  return refuse(new AppError('bad_request', 'The request could not be understood.'))
}

function refuseHost(): Response {
  const message = 'This server does not know itself by this name; a setting (cors) can tell it.'
  return refuse(new AppError('forbidden', message))
}

function refuse(error: AppError): Response {
  return errorResponse(error, standardHeaders(randomUUID()))
}

/**
 * Node's own `close` calls a connection idle as soon as its answer was handed over, though much of
 * it may not have been sent. So we count ourselves, and end a connection after its last answer.
 */
function stopper(server: Server | TlsServer): Pick<Listening, 'drain' | 'close'> {
  const answers = new Map<Socket, Set<ServerResponse>>()
  /** Those that have not asked anything yet, with when they came. */
  const silent = new Map<Socket, number>()
  /** Every answer is the last on its connection. */
  let leaving = false
  let stopping = false

  function endIfIdle(socket: Socket): void {
    if (!stopping || answers.get(socket)?.size !== 0) return
    const waitMs = newMs - (performance.now() - (silent.get(socket) ?? -Infinity))
    if (waitMs > 0) setTimeout(() => endIfIdle(socket), waitMs).unref()
    else socket.destroySoon()
  }

  /** Those that have not shaken hands yet, and so cannot ask anything; only with TLS are there any. */
  const shaking = new Map<string, Socket>()
  const isTls = server instanceof TlsServer
  if (isTls) {
    server.on('connection', (socket: Socket) => {
      const end = endOf(socket)
      shaking.set(end, socket)
      socket.on('close', () => shaking.delete(end))
    })
  }
  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    shaking.delete(endOf(socket))
    answers.set(socket, new Set())
    silent.set(socket, performance.now())
    socket.on('close', () => {
      answers.delete(socket)
      silent.delete(socket)
    })
  })
  server.prependListener('request', ({ socket }, outgoing) => {
    silent.delete(socket)
    outgoing.shouldKeepAlive &&= !leaving
    answers.get(socket)?.add(outgoing)
    outgoing.on('close', () => {
      answers.get(socket)?.delete(outgoing)
      endIfIdle(socket)
    })
  })

  function leave(): void {
    leaving = true
    for (const underWay of answers.values()) {
      for (const outgoing of underWay) outgoing.shouldKeepAlive = false
    }
  }

  async function drain(seconds: number): Promise<void> {
    leave()
    await sleep(seconds * 1000)
  }

  async function close(): Promise<void> {
    leave()
    stopping = true
    const cutOff = setTimeout(() => server.closeAllConnections(), timeoutMs)
    const closed = new Promise<void>((resolve) => server.once('close', resolve))
    // Then those that wait have just been accepted; the others would be turned away.
    await nextTurn()
    NetServer.prototype.close.call(server)
    for (const socket of answers.keys()) endIfIdle(socket)
    for (const socket of shaking.values()) socket.destroy()
    await closed
    clearTimeout(cutOff)
    // There is nothing left to close, but this also ends the timer Node checks connections with.
    server.close(() => {})
  }

  return { drain, close }
}

/** The same of a connection and of what is spoken on it, which are two sockets with TLS. */
function endOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
