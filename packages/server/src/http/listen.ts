import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { AppError } from '../errors.ts'
import { standardHeaders } from './answer.ts'
import type { App } from './app.ts'
import { errorResponse } from './error-response.ts'
import { knownHosts } from './known-hosts.ts'
import { linger } from './linger.ts'

export interface Listening {
  url: string
  port: number
  /** Stops accepting, and resolves when what is under way has been answered, to the last byte. */
  close(): Promise<void>
}

/** How long a stop waits for answers under way before it cuts them off. */
const patienceMs = 30_000

/** A body may take as long as it likes, if only something comes: whoever reads it looks after that. */
const timeouts = { requestTimeout: 0, headersTimeout: 60_000 }

export async function listen(
  app: App,
  { port, host, base, cors }: { port: number; host: string; base: string; cors: string[] },
): Promise<Listening> {
  const isKnownHost = knownHosts(cors)
  const answer = getRequestListener(
    async (request, { incoming, outgoing }) => {
      if (!isKnownHost(request.headers.get('host'))) return refuseHost()
      return app(request, incoming as IncomingMessage, outgoing as ServerResponse)
    },
    { hostname: host, errorHandler: refuseUnreadable, autoCleanupIncoming: false },
  )
  const server = createServer(timeouts, (incoming, outgoing) => {
    linger(incoming, outgoing)
    void answer(incoming, outgoing)
  })
  const stop = stopper(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

  const address = server.address()
  const actual = typeof address === 'object' && address ? address.port : port
  const name = host.includes(':') ? `[${host}]` : host
  return { url: `http://${name}:${actual}${base}/`, port: actual, close: stop }
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
function stopper(server: Server): () => Promise<void> {
  const answers = new Map<Socket, Set<ServerResponse>>()
  let stopping = false

  function endIfIdle(socket: Socket): void {
    if (stopping && answers.get(socket)?.size === 0) socket.destroySoon()
  }

  server.on('connection', (socket: Socket) => {
    answers.set(socket, new Set())
    socket.on('close', () => answers.delete(socket))
  })
  server.prependListener('request', ({ socket }, outgoing) => {
    outgoing.shouldKeepAlive &&= !stopping
    answers.get(socket)?.add(outgoing)
    outgoing.on('close', () => {
      answers.get(socket)?.delete(outgoing)
      endIfIdle(socket)
    })
  })

  return async function stop() {
    stopping = true
    const cutOff = setTimeout(() => server.closeAllConnections(), patienceMs)
    const closed = new Promise<void>((resolve) => server.once('close', resolve))
    NetServer.prototype.close.call(server)
    for (const [socket, underWay] of answers) {
      for (const outgoing of underWay) outgoing.shouldKeepAlive = false
      endIfIdle(socket)
    }
    await closed
    clearTimeout(cutOff)
    // There is nothing left to close, but this also ends the timer Node checks connections with.
    server.close(() => {})
  }
}
