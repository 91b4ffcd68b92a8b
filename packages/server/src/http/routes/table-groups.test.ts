import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { api } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'
import { address, apiWithMany } from '../../../test/fixtures/query-api.ts'
import { queryColumn } from '../../../test/fixtures/query-table.ts'

const columns = [
  { name: 'word', type: 'text' },
  { name: 'n', type: 'integer' },
  { name: 'share', type: 'number' },
  { name: 'ok', type: 'boolean' },
  { name: 'day', type: 'date' },
  { name: 'at', type: 'datetime' },
  { name: 'data', type: 'json' },
]

async function filled(rows: Record<string, unknown>[], more: object[] = []): Promise<Api> {
  const set = await api({}, [...columns, ...more])
  for (const row of rows) {
    const { status, json } = await set.call('POST', '/films', { row })
    assert.equal(status, 200, JSON.stringify(json))
  }
  return set
}

async function groups({ call }: Pick<Api, 'call'>, query: Record<string, unknown> = {}) {
  const { status, json } = await call('GET', address('/films/groups', query))
  assert.equal(status, 200, JSON.stringify(json))
  return json
}

const some = [
  { word: 'b', n: 1, share: 0.5, ok: true, data: [1] },
  { word: 'a', n: 2, share: 0.25, ok: false },
  { word: 'b', n: 4, share: null, ok: true, data: { a: 1 } },
  { word: null, n: null, share: 1.5, ok: null },
  { word: '', n: 8, share: 2, ok: true },
]

describe('GET /{table}/groups by values', () => {
  it('counts the rows of each value, empty ones first', async () => {
    const set = await filled(some)

    assert.deepEqual(await groups(set, { by: 'word' }), [
      { word: null, count: 1 },
      { word: '', count: 1 },
      { word: 'a', count: 1 },
      { word: 'b', count: 2 },
    ])
    assert.deepEqual(await groups(set, { by: 'ok' }), [
      { ok: null, count: 1 },
      { ok: false, count: 1 },
      { ok: true, count: 3 },
    ])
    assert.deepEqual(await groups(set, { by: 'ok,word', limit: 3 }), [
      { ok: null, word: null, count: 1 },
      { ok: false, word: 'a', count: 1 },
      { ok: true, word: '', count: 1 },
    ])
    assert.deepEqual(await groups(set, { by: '["id"]', limit: 1 }), [{ id: 1, count: 1 }])
  })

  it('has every aggregate, which passes over empty cells', async () => {
    const set = await filled(some)
    const aggregate =
      'count,count:n,sum:n,avg:n,min:n,max:n,sum:share,avg:share,min:word,max:ok,count:data'

    assert.deepEqual(
      await groups(set, { by: 'word', aggregate, filter: { field: 'word', includes: ['b'] } }),
      [
        {
          word: 'b',
          count: 2,
          'count(n)': 2,
          'sum(n)': 5,
          'avg(n)': 2.5,
          'min(n)': 1,
          'max(n)': 4,
          'sum(share)': 0.5,
          'avg(share)': 0.5,
          'min(word)': 'b',
          'max(ok)': true,
          'count(data)': 2,
        },
      ],
    )
  })

  it('adds numbers up as they are written, however large and small they are', async () => {
    const few = await filled([0.1, 0.2].map((share) => ({ share })))
    const odd = [0.1, 1 / 3, -0.25, 1e21, 1e-7, 12345678.9, 9999999.999999, -1e21, 2 ** 60]
    const many = await filled(odd.map((share) => ({ share })))
    const huge = await filled([1.7e308, 1.7e308].map((share) => ({ share })))
    const aggregate = 'sum:share,avg:share'

    assert.deepEqual(await groups(few, { aggregate }), [{ 'sum(share)': 0.3, 'avg(share)': 0.15 }])
    // 0.1 + 0.3333333333333333 - 0.25 + 0.0000001 + 12345678.9 + 9999999.999999 + 1152921504606847000
    const sum = Number('1152921504629192679.083332433333')
    assert.deepEqual(await groups(many, { aggregate }), [
      { 'sum(share)': sum, 'avg(share)': sum / odd.length },
    ])
    assert.deepEqual(await groups(huge, { aggregate: 'sum:share' }), [{ 'sum(share)': null }])
  })

  it('makes one group of everything where there is nothing to group by', async () => {
    const set = await filled(some)
    const aggregate = 'count,sum:n,min:share,max:word,avg:id'

    assert.deepEqual(await groups(set), [{ count: 5 }])
    assert.deepEqual(await groups(set, { aggregate }), [
      { count: 5, 'sum(n)': 15, 'min(share)': 0.25, 'max(word)': 'b', 'avg(id)': 3 },
    ])
    assert.deepEqual(await groups(set, { aggregate: 'sum:n', search: 'B' }), [{ 'sum(n)': 5 }])
  })

  it('makes of an empty table one group with nothing in it, and none by a column', async () => {
    const set = await filled([])
    const aggregate = 'count,count:n,sum:n,avg:n,min:word,max:at'

    assert.deepEqual(await groups(set, { by: 'word', aggregate }), [])
    assert.deepEqual(await groups(set, { aggregate }), [
      {
        count: 0,
        'count(n)': 0,
        'sum(n)': null,
        'avg(n)': null,
        'min(word)': null,
        'max(at)': null,
      },
    ])
  })

  it('adds up numbers whose sum is beyond what a table can hold', async () => {
    const most = Number.MAX_SAFE_INTEGER
    const many = await apiWithMany(
      [queryColumn('n', 'integer')],
      Array.from({ length: 1100 }, (_, index) => ({ id: index + 1, n: most })),
    )

    const { json } = await many.call('GET', '/many/groups?aggregate=sum:n,max:n')

    assert.deepEqual(json, [{ 'sum(n)': 1100 * most, 'max(n)': most }])
  })

  it('reaches columns with commas, colons and the names of units in them', async () => {
    const odd = ['a,b', 'c:d', 'e:month', '"', 'count'].map((name) => ({ name, type: 'integer' }))
    const set = await filled([{ 'a,b': 1, 'c:d': 2, 'e:month': 3, '"': 4, count: 5 }], odd)
    const [by, aggregate] = [
      ['a,b', 'c:d', 'e:month', 'count'],
      ['sum:a,b', 'max:c:d', 'min:"'],
    ]

    assert.deepEqual(await groups(set, { by, aggregate }), [
      { 'a,b': 1, 'c:d': 2, 'e:month': 3, count: 5, 'sum(a,b)': 1, 'max(c:d)': 2, 'min(")': 4 },
    ])
    assert.deepEqual(await groups(set, { by: 'e:month', aggregate: 'max:count' }), [
      { 'e:month': 3, 'max(count)': 5 },
    ])
  })

  it('refuses two parts of a group with one name', async () => {
    const { refuses } = await filled([], [{ name: 'count', type: 'integer' }])
    const bad: [parameter: string, query: string][] = [
      ['by', 'by=word,word'],
      ['by', 'by=day:month,day:year'],
      ['aggregate', 'by=count'],
      ['aggregate', 'aggregate=sum:n,sum:n'],
      ['aggregate', 'aggregate=count,count'],
    ]

    for (const [parameter, query] of bad) {
      const problem = await refuses([400, 'tables.bad_query'], 'GET', `/films/groups?${query}`)
      assert.equal(problem['parameter'], parameter, query)
    }
  })

  it('refuses unknown columns and what cannot be grouped or added up', async () => {
    const { refuses } = await filled(some)
    const bad: [parameter: string, query: Record<string, string>][] = [
      ...[
        'nosuch',
        '$order',
        'word"',
        '(select 1)',
        'word,',
        ',',
        '[1]',
        '["word"',
        '1',
        'WORD',
      ].map((by): [string, Record<string, string>] => ['by', { by }]),
      ['by', { by: 'data' }],
      ['by', { by: 'word:month' }],
      ['by', { by: 'n:day' }],
      ['by', { by: 'day:hour' }],
      ['by', { by: 'id,word,n,share,ok,day,at,id,id' }],
      ...[
        '',
        'median:n',
        'sum',
        'avg',
        'sum:word',
        'avg:day',
        'sum:ok',
        'min:data',
        'max:data',
      ].map((aggregate): [string, Record<string, string>] => ['aggregate', { aggregate }]),
      ['aggregate', { aggregate: 'sum:nosuch' }],
      ['aggregate', { aggregate: 'count:n") from films --' }],
      ['aggregate', { aggregate: Array.from({ length: 21 }, () => 'count').join(',') }],
      ['filter', { filter: 'x' }],
      ['tz', { tz: "'; drop table films" }],
    ]

    for (const [parameter, query] of bad) {
      const where = address('/films/groups', query)
      const problem = await refuses([400, 'tables.bad_query'], 'GET', where)
      assert.equal(problem['parameter'], parameter, where)
    }
    await refuses([422, 'query.invalid'], 'GET', '/films/groups?limit=1;')
    await refuses([404, 'tables.not_found'], 'GET', '/nosuch/groups')
  })

  it('answers 10,000 groups and no more', async () => {
    const many = await apiWithMany(
      [queryColumn('n', 'integer')],
      Array.from({ length: 10_001 }, (_, index) => ({ id: index + 1, n: index })),
    )
    const count = async (query: string) =>
      ((await many.call('GET', `/many/groups?by=n${query}`)).json as unknown[]).length

    assert.deepEqual(
      [await count(''), await count('&limit=10000'), await count('&limit=9999')],
      [10_000, 10_000, 9_999],
    )
    await many.refuses([422, 'query.invalid'], 'GET', '/many/groups?limit=10001')
  })

  it('refuses groups with more text in them than an answer may hold', async () => {
    const text = 'x'.repeat(1024 * 1024 - 10)
    const many = await apiWithMany(
      [queryColumn('n', 'integer'), queryColumn('text', 'text')],
      Array.from({ length: 18 }, (_, index) => ({
        id: index + 1,
        n: index,
        text: `${index + 10}${text}`,
      })),
    )
    const asked = async (query: string) => (await many.call('GET', `/many/groups?${query}`)).status

    assert.equal(await asked('by=text&limit=16'), 200)
    assert.equal(await asked('by=text&limit=17'), 413)
    assert.equal(await asked('by=n&aggregate=max:text&limit=16'), 200)
    assert.equal(await asked('by=n&aggregate=max:text'), 413)
    assert.equal(await asked('by=n&aggregate=count:text'), 200)
  })
})

describe('GET /{table}/groups by dates', () => {
  it('makes groups of days, weeks from Monday, months and years', async () => {
    const days = [
      '2026-01-01',
      '2025-12-29',
      '2025-12-28',
      '2026-01-04',
      '2026-01-05',
      '2024-02-29',
      null,
    ]
    const set = await filled(days.map((day) => ({ day })))

    assert.deepEqual(await groups(set, { by: 'day:day', limit: 3 }), [
      { day: null, count: 1 },
      { day: '2024-02-29', count: 1 },
      { day: '2025-12-28', count: 1 },
    ])
    assert.deepEqual(await groups(set, { by: 'day:week' }), [
      { day: null, count: 1 },
      { day: '2024-02-26', count: 1 },
      { day: '2025-12-22', count: 1 },
      { day: '2025-12-29', count: 3 },
      { day: '2026-01-05', count: 1 },
    ])
    assert.deepEqual(await groups(set, { by: 'day:month' }), [
      { day: null, count: 1 },
      { day: '2024-02', count: 1 },
      { day: '2025-12', count: 2 },
      { day: '2026-01', count: 3 },
    ])
    assert.deepEqual(await groups(set, { by: 'day:year', tz: 'America/New_York' }), [
      { day: null, count: 1 },
      { day: 2024, count: 1 },
      { day: 2025, count: 2 },
      { day: 2026, count: 3 },
    ])
    assert.deepEqual(await groups(set, { by: 'day', limit: 2 }), [
      { day: null, count: 1 },
      { day: '2024-02-29', count: 1 },
    ])
  })

  it('reads instants on the clocks of the zone, on both sides of a change of the clocks', async () => {
    const instants = [
      // In Vienna the clocks go from 2:00 to 3:00 at 01:00Z on 29 March 2026, and back on 25 October.
      '2026-03-28T22:59:59.999Z', // 28 March, 23:59
      '2026-03-28T23:00:00Z', // 29 March, 0:00
      '2026-03-29T21:59:59Z', // 29 March, 23:59, a day of 23 hours
      '2026-03-29T22:00:00Z', // 30 March, 0:00
      '2026-10-24T22:00:00Z', // 25 October, 0:00
      '2026-10-25T22:59:59Z', // 25 October, 23:59, a day of 25 hours
      '2026-10-25T23:00:00Z', // 26 October
      '2026-10-31T23:30:00Z', // 1 November
      '2025-12-31T23:00:00Z', // 1 January 2026
    ]
    const set = await filled(instants.map((at) => ({ at })))
    const tz = 'Europe/Vienna'

    assert.deepEqual(await groups(set, { by: 'at:day', tz }), [
      { at: '2026-01-01', count: 1 },
      { at: '2026-03-28', count: 1 },
      { at: '2026-03-29', count: 2 },
      { at: '2026-03-30', count: 1 },
      { at: '2026-10-25', count: 2 },
      { at: '2026-10-26', count: 1 },
      { at: '2026-11-01', count: 1 },
    ])
    assert.deepEqual(await groups(set, { by: 'at:week', tz }), [
      { at: '2025-12-29', count: 1 },
      { at: '2026-03-23', count: 3 },
      { at: '2026-03-30', count: 1 },
      { at: '2026-10-19', count: 2 },
      { at: '2026-10-26', count: 2 },
    ])
    assert.deepEqual(await groups(set, { by: 'at:month', tz }), [
      { at: '2026-01', count: 1 },
      { at: '2026-03', count: 4 },
      { at: '2026-10', count: 3 },
      { at: '2026-11', count: 1 },
    ])
    assert.deepEqual(await groups(set, { by: 'at:year', tz }), [{ at: 2026, count: 9 }])
    assert.deepEqual(await groups(set, { by: 'at:year' }), [
      { at: 2025, count: 1 },
      { at: 2026, count: 8 },
    ])
    assert.deepEqual(await groups(set, { by: 'at:day', tz: '+14:00', limit: 1 }), [
      { at: '2026-01-01', count: 1 },
    ])
  })

  it('reads the first and the last instants in any zone', async () => {
    const set = await filled([{ at: '0001-01-01T00:00:00Z' }, { at: '9999-12-31T23:59:59Z' }])

    assert.deepEqual(await groups(set, { by: 'at:week' }), [
      { at: '0001-01-01', count: 1 },
      { at: '9999-12-27', count: 1 },
    ])
    assert.deepEqual(await groups(set, { by: 'at:week', tz: '+01:00' }), [
      { at: '0001-01-01', count: 1 },
      { at: '9999-12-27', count: 1 },
    ])
    assert.deepEqual(await groups(set, { by: 'at:week', tz: '-01:00' }), [
      { at: '0000-12-25', count: 1 },
      { at: '9999-12-27', count: 1 },
    ])
    assert.deepEqual(await groups(set, { by: 'at:year', tz: 'America/New_York' }), [
      { at: 0, count: 1 },
      { at: 9999, count: 1 },
    ])
    assert.deepEqual(await groups(set, { by: 'at:month', tz: 'Asia/Tokyo' }), [
      { at: '0001-01', count: 1 },
      { at: '10000-01', count: 1 },
    ])
    assert.deepEqual(await groups(set, { by: 'at:year', tz: 'Asia/Tokyo' }), [
      { at: 1, count: 1 },
      { at: 10_000, count: 1 },
    ])
  })
})
