import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import { api, assertProblem, send, server } from '../../test/fixtures/api.ts'
import { behindTheServer } from '../../test/fixtures/engine.ts'
import type { Answer, Api, Body } from '../../test/fixtures/api.ts'
import { keptBytes, keptMs } from './idempotency.ts'

const scratch = mkdtempSync(join(tmpdir(), 'triptych-idempotency-'))
after(() => rmSync(scratch, { recursive: true, force: true }))

type Ask = Pick<Api, 'call'>

function post(to: Ask, path: string, body: Body, key: string): Promise<Answer> {
  return to.call('POST', path, body, { 'idempotency-key': key })
}

/** What a client sees of an answer, but for the name of its request. */
function seen({ status, headers, json }: Answer): unknown {
  return { status, json, etag: headers.get('etag'), type: headers.get('content-type') }
}

function assertReplay(answer: Answer, first: Answer): void {
  assert.deepEqual(seen(answer), seen(first))
  assert.equal(answer.headers.get('idempotency-replayed'), 'true')
  assert.notEqual(answer.headers.get('x-request-id'), first.headers.get('x-request-id'))
}

const other = { name: 'other', columns: [{ name: 'a', type: 'text' }] }
const posts: [path: string, body: Body, entries: number][] = [
  ['/films', { name: 'Brazil', year: 1985 }, 1],
  ['/tables', other, 1],
  ['/tasks', { text: 'Draft' }, 1],
  ['/links', { source: 1, target: 2 }, 1],
  ['/resources', { name: 'Ann' }, 1],
  ['/assignments', { task: 1, resource: 1 }, 1],
  [
    '/batch?atomic=true',
    [
      { url: 'tasks', method: 'POST', data: { text: 'Last' } },
      { url: 'films/1', method: 'PUT', data: { year: 1980 } },
    ],
    2,
  ],
  ['/workspaces', { name: 'made' }, 0],
]

describe('a PUT that is sent again under its key', () => {
  const puts: [what: string, path: string, body: Body][] = [
    ['changes a row', '/films/1', { row: { year: 1 } }],
    ['copies a row', '/films/3', { operation: 'copy', mode: 'after', target: 1 }],
    ['puts many rows', '/films/rows', { rows: [{ code: 'A1', name: 'Alien 2' }], key: ['code'] }],
    ['changes a task', '/tasks/1', { text: 'Changed' }],
    ['copies a task', '/tasks/1', { operation: 'copy', target: 2, mode: 'after' }],
    ['changes a link', '/links/1', { type: 's2s' }],
    ['changes a resource', '/resources/1', { name: 'Ben' }],
  ]

  for (const [what, path, body] of puts) {
    it(`${what} once, and is answered as it was the first time`, async () => {
      const films = await api()
      for (const text of ['One', 'Two']) await films.call('POST', '/tasks', { text })
      await films.call('POST', '/links', { source: 1, target: 2 })
      await films.call('POST', '/resources', { name: 'Ann' })
      const before = await films.head()
      const put = () => films.call('PUT', path, body, { 'idempotency-key': 'k' })

      const first = await put()
      assert.equal(first.status, 200, JSON.stringify(first.json))
      assert.equal(first.headers.get('idempotency-replayed'), null)
      const done = await films.changes(before)
      assert.equal(done.length, 1)

      for (let times = 0; times < 3; times++) assertReplay(await put(), first)
      assert.deepEqual(await films.changes(before), done)
    })
  }

  it('is refused where another request had the key, and free after one that failed', async () => {
    const films = await api()
    const headers = { 'idempotency-key': 'k' }

    await films.refuses([404, 'tables.row_not_found'], 'PUT', '/films/99', { row: {} }, headers)
    assert.equal((await films.call('PUT', '/films/1', { row: { year: 1 } }, headers)).status, 200)
    const mismatch = [422, 'idempotency.mismatch'] as const
    await films.refuses(mismatch, 'PUT', '/films/2', { row: { year: 1 } }, headers)
    await films.refuses(mismatch, 'PUT', '/films/1', { row: { year: 2 } }, headers)
  })
})

describe('a POST that is sent again under its key', () => {
  for (const [path, body, entries] of posts) {
    it(`does nothing, and is answered as it was the first time: ${path}`, async () => {
      const films = await api()
      await films.call('POST', '/tasks', { text: 'One' })
      await films.call('POST', '/tasks', { text: 'Two' })
      if (path === '/assignments') await films.call('POST', '/resources', { name: 'Ben' })
      const before = await films.head()

      const first = await post(films, path, body, 'k1')
      assert.equal(first.status, 200, JSON.stringify(first.json))
      assert.equal(first.headers.get('idempotency-replayed'), null)
      const done = await films.changes(before)
      assert.equal(done.length, entries)
      const rows = await films.rows()

      for (let times = 0; times < 3; times++) {
        assertReplay(await post(films, path, body, 'k1'), first)
      }
      assert.deepEqual(await films.changes(before), done)
      assert.deepEqual(await films.rows(), rows)
    })
  }

  it('is answered the version the row had then, even if it is gone now', async () => {
    const films = await api()
    const first = await post(films, '/films', { name: 'Brazil' }, 'k')
    const { id } = first.json as { id: number }
    await films.call('DELETE', `/films/${id}`)

    const again = await post(films, '/films', { name: 'Brazil' }, 'k')

    assert.match(again.headers.get('etag') ?? '', /^"[0-9a-f]+-5"$/)
    assertReplay(again, first)
  })

  it('is the same however its JSON is laid out and its address is written', async () => {
    const films = await api()
    const first = await post(films, '/films', '{"name":"Brazil","year":1985}', 'k')

    const again = [
      await post(films, '/films/', ' {\n"name" : "Br\\u0061zil", "year":1985}', 'k'),
      await post(films, '/v1//films', '{"name":"Brazil","year":1985}', 'k'),
      await post(films, '/w/main/films', '{"name":"Brazil","year":1985}', '"k"'),
    ]

    for (const one of again) assertReplay(one, first)
  })

  it('keeps the answer of a batch with the failures in it', async () => {
    const films = await api()
    const items = [
      { url: 'films', method: 'POST', data: { name: 'Kept' } },
      { url: 'films/77', method: 'DELETE' },
    ]
    const first = await post(films, '/batch', items, 'k')
    await films.call('POST', '/films', { row: { name: 'Late' }, id: 77 })

    assertReplay(await post(films, '/batch', items, 'k'), first)
    assert.deepEqual(
      (await films.rows()).map(({ name }) => name),
      ['Alien', 'Heat', 'Ran', 'Kept', 'Late'],
    )
  })

  it('is kept also where there was nothing to do', async () => {
    const films = await api()
    for (const text of ['One', 'Two']) await films.call('POST', '/tasks', { text })
    const link = { source: 1, target: 2 }
    await films.call('POST', '/links', link)
    const first = await post(films, '/links', link, 'k')
    await films.call('DELETE', '/links/1')

    assertReplay(await post(films, '/links', link, 'k'), first)
    assert.deepEqual((await films.call('GET', '/links')).json, [])
  })
})

describe('a key', () => {
  it('is refused with another request, which then does nothing', async () => {
    const films = await api()
    await post(films, '/films', { name: 'Brazil' }, 'k')

    for (const [path, body] of [
      ['/films', { name: 'Brasil' }],
      ['/films?tz=UTC', { name: 'Brazil' }],
      ['/tasks', { name: 'Brazil' }],
      ['/tables', other],
      ['/workspaces', { name: 'made' }],
      ['/upload', 'no form'],
    ] as const) {
      const headers = { 'idempotency-key': 'k' }
      await films.refuses([422, 'idempotency.mismatch'], 'POST', path, body, headers)
    }
  })

  it('belongs to its workspace', async () => {
    const films = await api()
    await films.call('POST', '/workspaces', { name: 'second' })
    await films.call('POST', '/w/second/tables', other)
    await post(films, '/tables', other, 'k')

    const row = await post(films, '/w/second/other', { a: 'x' }, 'k')
    const task = await post(films, '/tasks', { text: 'One' }, 'k')

    assert.deepEqual(row.json, { id: 1, a: 'x' })
    assertProblem(task, [422, 'idempotency.mismatch'])
  })

  it('is free again when its request was refused', async () => {
    const films = await api()
    const early = await post(films, '/other', { a: 'x' }, 'k')
    assertProblem(early, [404, 'tables.not_found'])
    const wrong = await post(films, '/films', { year: 'x' }, 'k')
    assertProblem(wrong, [422, 'tables.wrong_type'])
    await films.call('POST', '/tables', other)

    const late = await post(films, '/other', { a: 'x' }, 'k')

    assert.deepEqual(late.json, { id: 1, a: 'x' })
    assert.equal(late.headers.get('idempotency-replayed'), null)
  })

  it('has up to 255 visible characters, and may stand in quotes', async () => {
    const films = await api()
    const good = ['x', 'x'.repeat(255), '!#~%,;=\\', '"a b"', `"${'x'.repeat(254)}\\""`]
    for (const [n, key] of good.entries()) {
      const { status } = await post(films, '/films', { name: `film ${n}` }, key)
      assert.equal(status, 200, key)
    }

    const bad = ['', 'x'.repeat(256), 'a b', '"', '""', '"a', '"a"b', '"a\\b"', 'é', '\u007f']
    for (const key of [...bad, `"${'x'.repeat(256)}"`]) {
      const headers = { 'idempotency-key': key }
      const body = { name: 'never' }
      await films.refuses([400, 'idempotency.bad_key'], 'POST', '/films', body, headers)
    }
  })

  it('means nothing where neither a POST nor a PUT is sent', async () => {
    const films = await api()
    const headers = { 'idempotency-key': 'no key' }

    for (const [method, path, body] of [
      ['GET', '/films', undefined],
      ['PATCH', '/films/1', { key: 'year', value: 2 }],
      ['DELETE', '/films/1', undefined],
    ] as const) {
      const answer = await films.call(method, path, body, headers)
      assert.equal(answer.status, 200, method)
      assert.equal(answer.headers.get('idempotency-replayed'), null)
    }
  })

  it('may be sent by pages of other origins, which may see that it was known', async () => {
    const films = await api()
    const headers = { 'idempotency-key': 'k', origin: 'http://localhost:5173' }

    const asked = await films.call('OPTIONS', '/films', undefined, headers)
    await films.call('POST', '/films', { name: 'a' }, headers)
    const { headers: answered } = await films.call('POST', '/films', { name: 'a' }, headers)

    assert.match(asked.headers.get('access-control-allow-headers') ?? '', /\bIdempotency-Key\b/)
    const exposed = answered.get('access-control-expose-headers') ?? ''
    assert.match(exposed, /\bIdempotency-Replayed\b/)
    assert.equal(answered.get('access-control-allow-origin'), 'http://localhost:5173')
  })
})

describe('many requests under one key at once', () => {
  it('do one thing, and all are answered the same', async () => {
    const films = await api()
    const before = await films.head()
    const fifty = Array.from({ length: 50 }, () => post(films, '/films', { name: 'One' }, 'k'))

    const answers = await Promise.all(fifty)

    for (const answer of answers) assert.deepEqual(seen(answer), seen(answers[0]!))
    const replayed = answers.filter(({ headers }) => headers.has('idempotency-replayed'))
    assert.equal(replayed.length, 49)
    assert.equal((await films.changes(before)).length, 1)
  })

  it('do one thing among other requests that fail after they have written', async () => {
    const films = await api()
    const before = await films.head()
    const broken = [
      { url: 'films', method: 'POST', data: { name: 'Undone' } },
      { url: 'films/99', method: 'DELETE' },
    ]
    const mixed = Array.from({ length: 40 }, (_, n) => {
      if (n % 4 === 1) return post(films, '/batch?atomic=true', broken, `b${n}`)
      return post(films, '/films', { name: `film ${n % 3}` }, `k${n % 3}`)
    })

    await Promise.all(mixed)

    const names = (await films.changes(before)).map(({ after: film }: Change) =>
      String(film?.['name']),
    )
    assert.deepEqual(names.toSorted(), ['film 0', 'film 1', 'film 2'])
  })
})

describe('an answer', () => {
  it('is kept for 24 hours', async (t) => {
    // Before the clock is changed: a bucket takes no requests of another day.
    const films = await api()
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-04-01T10:00:00Z') })
    const first = await post(films, '/films', { name: 'One' }, 'k')

    t.mock.timers.setTime(Date.parse('2026-04-01T10:00:00Z') + keptMs - 1)
    assertReplay(await post(films, '/films', { name: 'One' }, 'k'), first)
    t.mock.timers.setTime(Date.parse('2026-04-02T10:00:00Z'))
    const second = await post(films, '/films', { name: 'Two' }, 'k')

    assert.equal((second.json as { id: number }).id, 5)
    assertReplay(await post(films, '/films', { name: 'Two' }, 'k'), second)
  })

  it('is kept up to 1 MiB; of a longer one only that it was given', async () => {
    const films = await api({ limits: { body: 4 * keptBytes } as never })
    const { json } = await films.call('POST', '/films', { name: '' })
    const room = keptBytes - JSON.stringify(json).length
    const fits = { name: 'x'.repeat(room) }
    const exceeds = { name: `${'x'.repeat(room - 1)}é` }

    const first = await post(films, '/films', fits, 'fits')
    assert.equal(JSON.stringify(first.json).length, keptBytes)
    assertReplay(await post(films, '/films', fits, 'fits'), first)

    const long = await post(films, '/films', exceeds, 'exceeds')
    assert.equal(Buffer.byteLength(JSON.stringify(long.json)), keptBytes + 1)
    const headers = { 'idempotency-key': 'exceeds' }
    await films.refuses([409, 'idempotency.answer_lost'], 'POST', '/films', exceeds, headers)
    const changed = { name: 'else' }
    await films.refuses([422, 'idempotency.mismatch'], 'POST', '/films', changed, headers)
  })

  it('survives a restart', async () => {
    const data = join(scratch, 'data')
    const body = { text: 'One' }
    const headers = { 'idempotency-key': 'k' }
    const before = await server({ data })
    const first = await send(before, 'POST', '/tasks', body, headers)
    await send(before, 'POST', '/tasks', { text: 'Two' })
    await before.close()

    const later = await server({ data })

    assertReplay(await send(later, 'POST', '/tasks', body, headers), first)
    const { json } = await send(later, 'GET', '/tasks')
    assert.equal((json as unknown[]).length, 2)
  })

  it('that is too old goes when new ones come', async (t) => {
    const data = join(scratch, 'old')
    const triptych = await server({ data })
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-04-01T10:00:00Z') })
    const add = (key: string) =>
      send(triptych, 'POST', '/tasks', { text: key }, { 'idempotency-key': key })
    for (let n = 0; n < 25; n++) await add(`old-${n}`)

    t.mock.timers.setTime(Date.parse('2026-04-02T10:00:01Z'))
    for (const key of ['a', 'b', 'c']) await add(key)
    await triptych.close()

    const select = 'select key from _kept_answers order by key'
    const keys = await behindTheServer(data, { sqlite: select, postgres: select })
    assert.deepEqual(keys.flat(), ['a', 'b', 'c'])
  })
})

describe('a filter in place of a row', () => {
  it('is read anew each time, whatever its key', async () => {
    const set = await api()
    const first = await post(set, '/films', {}, 'k')
    await set.call('POST', '/films', { name: 'Later' })
    const again = await post(set, '/films', {}, 'k')

    assert.equal(again.headers.get('idempotency-replayed'), null)
    assert.equal((again.json as unknown[]).length, (first.json as unknown[]).length + 1)
  })
})
