import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { api, assertProblem } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'
import { done, filterAddress, filterBy, replayed, upTo } from '../../../test/fixtures/rows-api.ts'
import { chosenSeed, seededRandom } from '../../../test/fixtures/seeded-random.ts'
import type { SeededRandom } from '../../../test/fixtures/seeded-random.ts'

describe('many rows in a batch', () => {
  const rows = [{ name: 'X' }, { name: 'Y' }]
  const items = [
    { url: 'films/rows', method: 'POST', data: { rows } },
    { url: '/films/rows', method: 'PUT', data: { key: ['name'], rows: [{ name: 'X', votes: 5 }] } },
    {
      url: 'films/rows',
      method: 'PATCH',
      data: { filter: filterBy('votes', 5), set: { year: 7 } },
    },
    { url: 'films/4', method: 'PUT', data: { operation: 'move', target: 1, mode: 'before' } },
  ]

  it('are added, put, changed and moved, one after the other', async () => {
    const set = await api()

    const answers = await done<object[]>(set, 'POST', '/batch', items)

    assert.deepEqual(answers.slice(0, 3), [
      { added: 2, ids: [4, 5] },
      { added: 0, changed: 1, unchanged: 0, ids: [4] },
      { changed: 1 },
    ])
    assert.deepEqual(
      (await set.rows()).map(({ name, year }) => [name, year]),
      [
        ['X', 7],
        ['Alien', 1979],
        ['Heat', 1995],
        ['Ran', 1985],
        ['Y', null],
      ],
    )
  })

  it('leave nothing of an item that fails, or of the whole batch', async () => {
    const set = await api()
    const bad = {
      url: 'films/rows',
      method: 'POST',
      data: { rows: [{ name: 'Z' }, { name: null }] },
    }

    const answers = await done<{ code?: string; failures?: unknown[] }[]>(set, 'POST', '/batch', [
      items[0],
      bad,
      items[2],
    ])
    assert.equal(answers[1]!.code, 'tables.rows_refused')
    assert.equal(answers[1]!.failures!.length, 1)
    assert.deepEqual(
      (await set.rows()).map(({ name }) => name),
      ['Alien', 'Heat', 'Ran', 'X', 'Y'],
    )

    const problem = await set.refuses([422, 'tables.rows_refused'], 'POST', '/batch?atomic=true', [
      items[0],
      bad,
    ])
    assert.equal(problem['item' as never], 1)
  })

  it('are deleted by the filter in the address of their item, and not without one', async () => {
    const set = await api()
    const answerTo = async (url: string) =>
      (
        await done<Record<string, unknown>[]>(set, 'POST', '/batch', [{ url, method: 'DELETE' }])
      )[0]!

    assert.equal((await answerTo('films/rows'))['code'], 'tables.bad_query')
    assert.deepEqual(await answerTo(`${filterAddress({})}&dryRun=true`), { deleted: 3 })
    assert.equal((await set.rows()).length, 3)
    assert.deepEqual(await answerTo(filterAddress(filterBy('votes', 10))), { deleted: 1 })
    assert.equal((await set.rows()).length, 2)
  })
})

describe('many rows with an Idempotency-Key', () => {
  it('are added once, however often they come', async () => {
    const set = await api()
    const rows = upTo(1500).map((n) => ({ name: `n${n}` }))
    const post = (key: string, body: object) =>
      set.call('POST', '/films/rows', body, { 'idempotency-key': key })

    const answers = await Promise.all(upTo(5).map(() => post('one', { rows })))
    const again = await post('one', { rows })

    for (const { status, json } of answers) assert.deepEqual([status, json], [200, again.json])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal((await set.rows()).length, 1503)
    assertProblem(await post('one', { rows: [{ name: 'x' }] }), [422, 'idempotency.mismatch'])
  })

  it('can come again when they were refused', async () => {
    const set = await api()
    const post = (rows: object[]) =>
      set.call('POST', '/films/rows', { rows }, { 'idempotency-key': 'k' })

    assert.equal((await post([{ year: 1 }])).status, 422)
    assert.equal((await post([{ name: 'x' }])).status, 200)
  })

  it('are kept apart from what a dry run said', async () => {
    const set = await api()
    const body = { rows: [{ name: 'x' }], dryRun: true }
    const post = () => set.call('POST', '/films/rows', body, { 'idempotency-key': 'dry' })

    assert.deepEqual((await post()).json, { added: 1, ids: [] })
    assert.deepEqual((await post()).json, { added: 1, ids: [] })
    assert.equal((await set.rows()).length, 3)
  })
})

/** One request of a client that does not know what the others do. */
function something(random: SeededRandom, { call }: Api): Promise<unknown> {
  const code = () => random.pick([null, `c${random.between(1, 60)}`])
  const film = () => ({
    name: `n${random.between(1, 9)}`,
    votes: random.between(1, 9),
    code: code(),
  })
  const films = () => upTo(random.between(1, 5)).map(film)
  const some = filterBy('votes', random.between(1, 9))
  const id = random.between(1, 60)
  const requests = [
    () => call('POST', '/films/rows', { rows: films() }),
    () => call('PUT', '/films/rows', { key: ['code'], rows: films() }),
    () => call('PUT', '/films/rows', { key: ['id'], rows: [{ id, ...film() }] }),
    () => call('PATCH', '/films/rows', { filter: some, set: { votes: random.between(1, 9) } }),
    () => call('PATCH', '/films/rows', { filter: filterBy('id', id), set: film() }),
    () => call('DELETE', filterAddress(filterBy('votes', random.between(1, 20)))),
    () => call('POST', '/films', film()),
    () => call('PUT', `/films/${id}`, film()),
    () => call('DELETE', `/films/${id}`),
    () => call('PUT', `/films/${id}`, { operation: 'move', target: random.between(1, 60) }),
    () =>
      call('PUT', `/films/${id}`, {
        operation: 'copy',
        target: random.between(1, 60),
        mode: 'before',
      }),
  ]
  return random.pick(requests)()
}

describe('fifty clients at once', () => {
  it('leave the rows that the log tells of, in their order', async (t) => {
    const seed = chosenSeed()
    t.diagnostic(`seed ${seed}`)
    const random = seededRandom(seed)
    const set = await api()
    await Promise.all(
      upTo(50).map(async () => {
        for (let step = 0; step < 20; step++) {
          const { status, json } = (await something(random, set)) as {
            status: number
            json: unknown
          }
          assert.ok(status < 500, JSON.stringify(json))
        }
      }),
    )

    const changes = await set.changes()
    assert.ok(changes.length > 200)
    assert.deepEqual(
      changes.map(({ revision }) => revision),
      upTo(changes.length, 1),
    )
    assert.deepEqual(await set.rows(), replayed(changes))
    const codes = (await set.rows()).map((row) => row['code']).filter((code) => code !== null)
    assert.equal(new Set(codes).size, codes.length)
  })
})
