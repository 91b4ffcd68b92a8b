import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'

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
  const answer = getRequestListener(fetch, { hostname: host })
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

  const address = server.address()
  const actual = typeof address === 'object' && address ? address.port : port
  const name = host.includes(':') ? `[${host}]` : host
  return { url: `http://${name}:${actual}${base}/`, port: actual, close: () => stop(server) }
}

async function stop(server: Server): Promise<void> {
  const cutOff = setTimeout(() => server.closeAllConnections(), patienceMs)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  clearTimeout(cutOff)
}
