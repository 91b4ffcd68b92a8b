import assert from 'node:assert/strict'
import dns from 'node:dns'
import { before, describe, it, mock } from 'node:test'
import { faultyProxy } from '../../../test/faults/faulty-proxy.ts'
import { allIn, fixedCredentials, newBucket, noS3 } from '../../../test/fixtures/s3-server.ts'
import type { TestBucket } from '../../../test/fixtures/s3-server.ts'
import type { S3Address } from './address.ts'
import type { CredentialSource } from './credential-source.ts'
import { openS3 } from './object-store.ts'

describe('the check of a bucket', { skip: noS3 }, () => {
  let bucket: TestBucket
  before(async () => {
    bucket = await newBucket()
  })

  async function check(
    address: Partial<S3Address>,
    credentials: CredentialSource = bucket.credentials,
  ): Promise<void> {
    const opened = openS3({ ...bucket.address, ...address }, credentials, { retryForMs: 200 })
    try {
      await opened.check()
    } finally {
      await opened.close()
    }
  }

  it('is content with a bucket that can be used', () => check({}))

  it('names a bucket that does not exist', () =>
    assert.rejects(check({ bucket: 'nowhere-at-all' }), {
      code: 'unavailable',
      message: 'The bucket nowhere-at-all does not exist.',
    }))

  it('tells a wrong secret from an unknown key, and shows neither', async () => {
    const { keys } = bucket
    const wrong = check({}, fixedCredentials({ ...keys, secretKey: 'hush' }))
    await assert.rejects(wrong, { message: /refuses the secret key/ })
    const unknown = check({}, fixedCredentials({ ...keys, accessKey: 'NOBODY' }))
    await assert.rejects(unknown, { message: /does not know the access key/ })
    for (const one of [wrong, unknown]) {
      await one.catch((error: Error) => assert.doesNotMatch(error.message, /hush|NOBODY/))
    }
  })

  it('notices a clock that is wrong, and by how much', async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 60 * 60_000 })
    try {
      await assert.rejects(check({}), { message: /clock of this machine differs .* by 60 minutes/ })
    } finally {
      mock.timers.reset()
    }
  })

  it('says that a store cannot be reached, but not where', async () => {
    const endpoint = new URL('http://127.0.0.1:1')
    await assert.rejects(check({ endpoint }), {
      message: `The bucket ${bucket.address.bucket} cannot be reached at its endpoint.`,
    })
  })

  it('names the region of a bucket that is elsewhere', async () => {
    const proxy = await faultyProxy(bucket.address.endpoint.origin)
    const body =
      '<Error><Code>AuthorizationHeaderMalformed</Code><Region>eu-west-1</Region></Error>'
    proxy.fault = () => ({ kind: 'answer', status: 400, body })
    await assert.rejects(check({ endpoint: new URL(proxy.origin) }), {
      message: /is in the region eu-west-1/,
    })
    await proxy.close()
  })

  it('waits for a store that comes up', async () => {
    const proxy = await faultyProxy(bucket.address.endpoint.origin)
    let refused = 0
    proxy.fault = () => (++refused < 4 ? { kind: 'answer', status: 503 } : null)
    const address = { ...bucket.address, endpoint: new URL(proxy.origin) }
    const opened = openS3(address, bucket.credentials)
    await opened.check()
    assert.equal(refused, 4)
    await opened.close()
    await proxy.close()
  })
})

describe('a bucket in the name of the host', { skip: noS3 }, () => {
  it('is asked for everything there', async () => {
    const { address, credentials, client } = await newBucket()
    // The gateway answers to names below this one, which no name server knows.
    const endpoint = new URL(`http://s3.localhost:${address.endpoint.port}`)
    const asked = new Set<string>()
    const lookup = mock.method(dns, 'lookup', (name: string, ...rest: unknown[]) => {
      asked.add(name)
      const answer = rest.at(-1) as (...args: unknown[]) => void
      const { all } = rest[0] as { all?: boolean }
      if (all) answer(null, [{ address: '127.0.0.1', family: 4 }])
      else answer(null, '127.0.0.1', 4)
    })
    const options = { partBytes: 65_536 }
    const opened = openS3({ ...address, endpoint, addressing: 'host' }, credentials, options)
    const store = opened.open('s')
    const bytes = Buffer.alloc(200_000, 'text')

    await opened.check()
    const object = await store.put('a b/ä+', one(bytes))
    const read: Uint8Array[] = []
    for await (const chunk of store.read(object, 0, object.size)) read.push(chunk)
    lookup.mock.restore()

    assert.ok(Buffer.concat(read).equals(bytes))
    assert.deepEqual((await allIn(client)).keys, ['drive/s/a b/ä+'])
    assert.deepEqual([...asked], [`${address.bucket}.s3.localhost`])
    await opened.close()
  })
})

describe('an object store that was closed', { skip: noS3 }, () => {
  it('finishes what is under way, and refuses what comes later', async () => {
    const { address, credentials } = await newBucket()
    const opened = openS3(address, credentials)
    const store = opened.open('s')
    const underWay = store.put('a', one(Buffer.from('text')))
    const closed = opened.close()

    const object = await underWay
    await closed
    await assert.rejects(store.put('b', one(Buffer.from('text'))), { code: 'unavailable' })
    await assert.rejects(store.read(object, 0, 4).next(), { code: 'unavailable' })
  })
})

async function* one(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
