import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { FileEntry } from '@triptych/contract/files'
import { createTriptych } from '../../src/main.ts'
import type { Triptych } from '../../src/main.ts'
import { faultyProxy } from './faulty-proxy.ts'
import type { FaultyProxy } from './faulty-proxy.ts'
import { newPostgresDatabase } from '../fixtures/postgres-server.ts'
import { newBucket, noS3 } from '../fixtures/s3-server.ts'

/** A client that got no answer asks again, and comes to another server while the first is at it. */
describe('one request at two servers', { skip: noS3 }, () => {
  let servers: [Triptych, Triptych]
  let line: FaultyProxy

  before(async () => {
    const [database, bucket] = [await newPostgresDatabase(), await newBucket()]
    process.env['AWS_ACCESS_KEY_ID'] = bucket.keys.accessKey
    process.env['AWS_SECRET_ACCESS_KEY'] = bucket.keys.secretKey
    const endpoint = bucket.address.endpoint.origin
    line = await faultyProxy(endpoint)
    const throughLine = bucket.url.replace(
      encodeURIComponent(endpoint),
      encodeURIComponent(line.origin),
    )
    const start = (storage: string): Promise<Triptych> =>
      createTriptych({ data: ':memory:', empty: true, database, storage, connections: 4 })
    servers = [await start(throughLine), await start(bucket.url)]
  })
  after(async () => {
    for (const server of servers) await server.close()
    await line.close()
  })

  async function names(): Promise<string[]> {
    const answer = await servers[0].fetch(new Request('http://localhost/files'))
    return ((await answer.json()) as FileEntry[]).map(({ value }) => value)
  }

  it('puts a file there once, though the first store answers only afterwards', async () => {
    const key = randomUUID()
    line.fault = () => ({ kind: 'answer', status: 503 })
    const slow = upload(servers[0], 'once.txt', key)
    while (!line.seen.some((one) => one.startsWith('PUT'))) {
      await pause(5)
    }
    const quick = await upload(servers[1], 'once.txt', key)
    line.fault = () => null

    assert.deepEqual(quick.json.result, { id: '/once.txt', name: 'once.txt' })
    assert.deepEqual(await slow, quick)
    assert.deepEqual(
      (await names()).filter((name) => name.startsWith('once')),
      ['once.txt'],
    )
  })

  it('answers both the same, and not that there is nothing to be renamed', async () => {
    for (let n = 0; n < 20; n++) {
      await upload(servers[1], `was-${n}.txt`, randomUUID())
      const key = randomUUID()
      const body = JSON.stringify({ operation: 'rename', name: `is-${n}.txt` })
      const answers = await Promise.all(
        servers.map((server) => ask(server, 'PUT', `files/was-${n}.txt`, body, key)),
      )
      const expected = {
        status: 200,
        json: { result: { id: `/is-${n}.txt`, name: `is-${n}.txt` } },
      }
      assert.deepEqual(answers, [expected, expected])
    }
  })
})

async function ask(
  server: Triptych,
  method: string,
  path: string,
  body: string | FormData,
  key: string,
) {
  const headers = { 'idempotency-key': key }
  const request = new Request(`http://localhost/${path}`, { method, headers, body })
  const answer = await server.fetch(request)
  return { status: answer.status, json: (await answer.json()) as { result?: unknown } }
}

function upload(server: Triptych, name: string, key: string) {
  const form = new FormData()
  form.set('file', new Blob([`the bytes of ${name}`]), name)
  return ask(server, 'POST', 'upload?id=/', form, key)
}
