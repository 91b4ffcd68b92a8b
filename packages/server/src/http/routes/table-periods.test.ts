import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { api } from '../../../test/fixtures/api.ts'

const columns = [
  { name: 'name', type: 'text' },
  { name: 'due', type: 'date' },
  { name: 'seen', type: 'datetime' },
]
/** Half past ten in the evening in UTC: in Vienna it is Thursday for half an hour more, in Tokyo it is Friday. */
const evening = Date.parse('2026-11-19T22:30:00Z')

async function filled(t: TestContext) {
  t.mock.timers.enable({ apis: ['Date'], now: evening })
  const set = await api({}, columns)
  for (const [due, seen] of [
    ['2026-11-18', '2026-11-18T23:30:00Z'],
    ['2026-11-19', '2026-11-19T23:30:00Z'],
    ['2026-11-20', '2026-11-20T16:00:00Z'],
    ['2026-12-01', null],
    [null, null],
  ]) {
    const { status } = await set.call('POST', '/films', { name: 'x', due, seen })
    assert.equal(status, 200)
  }
  const ids = async (rule: object, tz = 'Europe/Vienna') => {
    const { status, json } = await set.call('POST', '/films/query', { filter: rule, tz })
    assert.equal(status, 200, JSON.stringify(json))
    return (json as { data: { id: number }[] }).data.map(({ id }) => id)
  }
  return { ...set, ids }
}

const within = (field: string, value: unknown) => ({ field, filter: 'within', value })

describe('a filter by a time as seen from today', () => {
  it('is worked out on the clocks of whoever asks', async (t) => {
    const { ids } = await filled(t)
    assert.deepEqual(await ids(within('due', 'today')), [2])
    assert.deepEqual(await ids(within('due', 'today'), 'Asia/Tokyo'), [3])
    assert.deepEqual(await ids(within('seen', 'today')), [1])
    assert.deepEqual(await ids(within('seen', 'today'), 'UTC'), [2])
    assert.deepEqual(await ids(within('due', 'thisWeek')), [1, 2, 3])
    assert.deepEqual(await ids(within('due', 'nextMonth')), [4])
    assert.deepEqual(await ids(within('due', 'next12Days')), [2, 3])
    assert.deepEqual(await ids(within('due', 'next13Days')), [2, 3, 4])
    assert.deepEqual(await ids(within('due', 'past')), [1])
    assert.deepEqual(await ids(within('due', 'future')), [3, 4])
  })

  it('finds others tomorrow, also for whoever has the page of today, and by a view', async (t) => {
    const { call } = await filled(t)
    const filter = within('due', 'today')
    const saved = await call('POST', '/tables/films/views', { name: 'Due', filter })
    assert.equal(saved.status, 200, JSON.stringify(saved.json))
    const addresses = [
      `/films?start=0&end=10&tz=UTC&filter=${encodeURIComponent(JSON.stringify(filter))}`,
      '/films?start=0&end=10&tz=UTC&view=Due',
      '/films?tz=UTC&view=Due',
    ]
    const etags = new Map<string, string>()
    for (const address of addresses) {
      const { json, headers } = await call('GET', address)
      assert.deepEqual(
        (json as { id: number }[]).map(({ id }) => id),
        [2],
        address,
      )
      const etag = headers.get('etag')!
      etags.set(address, etag)
      const again = await call('GET', address, undefined, { 'if-none-match': etag })
      assert.equal(again.status, 304, address)
    }
    t.mock.timers.tick(3 * 3_600_000)
    for (const address of addresses) {
      const known = { 'if-none-match': etags.get(address)! }
      const { status, json } = await call('GET', address, undefined, known)
      assert.equal(status, 200, address)
      assert.deepEqual(
        (json as { id: number }[]).map(({ id }) => id),
        [3],
        address,
      )
    }
  })

  it('is refused where there is no such time, or no date', async (t) => {
    const { call } = await filled(t)
    for (const [rule, code] of [
      [within('due', 'someday'), 'tables.bad_query'],
      [within('due', 7), 'tables.bad_query'],
      [within('due', undefined), 'tables.bad_query'],
      [within('name', 'today'), 'tables.unknown_operator'],
    ] as const) {
      const { json } = await call('POST', '/films/query', { filter: rule })
      assert.equal((json as { code: string }).code, code, JSON.stringify(rule))
    }
  })
})
