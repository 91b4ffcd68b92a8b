import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { AppError } from '../errors.ts'
import { errorResponse } from './error-response.ts'

export interface Listening {
  url: string
  port: number
  /** Stops accepting, and resolves when what is under way has been answered. */
  close(): Promise<void>
}

/** How long a stop waits for answers under way before it cuts them off. */
const patienceMs = 30_000

export async function listen(
  fetch: (request: Request) => Promise<Response>,
  { port, host, base }: { port: number; host: string; base: string },
): Promise<Listening> {
  const answer = getRequestListener(fetch, { hostname: host, errorHandler: refuseUnreadable })
  let stopping = false
  const server = createServer((incoming, outgoing) => {
    // A client that keeps its connection busy would otherwise keep us from ever stopping.
    if (stopping) outgoing.setHeader('connection', 'close')
    void answer(incoming, outgoing)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

  const address = server.address()
  const actual = typeof address === 'object' && address ? address.port : port
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${name}:${actual}${base}/`,
    port: actual,
    close() {
      stopping = true
      return stop(server)
    },
  }
}

/** What could not even be made into a request: no host, or an address that is none. */
function refuseUnreadable(): Response {
  return errorResponse(new AppError('bad_request', 'The request could not be understood.'), {})
}

async function stop(server: Server): Promise<void> {
  const cutOff = setTimeout(() => server.closeAllConnections(), patienceMs)
  // Connections that fall idle after the stop began are not ended by it.
  const sweep = setInterval(() => server.closeIdleConnections(), 20)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  clearTimeout(cutOff)
  clearInterval(sweep)
}
