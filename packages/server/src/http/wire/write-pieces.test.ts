import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { writePieces } from './write-pieces.ts'

/** More than a connection takes before anybody reads from it. */
const pieceBytes = 8 * 1024 * 1024

async function* pieces(count: number): AsyncGenerator<Uint8Array> {
  for (let n = 1; n <= count; n++) yield new Uint8Array(pieceBytes).fill(n)
}

/** A server that writes pieces as its only answer, and a client that has not taken any yet. */
async function exchange(test: TestContext, count: number) {
  const released: Uint8Array[] = []
  const result = Promise.withResolvers<void>()
  const server = createServer((_, outgoing) => {
    const writing = writePieces(outgoing, pieces(count), (piece) => released.push(piece))
    writing.then(() => void outgoing.end()).then(result.resolve, result.reject)
  })
  test.after(() => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const request = get({ port: (server.address() as AddressInfo).port })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return { answer, released, result: result.promise }
}

describe('pieces that are written to a connection', () => {
  it('are not let go before the client has taken them, and all are in the end', async (test) => {
    const { answer, released, result } = await exchange(test, 3)
    await wait(50)
    assert.equal(released.length, 0)

    let bytes = 0
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      const expected = Math.floor(bytes / pieceBytes) + 1
      assert.equal(chunk[0], expected)
      bytes += chunk.length
    }
    await result

    assert.equal(bytes, 3 * pieceBytes)
    assert.deepEqual(
      released.map((piece) => piece[0]),
      [1, 2, 3],
    )
  })

  it('are an error, and none is let go, when the client goes away', async (test) => {
    const { answer, released, result } = await exchange(test, 3)
    const failing = assert.rejects(result)

    answer.destroy()

    await failing
    assert.equal(released.length, 0)
  })
})
