import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get } from 'node:http'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { People } from '@triptych/contract/people'
import { api, send, server } from '../../../test/fixtures/api.ts'
import { newBucketUrl, noS3 } from '../../../test/fixtures/s3-server.ts'
import { newPostgresDatabase } from '../../../test/fixtures/postgres-server.ts'
import { toldPeople } from '../../../test/fixtures/told-people.ts'
import { patient } from '../../../test/fixtures/patient.ts'

async function listening() {
  // With accounts people have the names of these.
  const set = await api({ auth: 'none' })
  const { url } = await set.triptych.listen()
  return { ...set, url }
}

/** Nobody else knows it. */
const key = (name: string) => `${name}-0123456789abcdef`

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

  const { told, hear } = toldPeople()
  let heard = 0
  function listen(): void {
    const messages = sent.match(/^event: .*\ndata: .*\n\n/gm) ?? []
    for (const message of messages.slice(heard)) hear(message)
    heard = messages.length
  }
  return {
    sent: () => sent,
    leave: () => away.abort(),
    /** Waits until it was told of exactly these. */
    sees: (expected: string[]) =>
      t.waitFor(() => {
        listen()
        const { people } = People.parse(told.at(-1) ?? { people: [] })
        assert.deepEqual(
          people.map(({ name, at }) => `${name} ${at}`),
          expected,
        )
      }, patient),
  }
}

/** Asks as no `fetch` of ours would. */
async function open(url: string, query: string, headers: Record<string, string>) {
  const request = get(`${url}events${query}`, { headers })
  request.on('error', () => {})
  await once(request, 'response')
  return request
}

describe('who follows the events', () => {
  it('sees who else does, and who comes and goes', async (t) => {
    const { url, call } = await listening()
    const ada = await follow(t, url, `?visitor=${key('tab-1')}&name=Ada%20L.&at=%23%2Fgantt`)
    await ada.sees(['Ada L. #/gantt'])

    const bob = await follow(t, url, `?since=0&visitor=${key('tab-2')}`)
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

  it('without a key is not seen, and hears only of changes', async (t) => {
    const { url, call } = await listening()
    const reader = await follow(t, url, '?since=0&name=Ada&at=files')
    const ada = await follow(t, url, `?visitor=${key('tab-1')}`)
    await ada.sees(['null null'])

    await call('PATCH', '/films/1', { key: 'year', value: '1' })

    await t.waitFor(() => assert.match(reader.sent(), /^id: 5$/m), patient)
    assert.doesNotMatch(reader.sent(), /people/)
  })

  it('hears of people between the changes, in messages without a revision', async (t) => {
    const { url, call } = await listening()
    const ada = await follow(t, url, `?since=0&visitor=${key('tab-1')}`)
    await follow(t, url, `?visitor=${key('tab-2')}`)
    await call('PATCH', '/films/1', { key: 'year', value: '1' })

    await ada.sees(['null null', 'null null'])
    await t.waitFor(() => assert.match(ada.sent(), /^id: 5$/m), patient)

    const blocks = ada.sent().split('\n\n').slice(0, -1)
    const ids = blocks.flatMap((block) => /^id: (\d+)\ndata: /.exec(block)?.[1] ?? [])
    assert.deepEqual(ids, ['1', '2', '3', '4', '5'])
    for (const block of blocks.filter((one) => one.startsWith('event: '))) {
      assert.match(block, /^event: people(-changed)?\ndata: [^\n]*$/)
    }
  })

  it('is in one workspace only', async (t) => {
    const { url, call } = await listening()
    await call('POST', '/workspaces', { name: 'other' })
    const here = await follow(t, url, `?visitor=${key('here')}&name=here`)
    const there = await follow(t, url, `?visitor=${key('there')}&name=there`, 'w/other/events')

    await there.sees(['there null'])
    await here.sees(['here null'])
    assert.equal(People.parse((await call('GET', '/w/other/events/people')).json).people.length, 1)
  })

  it('is refused with a key, a name or a place that is none', async () => {
    const { refuses } = await listening()

    for (const [parameter, value] of [
      ['visitor', ''],
      ['visitor', 'too short'],
      ['visitor', 'a b'.repeat(9)],
      ['visitor', 'x'.repeat(65)],
      ['name', 'x'.repeat(65)],
      ['at', 'x'.repeat(201)],
    ] as const) {
      const path = `/events?${parameter}=${encodeURIComponent(value)}`
      const problem = await refuses([422, 'query.invalid'], 'GET', path)
      assert.equal(problem['parameter'], parameter)
    }
  })

  it('is refused beyond so many on one stream', async () => {
    const { refuses } = await listening()
    const query = Array.from({ length: 17 }, (_, n) => `visitor=${key(`tab-${n}`)}`).join('&')

    await refuses([422, 'query.invalid'], 'GET', `/events?${query}`)
  })

  it('stands for each of several who share a stream', async (t) => {
    const { url } = await listening()
    const [one, two] = [key('tab-1'), key('tab-2')]
    const query = `?visitor=${one}&name=Ada&at=gantt&visitor=${two}&name=&at=files`
    const both = await follow(t, url, query)

    await both.sees(['Ada gantt', 'null files'])
  })

  it('is not passed for by whoever knows what the log tells of them', async (t) => {
    const { url, call } = await listening()
    const origin = key('tab-of-ada')
    const ada = await follow(t, url, `?visitor=${key('secret')}&name=Ada`)
    await ada.sees(['Ada null'])
    const headers = { 'x-origin': origin }
    await call('PATCH', '/films/1', { key: 'year', value: '1' }, headers)
    const told = JSON.stringify((await call('GET', '/changes')).json)
    const { people } = People.parse((await call('GET', '/events/people')).json)

    assert.ok(told.includes(origin) && !told.includes(key('secret')))
    for (const known of [origin, people[0]!.id]) {
      const mallory = await follow(t, url, `?visitor=${known}&name=Mallory`)
      await ada.sees(['Ada null', 'Mallory null'])
      mallory.leave()
      await ada.sees(['Ada null'])
    }
  })

  it('does not come in where a browser was led here, or takes it for a picture', async () => {
    const { url, call } = await listening()

    for (const mode of ['navigate', 'no-cors']) {
      const reader = await open(url, `?visitor=${key('evil')}&name=Evil`, {
        'sec-fetch-mode': mode,
        'sec-fetch-site': 'cross-site',
      })
      assert.deepEqual((await call('GET', '/events/people')).json, { people: [] }, mode)
      reader.destroy()
    }
  })

  it('does not come in from a page of another origin', async () => {
    const { refuses, call } = await listening()
    const path = `/events?visitor=${key('evil')}&name=Evil`

    for (const headers of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
    ]) {
      await refuses([403, 'forbidden'], 'GET', path, undefined, headers)
    }
    assert.deepEqual((await call('GET', '/events/people')).json, { people: [] })
  })

  it('does not come in by asking for the headers alone', async () => {
    const { url, call } = await listening()

    await fetch(`${url}events?visitor=${key('tab-1')}`, { method: 'HEAD' })

    assert.deepEqual((await call('GET', '/events/people')).json, { people: [] })
  })
})

describe('where as many follow the events as can', () => {
  it('the next is asked to come later, and has a place when somebody leaves', async (t) => {
    const { triptych } = await api({ auth: 'none', eventReaders: 2 })
    const { url } = await triptych.listen()
    const readers = [await follow(t, url), await follow(t, url, '?since=0')]

    const refused = await fetch(`${url}events`)

    assert.equal(refused.status, 503)
    assert.equal(refused.headers.get('retry-after'), '10')
    assert.equal(((await refused.json()) as { code: string }).code, 'unavailable')
    // Nobody has a place who was refused for another reason, nor who asks for the headers alone.
    readers[0]!.leave()
    await t.waitFor(async () => {
      const { status } = await fetch(`${url}events?since=99`)
      assert.equal(status, 409)
    }, patient)
    await fetch(`${url}events`, { method: 'HEAD' })
    await follow(t, url)
  })
})

describe('who follows the events of one of two servers', { skip: noS3 }, () => {
  it('sees and is seen by those of the other, until the other stops', async (t) => {
    const storage = await newBucketUrl()
    const common = { database: await newPostgresDatabase(), storage, connections: 4 }
    const options = { ...common, auth: 'none' } as const
    const [one, other] = [await server(options), await server(options)]
    const ada = await follow(
      t,
      (await one.listen()).url,
      `?visitor=${key('tab-1')}&name=Ada&at=gantt`,
    )
    await ada.sees(['Ada gantt'])
    const bob = await follow(
      t,
      (await other.listen()).url,
      `?visitor=${key('tab-2')}&name=Bob&at=files`,
    )

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
