import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { server } from '../fixtures/api.ts'
import { newBucket, noS3 } from '../fixtures/s3-server.ts'
import type { Triptych } from '../../src/main.ts'

const large = randomBytes(1024 * 1024)
const json = { 'content-type': 'application/json' }
const small = large.subarray(1)
const data = mkdtempSync(join(tmpdir(), 'from-store-'))
after(() => rmSync(data, { recursive: true, force: true }))

describe('a bucket that browsers reach', { skip: noS3 }, () => {
  let triptych: Triptych
  before(async () => {
    const { url, address } = await newBucket()
    const storage = `${url}&public=${encodeURIComponent(address.endpoint.origin)}`
    triptych = await server({ data, storage, empty: true })
    for (const [name, bytes] of [
      ['grün & 1.pdf', large],
      ['small.pdf', small],
    ] as const) {
      const form = new FormData()
      form.set('file', new File([bytes], name))
      assert.equal((await ask('/upload?id=/', { method: 'POST', body: form })).status, 200)
    }
  })

  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    triptych.fetch(new Request(`http://localhost${path}`, init))
  const direct = (
    name: string,
    headers: Record<string, string> = {},
    more = '',
  ): Promise<Response> => ask(`/direct?id=${encodeURIComponent(`/${name}`)}${more}`, { headers })

  async function fromStore(headers: Record<string, string> = {}): Promise<Response> {
    const answer = await direct('grün & 1.pdf', { 'sec-fetch-mode': 'navigate' }, '&download')
    assert.equal(answer.status, 307)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal((await bytesOf(answer)).length, 0)
    return fetch(answer.headers.get('location') ?? '', { headers })
  }

  async function shared(more: object): Promise<number> {
    const body = JSON.stringify({ id: '/grün & 1.pdf', access: 'read', ...more })
    const made = await ask('/shares', { method: 'POST', body, headers: json })
    const { link } = (await made.json()) as { link: string }
    return (await ask(`${new URL(link, 'http://localhost').pathname}/download`)).status
  }

  it('gives a large file that is saved, with its name and type', async () => {
    const answer = await fromStore()

    assert.equal(answer.status, 200)
    assert.ok((await bytesOf(answer)).equals(large))
    assert.equal(answer.headers.get('content-type'), 'application/pdf')
    assert.match(
      answer.headers.get('content-disposition') ?? '',
      /^attachment; .*filename\*=UTF-8''gr%C3%BCn%20%26%201\.pdf$/,
    )
  })

  it('gives a part of it to whoever asks for a part', async () => {
    const answer = await fromStore({ range: 'bytes=5-9' })

    assert.equal(answer.status, 206)
    assert.ok((await bytesOf(answer)).equals(large.subarray(5, 10)))
  })

  it('refuses an address that was changed', async () => {
    const answer = await direct('grün & 1.pdf')
    const location = answer.headers.get('location') ?? ''

    const other = location.replace('application%2Fpdf', 'text%2Fhtml')
    assert.notEqual(other, location)
    assert.equal((await fetch(other)).status, 403)
    assert.equal((await fetch(location.replace(/\?.*/, ''))).status, 403)
  })

  const fromUs: Record<string, [string, Record<string, string>]> = {
    'what is small': ['small.pdf', {}],
    'what a page fetches': ['grün & 1.pdf', { 'sec-fetch-mode': 'cors' }],
    'what a page shows': ['grün & 1.pdf', { 'sec-fetch-mode': 'no-cors' }],
    'a part of the version that somebody has': [
      'grün & 1.pdf',
      { range: 'bytes=0-', 'if-range': 'Mon, 01 Jan 2024 00:00:00 GMT' },
    ],
  }
  for (const [what, [name, headers]] of Object.entries(fromUs)) {
    it(`does not give ${what}`, async () => {
      const answer = await direct(name, headers)

      assert.equal(answer.status, 200)
      assert.ok((await bytesOf(answer)).equals(name === 'small.pdf' ? small : large))
    })
  }

  it('gives what is shared, but for downloads that are counted', async () => {
    assert.equal(await shared({}), 307)
    assert.equal(await shared({ downloads: 1 }), 200)
  })

  it('is not asked for what somebody has already', async () => {
    const known = await direct('grün & 1.pdf', { 'sec-fetch-mode': 'cors' })
    const headers = { 'if-none-match': known.headers.get('etag') ?? '' }

    assert.equal((await direct('grün & 1.pdf', headers)).status, 304)
  })
})

async function bytesOf(answer: Response): Promise<Buffer> {
  return Buffer.from(await answer.arrayBuffer())
}
