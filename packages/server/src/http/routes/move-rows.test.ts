import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import type { Row } from '@triptych/contract/tables'
import { api, someFilms } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'
import { done, replayed, upTo, versionAt } from '../../../test/fixtures/rows-api.ts'
import { chosenSeed, seededRandom } from '../../../test/fixtures/seeded-random.ts'

const text = (name: string) => ({ name, type: 'text' })
const numbers = [{ name: 'n', type: 'integer' }]
const idsOf = async (set: Api, table = 'films') => (await set.rows(table)).map(({ id }) => id)
const move = (set: Api, id: number, target: unknown, mode?: string) =>
  done<Row>(set, 'PUT', `/films/${id}`, { operation: 'move', target, ...(mode && { mode }) })
const copy = (set: Api, id: number, more = {}) =>
  done<Row>(set, 'PUT', `/films/${id}`, { operation: 'copy', ...more })

/** A table of so many rows, with the ids from 1 up. */
async function numbered(count: number): Promise<Api> {
  const set = await api({}, numbers)
  await done(set, 'POST', '/films/rows', { rows: upTo(count).map((n) => ({ n })) })
  return set
}

/** The places of rows as the log tells them. */
function placesIn(changes: readonly Change[]): Map<string, string> {
  const places = new Map<string, string>()
  for (const { entity, after } of changes) {
    if (typeof after?.['$order'] === 'string') places.set(entity, after['$order'])
    const orders = (after?.['$orders'] ?? {}) as Record<string, string>
    for (const [id, order] of Object.entries(orders)) places.set(`films/${id}`, order)
  }
  return places
}

/** What the server must do, in a list. */
function moveIn(list: number[], id: number, target: number, mode: 'before' | 'after'): number[] {
  if (id === target) return list
  const rest = list.filter((one) => one !== id)
  rest.splice(rest.indexOf(target) + (mode === 'after' ? 1 : 0), 0, id)
  return rest
}

/** As each client sees it: those that load the table, and those that follow the log. */
async function assertOrder(set: Api, expected: readonly number[]): Promise<void> {
  assert.deepEqual(await idsOf(set), expected)
  const changes = await allChanges(set)
  assert.deepEqual(
    replayed(changes).map(({ id }) => id),
    expected,
  )
  const places = [...placesIn(changes).values()]
  assert.equal(new Set(places).size, places.length)
  for (const place of places) assert.ok(place.length <= 24, place)
}

async function allChanges(set: Api): Promise<Change[]> {
  const all: Change[] = []
  for (;;) {
    const page = await set.changes(all.length)
    if (page.length === 0) return all
    all.push(...page)
  }
}

describe('PUT /{table}/{id} with an operation that moves', () => {
  it('puts the row before or after another, and after it where nothing is said', async () => {
    const set = await numbered(4)

    await move(set, 4, 1, 'before')
    await assertOrder(set, [4, 1, 2, 3])
    await move(set, 4, '2', 'after')
    await assertOrder(set, [1, 2, 4, 3])
    await move(set, 1, 3)
    await assertOrder(set, [2, 4, 3, 1])
    await move(set, 2, 1, 'after')
    await assertOrder(set, [4, 3, 1, 2])
  })

  it('answers the row, and writes one entry and a new version', async () => {
    const set = await api()
    const old = await set.row(3)
    const before = placesIn(await set.changes()).get('films/3')

    const { json, change, headers } = await set.writes('PUT', '/films/3', {
      operation: 'move',
      target: 1,
      mode: 'before',
    })

    assert.deepEqual(json, old)
    const { area, operation, entity, after } = change
    assert.deepEqual([area, operation, entity], ['tables', 'row-moved', 'films/3'])
    assert.deepEqual(change.before, { $order: before })
    assert.deepEqual(Object.keys(after!), ['$order'])
    assert.equal(await versionAt(set, '/films/3'), change.revision)
    assert.equal(await versionAt(set, '/films'), change.revision)
    assert.ok(headers.get('etag')!.endsWith(`-${change.revision}"`))
  })

  it('is shown by a query as by the list', async () => {
    const set = await numbered(5)
    await move(set, 5, 1, 'before')

    assert.deepEqual(await done(set, 'GET', '/films?start=0&end=2'), [
      { id: 5, n: 4 },
      { id: 1, n: 0 },
    ])
  })

  it('leaves no trace when the row is there already', async () => {
    const set = await numbered(3)
    const before = await set.tableState()
    const version = await versionAt(set, '/films')

    for (const [id, target, mode] of [
      [2, 2, 'before'],
      [2, 2, 'after'],
      [2, 1, 'after'],
      [2, 3, 'before'],
      [1, 2, 'before'],
      [3, 2, 'after'],
    ] as const) {
      await move(set, id, target, mode)
    }

    assert.deepEqual(await set.tableState(), before)
    assert.equal(await versionAt(set, '/films'), version)
  })

  it('refuses a target that is not there, and a row that is not there', async () => {
    const { refuses } = await api()

    for (const target of [undefined, null, 9, '9', 'x', '', 0, -1, 1.5, 'temp://1790000000100']) {
      const body = { operation: 'move', target }
      await refuses([404, 'tables.row_not_found'], 'PUT', '/films/1', body)
    }
    for (const target of [true, {}, [1]]) {
      const body = { operation: 'move', target, mode: 'before' }
      await refuses([404, 'tables.row_not_found'], 'PUT', '/films/1', body)
    }
    const body = { operation: 'move', target: 1 }
    await refuses([404, 'tables.row_not_found'], 'PUT', '/films/9', body)
    await refuses([404, 'tables.not_found'], 'PUT', '/nosuch/9', body)
  })

  it('refuses a place that is neither before nor after', async () => {
    const { refuses } = await api()

    for (const mode of ['child', '', null, 1]) {
      const body = { operation: 'move', target: 1, mode }
      await refuses([422, 'body.invalid'], 'PUT', '/films/2', body)
    }
  })

  it('refuses when the row is not the one that If-Match names', async () => {
    const set = await api()
    const { headers } = await set.call('GET', '/films/3')
    const tag = { 'if-match': headers.get('etag')! }
    const body = { operation: 'move', target: 1, mode: 'before' }
    assert.equal((await set.call('PUT', '/films/3', body, tag)).status, 200)

    const problem = await set.refuses(
      [412, 'tables.row_changed'],
      'PUT',
      '/films/3',
      { ...body, target: 2 },
      tag,
    )

    assert.deepEqual(problem['current' as never], await set.row(3))
  })

  it('is undone by a move back', async () => {
    const set = await numbered(5)

    await move(set, 2, 5, 'after')
    await move(set, 2, 1, 'after')

    await assertOrder(set, [1, 2, 3, 4, 5])
  })
})

describe('a table with columns of the names an order to move has', () => {
  it('has rows in its bodies where all their keys are columns', async () => {
    const set = await api({}, [text('operation'), text('mode')])
    for (const operation of ['a', 'b']) await done(set, 'POST', '/films', { operation })

    for (const body of [
      { operation: 'move' },
      { operation: 'copy', mode: 'before' },
      { operation: 'x' },
    ]) {
      const row = await done<Row>(set, 'PUT', '/films/1', body)
      assert.deepEqual(row, { mode: null, ...row, id: 1, ...body })
    }
    assert.deepEqual(await idsOf(set), [1, 2])
    await move(set, 1, 2)
    assert.deepEqual(await idsOf(set), [2, 1])
  })

  it('has a row in `row`, whatever its keys are', async () => {
    const set = await api({}, [text('operation'), text('target'), text('mode')])
    const order = { operation: 'copy', target: '1', mode: 'after' }
    await done(set, 'POST', '/films', { row: order })

    await done(set, 'PUT', '/films/1', { row: { ...order, operation: 'move' } })
    await done(set, 'PUT', '/films/1', { ...order, mode: 'before' })

    assert.deepEqual(await set.rows(), [{ id: 1, ...order, mode: 'before' }])
  })

  it('is not needed to tell a row: an unknown operation is an unknown column', async () => {
    const { refuses } = await api()

    for (const body of [
      { operation: 'x' },
      { operation: 'move', target: 1, votes: 1 },
      { target: 1 },
    ]) {
      await refuses([422, 'tables.unknown_column'], 'PUT', '/films/2', body)
    }
  })
})

describe('PUT /{table}/{id} with an operation that copies', () => {
  it('makes a row like it right behind it, or beside a target', async () => {
    const set = await numbered(3)

    assert.deepEqual(await copy(set, 1), { id: 4, n: 0 })
    assert.deepEqual(await copy(set, 3, { target: 2, mode: 'before' }), { id: 5, n: 2 })
    assert.deepEqual(await copy(set, 3, { target: 1 }), { id: 6, n: 2 })
    assert.deepEqual(await copy(set, 3, { target: null, mode: 'before' }), { id: 7, n: 2 })

    await assertOrder(set, [1, 6, 4, 5, 2, 3, 7])
  })

  it('logs a new row, and leaves the other alone', async () => {
    const set = await api()
    const version = await versionAt(set, '/films/3')

    const { json, change, headers } = await set.writes('PUT', '/films/3', { operation: 'copy' })

    assert.deepEqual(
      [change.operation, change.entity, change.before],
      ['row-added', 'films/4', null],
    )
    assert.deepEqual(change.after, { ...(json as Row), $order: change.after!['$order'] })
    assert.equal(await versionAt(set, '/films/3'), version)
    assert.ok(headers.get('etag')!.endsWith(`-${change.revision}"`))
  })

  it('leaves unique values with the first, and refuses where there must be one', async () => {
    const set = await api()
    const row = await copy(set, 1)
    assert.deepEqual(row, { ...(await set.row(1)), id: 4, code: null })

    const columns = [{ name: 'a', type: 'text', unique: true, nullable: false }]
    await done(set, 'POST', '/tables', { name: 'strict', columns })
    await done(set, 'POST', '/strict', { a: 'x' })
    await set.refuses([409, 'tables.not_unique'], 'PUT', '/strict/1', { operation: 'copy' })
    const pair = [
      { name: 'a', type: 'text' },
      { name: 'b', type: 'text' },
    ]
    const indexes = [{ columns: ['a', 'b'], unique: true }]
    await done(set, 'POST', '/tables', { name: 'pairs', columns: pair, indexes })
    await done(set, 'POST', '/pairs', { a: 'x', b: 'y' })
    await set.refuses([409, 'tables.not_unique'], 'PUT', '/pairs/1', { operation: 'copy' })
    await set.refuses([404, 'tables.row_not_found'], 'PUT', '/films/1', {
      operation: 'copy',
      target: 99,
    })
    assert.equal((await set.rows()).length, someFilms.length + 1)
  })
})

describe('a spot that many rows are moved to', () => {
  it('keeps short keys, and the order of a plain list', async () => {
    const set = await numbered(300)
    let list = upTo(300, 1)
    for (let step = 0; step < 2000; step++) {
      const id = list.at(-1)!
      await move(set, id, 1, 'after')
      list = moveIn(list, id, 1, 'after')
    }

    await assertOrder(set, list)
  })

  it('keeps short keys when the moves go to and fro, and tells when others get new ones', async () => {
    const set = await numbered(300)
    let list = upTo(300, 1)
    // Always between the two that came last: there is less and less room.
    let [low, high] = [100, 101]
    for (let step = 0; step < 2000; step++) {
      const id = list.find((one) => one !== low && one !== high)!
      await move(set, id, low, 'after')
      list = moveIn(list, id, low, 'after')
      if (step % 2) low = id
      else high = id
      if (step < 400 && step % 40 === 0) await assertOrder(set, list)
    }

    await assertOrder(set, list)
    const told = (await allChanges(set)).filter(({ operation }) => operation === 'rows-moved')
    assert.ok(told.length > 0 && told.length <= 100, `${told.length} times`)
    for (const { after, entity } of told) {
      assert.equal(entity, 'films')
      assert.equal(Object.keys(after!['$orders'] as object).length, after!['count'])
    }
  })

  it('keeps short keys when rows are added and copied to it', async () => {
    const set = await numbered(2)
    let list = [1, 2]
    for (let step = 0; step < 600; step++) {
      const at = Math.floor(list.length / 2)
      const anchor = list[at]!
      const id = step + 3
      if (step % 2) await done(set, 'POST', '/films', { row: { n: step }, before: anchor })
      else await copy(set, 1, { target: list[at - 1]!, mode: 'after' })
      list = [...list.slice(0, at), id, ...list.slice(at)]
    }

    await assertOrder(set, list)
  })

  it('is like a plain list after any moves', async (t) => {
    const seed = chosenSeed()
    t.diagnostic(`seed ${seed}`)
    const random = seededRandom(seed)
    const set = await numbered(12)
    let list = upTo(12, 1)
    for (let step = 0; step < 1500; step++) {
      const [id, target] = [random.pick(list), random.pick(list)]
      const mode = random.pick(['before', 'after'] as const)
      await move(set, id, target, mode)
      list = moveIn(list, id, target, mode)
    }

    await assertOrder(set, list)
  })
})

describe('clients that move rows at the same time', () => {
  it('lose none, and see the same order in the end', async (t) => {
    const seed = chosenSeed()
    t.diagnostic(`seed ${seed}`)
    const random = seededRandom(seed)
    const set = await numbered(40)
    await Promise.all(
      upTo(50).map(async () => {
        for (let step = 0; step < 30; step++) {
          const target = random.between(1, 4)
          const mode = random.pick(['before', 'after'])
          await move(set, random.between(1, 40), target, mode)
        }
      }),
    )

    const ids = await idsOf(set)
    assert.deepEqual(
      ids.toSorted((a, b) => a - b),
      upTo(40, 1),
    )
    await assertOrder(set, ids)
  })
})
