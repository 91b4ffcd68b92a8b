import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { sendBy } from '../../../packages/server/test/fixtures/credentials.ts'

/** A way to the server that can be cut: a browser that plays offline keeps its open streams. */
export interface Wire {
  url: string
  /** Breaks what is open; new connections are let through. */
  cut(): void
  close(): Promise<void>
}

export async function layWire(serverUrl: string): Promise<Wire> {
  const { hostname, port } = new URL(serverUrl)
  const open = new Set<Socket>()

  const server = createServer((browser) => {
    const upstream = connect(Number(port), hostname)
    for (const [end, other] of [
      [browser, upstream],
      [upstream, browser],
    ] as const) {
      open.add(end)
      end.pipe(other)
      // Each end learns of an error by being closed; there is nobody else to tell.
      end.on('error', () => {})
      end.on('close', () => {
        open.delete(end)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  sendBy(own, serverUrl)

  function cut(): void {
    for (const end of open) end.destroy()
  }

  return {
    url: `http://127.0.0.1:${own}/`,
    cut,
    async close() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
