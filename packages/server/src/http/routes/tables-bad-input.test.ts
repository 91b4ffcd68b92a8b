import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Row } from '@triptych/contract/tables'
import { api, requestOf } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'

/** The numbers are those of the table of bad inputs in the research; `refuses` sees that nothing changed. */

const year = { key: 'year', value: '2000' }

/** The same value as a cell, as a column of a row that is there, and of a new one. */
function everyWay(key: string, value: string): [method: string, path: string, body: string][] {
  const name = JSON.stringify(key)
  return [
    ['PATCH', '/films/1', `{"key":${name},"value":${value}}`],
    ['PUT', '/films/1', `{${name}:${value}}`],
    ['PUT', '/films/1', `{"id":1,"row":{${name}:${value}}}`],
    ['POST', '/films', `{"name":"x",${name}:${value}}`],
    ['POST', '/films', `{"row":{"name":"x",${name}:${value}},"id":"temp://1790000000100"}`],
  ]
}

describe('identifiers', () => {
  it('1, 2: SQL in a query string reaches nothing', async () => {
    const { call, tableState } = await api()
    const before = await tableState()
    const queries = [
      'sort=votes;DROP TABLE films--',
      'sort=(select 1)',
      'filter={"field":"name\\" OR 1=1 --","filter":"equal","value":"x"}',
      'name]=1&name`=1&_changes=1&__proto__=1&constructor=1',
      'limit=-1;--',
    ]

    for (const query of queries) {
      for (const path of ['/films', '/films/1', '/tables', '/changes']) {
        const { status } = await call('GET', `${path}?${query.replaceAll('"', '%22')}`)
        assert.ok(status < 500, `${path}?${query} gave ${status}`)
      }
      await call('DELETE', `/films/99?${query.replaceAll('"', '%22')}`)
    }

    assert.deepEqual(await tableState(), before)
  })

  const hidden = [
    ['sqlite_master', 'sqlite_schema', 'sqlite_sequence', '_changes', '_tables', '_audit'],
    ['pg_catalog.x', 'pg_catalog.pg_authid', 'information_schema.tables', 'main.films'],
    ['temp.films', '_order_1', '_unique_1_11', 'pragma_table_info', 'dbstat', '"films"'],
    ['films;--', "films' OR '1'='1", 'films)', 'films%00', 'FILMS', 'constructor', '__proto__'],
    ['toString', 'hasOwnProperty', '..%2ffilms', 'films%2F1', '_calendars', '_kept'],
  ].flat()

  it('3: what belongs to the database is answered as a table that is not there', async () => {
    const { refuses } = await api()

    const absent = await refuses([404, 'tables.not_found'], 'GET', '/nosuch')
    for (const name of hidden) {
      const path = `/${name.replaceAll(/["' ;)]/g, encodeURIComponent)}`
      for (const at of [path, `/tables${path}`, `${path}/1`]) {
        assert.deepEqual(await refuses([404, 'tables.not_found'], 'GET', at), absent, at)
      }
    }
  })

  it('3: nor can it be written', async () => {
    const { refuses } = await api()

    for (const name of hidden) {
      const path = `/${name.replaceAll(/["' ;)]/g, encodeURIComponent)}`
      await refuses([404, 'tables.not_found'], 'POST', path, { name: 'x' })
      await refuses([404, 'tables.not_found'], 'PUT', `${path}/1`, { name: 'x' })
      await refuses([404, 'tables.not_found'], 'PATCH', `${path}/1`, year)
      await refuses([404, 'tables.not_found'], 'DELETE', `${path}/1`)
    }
  })

  it('4: a column that is not for writing is refused', async () => {
    const { refuses } = await api()

    await refuses([422, 'tables.read_only_column'], 'PATCH', '/films/1', { key: 'id', value: '7' })
    for (const key of ['owner_id', 'created_at', '$order', '$version', 'rowid', '_rowid_', 'oid']) {
      await refuses([422, 'tables.unknown_column'], 'PATCH', '/films/1', { key, value: '7' })
    }
  })

  it('5: columns that are not there are refused, all of them by name', async () => {
    const { refuses } = await api()

    const row = { name: 'x', is_admin: true, nosuch: 1 }
    for (const body of [{ row }, row]) {
      const problem = await refuses([422, 'tables.unknown_column'], 'POST', '/films', body)
      assert.deepEqual(problem['columns'], ['is_admin', 'nosuch'])
      assert.match(problem.error, /is_admin.*nosuch/)
    }
  })

  it('6: __proto__ is refused wherever it stands', async () => {
    const { refuses } = await api()
    const bodies = [
      '{"__proto__":{"polluted":1},"name":"x"}',
      '{"row":{"name":"x","__proto__":{"polluted":1}}}',
      '{"row":{"name":"x","extra":{"deep":[{"__proto__":{"polluted":1}}]}}}',
      String.raw`{"\u005f_proto__":{"polluted":1},"name":"x"}`,
      String.raw`{"row":{"name":"x","__prot\u006f__":{"polluted":1}}}`,
    ]

    for (const body of bodies) {
      await refuses([400, 'body.unsafe_key'], 'POST', '/films', body)
      await refuses([400, 'body.unsafe_key'], 'PUT', '/films/1', body)
      await refuses([400, 'body.unsafe_key'], 'PATCH', '/films/1', body)
      await refuses([400, 'body.unsafe_key'], 'POST', '/tables', body)
      await refuses([400, 'body.unsafe_key'], 'POST', '/workspaces', body)
    }
    const cell = { key: '__proto__', value: 'x' }
    await refuses([422, 'tables.unknown_column'], 'PATCH', '/films/1', cell)
    const text = { key: 'extra', value: '{"__proto__":{"polluted":1}}' }
    await refuses([422, 'tables.wrong_type'], 'PATCH', '/films/1', text)
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
  })

  it('6: what every object has is no column', async () => {
    const { refuses } = await api()
    const inherited = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype']

    for (const key of [...inherited, 'constructor.prototype', '__defineGetter__', 'length']) {
      for (const [method, path, body] of everyWay(key, '"x"')) {
        const problem = await refuses([422, 'tables.unknown_column'], method, path, body)
        assert.deepEqual(problem['columns'], [key])
      }
    }
  })

  it('6: a column that is really named constructor works', async () => {
    const columns = ['constructor', 'toString'].map((name) => ({ name, type: 'text' }))
    const { call, row } = await api({}, columns)

    await call('POST', '/films', { constructor: 'a' })
    await call('PATCH', '/films/1', { key: 'toString', value: 'b' })

    assert.deepEqual({ ...(await row(1)) }, { id: 1, constructor: 'a', toString: 'b' })
  })
})

describe('values', () => {
  const scalars = ['name', 'year', 'rating', 'seen', 'premiere', 'aired', 'genre', 'code']

  it('7: objects and arrays are refused in every column but json', async () => {
    const { refuses } = await api()

    for (const key of scalars) {
      for (const value of ['{"$gt":""}', '[5,99]', '{"a":1}', '[]', '{}', '[[1]]']) {
        for (const [method, path, body] of everyWay(key, value)) {
          // A key twice would be refused before its value is looked at.
          if (method === 'POST' && key === 'name') continue
          const problem = await refuses([422, 'tables.wrong_type'], method, path, body)
          assert.equal(problem['column'], key)
        }
      }
    }
  })

  it('7: a json column keeps them as they are', async () => {
    const { call, row } = await api()

    for (const value of [{ $gt: '' }, [5, 99], { a: { b: [1, null, true] } }, [[]], {}]) {
      assert.equal((await call('PATCH', '/films/1', { key: 'extra', value })).status, 200)
      assert.deepEqual((await row(1))['extra'], value)
    }
  })

  it('8: a number beyond 2^53 is refused, wherever it stands', async () => {
    const { refuses } = await api()

    for (const number of [
      '9007199254740993',
      '-9007199254740993',
      '123456789012345678901234567890',
    ]) {
      for (const key of ['year', 'rating', 'extra', 'name']) {
        for (const [method, path, body] of everyWay(key, number)) {
          if (method === 'POST' && key === 'name') continue
          await refuses([422, 'body.number_lost'], method, path, body)
        }
      }
      for (const [method, path, body] of everyWay('extra', `{"deep":[${number}]}`)) {
        await refuses([422, 'body.number_lost'], method, path, body)
      }
      await refuses([422, 'body.number_lost'], 'POST', '/films', `{"name":"x","id":${number}}`)
    }
  })

  it('8: as text it is exact where it can be kept, and refused where it cannot', async () => {
    const { call, row, refuses } = await api()

    await call('PATCH', '/films/1', { key: 'name', value: '9007199254740993' })
    await call('PATCH', '/films/1', { key: 'year', value: '9007199254740991' })

    assert.equal((await row(1))['name'], '9007199254740993')
    assert.equal((await row(1))['year'], 9007199254740991)
    for (const value of ['9007199254740993', '9007199254740992', '-9007199254740993']) {
      await refuses([422, 'tables.wrong_type'], 'PATCH', '/films/1', { key: 'year', value })
    }
  })

  it('8: JSON in a text is held to the same rule', async () => {
    const { refuses } = await api()

    for (const value of ['9007199254740993', '{"a":[9007199254740993]}']) {
      await refuses([422, 'tables.wrong_type'], 'PATCH', '/films/1', { key: 'extra', value })
    }
  })

  it('9: numbers that are none are refused', async () => {
    const { refuses } = await api()

    for (const number of ['1e999', '-1e999', '1.5e400']) {
      for (const [method, path, body] of everyWay('rating', number)) {
        await refuses([422, 'body.number_lost'], method, path, body)
      }
    }
    for (const literal of [
      'NaN',
      'Infinity',
      '-Infinity',
      '0x10',
      '01',
      '+1',
      '.5',
      '5.',
      'undefined',
    ]) {
      for (const [method, path, body] of everyWay('rating', literal)) {
        await refuses([400, 'body.malformed'], method, path, body)
      }
    }
    for (const text of ['"NaN"', '"Infinity"', '"-Infinity"', '"1e999"']) {
      for (const key of ['rating', 'year']) {
        for (const [method, path, body] of everyWay(key, text)) {
          await refuses([422, 'tables.wrong_type'], method, path, body)
        }
      }
    }
  })

  it('10: a number in a text column is stored as it is written', async () => {
    const { call, row } = await api()
    const texts: [number, string][] = [
      [5, '5'],
      [-7, '-7'],
      [0.5, '0.5'],
      [1e21, '1e+21'],
      [1979, '1979'],
    ]

    for (const [value, text] of texts) {
      await call('PATCH', '/films/1', { key: 'name', value })
      assert.equal((await row(1))['name'], text)
      const { json } = await call('POST', '/films', { name: value })
      assert.equal((json as Row)['name'], text)
    }
  })

  it('11: text that only begins with a number is no number', async () => {
    const { refuses } = await api()

    for (const value of [
      '"12abc"',
      '"12 34"',
      '"1,5"',
      '"5 €"',
      '"٣"',
      '"１２"',
      '"1/2"',
      '"12px"',
    ]) {
      for (const key of ['year', 'rating']) {
        for (const [method, path, body] of everyWay(key, value)) {
          const problem = await refuses([422, 'tables.wrong_type'], method, path, body)
          assert.equal(problem['column'], key)
        }
      }
    }
  })

  it('12: both forms in which the client writes a date are stored as one', async () => {
    const { call, row } = await api()
    const epoch = 'Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)'

    for (const value of [epoch, '1970-01-01', '1970-01-01T00:00:00.000Z', '1969-12-31T23:00:00Z']) {
      await call('PATCH', '/films/1', { key: 'premiere', value })
      assert.equal((await row(1))['premiere'], '1970-01-01', value)
    }
    await call('PATCH', '/films/1', { key: 'aired', value: epoch })
    assert.equal((await row(1))['aired'], '1970-01-01T00:00:00.000Z')
  })

  it('13: an object that was written as text is refused where JSON is kept', async () => {
    const { refuses } = await api()

    const extra = { key: 'extra', value: '[object Object]' }
    await refuses([422, 'tables.wrong_type'], 'PATCH', '/films/1', extra)
    const tags = { key: 'tags', value: '[object Object],[object Object]' }
    await refuses([422, 'tables.not_an_option'], 'PATCH', '/films/1', tags)
  })

  it('14: U+0000 and half characters are refused, with the name of the column', async () => {
    const { refuses } = await api()
    const texts = [
      String.raw`"\u0000"`,
      String.raw`"a\u0000b"`,
      String.raw`"\ud800"`,
      String.raw`"\udc00\ud800"`,
      String.raw`"x\udfff"`,
    ]

    for (const text of texts) {
      for (const key of ['code', 'year', 'rating', 'seen', 'premiere', 'aired', 'genre']) {
        for (const [method, path, body] of everyWay(key, text)) {
          const problem = await refuses([422, 'tables.wrong_type'], method, path, body)
          assert.equal(problem['column'], key)
        }
      }
      for (const value of [`[${text}]`, `{"a":{"b":${text}}}`, `{${text}:1}`]) {
        for (const [method, path, body] of everyWay('extra', value)) {
          const problem = await refuses([422, 'tables.wrong_type'], method, path, body)
          assert.equal(problem['column'], 'extra')
        }
      }
      // As the name of a column it is one that is not there.
      const cell = `{"key":${text},"value":"x"}`
      await refuses([422, 'tables.unknown_column'], 'PATCH', '/films/1', cell)
      await refuses([422, 'tables.unknown_column'], 'PUT', '/films/1', `{${text}:"x"}`)
    }
  })
})

describe('addresses', () => {
  const ids = [
    ['1%20OR%201=1', '1e0', '0x1', '%201', '1%20', '1.0', '9223372036854775808', '%00', '1%00'],
    ['01', '+1', '-1', '0', 'null', 'undefined', 'NaN', 'true', '1,2', '1;2', "1'", '%221%22'],
    [
      '9007199254740993',
      '99999999999999999999',
      '%D9%A1',
      '１',
      'temp:%2F%2F1790000000100',
      '1%0A',
    ],
    ['1%2F', '%2F1', '1%2F2', '*', '__proto__', 'constructor', '%E0%A4%A', '%', '%zz', '1%2e'],
    ['1%3F', '1%23', '1%25', '%2531', `1${'0'.repeat(5000)}`],
  ].flat()

  it('15, 16: an id that no row can have is a row that is not there', async () => {
    const { refuses } = await api()

    for (const id of ids) {
      await refuses([404, 'tables.row_not_found'], 'GET', `/films/${id}`)
      await refuses([404, 'tables.row_not_found'], 'PUT', `/films/${id}`, { year: 2000 })
      await refuses([404, 'tables.row_not_found'], 'PATCH', `/films/${id}`, year)
      await refuses([404, 'tables.row_not_found'], 'DELETE', `/films/${id}`)
    }
  })

  it('16: an address that is too long or leads out of the table is none', async () => {
    const { refuses } = await api()

    for (const path of ['/films/1/2', '/films/1/2/3', '/films/a/b%2Fc']) {
      await refuses([404, 'not_found'], 'GET', path)
      await refuses([404, 'not_found'], 'DELETE', path)
    }
    // The address itself is resolved before anybody sees it: this is `/` and `/nosuch`.
    await refuses([405, 'method_not_allowed'], 'DELETE', '/films/..')
    await refuses([405, 'method_not_allowed'], 'DELETE', '/films/%2e%2e')
    await refuses([404, 'tables.not_found'], 'GET', '/films/../nosuch')
  })

  it('35: a table is not emptied', async () => {
    const { refuses } = await api()

    for (const path of [
      '/films',
      '/films/',
      '/films?id=1',
      '/films?where=1',
      '//films',
      '/v1/films',
    ]) {
      for (const body of [undefined, '{"ids":[1,2,3]}', '[1,2]']) {
        const problem = await refuses([405, 'method_not_allowed'], 'DELETE', path, body)
        assert.match(String(problem['allow']), /GET.*POST/)
      }
    }
    await refuses([405, 'method_not_allowed'], 'PUT', '/films', [])
    await refuses([405, 'method_not_allowed'], 'PATCH', '/films', year)
    await refuses([405, 'method_not_allowed'], 'POST', '/films/1', { name: 'x' })
  })
})

describe('bodies', () => {
  it('20: 100,000 nested arrays are refused before they are parsed', async () => {
    const { refuses } = await api()
    const deep = '['.repeat(100_000)
    const objects = '{"a":'.repeat(100_000)
    const closed = `${deep}${']'.repeat(100_000)}`

    for (const value of [deep, closed, objects, `${objects}1${'}'.repeat(100_000)}`]) {
      for (const [method, path, body] of [
        ...everyWay('extra', value),
        ['POST', '/films', value] as const,
        ['POST', '/tables', value] as const,
        ['POST', '/workspaces', value] as const,
      ]) {
        await refuses([400, 'body.too_deep'], method, path, body)
      }
    }
    const cell = { key: 'extra', value: closed }
    await refuses([422, 'tables.wrong_type'], 'PATCH', '/films/1', cell)
    await refuses([422, 'tables.not_an_option'], 'PATCH', '/films/1', { ...cell, key: 'tags' })
  })

  const contentTypes = [
    ['application/json', 'application/json; charset=utf-8', 'text/plain'],
    ['text/plain;charset=UTF-8', 'application/json\ta', 'application/x-www-form-urlencoded'],
    ['text/html', 'APPLICATION/JSON', 'multipart/form-data; boundary=x'],
    ['application/octet-stream', 'x', ';', 'text/plain, x/y', 'application/json;charset=utf-16'],
    ['application/problem+json', 'application/xml'],
  ].flat()

  it('22: whatever the content type says, the body is JSON and is checked', async () => {
    const { call, row, refuses } = await api()

    for (const [n, type] of contentTypes.entries()) {
      const headers = { 'content-type': type }
      const body = { key: 'year', value: String(n) }
      assert.equal((await call('PATCH', '/films/1', body, headers)).status, 200, type)
      assert.equal((await row(1))['year'], n, type)
      assert.equal((await call('PUT', '/films/1', { year: -n }, headers)).status, 200, type)
      assert.equal((await row(1))['year'], -n || 0, type)
      assert.equal((await call('POST', '/films', { name: 'x' }, headers)).status, 200, type)

      const wrong = { key: 'year', value: '12abc' }
      await refuses([422, 'tables.wrong_type'], 'PATCH', '/films/1', wrong, headers)
      await refuses([400, 'body.malformed'], 'PATCH', '/films/1', 'key=year', headers)
    }
  })

  it('22: no content type at all, and two of them, are as good', async () => {
    const { triptych, row } = await api()
    const bytes = new TextEncoder().encode(JSON.stringify(year))

    const none = requestOf('http://localhost/films/1', 'PATCH', bytes)
    assert.equal(none.headers.get('content-type'), null)
    assert.equal((await triptych.fetch(none)).status, 200)
    assert.equal((await row(1))['year'], 2000)

    const two = requestOf('http://localhost/films/1', 'PATCH', { key: 'year', value: 7 })
    two.headers.append('content-type', 'application/json')
    two.headers.append('content-type', 'text/html')
    assert.equal((await triptych.fetch(two)).status, 200)
    assert.equal((await row(1))['year'], 7)
  })

  it('22: a content type on a request without a body does no harm', async () => {
    const { call } = await api()
    const headers = { 'content-type': 'application/json' }

    assert.equal((await call('GET', '/films', undefined, headers)).status, 200)
    assert.equal((await call('DELETE', '/films/1', undefined, headers)).status, 200)
  })

  it('23: a key that is there twice is refused', async () => {
    const { refuses } = await api()
    const cells = [
      '{"key":"name","key":"year","value":"1"}',
      '{"key":"name","value":"1","value":"2"}',
      String.raw`{"key":"name","\u006bey":"year","value":"1"}`,
      '{"key":"name","value":{"a":1,"b":{"c":1,"c":2}}}',
      '{"key":"extra","value":[{"a":1},{"a":1,"a":1}]}',
    ]

    for (const body of cells) await refuses([400, 'body.duplicate_key'], 'PATCH', '/films/1', body)
    for (const body of ['{"name":"a","name":"b"}', '{"row":{"name":"a"},"row":{"name":"b"}}']) {
      await refuses([400, 'body.duplicate_key'], 'POST', '/films', body)
      await refuses([400, 'body.duplicate_key'], 'PUT', '/films/1', body)
    }
    const many = Array.from({ length: 40 }, (_, n) => `"c${n}":1`).join()
    await refuses([400, 'body.duplicate_key'], 'PUT', '/films/1', `{${many},"c39":2}`)
  })

  it('23: JSON in a text is held to the same rule', async () => {
    const { refuses } = await api()

    const cell = { key: 'extra', value: '{"a":1,"a":2}' }
    await refuses([422, 'tables.wrong_type'], 'PATCH', '/films/1', cell)
  })

  it('23: the same key in different objects, or in different letter case, is no clash', async () => {
    const { call, row } = await api()

    const value = [{ a: 1, A: 2 }, { a: 1 }, { b: { a: 1 }, a: 2 }]
    await call('PATCH', '/films/1', { key: 'extra', value })

    assert.deepEqual((await row(1))['extra'], value)
  })
})

describe('versions', () => {
  it('25: a stale or weak tag, and any tag of a row that is not there, stop the write', async () => {
    const { refuses, call } = await api()
    const etag = (await call('GET', '/films/1')).headers.get('etag')!

    for (const tag of ['"old"', `W/${etag}`, '"0"']) {
      const headers = { 'if-match': tag }
      await refuses([412, 'tables.row_changed'], 'PUT', '/films/1', { year: 1 }, headers)
      await refuses([412, 'tables.row_changed'], 'PATCH', '/films/1', year, headers)
      await refuses([412, 'tables.row_changed'], 'DELETE', '/films/1', undefined, headers)
    }
    const headers = { 'if-match': '*' }
    await refuses([412, 'tables.row_changed'], 'PUT', '/films/9', { year: 1 }, headers)
    await refuses([412, 'tables.row_changed'], 'PATCH', '/films/9', year, headers)
    await refuses([412, 'tables.row_changed'], 'DELETE', '/films/9', undefined, headers)
  })

  it('27: edits of two cells at once are both kept, and a PUT that saw neither is refused', async () => {
    const { call, row, refuses } = await api()
    const seen = (await call('GET', '/films/1')).headers.get('etag')!
    const before = await row(1)

    await Promise.all([
      call('PATCH', '/films/1', { key: 'year', value: '1' }),
      call('PATCH', '/films/1', { key: 'votes', value: '2' }),
    ])

    assert.deepEqual(await row(1), { ...before, year: 1, votes: 2 })
    const headers = { 'if-match': seen }
    const problem = await refuses(
      [412, 'tables.row_changed'],
      'PUT',
      '/films/1',
      { row: before },
      headers,
    )
    assert.deepEqual(problem['current'], { ...before, year: 1, votes: 2 })
  })
})

describe('33: what a constraint refuses', () => {
  const clashes: Parameters<Api['refuses']>[] = [
    [[409, 'tables.not_unique'], 'PATCH', '/films/1', { key: 'code', value: 'H1' }],
    [[409, 'tables.not_unique'], 'PUT', '/films/1', { code: 'H1' }],
    [[409, 'tables.not_unique'], 'POST', '/films', { name: 'x', code: 'H1' }],
    [[422, 'tables.value_required'], 'PATCH', '/films/1', { key: 'name', value: null }],
    [[422, 'tables.value_required'], 'POST', '/films', { code: 'x' }],
    [[422, 'tables.not_an_option'], 'PATCH', '/films/1', { key: 'genre', value: 'western' }],
  ]

  it('is told by the name of its column, without SQL', async () => {
    const { refuses } = await api()

    for (const clash of clashes) {
      const problem = await refuses(...clash)
      assert.match(String(problem['column']), /^(code|name|genre)$/)
      assert.ok(problem.error.includes(String(problem['column'])))
      assert.doesNotMatch(JSON.stringify(problem), /constraint|unique index|films\.|"H1"/i)
    }
  })

  it('is told with a request id', async () => {
    const { call } = await api()

    for (const [, method, path, body] of clashes) {
      const { headers } = await call(method, path, body)
      assert.match(headers.get('x-request-id') ?? '', /^[\w.-]{1,64}$/)
    }
  })
})
