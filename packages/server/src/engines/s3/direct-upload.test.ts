import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, describe, it } from 'node:test'
import { sha256 } from '../../../test/fixtures/direct-upload.ts'
import { allIn, fixedCredentials, newBucket, noS3 } from '../../../test/fixtures/s3-server.ts'
import { parseS3Address } from './address.ts'
import { openS3 } from './object-store.ts'

const keys = fixedCredentials({ accessKey: 'a', secretKey: 's' })

describe('a store that is asked whether it refuses other bytes', () => {
  it('is believed when it does, and nothing of that stays', { skip: noS3 }, async () => {
    const { address, credentials, client } = await newBucket()
    const stores = openS3({ ...address, public: address.endpoint }, credentials)
    after(() => stores.close())

    assert.equal(await stores.open('s').direct?.isPossible(), true)
    assert.deepEqual(await allIn(client), { keys: [], uploads: 0 })
  })

  it('is not when it takes whatever comes', async () => {
    const lax = createServer((request, response) => {
      request.resume().on('end', () => response.end('<R><UploadId>u</UploadId></R>'))
    }).listen(0, '127.0.0.1')
    after(() => lax.close())
    await new Promise((resolve) => lax.once('listening', resolve))
    const where = lax.address()
    assert.ok(where !== null && typeof where === 'object')
    const endpoint = encodeURIComponent(`http://127.0.0.1:${where.port}`)
    const address = parseS3Address(`s3://files?endpoint=${endpoint}&public=${endpoint}`)
    const stores = openS3(address, keys, { retryForMs: 100 })
    after(() => stores.close())

    assert.equal(await stores.open('s').direct?.isPossible(), false)
  })

  it('is asked only where browsers reach it', async () => {
    const stores = openS3(parseS3Address('s3://files?endpoint=http://127.0.0.1:9'), keys)
    after(() => stores.close())

    assert.equal(stores.open('s').direct, undefined)
  })
})

describe('an object that came in parts from elsewhere', { skip: noS3 }, () => {
  it('is read whole only if its bytes are those of its checksum', async () => {
    const { address, credentials } = await newBucket()
    const stores = openS3({ ...address, public: address.endpoint }, credentials)
    after(() => stores.close())
    const store = stores.open('s')
    const whole = Buffer.alloc(5 * 1024 * 1024 + 7, 'some bytes ')
    const partBytes = 5 * 1024 * 1024
    const parts = [whole.subarray(0, partBytes), whole.subarray(partBytes)]
    const announced = { key: 'k', size: whole.length, partBytes, parts: parts.map(sha256) }
    const { object, uploadId, parts: sendTo } = await store.direct!.begin(announced, 60)
    for (const [n, { url, headers }] of sendTo.entries()) {
      const body = Buffer.from(parts[n]!)
      assert.equal((await fetch(url, { method: 'PUT', headers, body })).status, 200)
    }
    await store.direct!.complete(object, uploadId)
    await store.direct!.complete(object, uploadId)

    const read = await Array.fromAsync(store.read(object, 0, object.size))
    assert.ok(Buffer.concat(read).equals(whole))
    const other = {
      ...object,
      checksum: object.checksum.replace(/^./, (c) => (c === '0' ? '1' : '0')),
    }
    await assert.rejects(
      Array.fromAsync(store.read(other, 0, object.size)),
      /does not hold the bytes/,
    )
  })
})
