import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { allIn, newBucket, noS3 } from '../../../test/fixtures/s3-server.ts'
import type { TestBucket } from '../../../test/fixtures/s3-server.ts'
import { objectStoreContract } from '../../ports/object-store.contract.ts'
import { sweepUploads } from './bucket.ts'
import { openS3 } from './object-store.ts'
import { textOf } from './xml.ts'

const kibi = 1024

describe('a bucket as object store', { skip: noS3 }, () => {
  let bucket: TestBucket
  let stores = 0
  before(async () => {
    bucket = await newBucket()
  })

  objectStoreContract(async () => {
    const partBytes = 128 * kibi
    const options = { partBytes, memoryBytes: 8 * partBytes }
    const opened = openS3(bucket.address, bucket.credentials, options)
    return { store: opened.open(`s${++stores}`), partBytes }
  })

  it('keeps the stores in it apart, also those whose names begin alike', async () => {
    const opened = openS3(bucket.address, bucket.credentials)
    const [one, other] = [opened.open('name'), opened.open('name2')]
    const object = await one.put('a', text('one'))
    await other.put('a', text('the other'))

    assert.equal((await one.stat('a'))?.size, 3)
    const seen: string[] = []
    for await (const { key } of one.keys(null)) seen.push(key)
    assert.deepEqual(seen, ['a'])
    await one.remove(['a'])
    await assert.rejects(one.read(object, 0, 3).next(), { code: 'files.not_found' })
    assert.equal((await other.stat('a'))?.size, 9)
  })

  it('stores 64 MiB in 256 parts, of which few are in memory', async () => {
    const [size, partBytes] = [64 * kibi * kibi, 256 * kibi]
    const options = { partBytes, memoryBytes: 3 * partBytes }
    const store = openS3(bucket.address, bucket.credentials, options).open('large')
    const hash = createHash('sha256')
    async function* counted(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < size; at += partBytes) {
        const chunk = Buffer.alloc(partBytes, String(at))
        hash.update(chunk)
        yield chunk
      }
    }

    const object = await store.put('key', counted())

    assert.equal(object.checksum, hash.digest('hex'))
    let read = 0
    for await (const chunk of store.read(object, 0, size)) read += chunk.length
    assert.equal(read, size)
  })
})

describe('the sweeping of uploads', { skip: noS3 }, () => {
  it('ends those that nobody goes on with, of this store only', async () => {
    const { address, credentials, client } = await newBucket()
    const store = openS3(address, credentials).open('s')
    const begin = async (key: string) => {
      const { text: answer } = await client.ask({ method: 'POST', key, query: { uploads: '' } })
      return { key, uploadId: textOf(answer, 'UploadId') ?? '' }
    }
    const givenUp = await begin('drive/s/a b+ä')
    const goingOn = await begin('drive/s/b')
    await begin('drive/s2/c')
    const send = async ({ key, uploadId }: typeof givenUp, partNumber: string) =>
      client.ask({ method: 'PUT', key, query: { uploadId, partNumber }, body: Buffer.from('part') })
    await send(givenUp, '1')

    assert.equal(await store.sweep(60_000), 0)
    await sleep(2000)
    const since = Date.now() - 1000
    await send(goingOn, '1')
    await begin('drive/s/new')

    assert.equal(await store.sweep(Date.now() - since), 1)
    await assert.rejects(send(givenUp, '2'), { status: 404 })
    await send(goingOn, '2')
    assert.equal((await allIn(client)).uploads, 3)
  })

  it('sees more of them than fit on a page', async () => {
    const { client } = await newBucket()
    const keys = Array.from({ length: 25 }, (_, n) => `drive/s/k ${n >> 1}`)
    for (const key of keys) await client.ask({ method: 'POST', key, query: { uploads: '' } })

    assert.equal(await sweepUploads(client, 'drive/s/', Infinity, 4), keys.length)
    assert.equal((await allIn(client)).uploads, 0)
  })
})

async function* text(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content)
}
