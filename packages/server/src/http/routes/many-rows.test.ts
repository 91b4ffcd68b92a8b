import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RowRefusal } from '@triptych/contract/many-rows'
import { api, plainFilm } from '../../../test/fixtures/api.ts'
import type { Answer, Api } from '../../../test/fixtures/api.ts'
import {
  done,
  filterAddress,
  filterBy,
  refusedRows,
  upTo,
  versionAt,
} from '../../../test/fixtures/rows-api.ts'

const numbers = [
  { name: 'n', type: 'integer' },
  { name: 'text', type: 'text' },
]
const pair = ([a, b]: unknown[]) => ({ a, b })
const statusOf = async (answer: Promise<Answer>) => (await answer).status

const add = (set: Api, rows: unknown[], more = {}) =>
  done<{ added: number; ids: number[] }>(set, 'POST', '/films/rows', { rows, ...more })
const change = (set: Api, body: object) =>
  done<{ changed: number }>(set, 'PATCH', '/films/rows', body)
const remove = (set: Api, filter: unknown) =>
  done<{ deleted: number }>(set, 'DELETE', filterAddress(filter))

/** A table of numbers from 0 up. */
async function counted(count: number, columns: unknown[] = numbers): Promise<Api> {
  const set = await api({}, columns)
  for (let at = 0; at < count; at += 10_000) {
    await add(
      set,
      upTo(Math.min(10_000, count - at), at).map((n) => ({ n })),
    )
  }
  return set
}

describe('POST /{table}/rows', () => {
  it('adds rows at the end, in their order and with their defaults', async () => {
    const set = await api()

    const answer = await add(set, [{ name: 'X', votes: '7', extra: { a: [1] } }, { name: 'Y' }])

    assert.deepEqual(answer, { added: 2, ids: [4, 5] })
    assert.deepEqual((await set.rows()).slice(3), [
      { id: 4, ...plainFilm, name: 'X', votes: 7, extra: { a: [1] } },
      { id: 5, ...plainFilm, name: 'Y' },
    ])
    assert.equal((await set.call('POST', '/films', { name: 'Z' })).json!['id' as never], 6)
  })

  it('logs each row as if it had come alone', async () => {
    const set = await api()
    const head = await set.head()

    await set.call(
      'POST',
      '/films/rows',
      { rows: [{ name: 'X' }, { name: 'Y' }] },
      { 'x-origin': 'tab' },
    )

    const entries = await set.changes(head)
    assert.deepEqual(
      entries.map(({ operation, entity, origin, before }) => [operation, entity, origin, before]),
      [4, 5].map((id) => ['row-added', `films/${id}`, 'tab', null]),
    )
    const orders = entries.map(({ after }) => after!['$order'] as string)
    assert.ok(orders[0]! < orders[1]!)
    assert.deepEqual(entries[1]!.after, { id: 5, ...plainFilm, name: 'Y', $order: orders[1] })
    for (const [at, id] of [4, 5].entries()) {
      assert.equal(await versionAt(set, `/films/${id}`), head + 1 + at)
    }
    assert.equal(await versionAt(set, '/films'), head + 2)
  })

  it('has an entry for each of 1,000 rows, and one for 1,001', async () => {
    const set = await api({}, numbers)
    const head = await set.head()
    await add(
      set,
      upTo(1000).map((n) => ({ n })),
    )
    assert.equal(await set.head(), head + 1000)

    await add(
      set,
      upTo(1001, 1000).map((n) => ({ n })),
    )

    const entries = await set.changes(head + 1000)
    assert.deepEqual(
      entries.map(({ operation, entity, before, after }) => [operation, entity, before, after]),
      [['rows-added', 'films', null, { count: 1001 }]],
    )
    for (const path of ['/films/1001', '/films/2001', '/films']) {
      assert.equal(await versionAt(set, path), head + 1001, path)
    }
    assert.deepEqual(
      (await set.rows()).map(({ n }) => n),
      upTo(2001),
    )
  })

  it('takes ids that are free, and gives the others those that come next', async () => {
    const set = await api()
    const temporary = 'temp://1790000000100'

    const rows = [{ id: 40 }, {}, { id: '9' }, { id: temporary }, { id: null }, { id: 0 }]
    const { ids } = await add(
      set,
      rows.map((row) => ({ ...row, name: 'x' })),
    )

    assert.deepEqual(ids, [40, 41, 9, 42, 43, 44])
    assert.deepEqual(
      (await set.rows()).slice(3).map(({ id }) => id),
      ids,
    )
    assert.deepEqual((await add(set, [{ name: 'next' }])).ids, [45])
  })

  it('refuses ids that are taken, come twice, or are none', async () => {
    const set = await api()
    const ids = [2, 7, 8, 7, '1', 2 ** 48, 2 ** 48 + 1, 2 ** 53, -1, 1.5, 'x', true, [], {}]

    assert.deepEqual(
      await refusedRows(
        set,
        ids.slice(0, 7).map((id) => ({ id, name: 'x' })),
      ),
      [
        [0, 'tables.id_taken', 'id'],
        [3, 'tables.id_taken', 'id'],
        [4, 'tables.id_taken', 'id'],
        [6, 'tables.bad_id', undefined],
      ],
    )
    assert.deepEqual(
      await refusedRows(
        set,
        ids.slice(7).map((id) => ({ id, name: 'x' })),
      ),
      upTo(7).map((at) => [at, 'tables.bad_id', undefined]),
    )
    assert.deepEqual((await add(set, [{ id: 2 ** 48, name: 'x' }, { name: 'y' }])).ids, [
      2 ** 48,
      2 ** 48 + 1,
    ])
  })

  it('keeps nothing when one row is bad, and tells what is wrong with each', async () => {
    const set = await api()
    const rows = [
      { name: 'good' },
      { year: 5 },
      { name: 'x', year: 'many' },
      { name: 'x', nosuch: 1 },
      { name: 'x', genre: 'opera' },
      { name: 'x', votes: null, seen: null },
      { name: 'x', id: 'no' },
      { name: null, id: 'no' },
      { name: 'good too' },
    ]

    assert.deepEqual(await refusedRows(set, rows), [
      [1, 'tables.value_required', 'name'],
      [2, 'tables.wrong_type', 'year'],
      [3, 'tables.unknown_column', 'nosuch'],
      [4, 'tables.not_an_option', 'genre'],
      [5, 'tables.value_required', 'seen'],
      [6, 'tables.bad_id', undefined],
      [7, 'tables.bad_id', undefined],
    ])
    assert.deepEqual((await add(set, [{ name: 'next' }])).ids, [4])
  })

  it('tells the first hundred bad rows, and how many there are', async () => {
    const set = await api()
    const rows = upTo(150).map((n) => (n % 2 ? { name: 'x' } : {}))
    await refusedRows(set, rows)

    const { json } = await set.call('POST', '/films/rows', { rows: upTo(300).map(() => ({})) })

    const { failures, count, error } = json as {
      failures: RowRefusal[]
      count: number
      error: string
    }
    assert.deepEqual([failures.length, failures.at(-1)!.index, count], [100, 99, 300])
    assert.match(error, /^300 rows/)
  })

  it('refuses unique values that are stored or come twice, but not nulls', async () => {
    const set = await api()
    const codes = ['new', 'A1', null, 'new', null, 'H1', 'other']

    assert.deepEqual(
      await refusedRows(
        set,
        codes.map((code) => ({ name: 'x', code })),
      ),
      [
        [1, 'tables.not_unique', 'code'],
        [3, 'tables.not_unique', 'code'],
        [5, 'tables.not_unique', 'code'],
      ],
    )
    await add(
      set,
      ['new', null, null, 'a1', 'other'].map((code) => ({ name: 'x', code })),
    )
  })

  it('refuses what a unique index of several columns forbids', async () => {
    const set = await api({}, numbers)
    const columns = [
      { name: 'a', type: 'text' },
      { name: 'b', type: 'number' },
    ]
    const indexes = [{ columns: ['a', 'b'], unique: true }]
    await done(set, 'POST', '/tables', { name: 'pairs', columns, indexes })
    const path = '/pairs/rows'
    const stored = [
      ['x', 1],
      ['x', 0.1 + 0.2],
      ['y', null],
      [null, 1],
    ] as const
    await done(set, 'POST', path, { rows: stored.map((one) => pair([...one])) })

    const rows = [
      ['x', 2],
      ['x', 0.1 + 0.2],
      ['x', 0.3],
      ['y', null],
      [null, 1],
      ['x', '2'],
    ]
    const answer = await set.call('POST', path, { rows: rows.map(pair) })

    const { failures } = answer.json as { failures: RowRefusal[] }
    assert.deepEqual(
      failures.map(({ index, code }) => [index, code]),
      [
        [1, 'tables.not_unique'],
        [5, 'tables.not_unique'],
      ],
    )
    assert.equal((await set.rows('pairs')).length, 4)
  })

  it('takes references to rows that exist or come along, and no others', async () => {
    const parent = {
      name: 'parent',
      type: 'integer',
      reference: { table: 'tree', onDelete: 'restrict' },
    }
    const set = await api({}, numbers)
    await set.call('POST', '/tables', {
      name: 'tree',
      columns: [parent, numbers[0]],
    })
    const path = '/tree/rows'
    await done(set, 'POST', path, { rows: [{ id: 5, parent: 7 }, { id: 6, parent: 6 }, { id: 7 }] })

    const rows = [{ parent: 5 }, { parent: 8 }, { parent: 9 }, { parent: 0 }, { parent: 99 }]
    const answer = await set.call('POST', path, { rows })

    const { failures } = answer.json as { failures: RowRefusal[] }
    // The first two of the rows would be 8 and 9.
    assert.deepEqual(
      failures.map(({ index, code, column }) => [index, code, column]),
      [
        [3, 'tables.no_such_reference', 'parent'],
        [4, 'tables.no_such_reference', 'parent'],
      ],
    )
    assert.equal((await set.rows('tree')).length, 3)
  })

  it('says in a dry run what would be, and changes nothing', async () => {
    const set = await api()
    const before = await set.tableState()
    const tag = await versionAt(set, '/films')

    const answer = await add(set, [{ name: 'X' }, { name: 'Y', id: 50 }], { dryRun: true })

    assert.deepEqual(answer, { added: 2, ids: [] })
    assert.deepEqual(await set.tableState(), before)
    assert.equal(await versionAt(set, '/films'), tag)
    assert.deepEqual(
      await refusedRows(set, [{ name: 'X', code: 'A1' }], 'POST', { dryRun: true }),
      [[0, 'tables.not_unique', 'code']],
    )
    assert.deepEqual((await add(set, [{ name: 'X' }])).ids, [4])
  })

  it('takes 10,000 rows and no more', async () => {
    const set = await api({}, numbers)
    const rows = upTo(10_001).map((n) => ({ n }))

    await set.refuses([422, 'body.invalid'], 'POST', '/films/rows', { rows })
    const { added, ids } = await add(set, rows.slice(1))

    assert.deepEqual([added, ids.length, ids.at(-1)], [10_000, 10_000, 10_000])
    assert.deepEqual(
      (await set.rows()).map(({ n }) => n),
      upTo(10_000, 1),
    )
  })

  it('refuses a body that is not a list of rows', async () => {
    const set = await api()
    const bad = [
      {},
      [],
      { rows: [] },
      { rows: {} },
      { rows: [7] },
      { rows: ['x'] },
      { rows: [null] },
    ]

    for (const body of [
      ...bad,
      { rows: [{ name: 'x' }], more: 1 },
      { rows: [{ name: 'x' }], dryRun: 1 },
    ]) {
      await set.refuses([422, 'body.invalid'], 'POST', '/films/rows', body)
    }
    await set.refuses([404, 'tables.not_found'], 'POST', '/nosuch/rows', { rows: [{ a: 1 }] })
  })

  it('takes no key that reaches beyond the row', async () => {
    const set = await api()

    for (const key of ['constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
      assert.deepEqual(await refusedRows(set, [{ name: 'x', [key]: 1 }]), [
        [0, 'tables.unknown_column', key],
      ])
    }
    for (const row of ['{"name":"x","__proto__":{"votes":9}}', '{"__proto__":{"name":"x"}}']) {
      await set.refuses([400, 'body.unsafe_key'], 'POST', '/films/rows', `{"rows":[${row}]}`)
    }
  })
})

describe('PATCH /{table}/rows', () => {
  it('writes the values to the rows of a filter, and to no others', async () => {
    const set = await api()
    const head = await set.head()

    const answer = await change(set, {
      filter: filterBy('year', 1985, 'greater'),
      set: { votes: 20, genre: 'drama' },
    })

    assert.deepEqual(answer, { changed: 1 })
    const [entry, ...more] = await set.changes(head)
    assert.deepEqual(more, [])
    assert.deepEqual(
      [entry!.operation, entry!.entity, entry!.before, entry!.after],
      ['row-updated', 'films/2', { genre: null }, { genre: 'drama' }],
    )
    assert.equal(await versionAt(set, '/films/2'), head + 1)
    assert.equal(await versionAt(set, '/films'), head + 1)
  })

  it('reaches rows by a search, on the clocks of a zone, and both at once', async () => {
    const set = await api()

    assert.deepEqual(await change(set, { search: 'HEAT', set: { votes: 1 } }), { changed: 1 })
    const aired = {
      rules: [
        { field: 'aired', type: 'date', filter: 'equal', value: '1985-06-01T00:00:00+14:00' },
      ],
    }
    assert.deepEqual(
      await change(set, { filter: aired, tz: 'Pacific/Kiritimati', set: { votes: 2 } }),
      { changed: 0 },
    )
    assert.deepEqual(
      await change(set, { filter: filterBy('year', 1995), search: 'alien', set: { votes: 3 } }),
      { changed: 0 },
    )
    assert.deepEqual(
      (await set.rows()).map(({ votes }) => votes),
      [10, 1, 0],
    )
  })

  it('leaves no trace in rows that have the values already', async () => {
    const set = await api()
    await change(set, { filter: {}, set: { extra: { a: 1, b: [true] }, votes: null } })
    const before = await set.tableState()
    const tag = await versionAt(set, '/films')

    assert.deepEqual(
      await change(set, { filter: {}, set: { extra: { b: [true], a: 1 }, votes: '' } }),
      { changed: 0 },
    )

    assert.deepEqual(await set.tableState(), before)
    assert.equal(await versionAt(set, '/films'), tag)
  })

  it('counts and writes only rows that differ, also where they are many', async () => {
    const set = await counted(1500)
    await change(set, { filter: filterBy('n', 200, 'less'), set: { text: 'x' } })
    const tag = await versionAt(set, '/films/100')
    const head = await set.head()

    assert.deepEqual(await change(set, { filter: {}, set: { text: 'x' }, dryRun: true }), {
      changed: 1300,
    })
    assert.deepEqual(await change(set, { filter: {}, set: { text: 'x' } }), { changed: 1300 })

    const entries = await set.changes(head)
    assert.deepEqual(
      entries.map(({ operation, entity, after }) => [operation, entity, after]),
      [['rows-updated', 'films', { count: 1300 }]],
    )
    assert.equal(await versionAt(set, '/films/100'), tag)
    assert.equal(await versionAt(set, '/films/1500'), head + 1)
    assert.equal(await versionAt(set, '/films'), head + 1)
    assert.ok((await set.rows()).every(({ text }) => text === 'x'))
    assert.deepEqual(await change(set, { filter: {}, set: { text: 'x' } }), { changed: 0 })
    assert.equal(await set.head(), head + 1)
  })

  it('has an entry for each of 1,000 rows', async () => {
    const set = await counted(1000)
    const head = await set.head()

    await change(set, { filter: {}, set: { text: 'y' } })

    const entries = await set.changes(head)
    assert.equal(entries.length, 1000)
    assert.ok(entries.every(({ operation }) => operation === 'row-updated'))
    assert.equal(await versionAt(set, '/films/1000'), head + 1000)
  })

  it('needs a filter or a search; an empty one is none, and {} means all rows', async () => {
    const set = await api()

    for (const body of [
      {},
      { filter: null },
      { filter: '' },
      { search: '' },
      { search: ' ' },
      { filter: ' ', search: '' },
    ]) {
      await set.refuses([400, 'tables.bad_query'], 'PATCH', '/films/rows', {
        ...body,
        set: { votes: 1 },
      })
    }
    await set.refuses([400, 'tables.bad_query'], 'PATCH', '/films/rows', { filter: {}, set: {} })
    await set.refuses([400, 'tables.bad_query'], 'PATCH', '/films/rows', {
      filter: {},
      set: { $x: 1 },
    })
    assert.deepEqual(await change(set, { filter: {}, set: { votes: 1 } }), { changed: 3 })
    assert.deepEqual(await change(set, { filter: '{}', set: { votes: 2 } }), { changed: 3 })
    const everyName = { field: 'name', filter: 'notBetween', type: 'number', value: {} }
    for (const filter of [
      { rules: [] },
      { Rules: [] },
      { rules: [{ field: 'name' }] },
      { rules: [everyName] },
    ]) {
      const body = { filter, set: { votes: 3 } }
      await set.refuses([400, 'tables.bad_query'], 'PATCH', '/films/rows', body)
    }
  })

  it('refuses values and filters that the table cannot have', async () => {
    const set = await api()
    const refuse = (status: number, code: string, body: object) =>
      set.refuses([status, code as never], 'PATCH', '/films/rows', { filter: {}, ...body })

    await refuse(422, 'tables.unknown_column', { set: { nosuch: 1 } })
    await refuse(422, 'tables.read_only_column', { set: { id: 1 } })
    await refuse(422, 'tables.read_only_column', { set: { id: 1, votes: 1 } })
    await refuse(422, 'tables.wrong_type', { set: { year: 'x' } })
    await refuse(422, 'tables.value_required', { set: { name: null } })
    await refuse(422, 'tables.not_an_option', { set: { genre: 'opera' } })
    await refuse(400, 'tables.bad_query', { filter: filterBy('nosuch', 1), set: { votes: 1 } })
    await refuse(422, 'tables.unknown_operator', {
      filter: filterBy('votes', 1, 'like'),
      set: { votes: 1 },
    })
    await refuse(422, 'body.invalid', {})
    await refuse(422, 'body.invalid', { set: { votes: 1 }, max: -1 })
    await refuse(422, 'body.invalid', { set: [1] })
  })

  it('refuses more rows than `max`', async () => {
    const set = await api()

    for (const max of [0, 2]) {
      const problem = await set.refuses([409, 'tables.too_many_rows'], 'PATCH', '/films/rows', {
        filter: {},
        set: { votes: 1 },
        max,
      })
      assert.equal(problem['limit' as never], max)
    }
    assert.deepEqual(await change(set, { filter: {}, set: { votes: 1 }, max: 3 }), { changed: 3 })
  })

  it('refuses a unique value for several rows, and takes it for one', async () => {
    const set = await api()

    await set.refuses([409, 'tables.not_unique'], 'PATCH', '/films/rows', {
      filter: {},
      set: { code: 'Z' },
    })
    const one = filterBy('name', 'Ran')
    await set.refuses([409, 'tables.not_unique'], 'PATCH', '/films/rows', {
      filter: one,
      set: { code: 'A1' },
    })
    assert.deepEqual(await change(set, { filter: one, set: { code: 'Z' } }), { changed: 1 })
    assert.deepEqual(await change(set, { filter: one, set: { code: 'Z' } }), { changed: 0 })
    assert.deepEqual(await change(set, { filter: {}, set: { code: null } }), { changed: 3 })
  })

  for (const count of [10, 1100]) {
    it(`decides exactly whether ${count} rows may share a part of a unique index`, async () => {
      const set = await api({}, numbers)
      const columns = [
        { name: 'a', type: 'integer' },
        { name: 'b', type: 'text' },
        { name: 'c', type: 'boolean' },
      ]
      const indexes = [{ columns: ['a', 'b'], unique: true }]
      await done(set, 'POST', '/tables', { name: 'pairs', columns, indexes })
      const rows = upTo(count).map((n) => ({ a: n, b: `x${n % 2}`, c: n < count - 2 }))
      await done(set, 'POST', '/pairs/rows', { rows })
      const patch = (filter: object, values: object) =>
        set.call('PATCH', '/pairs/rows', { filter, set: values })

      assert.equal(await statusOf(patch({}, { a: 1 })), 409)
      assert.equal(await statusOf(patch({}, { b: 'all' })), 200)
      assert.equal(await statusOf(patch({}, { b: null })), 200)
      assert.equal(await statusOf(patch({}, { a: 1 })), 200)
      assert.equal(await statusOf(patch({}, { b: 'y' })), 409)
      assert.equal(await statusOf(patch(filterBy('id', 1), { b: 'y' })), 200)
      // Against a row that the filter does not have.
      assert.equal(await statusOf(patch(filterBy('id', 2), { b: 'y' })), 409)
      assert.equal(await statusOf(patch(filterBy('id', 2, 'greater'), { a: 2 })), 200)
      assert.equal(await statusOf(patch(filterBy('id', 1, 'greater'), { a: 1, b: 'y' })), 409)
    })
  }

  it('refuses references to rows that do not exist, and lets rows name one of themselves', async () => {
    const set = await api({}, numbers)
    const columns = [
      { name: 'parent', type: 'integer', reference: { table: 'tree', onDelete: 'clear' } },
    ]
    await done(set, 'POST', '/tables', { name: 'tree', columns })
    await done(set, 'POST', '/tree/rows', { rows: [{}, {}, {}] })

    for (const parent of [0, 4, -1]) {
      const { json } = await set.call('PATCH', '/tree/rows', { filter: {}, set: { parent } })
      assert.equal((json as { code: string }).code, 'tables.no_such_reference', String(parent))
    }
    assert.equal(
      (await set.call('PATCH', '/tree/rows', { filter: {}, set: { parent: 2 } })).status,
      200,
    )
    assert.deepEqual(
      (await set.rows('tree')).map(({ parent }) => parent),
      [2, 2, 2],
    )
  })

  it('says in a dry run what would be, and changes nothing', async () => {
    const set = await api()
    const before = await set.tableState()

    assert.deepEqual(await change(set, { filter: {}, set: { votes: 10 }, dryRun: true }), {
      changed: 2,
    })

    assert.deepEqual(await set.tableState(), before)
    const body = { filter: {}, set: { code: 'Z' }, dryRun: true }
    await set.refuses([409, 'tables.not_unique'], 'PATCH', '/films/rows', body)
  })
})

const at = (ids: number[]) => filterAddress({ rules: [{ field: 'id', includes: ids }] }, 'tree')

describe('DELETE /{table}/rows', () => {
  it('deletes the rows of a filter, with an entry for each', async () => {
    const set = await api()
    const [first, second, third] = await set.rows()
    const head = await set.head()

    assert.deepEqual(await remove(set, filterBy('year', 1990, 'less')), { deleted: 2 })

    assert.deepEqual(await set.rows(), [second])
    const entries = await set.changes(head)
    assert.deepEqual(
      entries.map(({ operation, entity, before, after }) => [
        operation,
        entity,
        { ...before, $order: null },
        after,
      ]),
      [first, third].map((row) => [
        'row-deleted',
        `films/${row!.id}`,
        { ...row, $order: null },
        null,
      ]),
    )
    assert.equal(typeof entries[0]!.before!['$order'], 'string')
    assert.equal(await versionAt(set, '/films'), head + 2)
    assert.equal((await set.call('POST', '/films', { name: 'x' })).json!['id' as never], 4)
  })

  it('needs a filter or a search; an empty one is none, and {} means all rows', async () => {
    const set = await api()

    for (const query of [
      '',
      '?filter=',
      '?filter=%20',
      '?search=',
      '?filter=&search=%20',
      '?dryRun=true',
      '?max=5',
    ]) {
      await set.refuses([400, 'tables.bad_query'], 'DELETE', `/films/rows${query}`)
    }
    for (const query of [
      '?filter={}&dryrun=true',
      '?filter={}&view=mine',
      '?filter={}&sort=name',
    ]) {
      await set.refuses([422, 'query.invalid'], 'DELETE', `/films/rows${query}`)
    }
    await set.refuses([400, 'tables.bad_query'], 'DELETE', '/films/rows?filter={')
    await set.refuses([422, 'query.invalid'], 'DELETE', `${filterAddress({})}&dryRun=yes`)
    await set.refuses([422, 'query.invalid'], 'DELETE', `${filterAddress({})}&max=some`)
    for (const max of [0, 2]) {
      await set.refuses([409, 'tables.too_many_rows'], 'DELETE', `${filterAddress({})}&max=${max}`)
    }
    assert.deepEqual(await done(set, 'DELETE', '/films/rows?search=heat&max=1'), { deleted: 1 })
    assert.deepEqual(await remove(set, {}), { deleted: 2 })
    assert.deepEqual(await remove(set, {}), { deleted: 0 })
    assert.deepEqual(await set.rows(), [])
  })

  it('says in a dry run what would be, and changes nothing', async () => {
    const set = await api()
    const before = await set.tableState()

    assert.deepEqual(await done(set, 'DELETE', `${filterAddress({})}&dryRun=true`), { deleted: 3 })

    assert.deepEqual(await set.tableState(), before)
  })

  it('has one entry for more than 1,000 rows', async () => {
    const set = await counted(2100)
    const head = await set.head()

    assert.deepEqual(await remove(set, filterBy('n', 1000, 'less')), { deleted: 1000 })
    assert.equal(await set.head(), head + 1000)
    assert.deepEqual(await remove(set, filterBy('n', 2001, 'less')), { deleted: 1001 })

    const entries = await set.changes(head + 1000)
    assert.deepEqual(
      entries.map(({ operation, entity, before, after }) => [operation, entity, before, after]),
      [['rows-deleted', 'films', null, { count: 1001 }]],
    )
    assert.deepEqual(
      (await set.rows()).map(({ n }) => n),
      upTo(99, 2001),
    )
    assert.equal(await versionAt(set, '/films'), head + 1001)
  })

  for (const count of [5, 1200]) {
    it(`clears references to ${count} rows, and deletes no row that passes the filter only then`, async () => {
      const set = await api({}, numbers)
      const reference = { table: 'tree', onDelete: 'clear' }
      const columns = [
        { name: 'parent', type: 'integer', reference },
        { name: 'n', type: 'integer' },
      ]
      await done(set, 'POST', '/tables', { name: 'tree', columns })
      const rows = upTo(count).flatMap((n) => [{ n }, { n, parent: 2 * n + 1 }])
      await done(set, 'POST', '/tree/rows', { rows })
      const head = await set.head()

      const filter = { rules: [{ field: 'parent', filter: 'equal', value: null }] }
      const path = `/tree/rows?filter=${encodeURIComponent(JSON.stringify(filter))}`
      assert.deepEqual(await done(set, 'DELETE', path), { deleted: count })

      const left = await set.rows('tree')
      assert.deepEqual(
        left,
        upTo(count).map((n) => ({ id: 2 * n + 2, parent: null, n })),
      )
      const entries = await set.changes(head)
      const isMany = count > 1000
      assert.equal(entries.length, isMany ? 2 : 2 * count)
      assert.deepEqual(
        [entries[0]!.operation, entries[0]!.entity, entries[0]!.before, entries[0]!.after],
        isMany
          ? ['rows-updated', 'tree', null, { count }]
          : ['row-updated', 'tree/2', { parent: 1 }, { parent: null }],
      )
    })
  }

  it('deletes rows that forbid it only when they go as well', async () => {
    const set = await api({}, numbers)
    const reference = { table: 'tree', onDelete: 'restrict' }
    const columns = [{ name: 'parent', type: 'integer', reference }]
    await done(set, 'POST', '/tables', { name: 'tree', columns })
    await done(set, 'POST', '/tree/rows', { rows: [{ parent: 2 }, { parent: 3 }, {}] })

    for (const [ids, dry] of [
      [[2], ''],
      [[3], ''],
      [[2, 3], ''],
      [[3], '&dryRun=true'],
    ] as const) {
      const { status, json } = await set.call('DELETE', at([...ids]) + dry)
      assert.deepEqual(
        [status, (json as { code: string }).code],
        [409, 'tables.row_in_use'],
        String(ids),
      )
    }
    assert.equal((await set.rows('tree')).length, 3)
    assert.deepEqual(await done(set, 'DELETE', at([1, 2, 3])), { deleted: 3 })
  })
})

describe('the rows one filter may change', () => {
  it('are 100,000 and no more', async () => {
    const set = await counted(100_001)
    const head = await set.head()
    const body = { filter: {}, set: { text: 'x' } }

    const refusal = await set.call('PATCH', '/films/rows', { ...body, max: 1_000_000 })
    const deletion = await set.call('DELETE', filterAddress({}))
    assert.deepEqual([refusal.status, deletion.status, await set.head()], [409, 409, head])
    assert.equal((refusal.json as { limit: number }).limit, 100_000)

    const most = filterBy('n', 99_999, 'lessOrEqual')
    assert.deepEqual(await change(set, { ...body, filter: most }), { changed: 100_000 })
    assert.equal((await set.row(100_000))['text'], 'x')
    assert.equal((await set.row(100_001))['text'], null)
    assert.deepEqual(await remove(set, most), { deleted: 100_000 })
    assert.equal((await set.rows()).length, 1)
  })
})
