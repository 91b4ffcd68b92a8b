import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { patient } from '../../../test/fixtures/patient.ts'
import { plainRoute, routeServer } from '../../../test/fixtures/route-server.ts'
import { replyBody } from './reply.ts'

const state = { made: 0, isLeft: false }

const { origin, port } = await routeServer([
  plainRoute('GET', '/text', () => 'grün'),
  plainRoute('GET', '/bytes', () => replyBody(new Uint8Array([1, 2, 3]), {})),
  plainRoute('GET', '/none', () => replyBody(null, { status: 204 })),
  plainRoute('GET', '/bad-header', () => replyBody('x', { headers: { 'x-name': 'a\nb' } })),
  plainRoute('GET', '/broken', () => replyBody(broken(), {})),
  plainRoute('GET', '/endless', () => replyBody(endless(), {})),
])

function broken(): ReadableStream<Uint8Array> {
  const pieces = [new Uint8Array(1000)]
  return new ReadableStream({
    pull(controller) {
      const piece = pieces.pop()
      if (!piece) throw new Error('broken')
      controller.enqueue(piece)
    },
  })
}

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      state.made++
      controller.enqueue(new Uint8Array(1024 * 1024))
    },
    cancel: () => void (state.isLeft = true),
  })
}

describe('an answer over a socket', () => {
  it('says how many bytes it has, where that is known', async () => {
    const lengths = await Promise.all(
      ['text', 'bytes', 'none'].map(async (path) => {
        const answer = await fetch(`${origin}/${path}`)
        return [(await answer.arrayBuffer()).byteLength, answer.headers.get('content-length')]
      }),
    )
    assert.deepEqual(lengths, [
      [7, '7'],
      [3, '3'],
      [0, null],
    ])
  })

  it('that cannot be sent is a failure of the server', async () => {
    const answer = await fetch(`${origin}/bad-header`)
    const { code } = (await answer.json()) as { code: string }
    assert.deepEqual([answer.status, code], [500, 'internal'])
    assert.ok(answer.headers.get('x-request-id'))
  })

  it('is cut off where it could not be made to its end', async () => {
    const answer = await fetch(`${origin}/broken`)
    assert.equal(answer.status, 200)
    await assert.rejects(answer.arrayBuffer())
  })

  it('comes as its client takes it, and is given up when the client goes', async (t) => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'readable')
    let before = -1
    await t.waitFor(() => {
      const isStill = before === state.made
      before = state.made
      assert.ok(isStill)
    }, patient)
    assert.ok(state.made < 100, `${state.made} pieces wait`)

    socket.destroy()
    await t.waitFor(() => assert.ok(state.isLeft), patient)
  })
})
