import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { api } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'

const columns = [
  { name: 'state', type: 'text', options: ['new', 'doing', 'done'], nullable: true },
  { name: 'size', type: 'number', options: [10, 2, 0.5] },
  { name: 'level', type: 'integer', options: [3, 1, 2] },
  { name: 'tags', type: 'json', options: ['late', 'b', 5, '5'] },
]
/** By their ids from 1 on. */
const rows = [
  { state: 'done', size: 0.5, level: 1, tags: ['b'] },
  { state: 'new', size: 10, level: 2, tags: ['late', '5'] },
  { state: null, size: null, level: null, tags: null },
  { state: 'doing', size: 2, level: 3, tags: [] },
  { state: 'new', size: 2, level: 3, tags: ['late', 5] },
  { state: 'done', size: 10, level: 1, tags: ['late'] },
]

async function filled(indexes: object[] = []): Promise<Api> {
  const set = await api({}, columns)
  const changes = indexes.map((addIndex) => ({ addIndex }))
  if (changes.length > 0) await set.call('PATCH', '/tables/films', { changes })
  const { status, json } = await set.call('POST', '/films/rows', { rows })
  assert.equal(status, 200, JSON.stringify(json))
  return set
}

const idsOf = (json: unknown) => (json as { id: number }[]).map(({ id }) => id)

const orders: [string, number[]][] = [
  ['state', [3, 2, 5, 4, 1, 6]],
  ['-state', [1, 6, 4, 2, 5, 3]],
  ['size', [3, 2, 6, 4, 5, 1]],
  ['level', [3, 4, 5, 1, 6, 2]],
  ['tags', [3, 4, 6, 5, 2, 1]],
  ['-tags', [1, 2, 5, 6, 4, 3]],
  ['state,-size', [3, 5, 2, 4, 1, 6]],
  ['id,state', [1, 2, 3, 4, 5, 6]],
]

describe('rows sorted by a column with options', () => {
  for (const [how, indexes] of [
    ['', []],
    [' that has an index', [{ columns: ['state'] }, { columns: ['level', 'size'] }]],
  ] as const) {
    it(`come in the order of the options${how}`, async () => {
      const { call } = await filled([...indexes])
      for (const [sort, expected] of orders) {
        const all = await call('GET', `/films?sort=${sort}`)
        assert.deepEqual(idsOf(all.json), expected, sort)
        const some = await call('GET', `/films?sort=${sort}&state:ne=doing&limit=4&offset=1`)
        const passing = expected.filter((id) => id !== 4)
        assert.deepEqual(idsOf(some.json), passing.slice(1, 5), sort)
      }
    })

    it(`are met once each by who follows the pages${how}`, async () => {
      const { call } = await filled([...indexes])
      for (const [sort, expected] of orders) {
        const met: number[] = []
        for (let next = `/films?sort=${sort}&limit=2`; next !== '';) {
          const { json, headers } = await call('GET', next)
          met.push(...idsOf(json))
          next = /(\/films[^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
        }
        assert.deepEqual(met, expected, sort)
      }
      // Known by now, and put where they belong one by one.
      await call('PUT', '/films/3', { state: 'doing', tags: ['late', 5] })
      await call('PUT', '/films/1', { state: 'new', tags: ['late', 'late'] })
      assert.deepEqual(idsOf((await call('GET', '/films?sort=state')).json), [1, 2, 5, 3, 4, 6])
      assert.deepEqual(idsOf((await call('GET', '/films?sort=tags')).json), [4, 6, 1, 3, 5, 2])
    })
  }

  it('come in another order with that of the options', async () => {
    const { call } = await filled()
    assert.deepEqual(idsOf((await call('GET', '/films?sort=state')).json), [3, 2, 5, 4, 1, 6])
    const changeColumn = { name: 'state', options: ['done', 'new', 'doing'] }
    await call('PATCH', '/tables/films', { changes: [{ changeColumn }] })
    assert.deepEqual(idsOf((await call('GET', '/films?sort=state')).json), [3, 1, 6, 2, 5, 4])
  })

  it('come so in groups and in files, too', async () => {
    const { call } = await filled()
    const states = await call('GET', '/films/groups?by=state')
    assert.deepEqual(states.json, [
      { state: null, count: 1 },
      { state: 'new', count: 2 },
      { state: 'doing', count: 1 },
      { state: 'done', count: 2 },
    ])
    const both = await call('GET', '/films/groups?by=level,size&limit=3')
    assert.deepEqual(both.json, [
      { level: null, size: null, count: 1 },
      { level: 3, size: 2, count: 2 },
      { level: 1, size: 10, count: 1 },
    ])
    const csv = await call('GET', '/films/export?sort=-level,state&fields=level')
    assert.equal(csv.json, 'id,level\r\n2,2\r\n1,1\r\n6,1\r\n5,3\r\n4,3\r\n3,\r\n')
  })
})
