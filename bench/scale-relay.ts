import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bareS3 } from './s3-bare.ts'
import type { BareS3 } from './s3-bare.ts'
import { startServer } from './server.ts'
import type { Server } from './server.ts'

const partBytes = 8 * 1024 * 1024

/** What stands between a client and the store at the least: `PUT` and `GET` of bytes, passed on. */
export function startRelay(name: string, store: URL): Promise<Server> {
  return startServer({ name, args: [import.meta.filename, store.href], stderr: 'inherit' })
}

function serveRelay(store: URL): void {
  const bare = bareS3(store, 'bench')
  const server = createServer((request, response) => {
    const key = `relay${request.url}`
    void (request.method === 'PUT' ? take(bare, key, request, response) : give(bare, key, response))
  })
  server.listen(0, '127.0.0.1', () => {
    console.log(`Relay is ready at http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  })
}

async function take(
  bare: BareS3,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await bare.upload(key, partsOf(request), 4)
  response.end('{}')
}

async function* partsOf(body: IncomingMessage): AsyncGenerator<Buffer> {
  let [pieces, length]: [Buffer[], number] = [[], 0]
  for await (const piece of body as AsyncIterable<Buffer>) {
    pieces.push(piece)
    length += piece.length
    if (length < partBytes) continue
    yield Buffer.concat(pieces)
    ;[pieces, length] = [[], 0]
  }
  if (length > 0) yield Buffer.concat(pieces)
}

async function give(bare: BareS3, key: string, response: ServerResponse): Promise<void> {
  const found = await bare.send({ method: 'GET', key })
  response.setHeader('content-length', found.headers['content-length'] ?? 0)
  found.pipe(response)
}

if (import.meta.main) serveRelay(new URL(process.argv[2] ?? ''))
