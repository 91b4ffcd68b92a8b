import { createServer, request as httpRequest } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What goes wrong with one request. */
export type Fault =
  | { kind: 'answer'; status: number; body?: string }
  /** The connection breaks once so many bytes of the body have come. */
  | { kind: 'cut request'; after: number }
  | { kind: 'cut answer'; after: number }
  /** The server does it, but nobody hears of it. */
  | { kind: 'lose answer' }
  | { kind: 'change answer'; after: number }
  | { kind: 'hang' }

export interface FaultyProxy {
  origin: string
  /** Asked at each request; `null` lets it pass. */
  fault: (request: { method: string; url: string }) => Fault | null
  /** `PUT /bucket/key?uploadId=…`, in the order they came. */
  seen: string[]
  close(): Promise<void>
}

/** Stands between a client and a real server, and does to requests what networks do. */
export async function faultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target)
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    proxy.seen.push(`${method} ${url}`)
    // Either side may go at any time; that is the point.
    for (const side of [request, response]) side.on('error', () => {})
    const fault = proxy.fault({ method, url })
    if (fault?.kind === 'hang') return
    if (fault?.kind === 'answer') {
      request.resume()
      response.writeHead(fault.status).end(fault.body)
      return
    }
    if (fault?.kind === 'cut request') cutAfter(request, fault.after)
    forward(request, response, fault)
  })

  function forward(request: IncomingMessage, response: ServerResponse, fault: Fault | null): void {
    const { method, url, headers } = request
    const forwarded = httpRequest({ host: hostname, port, method, path: url, headers })
    forwarded.on('error', () => response.destroy())
    forwarded.on('response', (answer) => {
      answer.on('error', () => response.destroy())
      if (fault?.kind === 'lose answer') {
        answer.resume().on('end', () => response.destroy())
        return
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      let passed = 0
      answer.on('data', (chunk: Buffer) => {
        const at = fault && 'after' in fault ? fault.after - passed : -1
        const isThere = at >= 0 && at < chunk.length
        passed += chunk.length
        if (isThere && fault?.kind === 'cut answer') {
          response.write(chunk.subarray(0, at), () => response.destroy())
          answer.destroy()
          return
        }
        if (isThere && fault?.kind === 'change answer') chunk[at] = ~(chunk[at] ?? 0)
        if (!response.write(chunk)) {
          answer.pause()
          response.once('drain', () => answer.resume())
        }
      })
      answer.on('end', () => response.end())
    })
    request.pipe(forwarded)
    request.on('close', () => {
      if (!request.complete) forwarded.destroy()
    })
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const proxy: FaultyProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: () => null,
    seen: [],
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return proxy
}

function cutAfter(request: IncomingMessage, bytes: number): void {
  let come = 0
  request.on('data', (chunk: Buffer) => {
    come += chunk.length
    if (come >= bytes) request.socket.destroy()
  })
}
