import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { faultyProxy } from '../../../test/faults/faulty-proxy.ts'
import type { Fault, FaultyProxy } from '../../../test/faults/faulty-proxy.ts'
import { allIn, newBucket, noS3 } from '../../../test/fixtures/s3-server.ts'
import type { TestBucket } from '../../../test/fixtures/s3-server.ts'
import type { ObjectStore, ObjectStores } from '../../ports/object-store.ts'
import { removeObjects } from './bucket.ts'
import { openS3 } from './object-store.ts'

const partBytes = 256 * 1024
/** More than any buffer on the way holds, so that what is cut is really under way. */
const large = Buffer.alloc(20 * partBytes, 'some bytes ')

describe('a store on the other side of a bad network', { skip: noS3 }, () => {
  let bucket: TestBucket
  let proxy: FaultyProxy
  let opened: ObjectStores
  let store: ObjectStore

  before(async () => {
    bucket = await newBucket()
    proxy = await faultyProxy(bucket.address.endpoint.origin)
    opened = openAt({ retryForMs: 10_000 })
    store = opened.open('s')
  })
  beforeEach(async () => {
    proxy.fault = () => null
    await removeObjects(bucket.client, (await allIn(bucket.client)).keys)
    proxy.seen.length = 0
  })
  after(async () => {
    await opened.close()
    await proxy.close()
  })

  function openAt(options: { retryForMs: number; idleMs?: number }): ObjectStores {
    const address = { ...bucket.address, endpoint: new URL(proxy.origin) }
    return openS3(address, bucket.credentials, { partBytes, ...options })
  }

  /** Goes wrong so many times, then never again. */
  function failTimes(times: number, isMeant: (line: string) => boolean, fault: Fault): void {
    let left = times
    proxy.fault = ({ method, url }) => {
      if (left === 0 || !isMeant(`${method} ${url}`)) return null
      left -= 1
      return fault
    }
  }

  async function putAndRead(bytes: Buffer): Promise<void> {
    const object = await store.put('key', chunksOf(bytes))
    assert.ok(bytes.equals(await contentOf(store, object)))
    assert.deepEqual(await allIn(bucket.client), { keys: ['drive/s/key'], uploads: 0 })
  }

  const faults: Record<string, Fault> = {
    'answers 503': { kind: 'answer', status: 503, body: '<Error><Code>SlowDown</Code></Error>' },
    'answers 500 without a word': { kind: 'answer', status: 500 },
    'breaks off': { kind: 'cut request', after: 100_000 },
    'does it, but its answer is lost': { kind: 'lose answer' },
  }
  for (const [what, fault] of Object.entries(faults)) {
    it(`sends a part again when the store ${what}`, async () => {
      failTimes(3, isPart, fault)
      await putAndRead(large)
      const again = proxy.seen.filter(isPart)
      assert.equal(again.length, 4)
      assert.equal(proxy.seen.filter((line) => /partNumber=4&/.test(line)).length, 1)
    })

    it(`sends a small one again when the store ${what}`, async () => {
      failTimes(2, (line) => line.startsWith('PUT'), fault)
      await putAndRead(large.subarray(0, 200_000))
    })

    it(`begins and ends an upload again when the store ${what}`, async () => {
      failTimes(1, (line) => /^POST .*uploadId=/.test(line), fault)
      await putAndRead(large)
      failTimes(1, (line) => /^DELETE|\?delete=/.test(line), fault)
      await store.remove(['key'])
      assert.deepEqual((await allIn(bucket.client)).keys, [])
    })
  }

  it('goes on with a part after the store hangs', async () => {
    const other = openAt({ retryForMs: 10_000, idleMs: 300 })
    failTimes(2, isPart, { kind: 'hang' })
    const object = await other.open('s').put('key', chunksOf(large))
    failTimes(1, (line) => line.startsWith('GET'), { kind: 'hang' })
    assert.ok(large.equals(await contentOf(other.open('s'), object)))
    await other.close()
  })

  for (const [status, code] of [
    [404, 'NoSuchUpload'],
    [412, 'PreconditionFailed'],
  ] as const) {
    it(`sees from the object that an upload is over when the store then says ${code}`, async () => {
      let ends = 0
      proxy.fault = ({ method, url }) => {
        if (method !== 'POST' || !/uploadId=/.test(url)) return null
        ends += 1
        const body = `<Error><Code>${code}</Code></Error>`
        return ends === 1 ? { kind: 'lose answer' } : { kind: 'answer', status, body }
      }
      await putAndRead(large)
      assert.equal(ends, 2)
    })
  }

  it('believes an error that comes as a success', async () => {
    const body = '<?xml version="1.0"?>\n<Error><Code>InternalError</Code></Error>'
    failTimes(2, (line) => /^POST .*uploadId=/.test(line), { kind: 'answer', status: 200, body })
    await putAndRead(large)
  })

  it('goes on reading where the connection broke, of the same object', async () => {
    const object = await store.put('key', chunksOf(large))
    proxy.seen.length = 0
    failTimes(5, (line) => line.startsWith('GET'), { kind: 'cut answer', after: 700_000 })

    assert.ok(large.equals(await contentOf(store, object)))
    assert.equal(proxy.seen.length, 6)
  })

  it('does not go on with another object that has taken the place', async () => {
    const object = await store.put('key', chunksOf(large))
    failTimes(1, (line) => line.startsWith('GET'), { kind: 'cut answer', after: 700_000 })
    const reading = store.read(object, 0, object.size)
    await reading.next()
    const key = 'drive/s/key'
    await bucket.client.ask({ method: 'PUT', key, body: Buffer.alloc(large.length) })

    await assert.rejects(async () => {
      for await (const chunk of reading) assert.ok(chunk)
    }, /another one/)
  })

  it('does not hand out the end of a whole that was changed on its way', async () => {
    const object = await store.put('key', chunksOf(large))
    failTimes(1, (line) => line.startsWith('GET'), { kind: 'change answer', after: 2_000_000 })
    let read = 0

    await assert.rejects(async () => {
      for await (const chunk of store.read(object, 0, object.size)) read += chunk.length
    }, /does not hold the bytes/)
    assert.ok(read < large.length)
  })

  it('waits for a reader that is slow for longer than the store may be', async () => {
    const other = openAt({ retryForMs: 0, idleMs: 1500 })
    const object = await store.put('key', chunksOf(large))
    const reading = other.open('s').read(object, 0, object.size)
    let read = (await reading.next()).value?.length ?? 0
    await new Promise((done) => setTimeout(done, 2500))
    for await (const chunk of reading) read += chunk.length

    assert.equal(read, large.length)
    await other.close()
  })

  it('works with a store that knows no conditions, and asks it for none again', async () => {
    const other = openAt({ retryForMs: 1000 }).open('s')
    failTimes(1, (line) => line.startsWith('PUT'), { kind: 'answer', status: 501 })
    await other.put('a', chunksOf(Buffer.from('first')))
    proxy.seen.length = 0

    await assert.rejects(other.put('a', chunksOf(Buffer.from('second'))), {
      code: 'files.name_taken',
    })
    assert.deepEqual(
      proxy.seen.map((line) => line.split(' ')[0]),
      ['HEAD', 'HEAD'],
    )
  })

  it('says so when the store is gone for too long, leaves nothing, and works again after', async () => {
    const other = openAt({ retryForMs: 300 }).open('s')
    failTimes(Infinity, isPart, { kind: 'cut request', after: 1 })
    const failed = other.put('key', chunksOf(large))

    await assert.rejects(failed, { code: 'unavailable', message: /cannot be reached/ })
    assert.deepEqual(await allIn(bucket.client), { keys: [], uploads: 0 })
    proxy.fault = () => null
    await putAndRead(large)
  })

  it('takes back what was stored when nobody could say so', async () => {
    const other = openAt({ retryForMs: 300 }).open('s')
    let puts = 0
    proxy.fault = ({ method }) => {
      if (method !== 'PUT') return null
      puts += 1
      return puts === 1 ? { kind: 'lose answer' } : { kind: 'cut request', after: 1 }
    }

    const failed = other.put('key', chunksOf(large.subarray(0, 100_000)))
    await assert.rejects(failed, { code: 'unavailable' })
    assert.ok(proxy.seen.some((line) => line.startsWith('DELETE')))
    assert.deepEqual((await allIn(bucket.client)).keys, [])
  })

  for (const [status, body, code] of [
    [403, 'QuotaExceeded', 'storage_full'],
    [507, 'XMinioStorageFull', 'storage_full'],
    [400, 'EntityTooLarge', 'files.too_large'],
    [403, 'AccessDenied', 'unavailable'],
    [404, 'NoSuchBucket', 'storage_lost'],
  ] as const) {
    it(`says ${code} when the store says ${body}, at once`, async () => {
      proxy.fault = ({ method }) =>
        method === 'PUT'
          ? { kind: 'answer', status, body: `<Error><Code>${body}</Code></Error>` }
          : null

      for (const bytes of [Buffer.from('small'), large]) {
        await assert.rejects(store.put('key', chunksOf(bytes)), (error: Error) => {
          assert.equal((error as Error & { code: string }).code, code, String(error.cause))
          assert.doesNotMatch(error.message, /127\.0\.0\.1|test-|TRIPTYCH/)
          return true
        })
      }
      assert.ok(proxy.seen.filter((line) => line.startsWith('PUT')).length <= 5)
      assert.deepEqual(await allIn(bucket.client), { keys: [], uploads: 0 })
    })
  }

  it('asks for newer credentials when the store says that they are too old', async () => {
    const expired = '<Error><Code>ExpiredToken</Code></Error>'
    failTimes(1, () => true, { kind: 'answer', status: 400, body: expired })
    let forgotten = 0
    const credentials = { ...bucket.credentials, forget: () => void (forgotten += 1) }
    const address = { ...bucket.address, endpoint: new URL(proxy.origin) }
    const other = openS3(address, credentials)

    assert.equal(await other.open('s').stat('none'), null)
    assert.equal(forgotten, 1)
    await other.close()
  })

  it('stops to send parts when its source fails, whatever is under way', async () => {
    failTimes(Infinity, isPart, { kind: 'hang' })
    const failure = new Error('cable pulled')
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield* chunksOf(large.subarray(0, 5 * partBytes))
      throw failure
    }

    await assert.rejects(store.put('key', failing()), (error) => error === failure)
    assert.deepEqual(await allIn(bucket.client), { keys: [], uploads: 0 })
  })
})

function isPart(line: string): boolean {
  return /^PUT .*partNumber=3&/.test(line)
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

async function contentOf(
  store: ObjectStore,
  object: Parameters<ObjectStore['read']>[0],
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of store.read(object, 0, object.size)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
