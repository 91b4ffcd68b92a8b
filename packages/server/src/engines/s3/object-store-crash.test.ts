import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startS3 } from '../../../../../scripts/s3.ts'
import type { S3Server } from '../../../../../scripts/s3.ts'
import { fixedCredentials, noS3 } from '../../../test/fixtures/s3-server.ts'
import { AppError } from '../../errors.ts'
import type { StoredObject } from '../../ports/object-store.ts'
import { parseS3Address } from './address.ts'
import { s3Client } from './client.ts'
import { openS3 } from './object-store.ts'

describe('a store that crashes', { skip: noS3 }, () => {
  // Its own: nobody else must be hit.
  let server: S3Server
  before(async () => {
    server = await startS3()
  })
  after(() => server.stop())

  it('loses nothing that was stored, and has nothing of what failed', async () => {
    const { username, password, origin } = new URL(server.url)
    const keys = { accessKey: username, secretKey: decodeURIComponent(password) }
    const address = parseS3Address(`s3://crash?endpoint=${encodeURIComponent(origin)}`)
    const credentials = fixedCredentials(keys)
    const client = s3Client(address, credentials, { idleMs: 30_000, retryForMs: 10_000 })
    await client.ask({ method: 'PUT', key: '' })
    client.close()
    const partBytes = 128 * 1024
    const opened = openS3(address, credentials, { partBytes, retryForMs: 10_000 })
    const store = opened.open('s')

    let isOver = false
    const stored: StoredObject[] = []
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let n = 0; !isOver; n++) {
        const size = n % 3 === 0 ? 1000 : 5 * partBytes + n
        const bytes = chunks(Buffer.alloc(size, `${writer} ${n}`))
        // Ceph keeps an upload locked for ten minutes when it crashes while it puts the parts together.
        const object = await store.put(`${writer}-${n}`, bytes).catch(unlessUnavailable)
        if (object) stored.push(object)
      }
    })
    for (let crash = 1; crash <= 3; crash++) {
      while (stored.length < 8 * crash) await sleep(10)
      await server.kill()
      await server.start()
    }
    isOver = true
    await Promise.all(writers)

    const seen: string[] = []
    for await (const { key } of store.keys(null)) seen.push(key)
    assert.deepEqual(seen, stored.map(({ key }) => key).toSorted())
    for (const object of stored) {
      let read = 0
      for await (const chunk of store.read(object, 0, object.size)) read += chunk.length
      assert.equal(read, object.size)
    }
    await opened.close()
  })
})

function unlessUnavailable(error: unknown): null {
  if (error instanceof AppError && error.code === 'unavailable') return null
  throw error
}

async function* chunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
