import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * A balancer as plain as can be: it asks servers for their health, gives requests to those that are
 * ready in turn, over connections that it keeps, and tries nothing twice.
 */
export interface Balancer {
  url: string
  /** Resolves when it gives requests to this server, until it is not ready any more. */
  add(server: string): Promise<void>
  /** How many requests this server was given. */
  given(server: string): number
  /** What went wrong between it and the servers. */
  failures: string[]
  close(): Promise<void>
}

interface Target {
  url: URL
  isReady: boolean
  given: number
}

export async function startBalancer(checkEveryMs = 50): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const targets = new Map<string, Target>()
  const failures: string[] = []
  let next = 0

  async function check(target: Target): Promise<void> {
    const answer = await fetch(new URL('health', target.url)).catch(() => null)
    await answer?.body?.cancel()
    target.isReady = answer?.status === 200
  }
  const checks = setInterval(() => {
    for (const target of targets.values()) void check(target)
  }, checkEveryMs)

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const ready = [...targets.values()].filter(({ isReady }) => isReady)
    const target = ready[next++ % ready.length]
    const { method, url = '', headers } = incoming
    function failed(error: Error): void {
      failures.push(`${method} ${url} at ${target?.url.port}: ${error.message}`)
      outgoing.destroy()
    }
    if (!target) return failed(new Error('no server is ready'))
    target.given++
    const asked = request(new URL(url, target.url), { method, headers, agent })
    asked.on('error', failed)
    asked.on('response', (answer) => {
      // Each side has its own connections, and says itself how long it keeps them.
      const { connection: _, 'keep-alive': __, ...rest } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 500, rest)
      answer.on('error', failed)
      answer.pipe(outgoing)
    })
    incoming.pipe(asked)
    outgoing.on('close', () => {
      // The client has gone: what becomes of its request is nobody's failure.
      if (!outgoing.writableFinished)
        asked
          .off('error', failed)
          .on('error', () => {})
          .destroy()
    })
  }

  const server = createServer(forward).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}/`,
    failures,
    async add(url) {
      const target: Target = { url: new URL(url), isReady: false, given: 0 }
      targets.set(url, target)
      while (!target.isReady) await pause(checkEveryMs)
    },
    given: (url) => targets.get(url)?.given ?? 0,
    async close() {
      clearInterval(checks)
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      agent.destroy()
    },
  }
}
