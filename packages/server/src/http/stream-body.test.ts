import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Call } from './route.ts'
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
})
