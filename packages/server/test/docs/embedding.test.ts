import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTriptych } from '../../src/index.ts'

const ask = (method: string, path: string, body?: unknown) =>
  new Request(`http://app.example/api/${path}`, {
    method,
    body: body ? JSON.stringify(body) : null,
  })

describe('a Triptych mounted in another application', () => {
  it('answers below its base, whatever the name of the host is', async () => {
    const { fetch, close } = await createTriptych({ data: ':memory:', base: '/api' })

    assert.equal((await fetch(ask('GET', 'films/1'))).status, 200)
    assert.equal((await fetch(new Request('http://app.example/films/1'))).status, 404)
    await close()
  })

  it('goes on when whoever watches it throws', async () => {
    const watch = {
      observe: () => {
        throw new Error('not my day')
      },
    }
    const { fetch, close } = await createTriptych({ data: ':memory:', base: '/api' }, watch)

    const edit = { key: 'votes', value: '7' }
    const answers = await Promise.all(
      [1, 2, 3].map((id) => fetch(ask('PATCH', `films/${id}`, edit))),
    )

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    await close()
  })

  it('takes keys for a bucket only as a function, and only where there is a bucket', async () => {
    const keys = { accessKeyId: 'ID', secretAccessKey: 'secret' }

    await assert.rejects(createTriptych({ data: ':memory:', credentials: async () => keys }), {
      name: 'ConfigError',
      message: 'credentials are for a bucket: give storage, too',
    })
    await assert.rejects(createTriptych({ credentials: keys as never }), {
      name: 'ConfigError',
      message: 'credentials must be a function',
    })
  })

  it('listens once, however often it is asked to, and not after it was closed', async () => {
    const triptych = await createTriptych({ data: ':memory:', port: 0 })

    const [one, other] = await Promise.all([triptych.listen(), triptych.listen()])
    assert.deepEqual(one, other)
    await triptych.close()

    await assert.rejects(fetch(one.url))
    await assert.rejects(triptych.listen(), { code: 'unavailable' })
  })

  it('can be closed while it begins to listen', async () => {
    const triptych = await createTriptych({ data: ':memory:', port: 0 })
    const listening = triptych.listen()
    await triptych.close()

    const { url } = await listening
    await assert.rejects(fetch(url))
  })

  it('closes quickly though an event stream arrives at that moment', async () => {
    const triptych = await createTriptych({ data: ':memory:', port: 0 })
    const { url } = await triptych.listen()
    const streams = Array.from({ length: 10 }, () => fetch(`${url}events`).catch(() => null))
    await new Promise((resolve) => setImmediate(resolve))

    const closed = await Promise.race([
      triptych.close().then(() => 'closed'),
      new Promise((resolve) => setTimeout(resolve, 25_000, 'still open').unref()),
    ])

    assert.equal(closed, 'closed')
    for (const stream of await Promise.all(streams)) await stream?.text().catch(() => {})
  })
})
