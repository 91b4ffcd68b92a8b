import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { connectRaw } from '../../../test/fixtures/raw-exchange.ts'
import { plainRoute, routeServer } from '../../../test/fixtures/route-server.ts'
import { arrivedWhole, bodyPieces, releaseOf } from './incoming-body.ts'
import { readJsonBody } from './read-body.ts'

const { port, origin, app } = await routeServer([
  plainRoute('POST', '/taken', async (call) => {
    const pieces = await Array.fromAsync(bodyPieces(call))
    for (const piece of pieces) releaseOf(call)?.(piece)
    return pieces.reduce((left, { length }) => left + length, 0)
  }),
  plainRoute('POST', '/echo', (_call, _params, body) => body, z.any()),
  plainRoute('GET', '/timeouts', (call) => {
    const { server } = call.incoming!.socket as unknown as { server: Server }
    return [server.requestTimeout, server.headersTimeout]
  }),
])

const head = 'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 12\r\n\r\n'

describe('a body', () => {
  it('may come slowly', async (t) => {
    const pass = mockTime(t)
    const { socket, until } = await connectRaw(port)
    socket.write(head)
    for (const letter of '{"name":"x"}') {
      await severalTurns()
      pass(4000)
      socket.write(letter)
    }
    await until('{"name":"x"}')
    socket.destroy()
  })

  it('is not waited for when nothing comes for a minute', async (t) => {
    const pass = mockTime(t)
    const { socket, ended } = await connectRaw(port)
    socket.write(`${head}{"name"`)
    await severalTurns()
    pass(60_010)
    await ended
  })

  it('is not waited for without end, though a byte comes now and then', async (t) => {
    const pass = mockTime(t)
    const { socket, ended } = await connectRaw(port)
    socket.write(head)
    for (const letter of '{"n') {
      await severalTurns()
      pass(25_000)
      if (!socket.destroyed) socket.write(letter)
    }
    await ended
  })

  it('that came by a socket is freed when it is used up, and no memory of anybody else', async () => {
    const sent = { method: 'POST', body: new Uint8Array(1_000_000) }

    const bySocket = await fetch(`${origin}/taken`, sent)
    assert.ok(Number(await bySocket.text()) < 65_536)
    const without = await app(new Request(`${origin}/taken`, sent))
    assert.equal(await without.text(), '1000000')
  })

  it('has no end to come by, but its head has', async () => {
    const { socket, until } = await connectRaw(port)
    socket.write('GET /timeouts HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await until('[0,60000]')
    socket.destroy()
  })
})

describe('a body that has arrived before it is read', () => {
  for (const pieces of [1, 2, 3]) {
    it(`is taken to its last byte when it came in ${pieces}`, async (t) => {
      const bytes = randomBytes(60_000)
      const incoming = await arrived(t, bytes, pieces)
      assert.equal(hash(arrivedWhole(incoming)!), hash(bytes))
      await once(incoming, 'end')
    })

    it(`goes on in pieces to its last byte when it came in ${pieces}`, async (t) => {
      const bytes = randomBytes(60_000)
      const incoming = await arrived(t, bytes, pieces)
      const read = await Array.fromAsync(bodyPieces({ incoming, request: null as never }))
      assert.equal(hash(Buffer.concat(read)), hash(bytes))
    })
  }
})

describe('a body whose client has gone before it is read', () => {
  it('is not waited for', async (t) => {
    const incoming = await arrived(t, randomBytes(100), 1, 200)
    incoming.socket.destroy()
    while (!incoming.destroyed) await pause(1)
    const request = { headers: new Headers(), method: 'POST' } as Request
    const limits = { body: 1000, depth: 10 }
    await assert.rejects(readJsonBody({ incoming, request }, limits), { code: 'body.malformed' })
  })
})

function mockTime(t: TestContext): (ms: number) => void {
  let now = performance.now()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  t.mock.method(performance, 'now', () => now)
  return (ms) => {
    now += ms
    t.mock.timers.tick(ms)
  }
}

/** Lets the server see what was sent before the clock goes on. */
async function severalTurns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** The message of a request, with all that was sent of its body in its buffer. */
async function arrived(
  t: TestContext,
  bytes: Buffer,
  pieces: number,
  said = bytes.length,
): Promise<IncomingMessage> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port)
  t.after(() => {
    client.destroy()
    server.close()
  })
  client.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${said}\r\n\r\n`)
  const [incoming] = (await once(server, 'request')) as [IncomingMessage]
  const length = bytes.length / pieces
  for (let at = 0; at < bytes.length; at += length) {
    client.write(bytes.subarray(at, at + length))
    while (incoming.readableLength < at + length) await pause(1)
  }
  return incoming
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
