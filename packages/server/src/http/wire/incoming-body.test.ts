import type { Server } from 'node:http'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { connectRaw } from '../../../test/fixtures/raw-exchange.ts'
import { plainRoute, routeServer } from '../../../test/fixtures/route-server.ts'

const { port } = await routeServer([
  plainRoute('POST', '/echo', (_call, _params, body) => body, z.any()),
  plainRoute('GET', '/timeouts', (call) => {
    const { server } = call.incoming!.socket as unknown as { server: Server }
    return [server.requestTimeout, server.headersTimeout]
  }),
])

const head = 'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 12\r\n\r\n'

describe('a body', () => {
  it('may take as long as it likes, if something comes every minute', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { socket, until, ended } = await connectRaw(port)
    socket.write(head)
    for (const letter of '{"name":"x"}') {
      await severalTurns()
      t.mock.timers.tick(50_000)
      socket.write(letter)
    }
    await until('{"name":"x"}')

    socket.write(`${head}{"name"`)
    await severalTurns()
    t.mock.timers.tick(60_001)
    await ended
  })

  it('has no end to come by, but its head has', async () => {
    const { socket, until } = await connectRaw(port)
    socket.write('GET /timeouts HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await until('[0,60000]')
    socket.destroy()
  })
})

/** Lets the server see what was sent before the clock goes on. */
async function severalTurns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
}
