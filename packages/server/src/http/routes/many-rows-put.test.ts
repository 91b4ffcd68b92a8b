import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RowRefusal } from '@triptych/contract/many-rows'
import { api, plainFilm } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'
import { done, refusedRows, upTo, versionAt } from '../../../test/fixtures/rows-api.ts'
import { chosenSeed, seededRandom } from '../../../test/fixtures/seeded-random.ts'

interface Put {
  added: number
  changed: number
  unchanged: number
  ids: number[]
}

const put = (set: Api, key: string[], rows: unknown[], more = {}, table = 'films') =>
  done<Put>(set, 'PUT', `/${table}/rows`, { key, rows, ...more })
const refused = (set: Api, key: string[], rows: unknown[]) => refusedRows(set, rows, 'PUT', { key })

/** A table with a column of every type that can be a key, and with a pair that is unique. */
async function withPairs(): Promise<Api> {
  const set = await api({}, [{ name: 'x', type: 'text' }])
  const columns = [
    { name: 'a', type: 'text' },
    { name: 'b', type: 'integer' },
    { name: 'rank', type: 'integer', unique: true, nullable: false },
    { name: 'weight', type: 'number' },
    { name: 'open', type: 'boolean' },
    { name: 'day', type: 'date' },
    { name: 'at', type: 'datetime' },
    { name: 'more', type: 'json' },
  ]
  const indexes = [{ columns: ['a', 'b'], unique: true }]
  await done(set, 'POST', '/tables', { name: 'pairs', columns, indexes })
  return set
}

async function failuresOf({ call }: Api, key: string[], rows: unknown[]) {
  const { status, json } = await call('PUT', '/pairs/rows', { key, rows })
  assert.equal(status, 422, JSON.stringify(json))
  const { failures } = json as { failures: RowRefusal[] }
  return failures.map(({ index, code, column }) => [index, code, column])
}

const ranks = (list: number[]) => list.map((rank, n) => ({ a: `r${n}`, b: 1, rank }))

describe('PUT /{table}/rows', () => {
  it('adds nothing where it is told to change rows only, and changes none when one is gone', async () => {
    const set = await api()
    const rows = [
      { id: 1, votes: 77 },
      { id: 4000, votes: 1 },
    ]
    const { status, json } = await set.call('PUT', '/films/rows', { key: ['id'], rows, add: false })
    const { failures } = json as { failures: RowRefusal[] }
    assert.equal(status, 422)
    assert.deepEqual(
      failures.map(({ index, code }) => [index, code]),
      [[1, 'tables.row_not_found']],
    )
    const [first] = (await done<{ votes: number }[]>(set, 'GET', '/films')) ?? []
    assert.notEqual(first?.votes, 77)
    const { added, changed } = await put(set, ['id'], rows.slice(0, 1), { add: false })
    assert.deepEqual([added, changed], [0, 1])
  })

  it('changes the rows that have the key and adds the others, in the order of the request', async () => {
    const set = await api()
    const head = await set.head()

    const answer = await put(
      set,
      ['code'],
      [
        { code: 'N1', name: 'New' },
        { code: 'H1', name: 'Heat', votes: 21 },
        { code: 'A1', votes: 10 },
        { code: 'N2', name: 'Newer', id: 30 },
      ],
    )

    assert.deepEqual(answer, { added: 2, changed: 1, unchanged: 1, ids: [4 + 27, 2, 1, 30] })
    const rows = await set.rows()
    assert.deepEqual(
      rows.map(({ id, name, votes }) => [id, name, votes]),
      [
        [1, 'Alien', 10],
        [2, 'Heat', 21],
        [3, 'Ran', 0],
        [31, 'New', 0],
        [30, 'Newer', 0],
      ],
    )
    const entries = await set.changes(head)
    assert.deepEqual(
      entries.map(({ operation, entity, before }) => [operation, entity, before]),
      [
        ['row-updated', 'films/2', { votes: 20 }],
        ['row-added', 'films/31', null],
        ['row-added', 'films/30', null],
      ],
    )
    assert.deepEqual(entries[0]!.after, { votes: 21 })
    for (const [at, id] of [2, 31, 30].entries()) {
      assert.equal(await versionAt(set, `/films/${id}`), head + 1 + at)
    }
    assert.equal(await versionAt(set, '/films'), head + 3)
  })

  it('knows rows by their ids, and takes new ones', async () => {
    const set = await api()

    const answer = await put(
      set,
      ['id'],
      [
        { id: 2, name: 'Warm' },
        { id: '3', name: 'Ran' },
        { id: 9, name: 'Nine' },
      ],
    )

    assert.deepEqual(answer, { added: 1, changed: 1, unchanged: 1, ids: [2, 3, 9] })
    assert.deepEqual(await set.row(9), { id: 9, ...plainFilm, name: 'Nine' })
    assert.equal((await set.row(2))['code'], 'H1')
    assert.deepEqual(
      await refused(
        set,
        ['id'],
        [
          { id: 2 ** 49, name: 'x' },
          { id: -1, name: 'x' },
        ],
      ),
      [[1, 'tables.bad_id', undefined]],
    )
    assert.deepEqual(await refused(set, ['id'], [{ id: 2 ** 49, name: 'x' }]), [
      [0, 'tables.bad_id', undefined],
    ])
  })

  it('knows rows by several columns, of every type but JSON', async () => {
    const set = await withPairs()
    const keys = {
      a: ['x', 'X', "'", ''],
      b: [1, -1, 2 ** 53 - 1, 0],
      weight: [0.1 + 0.2, 0.3, 5e-324, 1e300],
      open: [true, false, true, false],
      day: ['2026-01-01', '2026-01-02', '0001-01-01', '9999-12-31'],
      at: upTo(4).map((n) => `2026-01-01T00:00:00.00${n}Z`),
    }
    const names = Object.keys(keys) as (keyof typeof keys)[]
    const rowOf = (n: number) => Object.fromEntries(names.map((name) => [name, keys[name][n]]))
    const first = await put(
      set,
      ['a', 'b'],
      upTo(4).map((n) => ({ ...rowOf(n), rank: n })),
      {},
      'pairs',
    )
    assert.deepEqual(first, { added: 4, changed: 0, unchanged: 0, ids: [1, 2, 3, 4] })

    for (const key of [
      names,
      ['a', 'b'],
      ['a', 'open'],
      ['weight'],
      ['day', 'weight'],
      ['at'],
      ['id', 'a'],
    ]) {
      const rows = upTo(4, 0).map((n) => ({ id: n + 1, ...rowOf(n), more: { by: key, n } }))
      const again = await put(set, key, rows.toReversed(), {}, 'pairs')
      assert.deepEqual(
        again,
        { added: 0, changed: 4, unchanged: 0, ids: [4, 3, 2, 1] },
        String(key),
      )
      const same = await put(set, key, rows, {}, 'pairs')
      assert.deepEqual([same.unchanged, same.changed], [4, 0])
    }
  })

  it('leaves no trace of rows that are as they were', async () => {
    const set = await api()
    const before = await set.tableState()
    const version = await versionAt(set, '/films')

    const answer = await put(set, ['id'], before.rows)

    assert.deepEqual(answer, { added: 0, changed: 0, unchanged: 3, ids: [1, 2, 3] })
    assert.deepEqual(await set.tableState(), before)
    assert.equal(await versionAt(set, '/films'), version)
  })

  it('refuses keys that are empty, come twice, or fit several rows', async () => {
    const set = await api()
    await done(set, 'POST', '/films', { name: 'Ran' })

    assert.deepEqual(
      await refused(
        set,
        ['code'],
        [{ code: null, name: 'x' }, { name: 'x' }, { code: 'N' }, { code: 'N' }],
      ),
      [
        [0, 'tables.value_required', 'code'],
        [1, 'tables.value_required', 'code'],
        [3, 'tables.not_unique', 'code'],
      ],
    )
    assert.deepEqual(await refused(set, ['name'], [{ name: 'Heat' }, { name: 'Ran' }]), [
      [1, 'tables.not_unique', 'name'],
    ])
    assert.deepEqual(
      await refused(
        set,
        ['id'],
        [{ name: 'x' }, { id: 'temp://1790000000100' }, { id: 1 }, { id: '1' }],
      ),
      [
        [0, 'tables.value_required', 'id'],
        [1, 'tables.value_required', 'id'],
        [3, 'tables.not_unique', 'id'],
      ],
    )
    const columns = ['name', 'year']
    assert.deepEqual(await refused(set, columns, [{ name: 'Ran', year: null }]), [
      [0, 'tables.value_required', 'year'],
    ])
    await put(set, columns, [{ name: 'Ran', year: 1985, votes: 5 }])
  })

  it('refuses a key that no row can be known by', async () => {
    const { refuses } = await api()
    const rows = [{ name: 'x' }]

    for (const key of [
      ['nosuch'],
      ['code', 'nosuch'],
      ['extra'],
      ['__proto__'],
      ['$order'],
      [''],
    ]) {
      await refuses([400, 'tables.bad_query'], 'PUT', '/films/rows', { key, rows })
    }
    for (const key of [[], 'code', undefined, upTo(9).map(String), [7]]) {
      await refuses([422, 'body.invalid'], 'PUT', '/films/rows', { key, rows })
    }
    await refuses([422, 'body.invalid'], 'PUT', '/films/rows', { key: ['name'], rows: [] })
    await refuses([404, 'tables.not_found'], 'PUT', '/nosuch/rows', { key: ['name'], rows })
  })

  it('does not give a row another id', async () => {
    const set = await api()

    assert.deepEqual(
      await refused(
        set,
        ['code'],
        [
          { code: 'A1', id: 7 },
          { code: 'H1', id: 1 },
        ],
      ),
      [
        [0, 'tables.read_only_column', 'id'],
        [1, 'tables.read_only_column', 'id'],
      ],
    )
    assert.deepEqual(await refused(set, ['code'], [{ code: 'N', id: 1, name: 'x' }]), [
      [0, 'tables.id_taken', 'id'],
    ])
    await put(
      set,
      ['code'],
      [
        { code: 'A1', id: 1 },
        { code: 'H1', id: 'temp://1790000000100' },
      ],
    )
  })

  it('keeps nothing when one row is bad', async () => {
    const set = await api()

    assert.deepEqual(
      await refused(
        set,
        ['code'],
        [
          { code: 'A1', votes: 11 },
          { code: 'H1', name: null },
          { code: 'N1' },
          { code: 'N2', name: 'x', year: 'y' },
          { code: 'N3', name: 'x' },
        ],
      ),
      [
        [1, 'tables.value_required', 'name'],
        [3, 'tables.wrong_type', 'year'],
      ],
    )
    assert.deepEqual(await refused(set, ['code'], [{ code: 'A1', votes: 11 }, { code: 'N1' }]), [
      [1, 'tables.value_required', 'name'],
    ])
  })

  it('judges unique values by what is there in the end', async () => {
    const set = await withPairs()
    await put(set, ['a', 'b'], ranks([1, 2, 3]), {}, 'pairs')

    // All in a circle, and a new row has what one of them gave up.
    const key = ['a', 'b']
    assert.deepEqual((await put(set, key, ranks([2, 3, 1]), {}, 'pairs')).changed, 3)
    assert.deepEqual((await put(set, key, ranks([9, 3, 1, 2]), {}, 'pairs')).ids, [1, 2, 3, 4])
    assert.deepEqual(
      (await set.rows('pairs')).map(({ rank }) => rank),
      [9, 3, 1, 2],
    )

    const before = await set.rows('pairs')
    assert.deepEqual(await failuresOf(set, key, ranks([5, 5])), [[1, 'tables.not_unique', 'rank']])
    assert.deepEqual(await failuresOf(set, key, ranks([1])), [[0, 'tables.not_unique', 'rank']])
    assert.deepEqual(await failuresOf(set, key, ranks([9, 9])), [[1, 'tables.not_unique', 'rank']])
    assert.deepEqual(await failuresOf(set, key, [{ a: 'new', b: 1, rank: 9 }, ...ranks([9])]), [
      [0, 'tables.not_unique', 'rank'],
    ])
    // A pair that another row keeps, told by another key.
    assert.deepEqual(await failuresOf(set, ['rank'], [{ rank: 9, a: 'r1', b: 1 }]), [
      [0, 'tables.not_unique', 'a'],
    ])
    assert.deepEqual(await failuresOf(set, ['rank'], [{ rank: 9, a: 'r1' }]), [
      [0, 'tables.not_unique', 'a'],
    ])
    assert.deepEqual(await set.rows('pairs'), before)
    const swapped = [
      { rank: 9, a: 'r1' },
      { rank: 3, a: 'r0' },
    ]
    assert.equal((await put(set, ['rank'], swapped, {}, 'pairs')).changed, 2)
  })

  it('takes references to rows that come along', async () => {
    const set = await api({}, [{ name: 'x', type: 'text' }])
    const reference = { table: 'tree', onDelete: 'restrict' }
    await done(set, 'POST', '/tables', {
      name: 'tree',
      columns: [{ name: 'parent', type: 'integer', reference }],
    })
    await put(set, ['id'], [{ id: 1 }, { id: 2 }], {}, 'tree')

    const answer = await put(
      set,
      ['id'],
      [
        { id: 1, parent: 9 },
        { id: 9, parent: 2 },
      ],
      {},
      'tree',
    )

    assert.deepEqual([answer.added, answer.changed], [1, 1])
    const { json } = await set.call('PUT', '/tree/rows', {
      key: ['id'],
      rows: [{ id: 1, parent: 8 }],
    })
    const { failures } = json as { failures: RowRefusal[] }
    assert.deepEqual(
      failures.map(({ code, column }) => [code, column]),
      [['tables.no_such_reference', 'parent']],
    )
  })

  it('says in a dry run what would be, and changes nothing', async () => {
    const set = await api()
    const before = await set.tableState()
    const rows = [{ code: 'N1', name: 'x' }, { code: 'A1', votes: 99 }, { code: 'H1' }]

    const answer = await put(set, ['code'], rows, { dryRun: true })

    assert.deepEqual(answer, { added: 1, changed: 1, unchanged: 1, ids: [] })
    assert.deepEqual(await set.tableState(), before)
    assert.deepEqual((await put(set, ['code'], rows)).ids, [4, 1, 2])
  })

  it('takes 10,000 rows and no more, by columns with and without an index', async () => {
    const set = await withPairs()
    const rows = upTo(10_001).map((n) => ({ a: `a${n}`, b: n, rank: n, weight: n / 10 }))
    const refusal = await set.call('PUT', '/pairs/rows', { key: ['rank'], rows })
    assert.deepEqual([refusal.status, await set.rows('pairs')], [422, []])
    rows.pop()
    await put(set, ['rank'], rows, {}, 'pairs')
    const head = await set.head()

    for (const [at, key] of [['rank'], ['weight'], ['b'], ['a']].entries()) {
      const again = rows.map((row) => ({ ...row, more: at }))
      const { changed, added } = await put(set, key, again, {}, 'pairs')
      assert.deepEqual([changed, added], [10_000, 0], String(key))
    }
    const entries = await set.changes(head)
    assert.deepEqual(
      entries.map(({ operation, entity, after }) => [operation, entity, after]),
      upTo(4).map(() => ['rows-updated', 'pairs', { count: 10_000 }]),
    )
    assert.equal(await versionAt(set, '/pairs/77'), head + 4)
  })

  it('ends where a plain list ends, whatever comes', async (t) => {
    const seed = chosenSeed()
    t.diagnostic(`seed ${seed}`)
    const random = seededRandom(seed)
    const set = await withPairs()
    const model = new Map<number, { a: string | null; b: number | null; rank: number }>()
    for (let round = 0; round < 150; round++) {
      const rows = upTo(random.between(1, 6)).map(() => ({
        ...(random.next() < 0.8 && { a: random.pick(['x', 'y', 'z', null]) }),
        ...(random.next() < 0.8 && { b: random.pick([1, 2, null]) }),
        rank: random.between(1, 12),
      }))
      const { status, json } = await set.call('PUT', '/pairs/rows', { key: ['rank'], rows })
      const next = new Map(model)
      for (const row of rows) {
        const old = next.get(row.rank) ?? { a: null, b: null }
        next.set(row.rank, { ...old, ...row })
      }
      const pairs = [...next.values()].filter(({ a, b }) => a !== null && b !== null)
      const isGood =
        new Set(rows.map(({ rank }) => rank)).size === rows.length &&
        new Set(pairs.map(({ a, b }) => `${a} ${b}`)).size === pairs.length
      assert.equal(status, isGood ? 200 : 422, `${JSON.stringify(rows)} ${JSON.stringify(json)}`)
      if (isGood) for (const [rank, row] of next) model.set(rank, row)
    }
    const found = (await set.rows('pairs')).map(({ a, b, rank }) => ({ a, b, rank }))
    assert.deepEqual(
      found,
      [...model.values()].map(({ a, b, rank }) => ({ a, b, rank })),
    )
  })
})
