import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Row } from '@triptych/contract/tables'
import { api, send, someFilms } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'
import { address, apiWithMany, pageAt } from '../../../test/fixtures/query-api.ts'
import { queryColumn } from '../../../test/fixtures/query-table.ts'

const numbers = [
  { name: 'n', type: 'integer' },
  { name: 'word', type: 'text' },
]

/** A table of ten rows: `n` from 0 to 9. */
async function tenRows(): Promise<Api> {
  const set = await api({}, numbers)
  for (let n = 0; n < 10; n++) {
    await set.call('POST', '/films', { n, word: n % 2 === 0 ? 'Even' : 'odd' })
  }
  return set
}

const above = (value: number) => ({
  glue: 'and',
  rules: [{ field: 'n', type: 'number', filter: 'greater', value }],
})
const rule = (more: object) => ({ rules: [{ field: 'n', filter: 'equal', value: 1, ...more }] })
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

describe('GET /{table} with a range', () => {
  it('answers the rows from start up to end, as a plain array, and says which they are', async () => {
    const page = await pageAt(await tenRows(), '/films', { start: 2, end: 5 })

    assert.deepEqual(page.ids, [3, 4, 5])
    assert.deepEqual([page.total, page.kind, page.range], ['10', 'exact', 'rows 2-4/10'])
    assert.deepEqual(page.rows[0], { id: 3, n: 2, word: 'Even' })
  })

  it('takes offset and limit for the same', async () => {
    const set = await tenRows()

    for (const query of [
      { start: 2, limit: 3 },
      { offset: 2, limit: 3 },
      { offset: 2, end: 5 },
    ]) {
      assert.deepEqual((await pageAt(set, '/films', query)).ids, [3, 4, 5], JSON.stringify(query))
    }
    assert.deepEqual((await pageAt(set, '/films', { end: 2 })).ids, [1, 2])
    assert.deepEqual((await pageAt(set, '/films', { start: 8 })).ids, [9, 10])
    assert.deepEqual((await pageAt(set, '/films', { limit: 1 })).ids, [1])
  })

  it('answers an empty page beyond the end, with the total', async () => {
    const set = await tenRows()

    for (const start of [10, 11, 10_011, 999_999_999_999_999]) {
      for (const query of [{}, { sort: 'n' }, { filter: above(-1) }]) {
        const page = await pageAt(set, '/films', { start, limit: 5, ...query })
        assert.deepEqual([page.ids, page.total, page.range], [[], '10', 'rows */10'])
        assert.equal(page.next, null)
      }
    }
  })

  it('answers no rows but the total where start is end', async () => {
    const set = await tenRows()

    for (const query of [
      {},
      { sort: '-n' },
      { filter: above(4) },
      { sort: 'n', filter: above(4) },
    ]) {
      for (const at of [0, 3, 99]) {
        const page = await pageAt(set, '/films', { start: at, end: at, ...query })
        const total = 'filter' in query ? '5' : '10'
        assert.deepEqual([page.ids, page.total, page.next], [[], total, null])
        assert.equal(page.range, `rows */${total}`)
      }
      const all = await pageAt(set, '/films', { limit: 20, ...query })
      assert.equal(all.ids.length, 'filter' in query ? 5 : 10)
    }
  })

  it('answers an empty page of an empty table', async () => {
    const set = await api({}, numbers)

    for (const query of [{ start: 0 }, { count: 'estimated' }, { sort: 'n', limit: 5 }]) {
      const page = await pageAt(set, '/films', query)
      assert.deepEqual([page.rows, page.total, page.range], [[], '0', 'rows */0'])
    }
  })

  it('refuses what is no range, and says which parameter is wrong', async () => {
    const { refuses } = await tenRows()
    const bad: [parameter: string, query: string][] = [
      ['end', 'start=5&end=4'],
      ['start', 'start=-1'],
      ['end', 'end=-1'],
      ['limit', 'limit=-1'],
      ['limit', 'limit=0'],
      ['limit', 'limit=1e18'],
      ['limit', 'limit=1000000000000000000'],
      ['limit', 'limit=10;'],
      ['limit', 'limit=10.5'],
      ['limit', 'limit='],
      ['start', 'start=0x10'],
      ['start', 'start=%201'],
      ['offset', 'offset=1;drop%20table%20films'],
      ['count', 'count=all'],
      ['count', 'count='],
      ['limti', 'limti=5'],
      ['start', 'start=1&start=2'],
    ]

    for (const [parameter, query] of bad) {
      const problem = await refuses([422, 'query.invalid'], 'GET', `/films?${query}`)
      assert.equal(problem['parameter'], parameter, query)
    }
    await refuses([404, 'tables.not_found'], 'GET', '/nosuch?start=0')
  })

  it('tells that nothing changed by its ETag, and answers anew after a change', async () => {
    const set = await tenRows()
    const { etag } = await pageAt(set, '/films', { start: 0, end: 3 })
    const headers = { 'if-none-match': etag! }

    const same = await set.call('GET', '/films?start=0&end=3', undefined, headers)
    assert.deepEqual([same.status, same.json], [304, null])
    await set.call('PATCH', '/films/1', { key: 'n', value: '100' })
    const other = await set.call('GET', '/films?start=0&end=3', undefined, headers)

    assert.equal(other.status, 200)
    assert.notEqual(other.headers.get('etag'), etag)
    assert.equal((other.json as Row[])[0]!['n'], 100)
  })

  it('answers anew when the view it was asked through has changed', async () => {
    const set = await tenRows()
    const view = { name: 'some', filter: above(7) }
    await set.call('POST', '/tables/films/views', view)
    const { etag, ids } = await pageAt(set, '/films', { view: 'some', start: 0 })
    await set.call('PUT', '/tables/films/views/some', { ...view, filter: above(8) })

    const page = await pageAt(set, '/films', { view: 'some', start: 0 }, { 'if-none-match': etag! })

    assert.deepEqual([ids, page.ids], [[9, 10], [10]])
  })

  it('answers 10,000 rows at once and no more, and refuses a limit above that', async () => {
    const many = await apiWithMany(
      [queryColumn('n', 'integer')],
      upTo(10_002).map((id) => ({ id, n: id % 7 })),
    )

    for (const query of [{}, { sort: 'id' }]) {
      for (const [limit, count] of [
        [9_999, 9_999],
        [10_000, 10_000],
      ] as const) {
        const page = await pageAt(many, '/many', { limit, ...query })
        assert.deepEqual(page.ids, upTo(count))
        assert.deepEqual([page.total, page.range], ['10002', `rows 0-${count - 1}/10002`])
      }
    }
    await many.refuses([422, 'query.invalid'], 'GET', '/many?limit=10001')
    const rest = await pageAt(many, (await pageAt(many, '/many', { end: 999_999 })).next!)
    assert.deepEqual([rest.ids, rest.range], [[10_001, 10_002], 'rows 10000-10001/10002'])
  })
})

describe('GET /{table} with a query', () => {
  it('filters, searches, sorts and leaves out columns, with and without a range', async () => {
    const set = await tenRows()
    const query = { filter: above(1), search: 'EVE', sort: '-n', fields: 'word' }

    const list = await pageAt(set, '/films', query)
    const page = await pageAt(set, '/films', { ...query, start: 1, limit: 2 })

    assert.deepEqual(
      list.rows,
      [9, 7, 5, 3].map((id) => ({ id, word: 'Even' })),
    )
    assert.deepEqual(page.rows, list.rows.slice(1, 3))
    assert.deepEqual([list.total, list.range, list.next], [null, null, null])
    assert.deepEqual([page.total, page.range], ['4', 'rows 1-2/4'])
  })

  it('takes sort and fields as lists too, and columns in the order they are named', async () => {
    const { call } = await tenRows()
    const sort = [{ key: 'word', order: 'desc' }, { key: 'n' }]

    const { json } = await call('GET', address('/films', { sort, fields: ['word', 'n'], limit: 1 }))

    assert.equal(JSON.stringify(json), '[{"id":2,"word":"odd","n":1}]')
    const ids = await pageAt({ call }, '/films', { fields: 'id', limit: 2 })
    assert.deepEqual(ids.rows, [{ id: 1 }, { id: 2 }])
    const twice = await call('GET', '/films?fields=n,id,n&limit=1')
    assert.equal(JSON.stringify(twice.json), '[{"id":1,"n":0}]')
  })

  it('reads days in the zone of the client', async () => {
    const set = await api()
    const filter = {
      rules: [{ field: 'aired', type: 'date', filter: 'equal', value: '1985-06-01' }],
    }
    await set.call('PATCH', '/films/3', { key: 'aired', value: '1985-06-01T23:00:00Z' })

    assert.deepEqual((await pageAt(set, '/films', { filter })).ids, [3])
    assert.deepEqual((await pageAt(set, '/films', { filter, tz: 'Europe/Vienna' })).ids, [])
    assert.deepEqual((await pageAt(set, '/films', { filter, tz: 'America/New_York' })).ids, [3])
  })

  it('looks through a view: its filter on top, its sort and columns where none are given', async () => {
    const set = await tenRows()
    const sort = [{ column: 'n', descending: true }]
    await set.call('POST', '/tables/films/views', {
      name: 'few',
      filter: above(5),
      sort,
      columns: ['n'],
    })

    const plain = await pageAt(set, '/films', { view: 'few' })
    const more = await pageAt(set, '/films', {
      view: 'few',
      search: 'odd',
      sort: 'n',
      fields: 'word',
    })

    assert.deepEqual(
      plain.rows,
      [10, 9, 8, 7].map((id) => ({ id, n: id - 1 })),
    )
    assert.deepEqual(
      more.rows,
      [8, 10].map((id) => ({ id, word: 'odd' })),
    )
    await set.refuses([404, 'tables.view_not_found'], 'GET', '/films?view=nosuch')
    await set.refuses([404, 'tables.view_not_found'], 'GET', '/films?view=nosuch&start=0')
  })

  it('refuses unknown columns and operators without saying their names, and what is no query', async () => {
    const { refuses } = await tenRows()
    const bad: [parameter: string, query: Record<string, unknown>][] = [
      ['sort', { sort: 'nosuch' }],
      ['sort', { sort: 'n,-nosuch' }],
      ['sort', { sort: [{ key: 'nosuch' }] }],
      ['sort', { sort: '[1]' }],
      ['sort', { sort: 'n,' }],
      ['fields', { fields: 'n,nosuch' }],
      ['fields', { fields: 'n,,word' }],
      ['fields', { fields: '[1]' }],
      ['fields', { fields: '["n"' }],
      ['filter', { filter: rule({ field: 'nosuch' }) }],
      ['filter', { filter: rule({ field: '$order' }) }],
      ['filter', { filter: '{' }],
      ['filter', { filter: '[]' }],
      ['filter', { filter: '7' }],
      ['filter', { filter: { glue: 'xor', rules: [rule({})] } }],
      ['tz', { tz: 'Mars/Olympus' }],
      ['search', { search: '\u0000' }],
      ['search', { search: 'x'.repeat(10_001) }],
    ]

    for (const [parameter, query] of bad) {
      for (const more of [{}, { start: 0 }]) {
        const where = address('/films', { ...query, ...more })
        const problem = await refuses([400, 'tables.bad_query'], 'GET', where)
        assert.equal(problem['parameter'], parameter, where)
        assert.doesNotMatch(JSON.stringify(problem), /nosuch|Olympus/)
      }
    }
    const unknown = address('/films', { filter: rule({ filter: 'like' }) })
    await refuses([422, 'tables.unknown_operator'], 'GET', unknown)
  })

  it('takes SQL in any parameter for text', async () => {
    const { call, tableState } = await tenRows()
    const before = await tableState()
    const hostile = [
      `n" desc; drop table films; --`,
      `' or 1=1 --`,
      '(select 1)',
      '1) union select 1',
    ]
    const names = [
      'start',
      'end',
      'offset',
      'limit',
      'cursor',
      'count',
      'sort',
      'fields',
      'tz',
      'view',
    ]

    for (const text of hostile) {
      for (const name of names) {
        const { status } = await call('GET', address('/films', { [name]: text }))
        assert.ok([400, 404, 422].includes(status), `${name}=${text}: ${status}`)
      }
      assert.equal(
        (await call('GET', address('/films', { filter: rule({ field: text, value: text }) })))
          .status,
        400,
      )
      const value = { rules: [{ field: 'word', filter: 'equal', value: text, type: 'text' }] }
      assert.deepEqual((await call('GET', address('/films', { filter: value }))).json, [])
      const includes = { rules: [{ field: 'word', includes: [text] }] }
      assert.deepEqual((await call('GET', address('/films', { filter: includes }))).json, [])
      assert.deepEqual((await call('GET', address('/films', { search: text }))).json, [])
    }
    assert.deepEqual(await tableState(), before)
  })

  it('answers the whole list of a query, however long, with its ETag', async () => {
    const many = await apiWithMany(
      [queryColumn('n', 'integer'), queryColumn('text', 'text')],
      upTo(3500).map((id) => ({ id, n: id % 10, text: `${id}`.repeat(id % 50) })),
    )
    const rows = (await many.call('GET', '/many')).json as Row[]
    const filter = above(3)

    const expected = rows.filter(({ n }) => Number(n) > 3)
    const list = await pageAt(many, '/many', { filter })
    const sorted = await pageAt(many, '/many', { filter, sort: '-n,text' })

    assert.equal(list.rows.length, 2100)
    assert.deepEqual(list.rows, expected)
    const keys = expected.map(({ n, text }) => [Number(n), text as string] as const)
    const inOrder = keys.toSorted(
      ([n, text], [otherN, otherText]) => otherN - n || (text < otherText ? -1 : 1),
    )
    assert.deepEqual(
      sorted.rows.map(({ n, text }) => [n, text]),
      inOrder,
    )
    const known = { 'if-none-match': sorted.etag! }
    const where = address('/many', { sort: 'n' })
    assert.equal((await many.call('GET', where, undefined, known)).status, 304)
    assert.deepEqual((await pageAt(many, '/many', { filter: above(100), sort: 'n' })).rows, [])
    assert.deepEqual((await pageAt(many, '/many', { filter: above(100) })).rows, [])
  })

  it('tells how many rows a whole list has, where no filter chooses them', async () => {
    const many = await apiWithMany(
      [queryColumn('n', 'integer')],
      upTo(2100).map((id) => ({ id, n: id % 10 })),
    )

    for (const query of [{}, { sort: '-n' }, { fields: 'n' }]) {
      const { total, kind, range } = await pageAt(many, '/many', query)
      assert.deepEqual([total, kind, range], ['2100', 'exact', 'rows 0-2099/2100'])
    }
    const { total, kind, range } = await pageAt(many, '/many', { filter: above(3) })
    assert.deepEqual([total, kind, range], [null, null, null])
  })

  it('tells filters apart that JSON would write the same', async () => {
    const set = await tenRows()
    const beyond = (value: string) =>
      pageAt(set, '/films', {
        filter: { field: 'id', type: 'number', filter: 'greater', value },
        limit: 2,
      })

    const [none, all] = [await beyond('Infinity'), await beyond('-Infinity')]

    assert.deepEqual([none.ids, none.total], [[], '0'])
    assert.deepEqual([all.ids, all.total], [[1, 2], '10'])
  })
})

describe('the total', () => {
  it('is exact, capped, estimated or not told, as was asked', async () => {
    const many = await apiWithMany(
      [queryColumn('n', 'integer'), queryColumn('text', 'text')],
      upTo(12_000).map((id) => ({ id, n: id, text: 'x' })),
    )
    const total = async (query: Record<string, unknown>) => {
      const page = await pageAt(many, '/many', { limit: 1, ...query })
      return [page.total, page.kind, page.range]
    }
    const most = above(999)
    const few = above(2000)

    assert.deepEqual(await total({ count: 'none' }), [null, 'none', 'rows 0-0/*'])
    assert.deepEqual(await total({ count: 'capped' }), ['12000', 'exact', 'rows 0-0/12000'])
    assert.deepEqual(await total({ count: 'none' }), [null, 'none', 'rows 0-0/*'])
    const capped = await total({ count: 'capped', filter: most })
    assert.deepEqual(capped, ['10000', 'capped', 'rows 0-0/10000'])
    const [estimate, kind] = await total({ count: 'estimated', filter: most })
    assert.equal(kind, 'estimated')
    assert.ok(Math.abs(Number(estimate) - 11_001) < 400, String(estimate))
    assert.deepEqual(await total({ filter: most }), ['11001', 'exact', 'rows 0-0/11001'])
    assert.deepEqual((await total({ count: 'capped', filter: above(1999) })).slice(0, 2), [
      '10000',
      'capped',
    ])
    assert.deepEqual((await total({ count: 'capped', filter: few })).slice(0, 2), [
      '10000',
      'exact',
    ])
    assert.deepEqual((await total({ count: 'estimated', filter: few })).slice(0, 2), [
      '10000',
      'exact',
    ])
  })

  it('is counted where ids lie too far apart for a sample', async () => {
    const ids = [...upTo(6000), ...upTo(6000).map((n) => 2 ** 40 + n)]
    const many = await apiWithMany(
      [queryColumn('n', 'integer')],
      ids.map((id, index) => ({ id, n: index })),
    )

    const page = await pageAt(many, '/many', { limit: 1, count: 'estimated', filter: above(500) })

    assert.deepEqual([page.total, page.kind], ['11499', 'exact'])
  })

  it('follows every change', async () => {
    const set = await tenRows()
    const total = async () => (await pageAt(set, '/films', { limit: 3, filter: above(4) })).total

    const seen = [await total()]
    await set.call('POST', '/films', { n: 100 })
    seen.push(await total())
    await set.call('PATCH', '/films/1', { key: 'n', value: '200' })
    seen.push(await total())
    await set.call('DELETE', '/films/10')
    seen.push(await total())

    assert.deepEqual(seen, ['5', '6', '7', '6'])
  })
})

describe('POST /{table}/query', () => {
  it('answers rows, total and the cursor of the next page', async () => {
    const { call } = await tenRows()
    const query = { filter: above(1), sort: [{ key: 'n', order: 'desc' }], fields: ['n'] }

    const first = await call('POST', '/films/query', { ...query, limit: 3 })
    const { data, total, totalKind, next } = first.json as Record<string, unknown>
    const rest = await call('POST', '/films/query', { ...query, cursor: next })

    assert.deepEqual(
      data,
      [10, 9, 8].map((id) => ({ id, n: id - 1 })),
    )
    assert.deepEqual([total, totalKind], [8, 'exact'])
    assert.deepEqual(rest.json, {
      data: [7, 6, 5, 4, 3].map((id) => ({ id, n: id - 1 })),
      total: 8,
      totalKind: 'exact',
      next: null,
    })
  })

  it('answers the first hundred rows where nothing is asked, and changes nothing', async () => {
    const { call, head } = await api()
    const before = await head()

    const { json } = await call('POST', '/films/query', {})

    const { data, ...rest } = json as { data: Row[] }
    assert.deepEqual(rest, { total: 3, totalKind: 'exact', next: null })
    assert.deepEqual(
      data.map(({ name }) => name),
      someFilms.map(({ name }) => name),
    )
    assert.equal(await head(), before)
  })

  it('takes what the address takes, with the same answer', async () => {
    const set = await tenRows()
    const queries: Record<string, unknown>[] = [
      { start: 2, end: 4, count: 'none' },
      { start: 2, limit: 3, count: 'capped' },
      { sort: '-word,n', search: 'o', fields: 'word', limit: 2 },
      { filter: JSON.stringify(above(3)), tz: 'Europe/Vienna', limit: 50 },
      { filter: null, sort: null, fields: null, limit: 1 },
      { filter: {}, limit: 1 },
    ]

    for (const query of queries) {
      const given = Object.entries(query).filter(([, value]) => value !== null)
      const page = await pageAt(set, '/films', Object.fromEntries(given))
      const { json } = await set.call('POST', '/films/query', query)
      const { data, total, totalKind, next } = json as Record<string, unknown>
      assert.deepEqual(data, page.rows)
      assert.equal(total, page.total === null ? null : Number(page.total))
      assert.equal(totalKind, page.kind)
      const cursor = page.next && new URL(page.next, 'http://x').searchParams.get('cursor')
      assert.equal(next, cursor)
    }
  })

  it('refuses what is no query', async () => {
    const { refuses } = await tenRows()
    const bad = [{ start: -1 }, { limit: 0 }, { limit: 1.5 }, { end: 1e18 }, { count: 'all' }]
    for (const body of [...bad, { cursor: 7 }, { nosuch: 1 }, [], 'x']) {
      await refuses([422, 'body.invalid'], 'POST', '/films/query', JSON.stringify(body))
    }
    await refuses([422, 'body.invalid'], 'POST', '/films/query', { start: 5, end: 4 })
    await refuses([422, 'body.invalid'], 'POST', '/films/query', { limit: 10_001 })
    await refuses([400, 'tables.bad_query'], 'POST', '/films/query', { sort: 7 })
    await refuses([400, 'tables.bad_query'], 'POST', '/films/query', { filter: [] })
    await refuses([400, 'tables.bad_query'], 'POST', '/films/query', { fields: { a: 1 } })
    await refuses([400, 'tables.bad_cursor'], 'POST', '/films/query', { cursor: '' })
    await refuses([404, 'tables.not_found'], 'POST', '/nosuch/query', {})
  })

  it('is no part of a batch, nor is a filter', async () => {
    const { triptych, head } = await tenRows()
    const before = await head()

    const { json } = await send(triptych, 'POST', '/batch', [
      { url: 'films/query', method: 'POST', data: {} },
      { url: 'films', method: 'POST', data: {} },
      { url: 'films', method: 'POST', data: { row: {} } },
    ])

    const answers = json as Record<string, unknown>[]
    assert.deepEqual(
      answers.map(({ code, id }) => code ?? id),
      ['gantt.bad_batch', 'gantt.bad_batch', 11],
    )
    assert.equal(await head(), before + 1)
  })
})

describe('POST /{table} with a filter in place of a row', () => {
  it('finds rows and adds none', async () => {
    const { call, head } = await tenRows()
    const before = await head()
    const rule = above(7).rules[0]!
    const ids = async (body: unknown, query = '') => {
      const { status, json } = await call('POST', `/films${query}`, body)
      assert.equal(status, 200, JSON.stringify(json))
      return (json as Row[]).map(({ id }) => id)
    }

    assert.deepEqual(await ids({}), upTo(10))
    assert.deepEqual(await ids({ rules: [] }), upTo(10))
    assert.deepEqual(await ids({ glue: 'or', rules: [] }), upTo(10))
    assert.deepEqual(await ids(above(7)), [9, 10])
    assert.deepEqual(await ids(rule), [9, 10])
    assert.deepEqual(await ids({ field: 'n', includes: [1, 2] }), [2, 3])
    assert.deepEqual(
      await ids({ glue: 'or', rules: [rule, { rules: [{ ...rule, value: 8 }] }] }),
      [9, 10],
    )
    assert.equal(await head(), before)
  })

  it('reads days in the zone of tz', async () => {
    const { call } = await api()
    await call('PATCH', '/films/3', { key: 'aired', value: '1985-06-01T23:00:00Z' })
    const rule = { field: 'aired', type: 'date', filter: 'equal', value: '1985-06-02' }

    const { json } = await call('POST', '/films?tz=Europe/Vienna', rule)

    assert.deepEqual(
      (json as Row[]).map(({ id }) => id),
      [3],
    )
  })

  it('adds a row for everything else', async () => {
    const columns = ['field', 'filter', 'value', 'rules', 'glue'].map((name) => ({
      name,
      type: 'json',
    }))
    const { writes } = await api({}, columns)

    for (const row of [{}, { rules: [] }, { field: 'n', filter: 'equal', value: 1 }]) {
      await writes('POST', '/films', { row })
    }
    for (const row of [{ field: 'n' }, { glue: 'and' }, { rules: 'x' }, { value: 1 }]) {
      await writes('POST', '/films', row)
    }
  })

  it('refuses a filter that makes no sense, and adds nothing', async () => {
    const { refuses } = await tenRows()

    const rules = [{ field: 'nosuch', filter: 'equal', value: 1 }]
    await refuses([400, 'tables.bad_query'], 'POST', '/films', { rules })
    await refuses([400, 'tables.bad_query'], 'POST', '/films', { rules: [7] })
    const like = { field: 'n', filter: 'like', value: 1 }
    await refuses([422, 'tables.unknown_operator'], 'POST', '/films', like)
    await refuses([404, 'tables.not_found'], 'POST', '/nosuch', {})
  })
})
