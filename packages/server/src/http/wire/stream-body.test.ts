import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import type { Call } from '../call.ts'
import { streamBody } from './stream-body.ts'

/** Pieces without end, and whether somebody has said that they are not wanted any more. */
function endless() {
  const state = { isEnded: false }
  async function* make(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield new Uint8Array(1000)
    } finally {
      state.isEnded = true
    }
  }
  return { state, pieces: make() }
}

function callWith(method: string, signal: AbortSignal): Call {
  const request = new Request('http://localhost/films', { method, signal })
  return { request, incoming: null } as unknown as Call
}

/** Sends pieces over a connection, and answers what the client has got. */
async function sent(pieces: Uint8Array[]): Promise<Buffer> {
  const server = createServer((incoming, outgoing) => {
    const { request } = callWith('GET', new AbortController().signal)
    const call = { request, incoming, outgoing } as unknown as Call
    outgoing.flushHeaders()
    const reader = streamBody(call, Readable.from(pieces).iterator()).getReader()
    // Nothing comes this way, but the end.
    void reader.read().then(({ done }) => done && outgoing.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  server.close()
  return bytes
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 20))

describe('a list that is sent in pieces', () => {
  it('is given up when the client leaves before it has taken anything', async () => {
    const { state, pieces } = endless()
    await pieces.next()
    const leave = new AbortController()
    streamBody(callWith('GET', leave.signal), pieces)
    leave.abort()
    await soon()

    assert.equal(state.isEnded, true)
  })

  it('is given up when the client had left before it was made', async () => {
    const { state, pieces } = endless()
    await pieces.next()
    streamBody(callWith('GET', AbortSignal.abort()), pieces)
    await soon()

    assert.equal(state.isEnded, true)
  })

  it('is given up when the client stops taking it', async () => {
    const { state, pieces } = endless()
    const reader = streamBody(callWith('GET', new AbortController().signal), pieces).getReader()
    await reader.read()
    await reader.cancel()

    assert.equal(state.isEnded, true)
  })

  it('is not made for a client that asks for the headers only', async () => {
    const { state, pieces } = endless()
    await pieces.next()
    const body = streamBody(callWith('HEAD', new AbortController().signal), pieces)

    assert.equal(await new Response(body).text(), '')
    assert.equal(state.isEnded, true)
  })

  it('gives the memory of large pieces back when they are sent, and of no others', async () => {
    const page = 100_000
    const shared = new Uint8Array(3 * page).fill(3)
    const pieces = [
      new Uint8Array(page).fill(1),
      new Uint8Array(page).fill(2).subarray(1),
      shared.subarray(page, 2 * page),
      shared.subarray(2 * page),
      new Uint8Array(10).fill(4),
    ]
    const expected = Buffer.concat(pieces)

    assert.ok((await sent(pieces)).equals(expected))

    const left = pieces.map(({ buffer }) => buffer.byteLength)
    assert.deepEqual(left, [0, 0, 3 * page, 3 * page, 10])
  })
})
