import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { patient } from '../../../test/fixtures/patient.ts'
import { exchangeRaw } from '../../../test/fixtures/raw-exchange.ts'
import { plainRoute, routeServer } from '../../../test/fixtures/route-server.ts'

const waiting: AbortSignal[] = []

const { origin, port } = await routeServer([
  plainRoute('GET', '/said', ({ request: { method, url, headers, body } }) => ({
    method,
    url,
    authorization: headers.get('Authorization'),
    cookie: headers.get('cookie'),
    has: [headers.has('X-Empty'), headers.has('x-other'), headers.has('constructor')],
    body,
  })),
  plainRoute('POST', '/body', async ({ request }) => new Response(request.body).text()),
  plainRoute('GET', '/wait', async ({ request: { signal } }) => {
    waiting.push(signal)
    await once(signal, 'abort')
  }),
  plainRoute('GET', '/keep', ({ request: { signal } }) => void waiting.push(signal)),
])

interface Said {
  url: string
  authorization: string | null
  cookie: string | null
  has: boolean[]
  body: unknown
  code?: string
}

/** Its status and what is answered; what is no request is refused without a word. */
async function ask(target: string, headers: string[], method = 'GET'): Promise<[number, Said]> {
  const lines = [`${method} ${target} HTTP/1.1`, 'Connection: close', ...headers, '', '']
  const [head = '', body = ''] = (await exchangeRaw(port, lines.join('\r\n'))).split('\r\n\r\n')
  return [Number(head.split(' ')[1]), JSON.parse(body || '{}') as Said]
}

describe('a request over a socket', () => {
  it('has its headers whatever their case, and joined where they come twice', async () => {
    const [, said] = await ask('/said', [
      'Host: localhost:1',
      'AUTHORIZATION: Bearer a',
      'Authorization: Bearer b',
      'Cookie: a=1',
      'Cookie: b=2',
      'X-Empty:',
    ])
    assert.equal(said.authorization, 'Bearer a, Bearer b')
    assert.equal(said.cookie, 'a=1; b=2')
    assert.deepEqual(said.has, [true, false, false])
  })

  it('has a whole address, and no body where there is none', async () => {
    const [, said] = await ask('/said?a=/../%20b', ['Host: localhost:1'])
    assert.deepEqual([said.url, said.body], ['http://localhost:1/said?a=/../%20b', null])
    const [, whole] = await ask('http://localhost:2/said', ['Host: localhost:1'])
    assert.equal(whole.url, 'http://localhost:2/said')
  })

  it('is refused where it has no address, or its host is none', async () => {
    const bad = ['*', 'said', 'ftp://localhost/said', '/a\\b', 'http://[/said']
    for (const target of [...bad, 'http://me:secret@localhost/said']) {
      const [status] = await ask(target, ['Host: localhost'])
      assert.equal(status, 400, target)
    }
    for (const host of [
      'a/b',
      'a b',
      'me@localhost',
      'localhost?',
      'localhost:99999',
      'ex%41mple',
    ]) {
      const [status, { code }] = await ask('/said', [`Host: ${host}`])
      assert.deepEqual([status, code], [400, 'bad_request'], host)
    }
    assert.equal((await ask('/said?a\\b', ['Host: localhost']))[0], 200)
  })

  it('is refused with a method that the web has no requests with', async () => {
    const [status, { code }] = await ask('/said', ['Host: localhost'], 'TRACE')
    assert.deepEqual([status, code], [400, 'bad_request'])
  })

  it('gives its body as a stream to those who want one', async () => {
    const answer = await fetch(`${origin}/body`, { method: 'POST', body: 'abc' })
    assert.equal(await answer.json(), 'abc')
  })

  it('tells when its client has gone before the answer, and only then', async (t) => {
    await ask('/keep', ['Host: localhost'])
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await t.waitFor(() => assert.equal(waiting.length, 2), patient)
    socket.destroy()

    await t.waitFor(() => assert.equal(waiting[1]!.aborted, true), patient)
    assert.equal(waiting[0]!.aborted, false)
  })
})
