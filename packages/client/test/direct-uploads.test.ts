import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { publicUrl } from '../../server/test/fixtures/direct-upload.ts'
import { newFolder } from '../../server/test/fixtures/run-program.ts'
import { allIn, newBucket, noS3 } from '../../server/test/fixtures/s3-server.ts'
import { openServer as startServer } from '../../server/test/fixtures/test-server.ts'
import { openServer, openUploads } from '../src/index.ts'

const bytes = randomBytes(16 * 1024 * 1024 + 5)
const plainFetch = globalThis.fetch

describe('uploads of large files, where the bucket is for browsers', { skip: noS3 }, () => {
  /** What was asked for, without what is behind a question mark. */
  let asked: string[]
  /** Cuts some of it off. */
  let isCut: (line: string) => boolean

  beforeEach(() => {
    asked = []
    isCut = () => false
    globalThis.fetch = async (url, init) => {
      const { host, pathname } = new URL(textOf(url))
      // The server in this process tries the bucket.
      if (pathname.includes('probe-')) return plainFetch(url, init)
      const line = `${init?.method} ${pathname.startsWith('/test-') ? 'bucket' : pathname}`
      asked.push(line)
      if (isCut(line)) throw new TypeError(`cut off from ${host}`)
      return plainFetch(url, init)
    }
  })
  afterEach(() => {
    globalThis.fetch = plainFetch
  })

  it('go to the bucket, and come under the name that the server gives', async (t) => {
    const { uploads, send, sameBytes } = await open(t)
    await send('film.mp4')
    await send('film.mp4')

    assert.deepEqual(
      uploads.list().map(({ state, path, loaded }) => [state, path, loaded]),
      ['/film.mp4', '/film.new.mp4'].map((path) => ['done', path, bytes.length]),
    )
    assert.ok((await sameBytes('/film.mp4')) && (await sameBytes('/film.new.mp4')))
    const once = ['GET /upload', 'POST /direct', ...Array(3).fill('PUT bucket'), 'PUT /direct']
    assert.deepEqual(asked, [...once, ...once])
  })

  it('send a part again that did not come', async (t) => {
    const { uploads, send, sameBytes } = await open(t)
    let parts = 0
    isCut = (line) => line === 'PUT bucket' && parts++ === 1
    await send('film.mp4')

    assert.equal(uploads.list()[0]?.state, 'done')
    assert.ok(await sameBytes('/film.mp4'))
    assert.ok(!asked.includes('POST /upload'))
  })

  it('are one file when the answer at their end was lost', async (t) => {
    const { url, uploads, send } = await open(t)
    let isLost = false
    const fetchOnce = globalThis.fetch
    globalThis.fetch = async (address, init) => {
      const answer = await fetchOnce(address, init)
      if (isLost || init?.method !== 'PUT' || !textOf(address).endsWith('/direct')) return answer
      isLost = true
      throw new TypeError('the answer was lost')
    }
    await send('film.mp4')

    assert.ok(isLost)
    assert.deepEqual(uploads.list()[0]?.path, '/film.mp4')
    const listed = (await (await plainFetch(`${url}/files`)).json()) as unknown[]
    assert.equal(listed.length, 1)
  })

  it('go through the server where the bucket does not let the page in, and are not tried there again', async (t) => {
    const { bucket, uploads, send, sameBytes } = await open(t)
    isCut = (line) => line === 'PUT bucket'
    await send('film.mp4')
    const tried = asked.filter((line) => line === 'PUT bucket').length
    await send('other.mp4')

    assert.deepEqual(
      uploads.list().map(({ state }) => state),
      ['done', 'done'],
    )
    assert.ok((await sameBytes('/film.mp4')) && (await sameBytes('/other.mp4')))
    assert.equal(asked.filter((line) => line === 'PUT bucket').length, tried)
    await t.waitFor(async () => assert.equal((await allIn(bucket.client)).uploads, 0))
  })

  it('go through the server where somebody else answers in place of the bucket', async (t) => {
    const stranger = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(403).end())
    }).listen(0, '127.0.0.1')
    t.after(() => stranger.close())
    await new Promise((resolve) => stranger.once('listening', resolve))
    const { port } = stranger.address() as AddressInfo
    const { uploads, send, sameBytes } = await open(t, `http://127.0.0.1:${port}`)
    await send('film.mp4')

    assert.equal(uploads.list()[0]?.state, 'done')
    assert.ok(await sameBytes('/film.mp4'))
  })

  it('leave nothing in the bucket when they are cancelled', async (t) => {
    const { bucket, uploads } = await open(t)
    isCut = (line) => {
      if (line === 'PUT bucket') uploads.cancel(1)
      return false
    }
    uploads.add('/', [{ file: new File([bytes], 'film.mp4'), name: 'film.mp4' }])
    await uploads.settled()

    assert.equal(uploads.list()[0]?.state, 'cancelled')
    await t.waitFor(async () => assert.equal((await allIn(bucket.client)).uploads, 0), {
      timeout: 60_000,
      interval: 100,
    })
  })
})

async function open(t: TestContext, elsewhere?: string) {
  const bucket = await newBucket()
  const storage = elsewhere
    ? `${bucket.url}&public=${encodeURIComponent(elsewhere)}`
    : publicUrl(bucket)
  const triptych = await startServer({ data: newFolder(), storage, empty: true, port: 0 })
  const { url } = await triptych.listen()
  const server = openServer({ url })
  const uploads = openUploads(server)
  t.after(async () => {
    uploads.stop()
    server.close()
    await triptych.close()
  })

  async function send(name: string): Promise<void> {
    uploads.add('/', [{ file: new File([bytes], name), name }])
    await uploads.settled()
  }

  async function sameBytes(id: string): Promise<boolean> {
    const headers = { 'sec-fetch-mode': 'cors' }
    const answer = await plainFetch(`${url}/direct?id=${id}`, { headers })
    return Buffer.from(await answer.arrayBuffer()).equals(bytes)
  }

  return { bucket, url, uploads, send, sameBytes }
}

function textOf(address: string | URL | Request): string {
  return address instanceof Request ? address.url : String(address)
}
