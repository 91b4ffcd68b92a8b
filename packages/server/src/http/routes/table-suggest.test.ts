import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { api } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'
import { address } from '../../../test/fixtures/query-api.ts'

const columns = [
  { name: 'word', type: 'text' },
  { name: 'n', type: 'integer' },
  { name: 'share', type: 'number' },
  { name: 'ok', type: 'boolean' },
  { name: 'day', type: 'date' },
  { name: 'at', type: 'datetime' },
  { name: 'data', type: 'json' },
  { name: 'a/b?c', type: 'text' },
]
const rows = [
  { word: 'Zoo', n: 10, share: 0.5, ok: true, day: '2026-04-05', at: '2026-04-05T22:30:00Z' },
  { word: 'ape', n: -2, share: 1e21, ok: false, day: '2025-12-31', at: '2025-01-01T00:00:00Z' },
  { word: 'Zoo', n: 9, share: -3, ok: true, day: '2026-04-05', at: '2026-04-05T22:30:00Z' },
  { word: '', n: 10, share: 0.5, ok: true, data: ['a', 5] },
  { word: 'Äpfel', data: { by: 'x' }, 'a/b?c': 'odd' },
  { word: null, data: 7 },
  { word: 'Ängel', data: ['a', 5] },
]

async function filled(): Promise<Api> {
  const set = await api({}, columns)
  for (const row of rows) {
    const { status, json } = await set.call('POST', '/films', { row })
    assert.equal(status, 200, JSON.stringify(json))
  }
  return set
}

async function suggested({ call }: Api, field: string, query: Record<string, unknown> = {}) {
  const where = address(`/films/${encodeURIComponent(field)}/suggest`, query)
  const { status, json } = await call('GET', where)
  assert.equal(status, 200, JSON.stringify(json))
  return json
}

describe('GET /{table}/{field}/suggest', () => {
  it('answers the values of a column of any type, each once, in their order, without empty ones', async () => {
    const set = await filled()

    assert.deepEqual(await suggested(set, 'word'), ['Zoo', 'ape', 'Ängel', 'Äpfel'])
    assert.deepEqual(await suggested(set, 'n'), [-2, 9, 10])
    assert.deepEqual(await suggested(set, 'share'), [-3, 0.5, 1e21])
    assert.deepEqual(await suggested(set, 'ok'), [false, true])
    assert.deepEqual(await suggested(set, 'day'), ['2025-12-31', '2026-04-05'])
    assert.deepEqual(await suggested(set, 'at'), [
      '2025-01-01T00:00:00.000Z',
      '2026-04-05T22:30:00.000Z',
    ])
    assert.deepEqual(await suggested(set, 'data'), [7, ['a', 5], { by: 'x' }])
    assert.deepEqual(await suggested(set, 'id'), [1, 2, 3, 4, 5, 6, 7])
    assert.deepEqual(await suggested(set, 'a/b?c'), ['odd'])
  })

  it('counts the rows with each value where that is asked', async () => {
    const set = await filled()

    assert.deepEqual(await suggested(set, 'word', { counts: 'true', limit: 2 }), [
      { value: 'Zoo', count: 2 },
      { value: 'ape', count: 1 },
    ])
    assert.deepEqual(await suggested(set, 'ok', { counts: 'true' }), [
      { value: false, count: 1 },
      { value: true, count: 3 },
    ])
    assert.deepEqual(await suggested(set, 'word', { counts: 'false', limit: 1 }), ['Zoo'])
  })

  it('finds values by a part of them, in any letter case', async () => {
    const set = await filled()

    assert.deepEqual(await suggested(set, 'word', { search: 'ZO' }), ['Zoo'])
    assert.deepEqual(await suggested(set, 'word', { search: 'äN' }), ['Ängel'])
    assert.deepEqual(await suggested(set, 'word', { search: '%' }), [])
    assert.deepEqual(await suggested(set, 'n', { search: '1' }), [10])
    assert.deepEqual(await suggested(set, 'share', { search: 'e+21' }), [1e21])
    assert.deepEqual(await suggested(set, 'day', { search: '-04-' }), ['2026-04-05'])
    assert.deepEqual(await suggested(set, 'at', { search: 't22' }), ['2026-04-05T22:30:00.000Z'])
    assert.deepEqual(await suggested(set, 'data', { search: 'A,5' }), [['a', 5]])
    assert.deepEqual(await suggested(set, 'id', { search: '7' }), [7])
    assert.deepEqual(await suggested(set, 'word', { search: '' }), await suggested(set, 'word'))
  })

  it('answers only what rows of a filter have', async () => {
    const set = await filled()
    const filter = { field: 'n', type: 'number', filter: 'greater', value: 0 }
    const day = { field: 'at', type: 'date', filter: 'equal', value: '2026-04-06' }

    assert.deepEqual(await suggested(set, 'word', { filter }), ['Zoo'])
    assert.deepEqual(await suggested(set, 'n', { filter: day }), [])
    assert.deepEqual(await suggested(set, 'n', { filter: day, tz: 'Europe/Vienna' }), [9, 10])
    assert.deepEqual(
      await suggested(set, 'n', { filter: day, tz: 'Europe/Vienna', search: '9' }),
      [9],
    )
    assert.deepEqual(await suggested(set, 'n', { filter: {} }), [-2, 9, 10])
  })

  it('answers 1,000 values and no more, and none that is longer than a filter may ask for', async () => {
    const set = await api({}, columns)
    const words = Array.from({ length: 1001 }, (_, n) => `w${1000 + n}`)
    await Promise.all(words.map((word) => set.call('POST', '/films', { word })))
    await set.call('POST', '/films', { word: 'a'.repeat(1001) })

    for (const query of [{}, { limit: 1000 }]) {
      assert.deepEqual(await suggested(set, 'word', query), words.slice(0, 1000))
    }
    assert.deepEqual(await suggested(set, 'word', { limit: 999 }), words.slice(0, 999))
    await set.refuses([422, 'query.invalid'], 'GET', '/films/word/suggest?limit=1001')
    await set.call('POST', '/films', { word: 'a'.repeat(1000) })
    assert.deepEqual(await suggested(set, 'word', { limit: 1 }), ['a'.repeat(1000)])
  })

  it('answers an empty list of an empty table', async () => {
    const set = await api({}, columns)

    assert.deepEqual(await suggested(set, 'word'), [])
    assert.deepEqual(await suggested(set, 'id', { counts: 'true' }), [])
  })

  it('refuses unknown columns, and what makes no sense', async () => {
    const { refuses } = await filled()
    const hostile = [
      'nosuch',
      '$order',
      '$version',
      'rowid',
      '*',
      'word"',
      'word" from films --',
      'WORD',
    ]

    for (const field of [...hostile, '(select 1)', '__proto__', 'constructor']) {
      const where = `/films/${encodeURIComponent(field)}/suggest`
      const problem = await refuses([400, 'tables.bad_query'], 'GET', where)
      assert.equal(problem['parameter'], 'field')
    }
    await refuses([422, 'query.invalid'], 'GET', '/films/word/suggest?counts=1')
    await refuses([422, 'query.invalid'], 'GET', '/films/word/suggest?limit=-1')
    await refuses([422, 'query.invalid'], 'GET', '/films/word/suggest?limit=1;')
    await refuses([400, 'tables.bad_query'], 'GET', '/films/word/suggest?filter=x')
    await refuses([400, 'tables.bad_query'], 'GET', '/films/word/suggest?tz=x')
    await refuses([400, 'tables.bad_query'], 'GET', '/films/word/suggest?search=%00')
    const long = `/films/word/suggest?search=${'x'.repeat(1001)}`
    await refuses([400, 'tables.bad_query'], 'GET', long)
    await refuses([404, 'tables.not_found'], 'GET', '/nosuch/word/suggest')
  })

  it('takes SQL in a search for text', async () => {
    const set = await filled()
    const before = await set.tableState()

    for (const search of [`' or 1=1 --`, `"; drop table films; --`, '%', '_', '*', '\\']) {
      assert.deepEqual(await suggested(set, 'word', { search }), [])
    }
    assert.deepEqual(await set.tableState(), before)
  })
})
