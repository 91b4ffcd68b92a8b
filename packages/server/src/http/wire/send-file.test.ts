import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, describe, it } from 'node:test'
import { connectRaw, exchangeRaw } from '../../../test/fixtures/raw-exchange.ts'
import { plainRoute, routeServer } from '../../../test/fixtures/route-server.ts'
import type { OpenFile } from '../../ports/storage.ts'
import { sendFile } from './send-file.ts'
import type { SentAs } from './send-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-send-'))
after(() => rmSync(folder, { recursive: true }))

const text = '0123456789abcdefghijklmnopqrstuvwxyz'
const modified = Date.parse('2026-03-01T09:30:20.700Z')
const lastModified = 'Sun, 01 Mar 2026 09:30:20 GMT'
writeFileSync(join(folder, 'text'), text)
writeFileSync(join(folder, 'empty'), '')
writeFileSync(join(folder, 'large'), Buffer.alloc(64 * 1024 * 1024, 'x'))

/** How many files are open, and how many bytes were read of them. */
let openFiles = 0
let bytesRead = 0
/** Of how many bytes the memory was given back. */
let takenBack = 0
let afterOpening = Promise.resolve()
let lastSocket: Socket | null = null
/** How long the socket waited before and after a file began to be sent. */
let timeouts: (number | undefined)[] = []
const as: SentAs = { name: 'näme.txt', type: 'text/plain; charset=utf-8', disposition: 'inline' }

async function openFile(name: string, size?: number): Promise<OpenFile> {
  const path = join(folder, name)
  const handle = await open(path)
  openFiles++
  const entry = { kind: 'file', size: size ?? statSync(path).size, modified, inode: 1 } as const
  return {
    entry,
    version: 'v1',
    async *read(start, end) {
      for (let at = start; at < end;) {
        const piece = Buffer.alloc(Math.min(1024 * 1024, end - at))
        const { bytesRead: read } = await handle.read(piece, 0, piece.length, at)
        if (read === 0) throw new Error('The file is shorter than it was.')
        at += read
        bytesRead += read
        yield piece.subarray(0, read)
      }
    },
    // As if the next piece came in its memory.
    takeBack(piece) {
      takenBack += piece.length
      piece.fill(0x2d)
    },
    async close() {
      openFiles--
      await handle.close()
    },
  }
}

const { port, origin, app } = await routeServer([
  plainRoute('GET', '/file/{name}', async (call, { name = '' }) => {
    const file = await openFile(name)
    await afterOpening
    lastSocket = call.incoming?.socket ?? null
    const before = lastSocket?.timeout
    const answer = await sendFile(call, file, as)
    timeouts = [before ?? 0, lastSocket?.timeout]
    return answer
  }),
  plainRoute('GET', '/cut', async (call) => sendFile(call, await openFile('text', 99), as)),
])

/** Waits until every file is closed again; a test that leaves one open never ends. */
async function allClosed(): Promise<void> {
  while (openFiles > 0) await new Promise((resolve) => setTimeout(resolve, 5))
}
afterEach(allClosed)

function get(name: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${origin}/file/${name}`, { headers })
}

describe('a file', () => {
  it('is sent whole, with all that is known of it', async () => {
    const answer = await get('text')

    assert.equal(await answer.text(), text)
    assert.equal(answer.status, 200)
    const expected = {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '36',
      'content-disposition': `inline; filename="n_me.txt"; filename*=UTF-8''n%C3%A4me.txt`,
      'accept-ranges': 'bytes',
      etag: '"v1"',
      'last-modified': lastModified,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'api-version': '1',
    }
    for (const [name, value] of Object.entries(expected)) {
      assert.equal(answer.headers.get(name), value, name)
    }
    assert.match(
      answer.headers.get('content-security-policy') ?? '',
      /^sandbox; default-src 'none'/,
    )
  })

  it('arrives to the last byte when it is large, also where there is no socket', async () => {
    for (const answer of [await get('large'), await app(new Request(`${origin}/file/large`))]) {
      let bytes = 0
      for await (const piece of answer.body!) bytes += piece.length
      assert.equal(bytes, 64 * 1024 * 1024)
    }
  })

  it('gives the memory of its pieces back once they are sent, and not before', async () => {
    for (const range of ['bytes=0-', 'bytes=5-9999999', 'bytes=0-8388607, 16777216-33554431']) {
      takenBack = 0
      const answer = await get('large', { range })
      const body = Buffer.from(await answer.arrayBuffer())
      assert.equal(body.length, Number(answer.headers.get('content-length')))
      assert.ok(!body.includes('-'.repeat(1000)), range)
      assert.equal(takenBack, body.length)
    }
  })

  it('may be empty', async () => {
    const answer = await get('empty', { range: 'bytes=-5' })
    assert.deepEqual([answer.status, await answer.text()], [200, ''])
    assert.equal(answer.headers.get('content-length'), '0')
    assert.equal((await get('empty', { range: 'bytes=0-' })).status, 416)
  })

  it('is described to HEAD without being read', async () => {
    bytesRead = 0
    for (const range of ['', 'Range: bytes=1-5\r\n']) {
      const raw = await exchangeRaw(
        port,
        `HEAD /file/large HTTP/1.1\r\nHost: localhost\r\n${range}Connection: close\r\n\r\n`,
      )
      assert.match(raw, range ? /^HTTP\/1.1 206 / : /^HTTP\/1.1 200 /)
      assert.match(raw, range ? /^content-length: 5\r$/im : /^content-length: 67108864\r$/im)
      assert.ok(raw.endsWith('\r\n\r\n'))
    }
    assert.equal(bytesRead, 0)
  })

  it('is not sent to those who have it', async () => {
    const known: Record<string, string>[] = [
      { 'if-none-match': '"v0", W/"v1"' },
      { 'if-none-match': '*' },
      { 'if-modified-since': lastModified },
      { 'if-none-match': '"v1"', range: 'bytes=0-1' },
    ]
    for (const headers of known) {
      const answer = await get('text', headers)
      assert.deepEqual([answer.status, await answer.text()], [304, ''], JSON.stringify(headers))
      assert.equal(answer.headers.get('etag'), '"v1"')
    }
    assert.equal((await get('text', { 'if-none-match': '"v0"' })).status, 200)
  })

  it('is sent in part', async () => {
    const parts = [
      ['bytes=0-4', '01234', 'bytes 0-4/36'],
      ['bytes=30-', 'uvwxyz', 'bytes 30-35/36'],
      ['bytes=-3', 'xyz', 'bytes 33-35/36'],
      ['bytes=34-99', 'yz', 'bytes 34-35/36'],
    ] as const
    for (const [range, body, contentRange] of parts) {
      const answer = await get('text', { range })
      assert.deepEqual([answer.status, await answer.text()], [206, body], range)
      assert.equal(answer.headers.get('content-range'), contentRange)
      assert.equal(answer.headers.get('content-length'), String(body.length))
    }
  })

  it('is sent in several parts', async () => {
    const answer = await get('text', { range: 'bytes=0-1, 10-12, -1' })
    const body = await answer.text()

    assert.equal(answer.status, 206)
    const [, boundary = ''] = /boundary=(.*)/.exec(answer.headers.get('content-type') ?? '') ?? []
    assert.equal(answer.headers.get('content-length'), String(body.length))
    const part = (range: string, bytes: string) =>
      `--${boundary}\r\nContent-Type: ${as.type}\r\nContent-Range: bytes ${range}/36\r\n\r\n${bytes}\r\n`
    assert.equal(
      body,
      `${part('0-1', '01')}${part('10-12', 'abc')}${part('35-35', 'z')}--${boundary}--\r\n`,
    )
  })

  it('has nothing beyond its end, nor in too many parts', async () => {
    const many = Array.from({ length: 17 }, (_, i) => `${i * 2}-${i * 2}`).join(',')
    for (const range of ['bytes=36-', 'bytes=99-100', 'bytes=-0', `bytes=${many}`]) {
      const answer = await get('text', { range })
      const { code } = (await answer.json()) as { code: string }
      assert.deepEqual([answer.status, code], [416, 'files.bad_range'], range)
      assert.equal(answer.headers.get('content-range'), 'bytes */36')
    }
  })

  it('is sent whole to those who know an older one', async () => {
    const range = 'bytes=0-4'
    for (const [ifRange, status] of [
      ['"v1"', 206],
      [lastModified, 206],
      ['"v0"', 200],
      ['W/"v1"', 200],
      ['Sun, 01 Mar 2026 09:30:19 GMT', 200],
    ] as const) {
      const answer = await get('text', { range, 'if-range': ifRange })
      await answer.text()
      assert.equal(answer.status, status, ifRange)
    }
  })
})

describe('a file that is being sent', () => {
  it('is closed when the client goes away', async () => {
    for (const already of [1, 5_000_000]) {
      const { socket, until, received } = await connectRaw(port)
      socket.write('GET /file/large HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await until('\r\n\r\n')
      while (received().length < already) await new Promise(setImmediate)
      socket.destroy()
      await allClosed()
    }
  })

  it('is closed when the client went away before the answer', async () => {
    const opening = Promise.withResolvers<void>()
    afterOpening = opening.promise
    const { socket, ended } = await connectRaw(port)
    socket.write('GET /file/large HTTP/1.1\r\nHost: localhost\r\n\r\n')
    while (openFiles === 0) await new Promise(setImmediate)
    socket.destroy()
    await ended
    // By another connection: by its answer the server has seen that the first is gone.
    await fetch(`${origin}/nothing`)
    afterOpening = Promise.resolve()
    opening.resolve()
  })

  it('is read no further ahead than two pieces while the client takes nothing', async () => {
    const { socket, until } = await connectRaw(port)
    bytesRead = 0
    socket.write('GET /file/large HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await until('\r\n\r\n')
    socket.pause()
    for (let before = -1; before !== bytesRead;) {
      before = bytesRead
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    const { bytesWritten, writableLength } = lastSocket!
    const waiting = bytesRead - (bytesWritten - writableLength)
    socket.destroy()

    assert.ok(waiting > 0 && waiting <= 2 * 1024 * 1024, `${waiting} bytes wait for the client`)
  })

  it('waits two minutes for a client that takes nothing, and the next request for as long as it likes', async () => {
    const { socket, until } = await connectRaw(port)
    socket.write('GET /file/text HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await until(text)
    // As it was while the file was sent: afterwards Node waits for the next request.
    assert.deepEqual(timeouts, [0, 120_000])
    while (lastSocket?.timeout === 120_000) await new Promise(setImmediate)
    socket.write('GET /file/empty HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await until('content-length: 0')
    assert.deepEqual(timeouts, [0, 120_000])
    socket.destroy()
  })

  it('is cut, and closed, when the client takes nothing for too long', async () => {
    const { socket, until, ended } = await connectRaw(port)
    socket.write('GET /file/large HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await until('\r\n\r\n')
    socket.pause()
    await new Promise((resolve) => setTimeout(resolve, 200))
    lastSocket!.setTimeout(100)
    await allClosed()
    socket.resume()
    await ended
  })

  it('is closed, and the connection cut, when it turns out to be shorter', async () => {
    const raw = await exchangeRaw(port, 'GET /cut HTTP/1.1\r\nHost: localhost\r\n\r\n')

    assert.match(raw, /^content-length: 99\r$/im)
    assert.ok(raw.endsWith(`\r\n\r\n${text}`))
  })

  it('is closed where there is no socket and the reader leaves', async () => {
    const answer = await app(new Request(`${origin}/file/large`))
    const reader = answer.body!.getReader()
    await reader.read()
    await reader.cancel()
    await allClosed()

    const leaving = new AbortController()
    await app(new Request(`${origin}/file/large`, { signal: leaving.signal }))
    leaving.abort()
  })
})
