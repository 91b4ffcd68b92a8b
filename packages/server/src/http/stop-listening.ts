import type { Server, ServerResponse } from 'node:http'
import { Server as TlsServer } from 'node:https'
import { Server as NetServer } from 'node:net'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** How a server that listens comes to its end. */
export interface Stopping {
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

interface Connection {
  since: number
  /** The newest answer, sent after all others of its connection; `null`: nothing was asked yet. */
  last: ServerResponse | null
}

/**
 * Node's own `close` calls a connection idle as soon as its answer was handed over, though much of
 * it may not have been sent. So we look ourselves, and end a connection after its last answer.
 */
export function stopListening(server: Server | TlsServer): Stopping {
  const connections = new Map<Socket, Connection>()
  /** Every answer is the last on its connection. */
  let leaving = false
  let stopping = false

  function endWhenIdle(socket: Socket): void {
    const connection = connections.get(socket)
    if (!connection) return
    const { last, since } = connection
    if (last && !last.closed) return void last.once('close', () => endWhenIdle(socket))
    const waitMs = last ? 0 : newMs - (performance.now() - since)
    if (waitMs > 0) setTimeout(() => endWhenIdle(socket), waitMs).unref()
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
    connections.set(socket, { since: performance.now(), last: null })
    socket.on('close', () => connections.delete(socket))
  })
  server.prependListener('request', ({ socket }, outgoing) => {
    const connection = connections.get(socket)
    if (connection) connection.last = outgoing
    outgoing.shouldKeepAlive &&= !leaving
    if (stopping) endWhenIdle(socket)
  })

  function leave(): void {
    leaving = true
    for (const { last } of connections.values()) if (last) last.shouldKeepAlive = false
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
    for (const socket of connections.keys()) endWhenIdle(socket)
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
