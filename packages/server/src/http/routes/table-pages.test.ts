import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Row } from '@triptych/contract/tables'
import { api } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'
import { address, apiWithMany, followed, pageAt } from '../../../test/fixtures/query-api.ts'
import { queryColumn } from '../../../test/fixtures/query-table.ts'
import { depth } from '../../../test/fixtures/seeded-random.ts'

const columns = [
  { name: 'n', type: 'integer' },
  { name: 'word', type: 'text' },
  { name: 'at', type: 'datetime' },
  { name: 'ok', type: 'boolean' },
  { name: 'share', type: 'number' },
]
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

/** 60 rows with few different values and many empty cells. */
async function sixtyRows(): Promise<Api> {
  const set = await api({}, columns)
  for (const id of upTo(60)) await set.call('POST', '/films', { row: valuesOf(id) })
  return set
}

function valuesOf(id: number) {
  return {
    n: id % 4 === 0 ? null : id % 5,
    word: id % 3 === 0 ? null : ['', 'ä', 'Zoo', '😀 a', `it's "x"`][id % 5],
    at: id % 2 === 0 ? null : new Date(1e12 + (id % 7) * 1e9).toISOString(),
    ok: id % 3 === 1 ? null : id % 3 === 2,
    share: id % 6 === 0 ? null : (id % 9) / 7,
  }
}

const orders = [
  '', 'n', '-n', 'word', '-word', 'at', '-at', 'ok', '-ok', 'share', '-share', 'id', '-id', 'n,word',
  '-n,word', 'n,-word', '-ok,-share,at', 'word,-id', '-at,ok,n,-word,share',
] // prettier-ignore
const filter = { rules: [{ field: 'id', type: 'number', filter: 'greater', value: 7 }] }
const equal = (value: number) => ({
  filter: { rules: [{ field: 'n', type: 'number', filter: 'equal', value }] },
})

describe('Link', () => {
  it('leads through all rows, each once and in order, whatever the sort', async () => {
    const set = await sixtyRows()

    for (const sort of orders) {
      for (const query of [{}, { filter }]) {
        const all = await pageAt(set, '/films', { sort, ...query })
        // One by one takes long: where the sort has fewest and most columns, and otherwise at night.
        const isOneByOne = depth > 1 || sort === orders[0] || sort === orders.at(-1)
        for (const limit of [isOneByOne ? 1 : 3, 7, 60]) {
          const pages = await followed(set, '/films', { sort, limit, ...query })
          const what = `${sort} ${limit}`
          assert.deepEqual(
            pages.flatMap(({ rows }) => rows),
            all.rows,
            what,
          )
          assert.equal(pages.length, Math.ceil(all.rows.length / limit), what)
          let start = 0
          for (const { ids, range, total } of pages) {
            const end = start + ids.length
            assert.equal(range, `rows ${start}-${end - 1}/${all.rows.length}`, what)
            assert.equal(total, String(all.rows.length))
            start = end
          }
        }
      }
    }
  })

  it('goes on from the page that start asked for, and keeps the rest of the query', async () => {
    const set = await sixtyRows()
    const query = { start: 50, end: 54, sort: '-id', fields: 'n', count: 'none', filter }

    const pages = await followed(set, '/films', query)

    assert.deepEqual(
      pages.map(({ ids }) => ids),
      [[10, 9, 8]],
    )
    const more = await followed(set, '/films', { ...query, start: 48, end: 50 })
    assert.deepEqual(
      more.map(({ ids }) => ids),
      [[12, 11], [10, 9], [8]],
    )
    assert.deepEqual(
      more.map(({ range }) => range),
      ['rows 48-49/*', 'rows 50-51/*', 'rows 52-52/*'],
    )
    assert.deepEqual(more[1]!.rows[0], { id: 10, n: valuesOf(10).n })
  })

  it('works below a base, in another workspace and with slashes too many', async () => {
    const { call } = await api({ base: '/data' }, columns)
    await call('POST', '/workspaces', { name: 'other' })
    await call('POST', '/w/other/tables', { name: 'films', columns })
    for (const n of upTo(3)) await call('POST', '/w/other/films', { n })
    const below = {
      call: (method: string, path: string) => call(method, path.replace(/^\/data/, '')),
    }

    for (const path of ['/w/other/films', '//w/other//films/', '/v1/w/other/films']) {
      const pages = await followed(below, path, { limit: 1 })
      assert.deepEqual(
        pages.flatMap(({ ids }) => ids),
        [1, 2, 3],
      )
      const plain = path.replaceAll('//', '/').replace(/\/$/, '')
      assert.ok(pages[0]!.next!.startsWith(`/data${plain}?`), pages[0]!.next!)
    }
  })

  it('misses no untouched row and shows none twice while others come and go', async () => {
    for (const sort of ['', '-n', 'word,-share', '-at,ok']) {
      const set = await sixtyRows()
      const untouched = new Set(upTo(60).filter((id) => id % 4 !== 0))
      const pages = await followed(set, '/films', { sort, limit: 6 }, async (page) => {
        await set.call('DELETE', `/films/${page * 4}`)
        await set.call('POST', '/films', { row: valuesOf(page), before: page % 2 === 0 ? 1 : null })
        await set.call('POST', '/films', { row: valuesOf(page + 30) })
        // A row that was seen, changed in a column that is not sorted by, stays where it is.
        await set.call('PATCH', `/films/61`, { key: sort === '' ? 'n' : 'word', value: '7' })
      })

      const ids = pages.flatMap((page) => page.ids)
      const seen = ids.filter((id) => untouched.has(id))
      assert.equal(new Set(ids).size, ids.length, `${sort}: a row came twice`)
      assert.deepEqual(new Set(seen), untouched, `${sort}: rows were missed`)
      const all = await pageAt(set, '/films', { sort })
      assert.deepEqual(
        seen,
        all.ids.filter((id) => untouched.has(id)),
        `${sort}: out of order`,
      )
    }
  })

  it('goes on behind a row that is gone', async () => {
    const set = await sixtyRows()
    for (const sort of ['', 'n', '-word', 'id']) {
      const expected = (await pageAt(set, '/films', { sort })).ids
      const first = await pageAt(set, '/films', { sort, limit: 5 })
      await set.call('DELETE', `/films/${first.ids.at(-1)}`)

      assert.deepEqual((await pageAt(set, first.next!)).ids, expected.slice(5, 10), sort)
    }
  })

  it('tells the right total, and no rows by number, after a change on the way', async () => {
    const set = await sixtyRows()
    const query = { limit: 50, sort: 'id' }
    const first = await pageAt(set, '/films', query)
    for (const id of [1, 2, 3, 4, 5]) await set.call('DELETE', `/films/${id}`)

    const last = await pageAt(set, first.next!)
    const again = await pageAt(set, '/films', { ...query, start: 50 })

    assert.deepEqual([last.ids.length, last.total, last.range], [10, '55', null])
    assert.deepEqual([again.ids.length, again.total, again.range], [5, '55', 'rows 50-54/55'])
    const middle = await pageAt(set, (await pageAt(set, '/films', { ...query, limit: 5 })).next!)
    assert.equal(middle.range, 'rows 5-9/55')
  })

  it('learns nothing wrong about places from a cursor of another time', async () => {
    const set = await sixtyRows()
    const first = await pageAt(set, '/films', { limit: 5, sort: '-n' })
    await set.call('POST', '/films', { n: 100 })
    const second = await pageAt(set, first.next!)
    await pageAt(set, second.next!)

    const all = await pageAt(set, '/films', { sort: '-n' })
    for (const start of [10, 15, 11, 16, 5, 9]) {
      const page = await pageAt(set, '/films', { sort: '-n', start, limit: 5 })
      assert.deepEqual(page.ids, all.ids.slice(start, start + 5), String(start))
    }
  })

  it('is short enough for an address where the sorted text is long', async () => {
    const set = await api({}, columns)
    const words = upTo(8).map((id) =>
      String.fromCharCode(97 + ((id * 3) % 8)).repeat(id % 2 ? 30_000 : 3),
    )
    for (const word of words) await set.call('POST', '/films', { word })
    const expected = upTo(8).toSorted((one, other) =>
      words[one - 1]! < words[other - 1]! ? -1 : 1,
    )

    const pages = await followed(set, '/films', { sort: 'word', limit: 2, fields: 'n' })

    assert.deepEqual(
      pages.flatMap(({ ids }) => ids),
      expected,
    )
    for (const { next } of pages) assert.ok((next ?? '').length < 8000)

    // Such a row cannot be found again: what comes next is counted in the table as it is now.
    await set.call('DELETE', `/films/${expected[7]}`)
    const last = await pageAt(set, pages[2]!.next!)
    assert.deepEqual([last.ids, last.range], [[expected[6]], 'rows 6-6/7'])
  })
})

function cursorOf({ next }: { next: string | null }): string {
  return new URL(next!, 'http://here').searchParams.get('cursor')!
}

describe('a cursor', () => {
  it('is refused by every query but its own', async () => {
    const set = await sixtyRows()
    await set.call('POST', '/tables', { name: 'twin', columns })
    for (const n of upTo(4)) await set.call('POST', '/twin', { n })
    const query = { sort: 'n', filter, tz: 'Europe/Vienna' }
    const cursor = cursorOf(await pageAt(set, '/films', { ...query, limit: 2 }))
    const others: [path: string, query: Record<string, unknown>][] = [
      ['/films', { sort: '-n', filter }],
      ['/films', { sort: 'n,word', filter }],
      ['/films', { filter }],
      ['/films', { sort: 'n' }],
      ['/films', { sort: 'n', filter, search: 'a' }],
      ['/films', { sort: 'n', filter: { rules: [{ ...filter.rules[0], value: 8 }] } }],
      ['/twin', query],
      ['/twin', {}],
    ]

    for (const [path, other] of others) {
      const where = address(path, { ...other, cursor })
      const problem = await set.refuses([400, 'tables.bad_cursor'], 'GET', where)
      assert.equal(problem['parameter'], 'cursor')
    }
    // What is shown of a row, and how many, is no part of the query.
    const same = address('/films', { ...query, cursor, fields: 'n', limit: 1, count: 'none' })
    assert.equal((await set.call('GET', same)).status, 200)
  })

  it('is refused in another workspace, and on another server', async () => {
    const set = await sixtyRows()
    await set.call('POST', '/workspaces', { name: 'other' })
    await set.call('POST', '/w/other/tables', { name: 'films', columns })
    const cursor = cursorOf(await pageAt(set, '/films', { limit: 2 }))

    await set.refuses([400, 'tables.bad_cursor'], 'GET', `/w/other/films?cursor=${cursor}`)
    const another = await api({}, columns)
    await another.refuses([400, 'tables.bad_cursor'], 'GET', `/films?cursor=${cursor}`)
  })

  it('is refused where a single character of it is another', async () => {
    const set = await sixtyRows()
    const cursor = cursorOf(await pageAt(set, '/films', { limit: 2, sort: 'word' }))
    const bad = [
      '',
      '.',
      'x',
      'x.y',
      cursor.slice(1),
      cursor.slice(0, -1),
      `${cursor}x`,
      `${cursor}.`,
    ]
    const swapped = cursor.split('.').toReversed().join('.')
    for (const [index, character] of cursor.split('').entries()) {
      const other = character === 'A' ? 'B' : 'A'
      bad.push(`${cursor.slice(0, index)}${other}${cursor.slice(index + 1)}`)
    }

    for (const one of [
      ...bad,
      swapped,
      `${cursor}.x`,
      ` ${cursor}`,
      `${cursor}=`,
      '😀.é',
      '__proto__.x',
    ]) {
      const where = address('/films', { sort: 'word', cursor: one })
      await set.refuses([400, 'tables.bad_cursor'], 'GET', where)
    }
  })

  it('is refused where its column has become one of another type', async () => {
    const set = await sixtyRows()
    const cursor = cursorOf(await pageAt(set, '/films', { limit: 2, sort: 'n' }))
    const changes = [{ changeColumn: { name: 'n', type: 'text' } }]
    assert.equal((await set.call('PATCH', '/tables/films', { changes })).status, 200)

    await set.refuses([400, 'tables.bad_cursor'], 'GET', `/films?sort=n&cursor=${cursor}`)
  })

  it('outlives the server', async () => {
    const many = await apiWithMany(
      [queryColumn('n', 'integer')],
      upTo(10).map((id) => ({ id, n: id })),
    )
    const { next } = await pageAt(many, '/many', { limit: 3 })

    assert.deepEqual((await pageAt(await many.again(), next!)).ids, [4, 5, 6])
  })
})

describe('a deep page', () => {
  it('has the rows that stand there, with and without filter and sort, also after edits', async () => {
    const rows = upTo(31_000).map((id) => ({
      id,
      n: (id * 7919) % 31_013,
      word: id % 3 === 0 ? null : `w${id % 50}`,
    }))
    const many = await apiWithMany([queryColumn('n', 'integer'), queryColumn('word', 'text')], rows)
    const aboveTen = { rules: [{ field: 'n', type: 'number', filter: 'greater', value: 10 }] }
    const queries = [
      {},
      { sort: '-n' },
      { sort: 'word,n' },
      { filter: aboveTen },
      { filter: aboveTen, sort: 'n' },
    ]
    const starts = [9_990, 10_000, 10_001, 14_999, 15_000, 15_001, 25_003, 30_000, 30_950, 31_500]

    async function check(what: string): Promise<void> {
      for (const query of queries) {
        const all = (await pageAt(many, '/many', { ...query, fields: 'id' })).ids
        for (const start of starts) {
          const page = await pageAt(many, '/many', { ...query, start, limit: 20 })
          const expected = all.slice(start, start + 20)
          assert.deepEqual(page.ids, expected, `${what} ${JSON.stringify(query)} ${start}`)
          assert.equal(page.total, String(all.length))
          if (page.next === null) continue
          const next = await pageAt(many, page.next)
          assert.deepEqual(next.ids, all.slice(start + 20, start + 40))
        }
      }
    }

    await check('at first')
    for (const id of [1, 2, 5000, 14_998, 20_000, 30_999]) await many.call('DELETE', `/many/${id}`)
    await many.call('POST', '/many', { row: { n: 15_000, word: 'new' }, before: 3 })
    await many.call('PATCH', '/many/25000', { key: 'n', value: '0' })
    await check('after edits')
  })

  it('has the rows that stand there, and the right total, after changes of every kind', async () => {
    const rows = upTo(12_000).map((id) => ({ id, n: id % 100 }))
    const many = await apiWithMany([queryColumn('n', 'integer')], rows)
    const nearEnd = { rules: [{ field: 'id', type: 'number', filter: 'greater', value: 11_990 }] }
    const changes: [method: string, path: string, body?: object][] = [
      ['PATCH', '/many/11005', { key: 'n', value: 7 }],
      ['PUT', '/many/11001', { operation: 'move', target: 3, mode: 'before' }],
      ['PATCH', '/many/4', { key: 'n', value: 7 }],
      ['DELETE', '/many/5'],
      ['POST', '/many', { row: { n: 1 }, before: 7 }],
      ['PATCH', '/many/rows', { filter: nearEnd, set: { n: 5 } }],
      ['POST', '/many/rows', { rows: upTo(1200).map(() => ({ n: 3 })) }],
      ['PATCH', '/many/6', { key: 'n', value: 8 }],
      ['DELETE', `/many/rows?filter=${encodeURIComponent(JSON.stringify(nearEnd))}`],
      ['PATCH', '/tables/many', { changes: [{ addColumn: { name: 'm', type: 'text' } }] }],
    ]

    for (const sort of ['', 'n']) {
      await pageAt(many, '/many', { sort, start: 11_000, limit: 3 })
    }
    for (const [method, path, body] of changes) {
      const { status, json } = await many.call(method, path, body)
      const what = `${method} ${path}`
      assert.ok(status < 300, `${what} ${JSON.stringify(json)}`)
      for (const sort of ['', 'n']) {
        const page = await pageAt(many, '/many', { sort, start: 11_000, limit: 3 })
        const { ids } = await pageAt(many, '/many', { sort, fields: 'id' })
        assert.deepEqual(page.ids, ids.slice(11_000, 11_003), `${what} ${sort}`)
        assert.equal(page.total, String(ids.length), `${what} ${sort}`)
      }
    }
  })

  it('has the rows that stand there, and the right total, of a query that only a few pass', async () => {
    const rows = upTo(2000).map((id) => ({
      id,
      n: id % 7 === 0 ? null : id % 100,
      word: `w${id % 10}`,
    }))
    const many = await apiWithMany([queryColumn('n', 'integer'), queryColumn('word', 'text')], rows)
    const word = { rules: [{ field: 'word', type: 'text', filter: 'equal', value: 'w3' }] }
    const seven = { rules: [{ field: 'n', type: 'number', filter: 'equal', value: 7 }] }
    const changes: [method: string, path: string, body?: object][] = [
      ['PATCH', '/many/13', { key: 'n', value: 99 }],
      ['PATCH', '/many/13', { key: 'word', value: 'w4' }],
      ['PATCH', '/many/14', { key: 'word', value: 'w3' }],
      ['PUT', '/many/1003', { operation: 'move', target: 3, mode: 'before' }],
      ['DELETE', '/many/23'],
      ['POST', '/many', { row: { n: 50, word: 'w3' }, before: 7 }],
      ['POST', '/many', { row: { n: 50, word: 'w9' } }],
      ['PATCH', '/many/rows', { filter: seven, set: { word: 'w3' } }],
      ['POST', '/many/rows', { rows: upTo(1200).map((n) => ({ n, word: `w${n % 4}` })) }],
      ['PATCH', '/many/6', { key: 'n', value: 8 }],
      ['DELETE', `/many/rows?filter=${encodeURIComponent(JSON.stringify(seven))}`],
    ]
    const asked = { filter: word, sort: '-n' }
    const check = async (what: string) => {
      const shown = await pageAt(many, '/many', {})
      const all = shown.rows
        .filter((row) => row['word'] === 'w3')
        .toSorted((one, other) => Number(other['n'] ?? -1) - Number(one['n'] ?? -1))
        .map(({ id }) => id)
      for (const start of [0, 30, 60, all.length - 30, all.length]) {
        const page = await pageAt(many, '/many', { ...asked, start, limit: 30 })
        assert.deepEqual(page.ids, all.slice(start, start + 30), `${what} ${start}`)
        assert.equal(page.total, String(all.length), what)
      }
      const pages = await followed(many, '/many', { ...asked, limit: 70 })
      assert.deepEqual(
        pages.flatMap(({ ids }) => ids),
        all,
        what,
      )
    }

    await check('at first')
    for (const [method, path, body] of changes) {
      const { status, json } = await many.call(method, path, body)
      assert.ok(status < 300, `${method} ${path} ${JSON.stringify(json)}`)
      await check(`${method} ${path}`)
    }
  })

  it('has the rows that stand there where an index leads to them, and many have the same value', async () => {
    const many = await apiWithMany(
      [queryColumn('n', 'integer'), queryColumn('word', 'text')],
      upTo(900).map((id) => {
        const n = id % 9 === 0 ? null : id % 5 === 0 ? id % 40 : 7
        return { id, n, word: id % 2 === 0 ? `w${id % 5}` : null }
      }),
    )
    const changes = ['n', 'word'].map((name) => ({ addIndex: { columns: [name] } }))
    assert.equal((await many.call('PATCH', '/tables/many', { changes })).status, 200)

    const sorts = ['-n', '-word', '-id', '-n,word', 'n'].map((sort) => ({ sort }))
    for (const query of [...sorts, equal(7), equal(35), { ...equal(7), sort: '-n' }]) {
      const all = (await pageAt(many, '/many', { ...query, fields: 'id' })).ids
      for (const start of [0, 250, 520, 521, 760, 880, 900, 1000]) {
        for (const count of ['none', 'exact']) {
          const page = await pageAt(many, '/many', { ...query, start, limit: 30, count })
          const what = `${JSON.stringify(query)} ${start}`
          assert.deepEqual(page.ids, all.slice(start, start + 30), what)
          assert.equal(page.total, count === 'none' ? null : String(all.length), what)
        }
      }
    }
  })
})

describe('large rows', () => {
  it('make pages shorter, and Link leads to the rest', async () => {
    const text = 'x'.repeat(1024 * 1024)
    const many = await apiWithMany(
      [queryColumn('n', 'integer'), queryColumn('text', 'text')],
      upTo(45).map((id) => ({ id, n: -id, text: `${id} ${text}` })),
    )

    for (const [sort, ids] of [
      ['', upTo(45)],
      ['n', upTo(45).toReversed()],
    ] as const) {
      const pages = await followed(many, '/many', { sort, limit: 1000 })
      assert.deepEqual(
        pages.flatMap((page) => page.ids),
        ids,
      )
      assert.ok(pages.length > 1, 'all in one page')
      for (const { rows } of pages) {
        assert.ok(JSON.stringify(rows).length < 36 * 1024 * 1024)
        assert.ok(rows.every((row: Row) => row['text'] === `${row.id} ${text}`))
      }
      const [first] = pages
      assert.equal(first!.range, `rows 0-${first!.ids.length - 1}/45`)
    }
    const list = await pageAt(many, '/many', { sort: 'n' })
    assert.deepEqual(list.ids, upTo(45).toReversed())
  })
})
