import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { FileEntry } from '@triptych/contract/files'
import { accountsServer } from '../fixtures/accounts-api.ts'
import type { AccountsServer, Somebody } from '../fixtures/accounts-api.ts'
import { assertProblem, server, send } from '../fixtures/api.ts'
import type { Answer, SentHeaders } from '../fixtures/api.ts'
import {
  announced,
  begin,
  partsOf,
  publicUrl,
  sendAll,
  sendPart,
} from '../fixtures/direct-upload.ts'
import { allIn, newBucket, noS3 } from '../fixtures/s3-server.ts'
import type { TestBucket } from '../fixtures/s3-server.ts'

const mebi = 1024 * 1024
const bytes = randomBytes(16 * mebi + 5)
const parts = partsOf(bytes, 8 * mebi)
const data = mkdtempSync(join(tmpdir(), 'to-store-'))
after(() => rmSync(data, { recursive: true, force: true }))

describe('an upload that goes to the bucket itself', { skip: noS3 }, () => {
  let bucket: TestBucket
  let site: AccountsServer
  let anna: Somebody
  let ben: Somebody

  before(async () => {
    bucket = await newBucket()
    const limits = { body: mebi, depth: 8, changes: 100, upload: 64 * mebi, batch: 100 }
    site = await accountsServer({ data, storage: publicUrl(bucket), empty: true, limits })
    anna = await site.invite('Anna', 'editor')
    ben = await site.invite('Ben', 'editor')
  })

  beforeEach(async () => {
    const { json } = await site.owner.ask('GET', '/files')
    const ids = (json as FileEntry[]).map(({ id }) => id)
    await site.owner.ask('DELETE', '/files', { ids })
  })

  const names = async (): Promise<string[]> => {
    const { json } = await anna.ask('GET', '/files')
    return (json as FileEntry[]).map(({ value }) => value)
  }

  it('is answered as any other, and is the file that was sent', async () => {
    const begun = await sendAll(anna.ask, parts, { name: 'film.mp4' })
    assert.deepEqual(await names(), [])
    const { status, json } = await complete(anna, begun.upload, { name: 'film.mp4' })

    const result = { id: '/film.mp4', name: 'film.mp4' }
    assert.deepEqual([status, json], [200, { result, ...result, status: 'server' }])
    const headers = {
      cookie: anna.cookie,
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
    }
    const request = new Request('http://localhost/direct?id=/film.mp4', { headers })
    const read = await site.triptych.fetch(request)
    assert.ok(Buffer.from(await read.arrayBuffer()).equals(bytes))
    const { json: steps } = await anna.ask('GET', '/history?limit=1')
    assert.match(JSON.stringify(steps), /"Anna".*film\.mp4|film\.mp4.*"Anna"/)
  })

  it('makes the folders on its way', async () => {
    const begun = await sendAll(anna.ask, parts, { name: 'a/b/film.mp4' })
    const { status, json } = await complete(anna, begun.upload, { name: 'a/b/film.mp4' })

    assert.equal(status, 200)
    assert.equal((json as { id: string }).id, '/a/b/film.mp4')
  })

  it('brings no other bytes than were announced', async () => {
    const begun = await begin(anna.ask, parts, { name: 'film.mp4' })
    const other = Buffer.from(parts[0]!)
    other[7] = other[7]! ^ 1

    assert.equal(await sendPart(begun, 0, other), 400)
    assert.equal(await sendPart(begun, 1, parts[0]!), 400)
  })

  it('is refused as long as a part is missing, and taken when it has come', async () => {
    const begun = await begin(anna.ask, parts, { name: 'film.mp4' })
    await sendPart(begun, 0, parts[0]!)
    await sendPart(begun, 2, parts[2]!)

    assertProblem(await complete(anna, begun.upload, { name: 'film.mp4' }), [
      409,
      'files.upload_incomplete',
    ])
    assert.deepEqual(await names(), [])
    await sendPart(begun, 1, parts[1]!)
    assert.equal((await complete(anna, begun.upload, { name: 'film.mp4' })).status, 200)
  })

  it('is refused when it is not as long as was said', async () => {
    const begun = await sendAll(anna.ask, parts, { name: 'film.mp4', size: bytes.length + 1 })

    assertProblem(await complete(anna, begun.upload, { name: 'film.mp4' }), [
      409,
      'files.upload_incomplete',
    ])
    assert.deepEqual(await names(), [])
  })

  it('of two people under one name gives two files, or one and a refusal', async () => {
    for (const [conflict, expected, there] of [
      ['rename', [200, 200], 2],
      ['fail', [200, 409], 1],
    ] as const) {
      const name = `${conflict}.mp4`
      const [hers, his] = await Promise.all(
        [anna, ben].map((who) => sendAll(who.ask, parts, { name, conflict })),
      )
      const both = await Promise.all([
        complete(anna, hers!.upload, { name, conflict }),
        complete(ben, his!.upload, { name, conflict }),
      ])

      assert.deepEqual(statuses(both), expected)
      const found = (await names()).filter((one) => one.startsWith(conflict))
      assert.equal(found.length, there)
    }
  })

  it('that is completed twice at once is one file', async () => {
    const begun = await sendAll(anna.ask, parts, { name: 'film.mp4' })
    const both = await Promise.all(
      [1, 2].map(() => complete(anna, begun.upload, { name: 'film.mp4' })),
    )

    assert.deepEqual(statuses(both), [200, 404])
    assert.deepEqual(await names(), ['film.mp4'])
    const { status } = await site.owner.ask('GET', '/direct?id=/film.mp4', undefined, {
      'sec-fetch-mode': 'cors',
    })
    assert.equal(status, 200)
  })

  it('that is completed again under its key is answered as before', async () => {
    const begun = await sendAll(anna.ask, parts, { name: 'film.mp4' })
    const first = await complete(anna, begun.upload, { name: 'film.mp4' }, 'k1')
    const second = await complete(anna, begun.upload, { name: 'film.mp4' }, 'k1')

    assert.equal(first.status, 200)
    assert.deepEqual(second.json, first.json)
    assert.deepEqual(await names(), ['film.mp4'])
  })

  it('that got no name may have another one, without its bytes coming again', async () => {
    const first = await sendAll(anna.ask, parts, { name: 'film.mp4' })
    const begun = await sendAll(ben.ask, parts, { name: 'film.mp4' })
    assert.equal((await complete(anna, first.upload, { name: 'film.mp4' })).status, 200)

    const about = { name: 'film.mp4', conflict: 'fail' }
    assertProblem(await complete(ben, begun.upload, about), [409, 'files.name_taken'])
    assert.equal((await complete(ben, begun.upload, { name: 'other.mp4' })).status, 200)
    assert.deepEqual(await names(), ['film.mp4', 'other.mp4'])
  })

  it('is nobody else’s, and no other one', async () => {
    const begun = await sendAll(anna.ask, parts, { name: 'film.mp4' })
    const [text = '', seal] = begun.upload.split('.')
    const plain = String(Buffer.from(text, 'base64url')).replace('-8388608', '-8388609')
    const changed = `${Buffer.from(plain).toString('base64url')}.${seal}`

    for (const [who, upload] of [
      [ben, begun.upload],
      [anna, changed],
      [anna, 'nonsense'],
    ] as const) {
      const answer = await complete(who, upload, { name: 'film.mp4' })
      assertProblem(answer, [404, 'files.upload_not_found'])
    }
    assert.deepEqual(await names(), [])
  })

  it('is refused when its sender may not write any more', async () => {
    const carl = await site.invite('Carl', 'editor')
    const begun = await sendAll(carl.ask, parts, { name: 'film.mp4' })
    const role = { workspace: 'main', kind: 'account', id: carl.id, role: 'reader' }
    const { status } = await site.owner.ask('PUT', '/auth/members', role)
    assert.equal(status, 200)

    assertProblem(await complete(carl, begun.upload, { name: 'film.mp4' }), [403, 'forbidden'])
    assert.deepEqual(await names(), [])
  })

  it('is one of a hundred that somebody may have begun, and not of others', async () => {
    const eve = await site.invite('Eve', 'editor')
    const one = await begin(eve.ask, parts, { name: 'film.mp4' })
    await Promise.all(Array.from({ length: 99 }, () => begin(eve.ask, parts, { name: 'film.mp4' })))
    const about = announced(parts, { name: 'film.mp4' })

    assertProblem(await eve.ask('POST', '/direct', about), [429, 'files.too_many_uploads'])
    await begin(ben.ask, parts, { name: 'film.mp4' })
    assert.equal((await eve.ask('DELETE', '/direct', { upload: one.upload })).status, 200)
    await begin(eve.ask, parts, { name: 'film.mp4' })
    assertProblem(await eve.ask('POST', '/direct', about), [429, 'files.too_many_uploads'])
  })

  it('is bound by quotas, at its beginning and at its end', async () => {
    await site.owner.ask('POST', '/files/%2F', { name: 'small', type: 'folder' })
    const about = { id: '/small', name: 'film.mp4' }
    const begun = await sendAll(anna.ask, parts, about)
    const { status } = await site.owner.ask('PUT', '/quotas', { path: '/small', bytes: mebi })
    assert.equal(status, 200)

    const late = await complete(anna, begun.upload, about)
    assertProblem(late, [507, 'storage_full'])
    const early = await anna.ask('POST', '/direct', announced(parts, about))
    assertProblem(early, [507, 'storage_full'])
    const { json } = await anna.ask('GET', '/files/%2Fsmall')
    assert.deepEqual(json, [])
  })

  it('is not begun where it would be refused', async () => {
    const tooLarge = { name: 'film.mp4', size: 64 * mebi + 1 }
    const refused = [
      [tooLarge, 413, 'files.too_large'],
      [{ name: 'film.mp4', size: mebi }, 409, 'files.no_direct_uploads'],
      [{ name: 'film.mp4', size: 32 * mebi }, 422, 'body.invalid'],
      [{ name: '..' }, 422, 'files.bad_name'],
      [{ id: '/none', name: 'film.mp4' }, 404, 'files.not_found'],
    ] as const
    const before = (await allIn(bucket.client)).uploads
    for (const [about, status, code] of refused) {
      const answer = await anna.ask('POST', '/direct', announced(parts, about))
      assertProblem(answer, [status, code])
    }
    assert.equal((await allIn(bucket.client)).uploads, before)
  })

  it('that is given up leaves nothing', async () => {
    const before = (await allIn(bucket.client)).uploads
    const begun = await sendAll(anna.ask, parts, { name: 'film.mp4' })
    const { status } = await anna.ask('DELETE', '/direct', { upload: begun.upload })

    assert.equal(status, 200)
    assert.equal((await allIn(bucket.client)).uploads, before)
    const late = await complete(anna, begun.upload, { name: 'film.mp4' })
    assertProblem(late, [404, 'files.upload_not_found'])
    assert.notEqual(await sendPart(begun, 0, parts[0]!), 200)
  })

  const way = async (size: number) => (await anna.ask('GET', `/upload?size=${size}`)).json

  it('is told of before', async () => {
    assert.deepEqual(await way(16 * mebi), { partBytes: 8 * mebi })
    assert.deepEqual(await way(16 * mebi - 1), { partBytes: null })
    assert.deepEqual(await way(10_000 * mebi), { partBytes: 10 * mebi })
    assert.deepEqual(await way(1024 ** 4), { partBytes: null })
  })
})

it('there are none where only the server reaches the bytes', async () => {
  const triptych = await server()
  const way = await send(triptych, 'GET', `/upload?size=${16 * mebi}`)
  assert.deepEqual(way.json, { partBytes: null })
  const answer = await send(triptych, 'POST', '/direct', announced(parts, { name: 'film.mp4' }))
  assertProblem(answer, [409, 'files.no_direct_uploads'])
})

function statuses(answers: { status: number }[]): number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b)
}

function complete(who: Somebody, upload: string, about: object, key?: string): Promise<Answer> {
  const headers: SentHeaders = key ? { 'idempotency-key': key } : {}
  return who.ask('PUT', '/direct', { id: '/', upload, ...about }, headers)
}
