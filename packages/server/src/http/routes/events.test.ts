import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import type { CellValue, Row } from '@triptych/contract/tables'
import { api, filmColumns } from '../../../test/fixtures/api.ts'
import type { Api, SentHeaders } from '../../../test/fixtures/api.ts'
import { seededRandom } from '../../../test/fixtures/seeded-random.ts'
import type { SeededRandom } from '../../../test/fixtures/seeded-random.ts'

/** A real listening server with the table, and four entries in its log. */
async function listening(options: Parameters<typeof api>[0] = {}): Promise<Api & { url: string }> {
  const set = await api(options)
  const { url } = await set.triptych.listen()
  return { ...set, url }
}

interface Reader {
  response: Response
  /** The next so many events; rejects when the stream ends before. */
  take(count: number): Promise<Change[]>
  /** Everything that was sent so far, as it was sent. */
  sent(): string
  /** Breaks the connection, as a browser that goes away. */
  leave(): void
  /** Resolves when the server has ended the stream. */
  ended(): Promise<void>
}

async function follow(url: string, path = 'events', headers: SentHeaders = {}): Promise<Reader> {
  const away = new AbortController()
  const response = await fetch(`${url}${path}`, { headers, signal: away.signal })
  assert.equal(response.status, 200)
  const pieces = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let sent = ''
  let read = 0

  function nextBlock(): string | null {
    const end = sent.indexOf('\n\n', read)
    if (end < 0) return null
    const block = sent.slice(read, end)
    read = end + 2
    return block
  }

  return {
    response,
    sent: () => sent,
    leave: () => away.abort(),
    async take(count) {
      const events: Change[] = []
      while (events.length < count) {
        const block = nextBlock()
        if (block === null) {
          const { done, value } = await pieces.read()
          assert.ok(!done, `the stream ended after ${events.length} of ${count} events`)
          sent += value
        } else if (!/^(retry: \d+|:.*)$/.test(block)) {
          const [, id, data] = /^id: (\d+)\ndata: ([^\r\n]*)$/.exec(block) ?? assert.fail(block)
          const change = JSON.parse(data!) as Change
          assert.equal(change.revision, Number(id))
          events.push(change)
        }
      }
      return events
    },
    async ended() {
      while (!(await pieces.read()).done);
    },
  }
}

const revisions = (changes: Change[]) => changes.map(({ revision }) => revision)
const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, n) => first + n)

describe('GET /events', () => {
  it('sends each change after it was made, as /changes lists it', async () => {
    const { url, call, changes } = await listening()
    const reader = await follow(url)

    await call('PATCH', '/films/1', { key: 'year', value: '1' }, { 'x-origin': 'me' })
    await call('POST', '/films', { name: 'x' })
    await call('DELETE', '/films/2')
    await call('POST', '/tables', { name: 'new', columns: [{ name: 'a', type: 'text' }] })

    assert.deepEqual(await reader.take(4), await changes(4))
    reader.leave()
  })

  it('is a stream of events that no cache and no proxy holds back', async () => {
    const { url } = await listening()

    const reader = await follow(url, 'events?since=0')
    await reader.take(1)

    const { headers } = reader.response
    assert.equal(headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('x-accel-buffering'), 'no')
    assert.match(reader.sent(), /^retry: \d+\n\n/)
    reader.leave()
  })

  it('ends with its connection, and has no frame around each piece', async () => {
    const { url } = await listening()

    const reader = await follow(url, 'events?since=0')
    await reader.take(1)

    const { headers } = reader.response
    assert.equal(headers.get('transfer-encoding'), null)
    assert.equal(headers.get('connection'), 'close')
    reader.leave()
  })

  it('goes on behind Last-Event-ID or since, and Last-Event-ID counts where both are there', async () => {
    const { url, call } = await listening()
    const starts: [first: number, path: string, headers?: SentHeaders][] = [
      [1, 'events?since=0'],
      [3, 'events?since=2'],
      [1, 'events', { 'last-event-id': '0' }],
      [3, 'events', { 'last-event-id': '2' }],
      [4, 'events?since=1', { 'last-event-id': '3' }],
      [2, 'events?since=1', { 'last-event-id': '' }],
      [5, 'events?since=4'],
      [5, 'events', { 'last-event-id': '4' }],
      [5, 'events'],
      [3, 'v1/events?since=2'],
      [3, 'w/main/events/?since=2'],
    ]
    const readers = await Promise.all(starts.map(([, path, headers]) => follow(url, path, headers)))

    await call('PATCH', '/films/1', { key: 'year', value: '1' })

    for (const [n, [first, path]] of starts.entries()) {
      assert.deepEqual(revisions(await readers[n]!.take(6 - first)), upTo(5, first), path)
      readers[n]!.leave()
    }
  })

  it('refuses a revision that is none', async () => {
    const { refuses } = await listening()
    const bad = ['x', '-1', '1.5', '1e1', '0x1', '+1', 'null', '1,2', '１', '9'.repeat(16), '1;--']

    for (const id of bad.filter((one) => /^[\x20-\x7e]*$/.test(one))) {
      const headers = { 'last-event-id': id }
      const problem = await refuses([400, 'bad_request'], 'GET', '/events', undefined, headers)
      assert.equal(problem['header'], 'Last-Event-ID')
    }
    for (const since of [...bad, '', ' 1', '1 ']) {
      const path = `/events?since=${encodeURIComponent(since)}`
      const problem = await refuses([422, 'query.invalid'], 'GET', path)
      assert.equal(problem['parameter'], 'since')
    }
  })

  it('refuses a revision that the log has not reached: that reader has seen another log', async () => {
    const { refuses } = await listening()

    for (const since of ['5', '99', '999999999999999']) {
      const future = [409, 'changes.unknown_revision'] as const
      const problem = await refuses(future, 'GET', `/events?since=${since}`)
      assert.equal(problem['head'], 4)
      await refuses(future, 'GET', '/events', undefined, { 'last-event-id': since })
    }
  })

  it('answers HEAD, and leaves nothing open', async () => {
    const { url } = await listening()

    const response = await fetch(`${url}events?since=0`, { method: 'HEAD' })

    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.equal(await response.text(), '')
  })

  it('tells of nothing that was refused or changed nothing', async () => {
    const { url, call } = await listening()
    const reader = await follow(url)

    await call('PATCH', '/films/1', { key: 'year', value: '12abc' })
    await call('PATCH', '/films/1', { key: 'year', value: '1979' })
    await call('POST', '/films', { id: 1, row: { name: 'x' } })
    await call('DELETE', '/films/99')
    await call('PATCH', '/films/1', { key: 'year', value: '7' })

    const [change] = await reader.take(1)
    assert.deepEqual([change!.revision, change!.after], [5, { year: 7 }])
    reader.leave()
  })

  it('tells of a change only when it can be read', async () => {
    const { url, call, row } = await listening()
    const reader = await follow(url)

    for (let n = 1; n <= 20; n++) {
      const writing = call('PATCH', '/films/1', { key: 'votes', value: String(1000 + n) })
      const [change] = await reader.take(1)
      assert.equal((await row(1))['votes'], change!.after!['votes'])
      await writing
    }
    reader.leave()
  })

  it('keeps an event on one line, whatever is in it', async () => {
    const { url, call } = await listening()
    const reader = await follow(url)
    const names = [
      'a\nb',
      'a\r\nb',
      '\n\n',
      'data: x\n\nid: 99\ndata: y',
      '\u2028\u2029\u0085',
      '😀"\\',
    ]

    for (const name of names) await call('PATCH', '/films/1', { key: 'name', value: name })

    const events = await reader.take(names.length)
    assert.deepEqual(
      events.map(({ after }) => after!['name']),
      names,
    )
    reader.leave()
  })

  it('is of one workspace', async () => {
    const { url, call } = await listening()
    await call('POST', '/workspaces', { name: 'other' })
    const main = await follow(url)
    const other = await follow(url, 'w/other/events')

    await call('POST', '/w/other/tables', { name: 'there', columns: [{ name: 'a', type: 'text' }] })
    await call('PATCH', '/films/1', { key: 'year', value: '1' })

    const [there] = await other.take(1)
    const [here] = await main.take(1)
    assert.deepEqual([there!.revision, there!.entity], [1, 'there'])
    assert.deepEqual([here!.revision, here!.entity], [5, 'films/1'])
    main.leave()
    other.leave()
  })

  const seed = 20_261
  it(`loses nothing and repeats nothing for readers that come and go (seed ${seed})`, async () => {
    const { url, call } = await listening()
    const random = seededRandom(seed)
    const last = 4 + 400
    let written = 0

    async function write(): Promise<void> {
      while (written < 400) {
        const many = Math.min(random.between(1, 20), 400 - written)
        const values = Array.from({ length: many }, () => String(10_000 + written++))
        await Promise.all(values.map((value) => call('PATCH', '/films/1', { key: 'votes', value })))
      }
    }

    async function read(): Promise<number[]> {
      const seen: number[] = []
      while ((seen.at(-1) ?? 0) < last) {
        const position = String(seen.at(-1) ?? 0)
        const byHeader = random.next() < 0.5
        const reader = byHeader
          ? await follow(url, 'events', { 'last-event-id': position })
          : await follow(url, `events?since=${position}`)
        const count = Math.min(random.between(0, 60), last - Number(position))
        seen.push(...revisions(await reader.take(count)))
        reader.leave()
      }
      return seen
    }

    const [, ...readers] = await Promise.all([write(), ...Array.from({ length: 6 }, read)])

    for (const seen of readers) assert.deepEqual(seen, upTo(last))
  })

  it('sends all of it in order to whoever has taken nothing for a while', async () => {
    const { url, call } = await listening()
    const reader = await follow(url)
    const long = 'x'.repeat(100_000)

    for (let n = 0; n < 30; n++) {
      await call('PATCH', '/films/1', { key: 'name', value: `${n} ${long}` })
    }

    assert.deepEqual(revisions(await reader.take(30)), upTo(34, 5))
    await call('PATCH', '/films/1', { key: 'name', value: 'the last' })
    assert.deepEqual(revisions(await reader.take(1)), [35])
    reader.leave()
  })

  it('ends in peace when the server is closed', async () => {
    const { url, triptych } = await listening()
    const readers = await Promise.all([follow(url), follow(url, 'events?since=0'), follow(url)])

    const closed = triptych.close()

    await Promise.all(readers.map((reader) => reader.ended()))
    await closed
  })
})

describe('GET /changes', () => {
  it('lists the log from the beginning, or behind a revision', async () => {
    const { call } = await listening()

    for (const [query, expected] of [
      ['', upTo(4)],
      ['?since=0', upTo(4)],
      ['?since=2', [3, 4]],
      ['?since=4', []],
      ['?limit=2', [1, 2]],
      ['?since=1&limit=2', [2, 3]],
      ['?since=3&limit=100', [4]],
      ['?limit=0', []],
      ['?_=1790000000000', upTo(4)],
    ] as const) {
      const { status, headers, json } = await call('GET', `/changes${query}`)
      assert.equal(status, 200, query)
      assert.deepEqual(revisions(json as Change[]), expected, query)
      assert.equal(headers.get('x-revision'), '4', query)
    }
  })

  it('has an entry for everything that was done, in order', async () => {
    const { changes } = await listening()

    const log = await changes()

    assert.deepEqual(
      log.map(({ revision, operation, entity }) => `${revision} ${operation} ${entity}`),
      [
        '1 table-created films',
        '2 row-added films/1',
        '3 row-added films/2',
        '4 row-added films/3',
      ],
    )
    const times = log.map(({ at }) => at)
    assert.deepEqual(times, times.toSorted())
    for (const at of times) assert.equal(new Date(at).toISOString(), at)
  })

  it('refuses what is not a number', async () => {
    const { refuses } = await listening()

    for (const value of ['-1', 'x', '', '1.5', '1e3', '0x1', '+1', ' 1', '1;drop', '１', 'null']) {
      for (const parameter of ['since', 'limit']) {
        const path = `/changes?${parameter}=${encodeURIComponent(value)}`
        const problem = await refuses([422, 'query.invalid'], 'GET', path)
        assert.equal(problem['parameter'], parameter)
      }
    }
  })

  it('refuses a revision that the log has not reached', async () => {
    const { refuses } = await listening()

    for (const since of [5, 99, 999_999_999_999_999]) {
      const path = `/changes?since=${since}`
      const problem = await refuses([409, 'changes.unknown_revision'], 'GET', path)
      assert.equal(problem['head'], 4)
    }
  })

  it('has no more on a page than the limit of the server, and all of it on all pages', async () => {
    const { call, refuses } = await listening({
      limits: { body: 10_000, depth: 9, changes: 5, upload: 9999, batch: 100 },
    })
    for (let n = 0; n < 13; n++) await call('POST', '/films', { name: 'x' })

    for (const limit of ['', '&limit=5']) {
      const { json, headers } = await call('GET', `/changes?since=0${limit}`)
      assert.deepEqual(revisions(json as Change[]), upTo(5), limit)
      assert.equal(headers.get('x-revision'), '17')
    }
    for (const limit of [6, 1000, 999_999_999_999_999]) {
      await refuses([422, 'query.invalid'], 'GET', `/changes?limit=${limit}`)
    }
    const seen: number[] = []
    for (let page = 0; page < 4; page++) {
      const { json } = await call('GET', `/changes?since=${seen.at(-1) ?? 0}`)
      seen.push(...revisions(json as Change[]))
    }
    assert.deepEqual(seen, upTo(17))
  })

  it('has a thousand on a page where nothing else was said', async () => {
    const { call } = await listening()
    const adding = Array.from({ length: 1000 }, () => call('POST', '/films', { name: 'x' }))
    await Promise.all(adding)

    const { json, headers } = await call('GET', '/changes')
    const rest = await call('GET', '/changes?since=1000')

    assert.deepEqual(revisions(json as Change[]), upTo(1000))
    assert.equal(headers.get('x-revision'), '1004')
    assert.deepEqual(revisions(rest.json as Change[]), upTo(1004, 1001))
  })
})

/** A table as the log tells of it. */
type Model = Map<number, Row & { $order: string }>

function apply(model: Model, { operation, entity, before, after }: Change): void {
  if (operation === 'table-created') return
  const id = Number(entity.split('/')[1])
  const row = model.get(id)
  if (operation === 'row-added') {
    assert.equal(row, undefined, `${entity} was there already`)
    model.set(id, after as Row & { $order: string })
  } else if (operation === 'row-deleted') {
    assert.deepEqual(before, row, `what is deleted is not what was there: ${entity}`)
    model.delete(id)
  } else {
    assert.ok(row, `${entity} is not there`)
    assert.deepEqual(Object.keys(before!), Object.keys(after!))
    for (const [name, value] of Object.entries(before!)) assert.deepEqual(value, row[name])
    model.set(id, { ...row, ...(after as Record<string, CellValue>) })
  }
}

/** The same change backwards. */
function undone(change: Change): Change {
  const operation = { 'row-added': 'row-deleted', 'row-deleted': 'row-added' } as const
  const { before, after } = change
  const turned = change.operation as keyof typeof operation
  return {
    ...change,
    operation: operation[turned] ?? change.operation,
    before: after,
    after: before,
  }
}

function rowsOf(model: Model): Record<string, CellValue>[] {
  return [...model.values()]
    .toSorted((a, b) => (a.$order < b.$order ? -1 : a.$order > b.$order ? 1 : a.id - b.id))
    .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== '$order')))
}

function randomValue(random: SeededRandom, column: string): unknown {
  const values: Record<string, unknown[]> = {
    name: ['x', 'Ärger 😀', '', 'a\n"b"', 5, null],
    year: [0, -7, '1999', '', null, '12abc', 9007199254740991],
    votes: [1, 2, 3, '4', null],
    rating: [0.1 + 0.2, 1e21, '-1e-7', 5, null, 'x'],
    seen: [true, false, '1', null],
    premiere: ['2026-04-05', '2026-04-04T22:00:00.000Z', null, 'x'],
    aired: ['2026-04-05T08:30:00Z', null],
    genre: ['drama', 'horror', null, 'western'],
    tags: [['a'], ['b', 5], [], null, ['c']],
    extra: [{ a: [1, { b: null }] }, 'text', 7, [[]], null, { ü: '\u2028' }],
    code: ['A1', 'H1', 'c1', 'c2', 'c3', null],
    nosuch: [1],
    id: [1],
  }
  return random.pick(values[column]!)
}

function randomRequest(
  random: SeededRandom,
): [method: string, path: string, body?: unknown, headers?: SentHeaders] {
  const columns = [...filmColumns.map(({ name }) => name), 'nosuch', 'id']
  const known = columns.slice(0, -2)
  const id = random.between(1, 30)
  const some = () =>
    Object.fromEntries(
      Array.from({ length: random.between(0, 4) }, () => {
        const column = random.next() < 0.95 ? random.pick(known) : random.pick(columns)
        return [column, randomValue(random, column)]
      }),
    )
  const headers: SentHeaders = random.next() < 0.2 ? { 'if-match': `"${id}"` } : {}
  const kind = random.next()
  if (kind < 0.3) {
    const row = { name: `n${id}`, ...some() }
    const anchors = [{}, { before: random.between(1, 30) }, { after: random.between(1, 30) }]
    const ids = [{}, { id: 'temp://1790000000100' }, { id }]
    const event = { row, ...random.pick(anchors), ...random.pick(ids) }
    return ['POST', '/films', random.next() < 0.2 ? row : event]
  }
  if (kind < 0.55) return ['PUT', `/films/${id}`, { row: some() }, headers]
  if (kind < 0.85) {
    const key = random.pick(columns)
    return ['PATCH', `/films/${id}`, { key, value: randomValue(random, key) }, headers]
  }
  return ['DELETE', `/films/${id}`, undefined, headers]
}

describe('the log', () => {
  for (const seed of [1, 7_777_777]) {
    it(`replayed is the table, and undone is nothing (seed ${seed})`, async () => {
      const { call, rows, changes } = await listening()
      const random = seededRandom(seed)
      const statuses = new Map<number, number>()

      for (let done = 0; done < 500;) {
        const group = Array.from({ length: random.between(1, 12) }, () => randomRequest(random))
        const answers = await Promise.all(group.map((request) => call(...request)))
        for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
        done += group.length
      }

      const log = await changes()
      assert.deepEqual(revisions(log), upTo(log.length))
      const model: Model = new Map()
      for (const change of log) apply(model, change)
      assert.deepEqual(rowsOf(model), await rows())
      assert.ok(log.length - 4 <= statuses.get(200)!)
      // The requests were of all kinds, or the test would show little.
      for (const status of [200, 404, 409, 412, 422])
        assert.ok(statuses.get(status)! > 5, `${status}`)
      assert.ok(log.length > 100)

      for (const change of log.toReversed()) apply(model, undone(change))
      assert.equal(model.size, 0)
    })
  }
})
