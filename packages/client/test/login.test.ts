import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { patient } from '../../server/test/fixtures/patient.ts'
import { createTriptych } from '../../server/src/index.ts'
import { fileAddress, openServer, openUploads, previewAddress } from '../src/index.ts'
import type { Server, ServerOptions } from '../src/index.ts'
import { outbox } from '../src/outbox.ts'

const triptych = await createTriptych({ data: ':memory:', port: 0 })
const behind = (await triptych.listen()).url
const door = await openDoor(behind)
const opened: Server[] = []
after(async () => {
  for (const server of opened) server.close()
  await door.close()
  await triptych.close()
})

function open(options: Partial<ServerOptions> = {}): Server {
  const server = openServer({ url: door.url, ...options })
  opened.push(server)
  return server
}

const cell = (value: string) => () =>
  ({ method: 'PATCH', path: 'films/1', body: { key: 'votes', value } }) as const

const votes = async () => {
  const films = (await (await fetch(`${behind}films`)).json()) as { id: number; votes: number }[]
  return films.find(({ id }) => id === 1)?.votes
}

describe('who asks', () => {
  it('is told by a token with requests, uploads and the stream of events', async (t) => {
    door.accept('secret')
    const server = open({ auth: 'secret' })
    const statuses: string[] = []
    server.onStatus((status) => statuses.push(status))
    await server.follow({ change: () => {}, reload: () => {} })
    await t.waitFor(() => assert.equal(statuses.at(-1), 'live'), patient)

    await outbox(server, { batches: false }).send(cell('71'))
    const uploads = openUploads(server)
    uploads.add('/', [{ name: 'token.txt', file: new Blob(['by token']) }])
    await uploads.settled()

    assert.equal(await votes(), 71)
    assert.deepEqual(
      uploads.list().map(({ state }) => state),
      ['done'],
    )
  })

  it('is asked anew for each request where a function tells it', async () => {
    const tokens = ['first', 'second']
    const server = open({ auth: async () => tokens.shift() ?? 'none' })

    for (const token of ['first', 'second']) {
      door.accept(token)
      await server.send({ method: 'GET', path: 'tables' })
    }
  })

  it('stands in the addresses that a browser asks for by itself', () => {
    const server = open({ auth: 'a+b' })
    const picture = { id: '/a.png', listed: '/a.png', ext: 'png' }

    assert.match(fileAddress(server, '/a.txt'), /direct\?id=%2Fa\.txt&access_token=a%2Bb$/)
    assert.match(previewAddress(server)(picture, 10, 10) ?? '', /&access_token=a%2Bb$/)
    assert.equal(server.address('tables'), `${door.url}tables`)
    assert.doesNotMatch(fileAddress(open(), '/a.txt'), /access_token/)
  })

  it('is refused for good where nobody would log in', async () => {
    door.accept('another')
    const server = open({ auth: 'wrong' })

    await assert.rejects(server.send({ method: 'GET', path: 'tables' }), { status: 401 })
    await assert.rejects(outbox(server, { batches: false }).send(cell('72')), { status: 401 })
  })
})

describe('a login that has ended', () => {
  it('is told once, and what was done since is sent after the next', async (t) => {
    door.accept('before')
    let token = 'before'
    const server = open({ auth: () => token })
    const told: boolean[] = []
    server.onLoginNeeded((isNeeded) => told.push(isNeeded))
    const statuses: string[] = []
    server.onStatus((status) => statuses.push(status))
    await server.follow({ change: () => {}, reload: () => assert.fail('nothing was missed') })
    await t.waitFor(() => assert.equal(statuses.at(-1), 'live'), patient)

    door.accept('after')
    const box = outbox(server, { batches: false })
    const uploads = openUploads(server)
    const written = [box.send(cell('73')), box.send(cell('74'))]
    uploads.add('/', [{ name: 'waits.txt', file: new Blob(['kept']) }])
    await t.waitFor(() => assert.deepEqual(told, [true]), patient)
    await t.waitFor(() => assert.equal(statuses.at(-1), 'lost'), patient)
    assert.notEqual(await votes(), 74)

    token = 'after'
    server.loggedIn()
    await Promise.all(written)
    await uploads.settled()

    assert.equal(await votes(), 74)
    assert.equal(uploads.list()[0]?.state, 'done')
    assert.deepEqual(told, [true, false])
    await t.waitFor(() => assert.equal(statuses.at(-1), 'live'), patient)
  })

  it('ends what waits for it when the server is closed', async () => {
    door.accept('nobody')
    const server = open({ auth: 'wrong' })
    const isTold = new Promise((resolve) => server.onLoginNeeded(resolve))
    const asked = server.send({ method: 'GET', path: 'tables' })
    await isTold

    server.close()

    await assert.rejects(asked, { status: 401 })
  })
})

interface Door {
  url: string
  /** This token and no other, from now on; open streams end. */
  accept(token: string): void
  close(): Promise<void>
}

/** Stands before the server and lets in whoever has the token. */
async function openDoor(target: string): Promise<Door> {
  let accepted = ''
  const streams = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${accepted}`) {
      request.resume()
      response.writeHead(401, { 'content-type': 'application/problem+json' })
      response.end(JSON.stringify({ code: 'unauthenticated', error: 'Log in first.' }))
      return
    }
    void pass(request).then(
      async (answer) => {
        response.writeHead(answer.status, headersOf(answer))
        if (request.url?.includes('/events')) streams.add(response)
        for await (const piece of answer.body ?? []) response.write(piece)
        response.end()
      },
      () => response.destroy(),
    )
  })
  async function pass(request: IncomingMessage): Promise<Response> {
    const { authorization: _, host: __, connection: ___, ...headers } = request.headers
    const pieces: Uint8Array[] = []
    for await (const piece of request) pieces.push(piece as Uint8Array)
    delete headers['content-length']
    return fetch(new URL(request.url ?? '', target), {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(pieces.length > 0 && { body: Buffer.concat(pieces) }),
    })
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    accept(token) {
      accepted = token
      for (const stream of streams) stream.destroy()
      streams.clear()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function headersOf({ headers }: Response): Record<string, string> {
  const { 'content-length': _, 'content-encoding': __, ...kept } = Object.fromEntries(headers)
  return kept
}
