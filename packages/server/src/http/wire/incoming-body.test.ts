import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { z } from 'zod'
import { connectRaw } from '../../../test/fixtures/raw-exchange.ts'
import { plainRoute, routeServer } from '../../../test/fixtures/route-server.ts'
import { bodyPieces, releaseOf } from './incoming-body.ts'

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
