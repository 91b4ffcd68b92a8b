import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { People } from '@triptych/contract/people'
import { api, send, server } from '../../../test/fixtures/api.ts'
import { newBucketUrl, noS3 } from '../../../test/fixtures/s3-server.ts'
import { newPostgresDatabase } from '../../../test/fixtures/postgres-server.ts'
import { patient } from '../../../test/fixtures/patient.ts'

async function listening() {
  const set = await api()
  const { url } = await set.triptych.listen()
  return { ...set, url }
}

/** Follows the events as a browser does; `people` is what it was told last. */
async function follow(t: TestContext, url: string, query = '', path = 'events') {
  const away = new AbortController()
  t.after(() => away.abort())
  const response = await fetch(`${url}${path}${query}`, { signal: away.signal })
  assert.equal(response.status, 200)
  let sent = ''
  void (async () => {
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) sent += text
  })().catch(() => {})

  const messages = () =>
    [...sent.matchAll(/^event: people\ndata: (.*)$/gm)].map(([, data]) => data!)
  return {
    sent: () => sent,
    leave: () => away.abort(),
    /** Waits until it was told of exactly these. */
    sees: (expected: string[]) =>
      t.waitFor(() => {
        const { people } = People.parse(JSON.parse(messages().at(-1) ?? '{"people":[]}'))
        assert.deepEqual(
          people.map(({ name, at }) => `${name} ${at}`),
          expected,
        )
      }, patient),
  }
}

describe('who follows the events', () => {
  it('sees who else does, and who comes and goes', async (t) => {
    const { url, call } = await listening()
    const ada = await follow(t, url, '?origin=tab-1&name=Ada%20L.&at=%23%2Fgantt')
    await ada.sees(['Ada L. #/gantt'])

    const bob = await follow(t, url, '?since=0&origin=tab-2')
    await bob.sees(['Ada L. #/gantt', 'null null'])
    await ada.sees(['Ada L. #/gantt', 'null null'])

    const { json } = await call('GET', '/events/people')
    assert.deepEqual(
      People.parse(json).people.map(({ name }) => name),
      ['Ada L.', null],
    )
    bob.leave()
    await ada.sees(['Ada L. #/gantt'])
  })

  it('without an origin is not seen, and hears only of changes', async (t) => {
    const { url, call } = await listening()
    const reader = await follow(t, url, '?since=0&name=Ada&at=files')
    const ada = await follow(t, url, '?origin=tab-1')
    await ada.sees(['null null'])

    await call('PATCH', '/films/1', { key: 'year', value: '1' })

    await t.waitFor(() => assert.match(reader.sent(), /^id: 5$/m), patient)
    assert.doesNotMatch(reader.sent(), /people/)
  })

  it('hears of people between the changes, in messages without a revision', async (t) => {
    const { url, call } = await listening()
    const ada = await follow(t, url, '?since=0&origin=tab-1')
    await follow(t, url, '?origin=tab-2')
    await call('PATCH', '/films/1', { key: 'year', value: '1' })

    await ada.sees(['null null', 'null null'])
    await t.waitFor(() => assert.match(ada.sent(), /^id: 5$/m), patient)

    const blocks = ada.sent().split('\n\n').slice(0, -1)
    const ids = blocks.flatMap((block) => /^id: (\d+)\ndata: /.exec(block)?.[1] ?? [])
    assert.deepEqual(ids, ['1', '2', '3', '4', '5'])
    for (const block of blocks.filter((one) => one.startsWith('event: '))) {
      assert.match(block, /^event: people\ndata: [^\n]*$/)
    }
  })

  it('is in one workspace only', async (t) => {
    const { url, call } = await listening()
    await call('POST', '/workspaces', { name: 'other' })
    const here = await follow(t, url, '?origin=here&name=here')
    const there = await follow(t, url, '?origin=there&name=there', 'w/other/events')

    await there.sees(['there null'])
    await here.sees(['here null'])
    assert.equal(People.parse((await call('GET', '/w/other/events/people')).json).people.length, 1)
  })

  it('is refused with an origin, a name or a place that is none', async () => {
    const { refuses } = await listening()

    for (const [parameter, value] of [
      ['origin', ''],
      ['origin', 'a b'],
      ['origin', 'x'.repeat(65)],
      ['name', 'x'.repeat(65)],
      ['at', 'x'.repeat(201)],
    ] as const) {
      const path = `/events?${parameter}=${encodeURIComponent(value)}`
      const problem = await refuses([422, 'query.invalid'], 'GET', path)
      assert.equal(problem['parameter'], parameter)
    }
  })

  it('does not come in by asking for the headers alone', async () => {
    const { url, call } = await listening()

    await fetch(`${url}events?origin=tab-1`, { method: 'HEAD' })

    assert.deepEqual((await call('GET', '/events/people')).json, { people: [] })
  })
})

describe('who follows the events of one of two servers', { skip: noS3 }, () => {
  it('sees and is seen by those of the other, until the other stops', async (t) => {
    const storage = await newBucketUrl()
    const options = { database: await newPostgresDatabase(), storage, connections: 4 }
    const [one, other] = [await server(options), await server(options)]
    const ada = await follow(t, (await one.listen()).url, '?origin=tab-1&name=Ada&at=gantt')
    await ada.sees(['Ada gantt'])
    const bob = await follow(t, (await other.listen()).url, '?origin=tab-2&name=Bob&at=files')

    await ada.sees(['Ada gantt', 'Bob files'])
    await bob.sees(['Ada gantt', 'Bob files'])
    const answers = await Promise.all(
      [one, other].map(async (each) => (await send(each, 'GET', '/events/people')).json),
    )
    assert.deepEqual(answers[0], answers[1])
    assert.equal(People.parse(answers[0]).people.length, 2)

    await one.close()
    await bob.sees(['Bob files'])
  })
})
