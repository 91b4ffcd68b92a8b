import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { api } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'

const columns = [
  { name: 'name', type: 'text' },
  { name: 'year', type: 'integer' },
  { name: 'rating', type: 'number' },
  { name: 'seen', type: 'boolean' },
  { name: 'day', type: 'date' },
  { name: 'aired', type: 'datetime' },
  { name: 'genre', type: 'text', options: ['drama', 'horror'] },
  { name: 'extra', type: 'json' },
  { name: 'limit', type: 'integer' },
  { name: 'a:b', type: 'text' },
]

const rows = [
  {
    name: 'Alien',
    year: 1979,
    rating: 8.5,
    seen: true,
    day: '1979-05-25',
    aired: '1979-05-25T23:30:00Z',
    genre: 'horror',
    extra: { by: 'RS' },
    limit: 5,
  },
  { name: 'alien', year: 1986, rating: -1, seen: false, day: '1986-07-18', 'a:b': 'odd' },
  { name: 'Heat & Dust', year: 1983, aired: '1979-05-25T20:00:00Z', extra: [1] },
  { name: '', year: 1979 },
  { year: null },
]

async function filled(): Promise<Api> {
  const set = await api({}, columns)
  for (const row of rows) {
    const { status, json } = await set.call('POST', '/films', { row })
    assert.equal(status, 200, JSON.stringify(json))
  }
  return set
}

const cases: [string, number[]][] = [
  ['year=1979', [1, 4]],
  ['year=1979&name=Alien', [1]],
  ['year=1979&year=1983', [1, 3, 4]],
  ['year:in=1979,1986', [1, 2, 4]],
  ['year=', [5]],
  ['year:ne=1979', [2, 3, 5]],
  ['year:ne=1979&year:ne=1983', [2, 5]],
  ['year:ne=', [1, 2, 3, 4]],
  ['year:gte=1983', [2, 3]],
  ['year:gt=1983', [2]],
  ['year:gt=1979&year:lt=1986', [3]],
  ['year:lte=1979', [1, 4]],
  ['rating=8.5', [1]],
  ['rating:lt=0', [2]],
  ['seen=true', [1]],
  ['seen=0', [2]],
  ['name=Alien', [1]],
  ['name=ALIEN', []],
  ['name=Heat+%26+Dust', [3]],
  ['name=', [4, 5]],
  ['name:contains=LIEN', [1, 2]],
  ['name:startsWith=heat', [3]],
  ['name:endsWith=dust', [3]],
  ['name:gt=Heat', [2, 3]],
  ['day=1979-05-25', [1]],
  ['day:gt=1979-05-25', [2]],
  ['aired=1979-05-25T20:00:00Z', [3]],
  ['aired=1979-05-25', [1, 3]],
  ['aired=1979-05-25&tz=Europe/Vienna', [3]],
  ['aired=1979-05-26&tz=Europe/Vienna', [1]],
  ['aired:lte=1979-05-25', [1, 3]],
  ['aired:gt=1979-05-25', []],
  ['genre=horror', [1]],
  ['genre=western', []],
  ['extra={"by":"RS"}', [1]],
  ['extra:contains=1', [3]],
  ['id=3', [3]],
  ['id:in=1,5,9', [1, 5]],
  ['limit:eq=5', [1]],
  ['limit=1&year=1979', [1]],
  ['a:b=odd', [2]],
  ['a:b:ne=odd', [1, 3, 4, 5]],
  ['year=1979&_=1712345', [1, 4]],
  ['year:gt=1979&sort=-year&fields=name', [2, 3]],
  ['year=1979&search=ali', [1]],
  ['year=1979&filter={"field":"name","filter":"equal","value":"alien"}', [1]],
]

describe('a column in the address of a list', () => {
  for (const [query, expected] of cases) {
    it(`finds ${expected.length} of 5 rows by ${query}`, async () => {
      const { call } = await filled()
      const { status, json } = await call('GET', `/films?${query}`)
      assert.equal(status, 200, JSON.stringify(json))
      const found = (json as { id: number }[]).map(({ id }) => id)
      assert.deepEqual(found, expected)
    })
  }

  it('counts for pages, which tell how many rows there are, and for their next address', async () => {
    const { call } = await filled()
    const { json, headers } = await call('GET', '/films?year=1979&limit=1')
    assert.equal((json as unknown[]).length, 1)
    assert.equal(headers.get('x-total-count'), '2')
    const next = /<(.*)>/.exec(headers.get('link') ?? '')?.[1]
    const second = await call('GET', next!)
    assert.deepEqual(
      (second.json as { id: number }[]).map(({ id }) => id),
      [4],
    )
  })

  it('counts for groups, for suggestions and for files', async () => {
    const { call } = await filled()
    const groups = await call('GET', '/films/groups?by=year&year:gte=1983')
    assert.deepEqual(groups.json, [
      { year: 1983, count: 1 },
      { year: 1986, count: 1 },
    ])
    assert.deepEqual((await call('GET', '/films/name/suggest?year=1986')).json, ['alien'])
    const csv = await call('GET', '/films/export?year=1983&fields=name')
    assert.equal(csv.json, 'id,name\r\n3,Heat & Dust\r\n')
  })
})

const refused: [string, number, string, string][] = [
  ['limt=1', 422, 'query.invalid', 'limt'],
  ['Year=1979', 422, 'query.invalid', 'Year'],
  ['year:above=1979', 422, 'tables.unknown_operator', 'year'],
  ['year=abc', 400, 'tables.bad_query', 'year'],
  ['year:gt=', 400, 'tables.bad_query', 'year'],
  ['seen=maybe', 400, 'tables.bad_query', 'seen'],
  ['aired=1979-02-31', 400, 'tables.bad_query', 'aired'],
  ['extra:gt=1', 422, 'tables.unknown_operator', 'extra'],
  [`name=${'x'.repeat(1001)}`, 400, 'tables.bad_query', 'name'],
  [`name:in=${',x'.repeat(501)}`, 400, 'tables.bad_query', 'name'],
]

describe('a column in the address of a list that makes no sense', () => {
  for (const [query, status, code, parameter] of refused) {
    it(`is refused: ${query.slice(0, 30)}`, async () => {
      const { call } = await filled()
      const answer = await call('GET', `/films?${query}`)
      const { code: told, parameter: named } = answer.json as Record<string, unknown>
      assert.deepEqual([answer.status, told, named], [status, code, parameter])
    })
  }

  it('is refused of rows as they were', async () => {
    const { call } = await filled()
    const { status } = await call('GET', '/films?at=1&year=1979')
    assert.equal(status, 422)
  })
})
