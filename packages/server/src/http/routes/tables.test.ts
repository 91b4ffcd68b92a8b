import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ErrorCode } from '@triptych/contract/errors'
import type { TableDescription } from '@triptych/contract/table-schema'
import type { Row } from '@triptych/contract/tables'
import { api, filmColumns, plainFilm, someFilms } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'
import type { JsonSchema } from '../reference/openapi-schemas.ts'

const names = async ({ rows }: Api) => (await rows()).map(({ name }) => name)
const etagOf = async ({ call }: Api, path: string) => {
  const { headers } = await call('GET', path)
  return headers.get('etag')!
}

const upTo = (mark: string, count: number) => Array.from({ length: count }, (_, n) => `${mark}${n}`)

function columnLimitIn(document: unknown): number {
  const { components } = document as { components: { schemas: Record<string, JsonSchema> } }
  const limit = components.schemas['NewTable']?.properties?.['columns']?.maxItems
  assert.ok(limit)
  return limit
}

/** Without what is another one each time, or with accounts on. */
const plainEntry = (change: unknown) => ({
  ...(change as object),
  at: null,
  actorId: null,
  step: null,
})

describe('GET /tables', () => {
  it('lists the tables, oldest first, with their columns complete', async () => {
    const { call } = await api()
    await call('POST', '/tables', { name: 'actors', columns: [{ name: 'name', type: 'text' }] })

    const { status, json } = await call('GET', '/tables')

    assert.equal(status, 200)
    const [films, actors] = json as { name: string; columns: unknown[] }[]
    assert.equal(films?.name, 'films')
    assert.deepEqual(films?.columns.length, filmColumns.length)
    assert.deepEqual(actors, {
      name: 'actors',
      columns: [
        {
          name: 'name',
          type: 'text',
          nullable: true,
          unique: false,
          default: null,
          options: null,
          reference: null,
        },
      ],
      indexes: [],
    })
  })

  it('is an empty list where there is none', async () => {
    const { call } = await api()
    await call('POST', '/workspaces', { name: 'bare' })

    assert.deepEqual((await call('GET', '/w/bare/tables')).json, [])
  })
})

describe('GET /tables/{table}', () => {
  it('describes what POST /tables answered', async () => {
    const { call } = await api()
    const columns = [{ name: 'at', type: 'date', nullable: false, default: '2026-04-05T22:00:00Z' }]

    const made = await call('POST', '/tables', { name: 'days', columns })

    const { views, svar, ...table } = (await call('GET', '/tables/days')).json as TableDescription
    assert.deepEqual(table, made.json)
    assert.deepEqual(views, [])
    assert.deepEqual(svar.fields, [{ id: 'at', label: 'at', type: 'date' }])
    assert.deepEqual(made.json, {
      name: 'days',
      columns: [
        {
          name: 'at',
          type: 'date',
          nullable: false,
          unique: false,
          default: '2026-04-06',
          options: null,
          reference: null,
        },
      ],
      indexes: [],
    })
  })

  it('knows a table by its exact name only', async () => {
    const { refuses } = await api()

    for (const name of ['nosuch', 'Films', 'FILMS', 'films%20', '_tables', 'sqlite_master']) {
      await refuses([404, 'tables.not_found'], 'GET', `/tables/${name}`)
    }
  })
})

describe('POST /tables', () => {
  const text = { name: 'a', type: 'text' }

  it('makes an empty table that takes rows at once, with one entry in the log', async () => {
    const { writes, call } = await api()

    const { json, change } = await writes('POST', '/tables', { name: 'new', columns: [text] })

    assert.equal(change.operation, 'table-created')
    assert.equal(change.entity, 'new')
    assert.equal(change.before, null)
    assert.deepEqual(change.after, json)
    assert.deepEqual((await call('GET', '/new')).json, [])
    assert.deepEqual((await call('POST', '/new', { a: 'x' })).json, { id: 1, a: 'x' })
  })

  it('refuses a name that is taken, whatever the letter case', async () => {
    const { refuses } = await api()

    for (const name of ['films', 'Films', 'FILMS']) {
      await refuses([409, 'tables.name_taken'], 'POST', '/tables', { name, columns: [text] })
    }
  })

  it('refuses what cannot be the name of a table', async () => {
    const { refuses, call } = await api()
    const bad = ['', ' ', 'a b', 'a/b', 'a.b', 'a"b', "a'b", 'a;b', '-a', '_a', '$a', '..', 'a\n']

    for (const name of [...bad, 'a\u0000', '\ud800', 'n'.repeat(64), 'é'.repeat(32), 7, null, []]) {
      await refuses([422, 'body.invalid'], 'POST', '/tables', { name, columns: [text] })
    }
    for (const name of ['n'.repeat(63), `${'é'.repeat(31)}x`, '7', 'a-b_c', 'таблица', '表']) {
      assert.equal((await call('POST', '/tables', { name, columns: [text] })).status, 200, name)
      assert.deepEqual((await call('GET', `/${encodeURIComponent(name)}`)).json, [], name)
    }
  })

  it('refuses what cannot be a column', async () => {
    const { refuses } = await api()
    const bad: unknown[][] = [
      [],
      [{ name: 'a' }],
      [{ type: 'text' }],
      [{ name: 'a', type: 'varchar' }],
      [{ name: 'a', type: 'text', nosuch: 1 }],
      [{ name: 'id', type: 'integer' }],
      [{ name: 'ID', type: 'integer' }],
      [{ name: '$order', type: 'text' }],
      [{ name: '$version', type: 'text' }],
      [{ name: '__proto__', type: 'text' }],
      [{ name: 'row', type: 'json' }],
      [{ name: '', type: 'text' }],
      [{ name: 'a\u0000b', type: 'text' }],
      [{ name: 'a\nb', type: 'text' }],
      [{ name: 'a\ud800', type: 'text' }],
      [{ name: 'n'.repeat(64), type: 'text' }],
      [text, text],
      [text, { ...text, name: 'A' }],
      [{ ...text, type: 'json', unique: true }],
      [{ ...text, type: 'boolean', options: [1] }],
      [{ ...text, type: 'date', options: ['2026-01-01'] }],
      [{ ...text, options: [] }],
      [{ ...text, options: [1] }],
      [{ ...text, type: 'integer', options: ['1'] }],
      [{ ...text, type: 'integer', options: [1.5] }],
      [{ ...text, options: ['a\u0000'] }],
      [{ ...text, type: 'integer', default: '12abc' }],
      [{ ...text, options: ['a'], default: 'b' }],
      [{ ...text, nullable: 'yes' }],
    ]

    for (const columns of bad) {
      await refuses([422, 'body.invalid'], 'POST', '/tables', { name: 'new', columns })
      await refuses([404, 'tables.not_found'], 'GET', '/new')
    }
  })

  it('refuses a body that is not a table', async () => {
    const { refuses } = await api()

    for (const body of [[], null, 'x', 7, true, {}, { name: 'new' }, { columns: [text] }]) {
      const sent = JSON.stringify(body)
      await refuses([422, 'body.invalid'], 'POST', '/tables', sent)
    }
    const columns = [text]
    await refuses([422, 'body.invalid'], 'POST', '/tables', { name: 'new', columns, more: 1 })
  })

  it('takes as many columns as it says that it takes, serves their rows, and takes no more', async () => {
    const { call, refuses } = await api()
    const { json } = await call('GET', '/openapi.json')
    const limit = columnLimitIn(json)
    const columns = upTo('c', limit + 1).map((name) => ({ name, type: 'number' }))
    const fitting = columns.slice(0, limit)

    assert.equal((await call('POST', '/tables', { name: 'wide', columns: fitting })).status, 200)
    const row = Object.fromEntries(fitting.map(({ name }, n) => [name, n / 2]))
    assert.deepEqual((await call('POST', '/wide', row)).json, { id: 1, ...row })
    assert.deepEqual((await call('GET', '/wide')).json, [{ id: 1, ...row }])
    assert.deepEqual((await call('PUT', '/wide/1', { row })).json, { id: 1, ...row })
    await refuses([422, 'body.invalid'], 'POST', '/tables', { name: 'wider', columns })
  })

  it('takes column names that mean something in SQL or in JavaScript', async () => {
    const hostile = [
      ['na"me', "na'me", 'na]me', 'na`me', 'a; drop table films; --', '?', '?1', ':a', '@a'],
      ['select', 'order', 'rowid', '_rowid_', 'oid', 'a b', ' ', '.', '\\', '%', '{}', '"', "'"],
      ['constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf', 'length', 'then'],
      ['key', 'value', 'before', 'after', 'data', 'é', '表', '😀', '7', 'n'.repeat(63)],
    ].flat()
    const columns = hostile.map((name) => ({ name, type: 'integer' }))
    const { call, rows, row, writes } = await api({}, columns)
    const values = Object.fromEntries(hostile.map((name, n) => [name, n]))

    const added = await writes('POST', '/films', { row: values })
    for (const name of hostile) {
      await writes('PATCH', '/films/1', { key: name, value: String(1000 + values[name]!) })
    }
    const patched = Object.fromEntries(hostile.map((name, n) => [name, 1000 + n]))
    assert.deepEqual(added.json, { id: 1, ...values })
    assert.deepEqual(await row(1), { id: 1, ...patched })

    const put = await call('PUT', '/films/1', { row: values })
    assert.deepEqual(put.json, { id: 1, ...values })
    assert.deepEqual(await rows(), [{ id: 1, ...values }])
  })
})

describe('GET /{table}', () => {
  it('answers a plain array of complete rows, in their order', async () => {
    const { call } = await api()

    const { status, headers, json } = await call('GET', '/films')

    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    assert.deepEqual(
      json,
      someFilms.map((film, n) => ({ id: n + 1, ...plainFilm, ...film })),
    )
  })

  it('answers an empty array for an empty table', async () => {
    const { call } = await api()
    for (const id of [1, 2, 3]) await call('DELETE', `/films/${id}`)

    const { json, headers } = await call('GET', '/films')

    assert.deepEqual(json, [])
    assert.equal(headers.get('x-total-count'), '0')
    assert.equal(headers.get('content-range'), 'rows */0')
  })

  it('tells how many rows there are, of a list that was kept and after each change', async () => {
    const { call } = await api()
    const told = async () => {
      const { headers } = await call('GET', '/films')
      return ['x-total-count', 'x-total-kind', 'content-range'].map((name) => headers.get(name))
    }

    assert.deepEqual(await told(), ['3', 'exact', 'rows 0-2/3'])
    assert.deepEqual(await told(), ['3', 'exact', 'rows 0-2/3'])
    await call('POST', '/tables', { name: 'others', columns: [] })
    assert.deepEqual(await told(), ['3', 'exact', 'rows 0-2/3'])
    await call('POST', '/films', { name: 'Heat' })
    assert.deepEqual(await told(), ['4', 'exact', 'rows 0-3/4'])
  })

  it('shows each row as GET /{table}/{id} shows it, to the last digit', async () => {
    const { call, rows, row } = await api()
    const numbers = [
      [0.1 + 0.2, 1 / 3, 1e21, -1e21, 5e-324, Number.MAX_VALUE, Number.EPSILON, 4.35, -0.001],
      [2 ** 53 - 1, 1 - 2 ** 53, 999999999999999, 1e15 + 0.5, 123456789.12345679, 1e-7, 0],
    ].flat()
    for (const rating of numbers) await call('POST', '/films', { name: 'n', rating, extra: rating })
    for (const text of [
      '"',
      '\\',
      "'",
      '\u2028',
      '\u007f',
      '\ufeff',
      '😀',
      'a\tb\r\n',
      '</script>',
    ])
      await call('POST', '/films', { name: text, extra: { [text]: [text] } })

    const listed = await rows()

    assert.equal(listed.length, 3 + numbers.length + 9)
    for (const one of listed) assert.deepEqual(one, await row(one.id))
    assert.deepEqual(
      listed.slice(3, 3 + numbers.length).map(({ rating, extra }) => [rating, extra]),
      numbers.map((number) => [number, number]),
    )
  })

  it('shows rows that can be sent back as they are', async () => {
    const { call, rows, tableState } = await api()
    const numbers = ['1e17', '1e20', '1e21', '1.7976931348623157e308', '5e-324', '0.1', '-1e15']
    for (const rating of [...numbers, String(2 ** 60), String(2 ** 53 - 1), '']) {
      await call('POST', '/films', { name: `n${rating}`, rating, extra: [rating] })
    }
    const before = await tableState()

    for (const row of await rows()) {
      const { status, json } = await call('PUT', `/films/${row.id}`, { id: row.id, row })
      assert.deepEqual([status, json], [200, row])
    }

    assert.deepEqual(await tableState(), before)
  })

  it('is whole and in order at every length around a page', async () => {
    const { call } = await api({}, [{ name: 'n', type: 'integer' }])
    let length = 0
    for (const target of [999, 1000, 1001, 1999, 2000, 2001]) {
      const adding = Array.from({ length: target - length }, (_, i) =>
        call('POST', '/films', { n: length + i }),
      )
      await Promise.all(adding)
      length = target

      const { status, json, headers } = await call('GET', '/films')

      assert.equal(status, 200)
      assert.deepEqual(
        (json as Row[]).map(({ n }) => n),
        Array.from({ length }, (_, n) => n),
      )
      assert.equal(headers.get('x-total-count'), String(length))
      assert.equal(headers.get('content-range'), `rows 0-${length - 1}/${length}`)
      const etag = headers.get('etag')!
      assert.equal((await call('GET', '/films', undefined, { 'if-none-match': etag })).status, 304)
    }
  })

  it('refuses a table that is not there', async () => {
    const { refuses } = await api()

    for (const path of ['/nosuch', '/Films', '/films%20', '/film', '/%66ilm', '/films%00']) {
      await refuses([404, 'tables.not_found'], 'GET', path)
    }
  })

  it('decodes the name of the table once', async () => {
    const { call, refuses } = await api()

    assert.equal((await call('GET', '/%66ilms')).status, 200)
    await refuses([404, 'tables.not_found'], 'GET', '/%2566ilms')
  })
})

describe('GET /{table} with If-None-Match', () => {
  it('answers 304 without a body as long as nothing has changed', async () => {
    const set = await api()
    const etag = await etagOf(set, '/films')

    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, `${etag},"x"`, `"x" , W/${etag}`, '*']) {
      const answer = await set.call('GET', '/films', undefined, { 'if-none-match': tag })
      assert.deepEqual([answer.status, answer.json], [304, null], tag)
      assert.equal(answer.headers.get('etag'), etag)
    }
  })

  it('answers the list when the tag is another', async () => {
    const set = await api()
    const etag = await etagOf(set, '/films')
    const bare = etag.replaceAll('"', '')

    for (const tag of ['"0"', bare, `"${bare}0"`, '""', '', 'W/"x"', `"x${bare}"`]) {
      const { status, json } = await set.call('GET', '/films', undefined, { 'if-none-match': tag })
      assert.deepEqual([status, (json as Row[]).length], [200, 3], tag)
    }
  })

  it('answers the list again after every kind of change, and never the old one', async () => {
    const set = await api()
    const { call } = set
    const steps: [string, string, unknown?][] = [
      ['POST', '/films', { name: 'x' }],
      ['PUT', '/films/4', { name: 'y' }],
      ['PATCH', '/films/4', { key: 'name', value: 'z' }],
      ['DELETE', '/films/4'],
    ]

    for (const [method, path, body] of steps) {
      const etag = await etagOf(set, '/films')
      await call(method, path, body)
      const after = await call('GET', '/films', undefined, { 'if-none-match': etag })
      assert.equal(after.status, 200, method)
      assert.notEqual(after.headers.get('etag'), etag, method)
    }
    assert.deepEqual(await names(set), ['Alien', 'Heat', 'Ran'])
  })

  it('keeps the tag while only other tables change', async () => {
    const set = await api()
    const { call } = set
    const etag = await etagOf(set, '/films')
    await call('POST', '/tables', { name: 'other', columns: [{ name: 'a', type: 'text' }] })
    await call('POST', '/other', { a: 'x' })

    const answer = await call('GET', '/films', undefined, { 'if-none-match': etag })

    assert.equal(answer.status, 304)
  })
})

describe('GET /{table}/{id}', () => {
  it('answers the row with its version as ETag', async () => {
    const { call, changes } = await api()

    const { status, headers, json } = await call('GET', '/films/2')

    assert.equal(status, 200)
    assert.deepEqual(json, { id: 2, ...plainFilm, ...someFilms[1] })
    const added = (await changes()).find(({ entity }) => entity === 'films/2')
    assert.match(headers.get('etag') ?? '', new RegExp(`^"[0-9a-f]{12}-${added!.revision}"$`))
  })

  it('tells a table that is not there from a row that is not there', async () => {
    const { refuses } = await api()

    await refuses([404, 'tables.not_found'], 'GET', '/nosuch/1')
    await refuses([404, 'tables.row_not_found'], 'GET', '/films/4')
  })
})

describe('POST /{table}', () => {
  it('takes the row alone, and answers it complete with its id and ETag', async () => {
    const { writes, row, call } = await api()

    const { json, headers, change } = await writes('POST', '/films', { name: 'New', year: 2000 })

    assert.deepEqual(json, { id: 4, ...plainFilm, name: 'New', year: 2000 })
    assert.deepEqual(await row(4), json)
    assert.match(headers.get('etag') ?? '', new RegExp(`^"[0-9a-f]{12}-${change.revision}"$`))
    assert.equal((await call('GET', '/films/4')).headers.get('etag'), headers.get('etag'))
  })

  it("takes the grid's event with the row in it, and drops what is the grid's own", async () => {
    const { writes } = await api()
    const id = 'temp://1790000000100'

    const { json } = await writes('POST', '/films', {
      row: { name: 'New', id, $level: 1, $parent: 0, $count: 0, data: null },
      id,
      after: 1,
      select: true,
      eventSource: 'add-row',
      skipProvider: undefined,
    })

    assert.deepEqual(json, { id: 4, ...plainFilm, name: 'New' })
  })

  it('takes a row without anything in it where nothing is required', async () => {
    const { writes } = await api({}, [{ name: 'a', type: 'text' }])

    assert.deepEqual((await writes('POST', '/films', { row: {} })).json, { id: 1, a: null })
  })

  it('logs the whole row, its place, who made it and from where', async () => {
    const { writes } = await api()

    const body = { name: 'New', extra: { deep: [1] } }
    const { json, change } = await writes('POST', '/films', body, { 'x-origin': 'tab-7.a_b' })

    assert.deepEqual(plainEntry(change), {
      revision: 5,
      at: null,
      actor: 'local',
      actorId: null,
      origin: 'tab-7.a_b',
      step: null,
      area: 'tables',
      operation: 'row-added',
      entity: 'films/4',
      before: null,
      after: { ...(json as Row), $order: change.after!['$order'] },
    })
    assert.equal(typeof change.after!['$order'], 'string')
    assert.ok(Math.abs(Date.now() - Date.parse(change.at)) < 60_000)
  })

  it('takes the default where nothing was said, and null where null was said', async () => {
    const { call, refuses } = await api()

    const said = await call('POST', '/films', { name: 'x', votes: null })
    const unsaid = await call('POST', '/films', { name: 'x' })

    assert.equal((said.json as Row)['votes'], null)
    assert.equal((unsaid.json as Row)['votes'], 0)
    assert.equal((unsaid.json as Row)['seen'], false)
    await refuses([422, 'tables.value_required'], 'POST', '/films', { name: 'x', seen: null })
  })

  it('takes defaults of every type', async () => {
    const defaults = {
      text: 'some text',
      integer: -7,
      number: 2.5,
      boolean: true,
      date: '2026-04-05',
      datetime: '2026-04-05T08:30:00.000Z',
      json: { a: [1, null] },
    }
    const columns = Object.entries(defaults).map(([type, value]) => ({
      name: type,
      type,
      nullable: false,
      default: value,
    }))
    const { call } = await api({}, columns)

    assert.deepEqual((await call('POST', '/films', { row: {} })).json, { id: 1, ...defaults })
  })

  it('refuses a row without a value that is required', async () => {
    const { refuses } = await api()

    for (const row of [{ name: null }, { year: 1 }]) {
      const problem = await refuses([422, 'tables.value_required'], 'POST', '/films', { row })
      assert.equal(problem['column'], 'name')
      await refuses([422, 'tables.value_required'], 'POST', '/films', { row, id: 9 })
    }
    await refuses([422, 'tables.value_required'], 'POST', '/films', { year: 1 })
  })

  it('begins an empty row with something in every column that must have a value', async () => {
    const required = { nullable: false }
    const columns = [
      { ...required, name: 'text', type: 'text' },
      { ...required, name: 'integer', type: 'integer' },
      { ...required, name: 'number', type: 'number' },
      { ...required, name: 'boolean', type: 'boolean' },
      { ...required, name: 'json', type: 'json' },
      { ...required, name: 'choice', type: 'text', options: ['b', 'a'] },
      { ...required, name: 'choices', type: 'json', options: ['b', 'a'] },
      { ...required, name: 'own', type: 'text', unique: true },
      { ...required, name: 'number of its own', type: 'integer', unique: true },
      { ...required, name: 'default', type: 'integer', default: 7 },
      { name: 'free', type: 'integer' },
      { ...required, name: 'day', type: 'date' },
      { ...required, name: 'time', type: 'datetime' },
    ]
    const { call } = await api({}, columns)

    const earliest = new Date().toISOString()
    const rows = [
      (await call('POST', '/films', { row: {}, id: 'temp://1790000000001' })).json as Row,
      (await call('POST', '/films', { row: {}, after: 1 })).json as Row,
    ]
    const latest = new Date().toISOString()

    for (const [i, { day, time, ...row }] of rows.entries()) {
      assert.deepEqual(row, {
        id: i + 1,
        text: '',
        integer: 0,
        number: 0,
        boolean: false,
        json: {},
        choice: 'b',
        choices: [],
        own: String(i + 1),
        'number of its own': i + 1,
        default: 7,
        free: null,
      })
      assert.ok(typeof time === 'string' && earliest <= time && time <= latest)
      assert.ok([earliest, latest].some((each) => each.slice(0, 10) === day))
    }
  })

  it('begins an empty row with the first row that a reference can name, if there is one', async () => {
    const { call, refuses } = await api()
    await call('POST', '/tables', {
      name: 'seats',
      columns: [
        {
          name: 'film',
          type: 'integer',
          nullable: false,
          reference: { table: 'films', onDelete: 'restrict' },
        },
        {
          name: 'next',
          type: 'integer',
          nullable: false,
          reference: { table: 'seats', onDelete: 'restrict' },
        },
      ],
    })

    const problem = await refuses([422, 'tables.value_required'], 'POST', '/seats', { row: {} })
    await call('POST', '/seats', { film: 2, next: 1 })
    const added = await call('POST', '/seats', { row: {} })

    assert.equal(problem['column'], 'next')
    assert.deepEqual(added.json, { id: 2, film: 1, next: 1 })
  })

  it('begins empty rows so that an index of several columns takes them too', async () => {
    const { call } = await api()
    await call('POST', '/tables', {
      name: 'places',
      columns: [
        { name: 'hall', type: 'text', nullable: false },
        { name: 'seat', type: 'integer', nullable: false },
      ],
      indexes: [{ columns: ['hall', 'seat'], unique: true }],
    })

    for (const id of [1, 2]) {
      const added = await call('POST', '/places', { row: {} })
      assert.deepEqual(added.json, { id, hall: String(id), seat: id })
    }
  })

  it('refuses an empty row whose beginning another row has, by the name of the column', async () => {
    const { call, refuses } = await api({}, [
      { name: 'name', type: 'text', nullable: false, unique: true },
    ])
    await call('POST', '/films', { name: '2' })

    const problem = await refuses([409, 'tables.not_unique'], 'POST', '/films', { row: {} })

    assert.equal(problem['column'], 'name')
  })

  it('refuses a value that another row has in a unique column, and allows many nulls', async () => {
    const { refuses, call } = await api()

    const problem = await refuses([409, 'tables.not_unique'], 'POST', '/films', {
      name: 'x',
      code: 'A1',
    })

    assert.equal(problem['column'], 'code')
    for (const code of [null, null, 'a1', 'A1 ', ' A1']) {
      assert.equal((await call('POST', '/films', { name: 'x', code })).status, 200)
    }
  })

  it('refuses what is not a row', async () => {
    const { refuses } = await api()

    for (const body of ['[]', 'null', '"x"', '7', 'true', '[{"name":"x"}]']) {
      await refuses([422, 'body.invalid'], 'POST', '/films', body)
    }
    for (const row of [null, [], 'x', 7]) {
      await refuses([422, 'tables.unknown_column'], 'POST', '/films', { row })
    }
  })

  it('refuses a table that is not there', async () => {
    const { refuses } = await api()

    await refuses([404, 'tables.not_found'], 'POST', '/nosuch', { name: 'x' })
  })
})

describe('POST /{table} with an anchor', () => {
  it('puts the row before or after another', async () => {
    const set = await api()
    const { call } = set

    await call('POST', '/films', { row: { name: 'b1' }, before: 1 })
    await call('POST', '/films', { row: { name: 'a1' }, after: 1 })
    await call('POST', '/films', { row: { name: 'b3' }, before: '3' })
    await call('POST', '/films', { row: { name: 'a3' }, after: '3', before: null })

    assert.deepEqual(await names(set), ['b1', 'Alien', 'a1', 'Heat', 'b3', 'Ran', 'a3'])
  })

  it('puts the row at the end where there is no anchor, or none that is known', async () => {
    const set = await api()
    const { call } = set
    const anchors = [
      {},
      { before: 99 },
      { after: 99 },
      { before: 'temp://1790000000100' },
      { after: 'temp://1790000000100' },
      { before: null, after: null },
      { before: 0 },
      { after: '' },
      { before: -1 },
      { after: '1 OR 1=1' },
      { before: 1e300 },
    ]

    for (const [n, anchor] of anchors.entries()) {
      const { status } = await call('POST', '/films', { row: { name: String(n) }, ...anchor })
      assert.equal(status, 200, JSON.stringify(anchor))
    }

    const expected = ['Alien', 'Heat', 'Ran', ...anchors.map((_, n) => String(n))]
    assert.deepEqual(await names(set), expected)
  })

  it('goes by `before` where both are given', async () => {
    const set = await api()

    await set.call('POST', '/films', { row: { name: 'x' }, before: 2, after: 3 })

    assert.deepEqual(await names(set), ['Alien', 'x', 'Heat', 'Ran'])
  })

  it('goes by `after` where `before` is not known', async () => {
    const set = await api()

    await set.call('POST', '/films', {
      row: { name: 'x' },
      before: 'temp://1790000000100',
      after: 1,
    })

    assert.deepEqual(await names(set), ['Alien', 'x', 'Heat', 'Ran'])
  })

  it('has no anchor in a row alone: there it is a column', async () => {
    const { refuses } = await api()

    const body = { name: 'x', before: 1 }
    const problem = await refuses([422, 'tables.unknown_column'], 'POST', '/films', body)

    assert.deepEqual(problem['columns'], ['before'])
  })

  it('keeps the order through hundreds of rows at one spot, one by one and at once', async () => {
    const set = await api()
    const { call, rows } = set
    for (let n = 0; n < 150; n++) await call('POST', '/films', { row: { name: `a${n}` }, after: 1 })
    for (let n = 0; n < 150; n++)
      await call('POST', '/films', { row: { name: `b${n}` }, before: 2 })
    const many = Array.from({ length: 100 }, (_, n) =>
      call('POST', '/films', { row: { name: `c${n}` }, after: 3 }),
    )
    await Promise.all(many)

    assert.deepEqual(await names(set), [
      'Alien',
      ...upTo('a', 150).toReversed(),
      ...upTo('b', 150),
      'Heat',
      'Ran',
      ...upTo('c', 100).toReversed(),
    ])
    assert.equal(new Set((await rows()).map(({ id }) => id)).size, 403)
  })
})

describe('POST /{table} with a real id', () => {
  it('brings a deleted row back under its id, to its place', async () => {
    const set = await api()
    const { call, row, writes } = set
    const before = await row(2)
    await call('DELETE', '/films/2')

    const { json } = await writes('POST', '/films', {
      id: 2,
      row: before,
      before: 3,
      eventSource: 'undo',
    })

    assert.deepEqual(json, before)
    assert.deepEqual(await names(set), ['Alien', 'Heat', 'Ran'])
  })

  it('takes the id from the event, from the row, as a number or as text', async () => {
    const { call } = await api()
    const bodies = [
      { id: 100, row: { name: 'x' } },
      { id: '101', row: { name: 'x' } },
      { row: { id: 102, name: 'x' } },
      { id: null, row: { id: '103', name: 'x' } },
      { id: 104, name: 'x' },
      { id: '105', name: 'x' },
      // The event's id is the one that counts.
      { id: 106, row: { id: 'temp://1790000000100', name: 'x' } },
    ]

    for (const [n, body] of bodies.entries()) {
      const { json } = await call('POST', '/films', body)
      assert.equal((json as Row).id, 100 + n, JSON.stringify(body))
    }
    assert.equal(((await call('POST', '/films', { name: 'x' })).json as Row).id, 107)
  })

  it('refuses one that is taken, in every form', async () => {
    const { refuses } = await api()

    for (const body of [
      { id: 2, row: { name: 'x' } },
      { id: '2', row: { name: 'x' } },
      { row: { id: 2, name: 'x' } },
      { id: 2, name: 'x' },
      { id: 2, row: { name: 'x' }, before: 1 },
    ]) {
      await refuses([409, 'tables.id_taken'], 'POST', '/films', body)
    }
  })

  it('gives the id of a deleted row to no new one', async () => {
    const { call } = await api()
    await call('POST', '/films', { name: 'x' })
    await call('DELETE', '/films/4')

    const { json } = await call('POST', '/films', { name: 'y' })

    assert.equal((json as Row).id, 5)
  })

  it('goes on behind the highest id after an older row came back', async () => {
    const { call } = await api()
    await call('POST', '/films', { id: 50, row: { name: 'x' } })
    await call('DELETE', '/films/50')
    await call('DELETE', '/films/2')
    await call('POST', '/films', { id: 2, row: { name: 'Heat' } })

    const { json } = await call('POST', '/films', { name: 'y' })

    assert.equal((json as Row).id, 51)
  })

  it('chooses one itself for a temporary or an empty one', async () => {
    const { call } = await api()

    let expected = 4
    for (const id of ['temp://1790000000100', 'abcdefg1790000000100', 'temp://x', '', 0, null]) {
      const { status, json } = await call('POST', '/films', { id, row: { name: 'x' } })
      assert.deepEqual([status, (json as Row).id], [200, expected++], String(id))
    }
  })

  it('takes ids up to 2^48, and refuses what cannot be one', async () => {
    const { call, refuses } = await api()

    const largest = await call('POST', '/films', { id: 2 ** 48, row: { name: 'x' } })
    assert.equal((largest.json as Row).id, 2 ** 48)
    const next = await call('POST', '/films', { name: 'y' })
    assert.equal((next.json as Row).id, 2 ** 48 + 1)
    assert.equal((await call('GET', `/films/${2 ** 48 + 1}`)).status, 200)
    assert.equal((await call('GET', `/films/${2 ** 48}`)).status, 200)
    // What the server gave out itself comes back by undo, however high it is.
    await call('DELETE', `/films/${2 ** 48 + 1}`)
    const undone = await call('POST', '/films', { id: 2 ** 48 + 1, row: { name: 'back' } })
    assert.equal((undone.json as Row).id, 2 ** 48 + 1)

    const bad = [2 ** 48 + 2, -1, 1.5, 'abc', '01', ' 1', '1e3', '9'.repeat(16), true, [], {}, [7]]
    for (const id of bad) {
      await refuses([422, 'tables.bad_id'], 'POST', '/films', { id, row: { name: 'x' } })
      await refuses([422, 'tables.bad_id'], 'POST', '/films', { id, name: 'x' })
      await refuses([422, 'tables.bad_id'], 'POST', '/films', { row: { id, name: 'x' } })
    }
  })
})

describe('PUT /{table}/{id}', () => {
  it('merges: columns that were not sent keep their values', async () => {
    const { writes, row } = await api()

    const { json, headers, change } = await writes('PUT', '/films/1', {
      id: 1,
      row: { year: 1980, genre: null },
    })

    assert.deepEqual(json, { id: 1, ...plainFilm, ...someFilms[0], year: 1980, genre: null })
    assert.deepEqual(await row(1), json)
    assert.match(headers.get('etag') ?? '', new RegExp(`^"[0-9a-f]{12}-${change.revision}"$`))
  })

  it('takes the row alone as well', async () => {
    const { writes } = await api()

    const { json } = await writes('PUT', '/films/1', { year: 1980 })

    assert.deepEqual(json, { id: 1, ...plainFilm, ...someFilms[0], year: 1980 })
  })

  it('logs what was different, and only that', async () => {
    const { writes } = await api()

    const body = { name: 'Alien', year: 1980, genre: 'drama', rating: 8.5 }
    const { change } = await writes('PUT', '/films/1', body, { 'x-origin': 'me' })

    assert.deepEqual(
      { ...plainEntry(change), at: '' },
      {
        revision: 5,
        at: '',
        actor: 'local',
        actorId: null,
        origin: 'me',
        step: null,
        area: 'tables',
        operation: 'row-updated',
        entity: 'films/1',
        before: { year: 1979, genre: 'horror' },
        after: { year: 1980, genre: 'drama' },
      },
    )
  })

  it("takes the row's own id as a number or as text, and the grid's own keys", async () => {
    const { call } = await api()

    for (const id of [1, '1']) {
      const row = { id, year: 1990, $level: 2, $parent: 1, $count: 0, data: [] }
      assert.equal((await call('PUT', '/films/1', { id, row, extra: 1 })).status, 200)
      assert.equal((await call('PUT', '/films/1', row)).status, 200)
    }
  })

  it('changes the row that the address names, whatever id the event around the row has', async () => {
    const { call, rows } = await api()
    const before = await rows()

    for (const [n, id] of [1, '1', 2, 'temp://1790000000100', null, 99].entries()) {
      const { status, json } = await call('PUT', '/films/1', { id, row: { year: n } })
      assert.deepEqual([status, json], [200, { ...before[0], year: n }])
    }

    assert.deepEqual((await rows()).slice(1), before.slice(1))
  })

  it('refuses to change the id', async () => {
    const { refuses } = await api()

    for (const id of [2, '2', 99, null, '', 'temp://1790000000100', '01', 1.5, true, [1], {}]) {
      const row = { id, year: 1990 }
      const problem = await refuses([422, 'tables.read_only_column'], 'PUT', '/films/1', { row })
      assert.equal(problem['column'], 'id')
      await refuses([422, 'tables.read_only_column'], 'PUT', '/films/1', row)
    }
  })

  it('writes nothing where nothing differs, and keeps the ETag', async () => {
    const set = await api()
    const { call, row, tableState } = set
    const before = await tableState()
    const etag = await etagOf(set, '/films/2')

    for (const body of [{}, { row: {} }, await row(2), { row: { tags: ['a', 5], year: '1995' } }]) {
      const { status, headers, json } = await call('PUT', '/films/2', body)
      assert.deepEqual([status, headers.get('etag')], [200, etag])
      assert.deepEqual(json, before.rows[1])
    }

    assert.deepEqual(await tableState(), before)
  })

  it('writes all of a row or nothing', async () => {
    const { refuses } = await api()

    const wrong = { name: 'x', year: 1, votes: '12abc' }
    await refuses([422, 'tables.wrong_type'], 'PUT', '/films/1', wrong)
    const unknown = { name: 'x', nosuch: 1 }
    await refuses([422, 'tables.unknown_column'], 'PUT', '/films/1', unknown)
    const required = { year: 1, name: null }
    await refuses([422, 'tables.value_required'], 'PUT', '/films/1', required)
    const taken = { year: 1, code: 'H1' }
    await refuses([409, 'tables.not_unique'], 'PUT', '/films/1', taken)
    const other = { year: 1, genre: 'western' }
    await refuses([422, 'tables.not_an_option'], 'PUT', '/films/1', other)
  })

  it('lists all columns that are not there', async () => {
    const { refuses } = await api()

    const body = { row: { nosuch: 1, name: 'x', Name: 2, $ok: 3, 'NAME ': 4 } }
    const problem = await refuses([422, 'tables.unknown_column'], 'PUT', '/films/1', body)

    assert.deepEqual(problem['columns'], ['nosuch', 'Name', 'NAME '])
    for (const name of ['nosuch', 'Name', 'NAME ']) assert.ok(problem.error.includes(name))
  })

  it("takes a unique value that is the row's own, and one that was given up", async () => {
    const { call } = await api()

    assert.equal((await call('PUT', '/films/1', { code: 'A1', year: 1 })).status, 200)
    await call('PUT', '/films/2', { code: null })
    assert.equal((await call('PUT', '/films/1', { code: 'H1' })).status, 200)
  })

  it('refuses what is not a row, and a row that is not there', async () => {
    const { refuses } = await api()

    for (const body of ['[]', 'null', '"x"', '7', 'true']) {
      await refuses([422, 'body.invalid'], 'PUT', '/films/1', body)
    }
    await refuses([404, 'tables.row_not_found'], 'PUT', '/films/4', { year: 1 })
    await refuses([404, 'tables.row_not_found'], 'PUT', '/films/4', {})
    await refuses([404, 'tables.not_found'], 'PUT', '/nosuch/1', { year: 1 })
  })
})

describe('PATCH /{table}/{id}', () => {
  it('writes one cell, answers the id, and logs the cell', async () => {
    const { writes, row } = await api()
    const before = await row(1)

    const body = { key: 'year', value: '1980' }
    const { json, headers, change } = await writes('PATCH', '/films/1', body, { 'x-origin': 'me' })

    assert.deepEqual(json, { id: 1 })
    assert.match(headers.get('etag') ?? '', new RegExp(`^"[0-9a-f]{12}-${change.revision}"$`))
    assert.deepEqual(await row(1), { ...before, year: 1980 })
    assert.deepEqual(
      { ...plainEntry(change), at: '' },
      {
        revision: 5,
        at: '',
        actor: 'local',
        actorId: null,
        origin: 'me',
        step: null,
        area: 'tables',
        operation: 'row-updated',
        entity: 'films/1',
        before: { year: 1979 },
        after: { year: 1980 },
      },
    )
  })

  /** What is sent, and what is then in the cell, in the list and in the log. */
  const readings: [column: string, sent: unknown, stored: unknown][] = [
    ['name', 'text', 'text'],
    ['name', '', ''],
    ['name', ' 5 ', ' 5 '],
    ['name', 5, '5'],
    ['name', 0.5, '0.5'],
    ['name', -0, '0'],
    ['name', 'null', 'null'],
    ['name', 'x'.repeat(100_000), 'x'.repeat(100_000)],
    ['code', null, null],
    // An editor that was closed over an empty cell.
    ['code', '', null],
    ['code', 'C1', 'C1'],
    ['code', '', ''],
    ['year', '5', 5],
    ['year', '-5', -5],
    ['year', '+5', 5],
    ['year', ' 5 ', 5],
    ['year', '007', 7],
    ['year', 5, 5],
    ['year', '-0', 0],
    ['year', '9007199254740991', 9007199254740991],
    ['year', -9007199254740991, -9007199254740991],
    ['year', '', null],
    ['year', null, null],
    ['rating', '5', 5],
    ['rating', '0.1', 0.1],
    ['rating', '.5', 0.5],
    ['rating', '5.', 5],
    ['rating', '1e3', 1000],
    ['rating', '-1.5E-7', -1.5e-7],
    ['rating', 0.30000000000000004, 0.30000000000000004],
    ['rating', '1.7976931348623157e308', 1.7976931348623157e308],
    ['rating', '', null],
    ['rating', null, null],
    ['seen', 'true', true],
    ['seen', '0', false],
    ['seen', '1', true],
    ['seen', 'false', false],
    ['seen', true, true],
    ['seen', 0, false],
    ['seen', 1, true],
    ['premiere', '2026-04-05', '2026-04-05'],
    ['premiere', '2026-04-04T22:00:00.000Z', '2026-04-05'],
    ['premiere', '2026-04-05T04:00:00.000Z', '2026-04-05'],
    ['premiere', 'Fri Apr 05 2024 00:00:00 GMT+0200 (Central European Summer Time)', '2024-04-05'],
    ['premiere', 'Fri Apr 05 2024 00:00:00 GMT-0900', '2024-04-05'],
    ['premiere', '2024-02-29', '2024-02-29'],
    ['premiere', '', null],
    ['premiere', null, null],
    ['aired', '2026-04-05T08:30:00Z', '2026-04-05T08:30:00.000Z'],
    ['aired', '2026-04-05T08:30:00.123+02:00', '2026-04-05T06:30:00.123Z'],
    ['aired', 'Fri Apr 05 2024 10:30:00 GMT+0200 (CEST)', '2024-04-05T08:30:00.000Z'],
    ['aired', '2026-04-05', '2026-04-05T00:00:00.000Z'],
    ['aired', '', null],
    ['aired', null, null],
    ['genre', 'drama', 'drama'],
    ['genre', '', null],
    ['genre', 'drama', 'drama'],
    ['genre', null, null],
    ['tags', 'a,b', ['a', 'b']],
    ['tags', 'a', ['a']],
    ['tags', '5', [5]],
    ['tags', 'b,5', ['b', 5]],
    ['tags', '["a",5]', ['a', 5]],
    ['tags', ['b', 'a'], ['b', 'a']],
    ['tags', [], []],
    ['tags', '', []],
    ['tags', 'a', ['a']],
    ['tags', '', null],
    ['tags', null, null],
    ['extra', '{"a":[1,null]}', { a: [1, null] }],
    ['extra', '5', 5],
    ['extra', '"5"', '5'],
    ['extra', 'null', null],
    ['extra', 'true', true],
    ['extra', { b: { c: [] } }, { b: { c: [] } }],
    ['extra', [1, 'two', false], [1, 'two', false]],
    ['extra', 7, 7],
    ['extra', false, false],
    ['extra', '', null],
  ]

  it('reads what is sent by the type of its column', async () => {
    const { call, row, rows, head, changes } = await api()

    for (const [key, value, stored] of readings) {
      const what = `${key} ${JSON.stringify(value)?.slice(0, 80)}`
      const before = await row(1)
      const revision = await head()

      const { status, json } = await call('PATCH', '/films/1', { key, value })

      assert.deepEqual([status, json], [200, { id: 1 }], what)
      assert.deepEqual(await row(1), { ...before, [key]: stored }, what)
      assert.deepEqual((await rows())[0], { ...before, [key]: stored }, what)
      const same = JSON.stringify(before[key]) === JSON.stringify(stored)
      const expected = same ? [] : [{ before: { [key]: before[key] }, after: { [key]: stored } }]
      const logged = (await changes(revision)).map(({ before, after }) => ({ before, after }))
      assert.deepEqual(logged, expected, what)
    }
  })

  const refusals: [column: string, code: ErrorCode, ...sent: unknown[]][] = [
    ['name', 'tables.wrong_type', true, false, {}, [], ['a'], { a: 1 }, '\u0000', '\ud800'],
    ['name', 'tables.value_required', null],
    ['year', 'tables.wrong_type', '12abc', 'abc', '5.0', '5.5', '1e3', '0x10', '5 5', '--5', '٥'],
    ['year', 'tables.wrong_type', 5.5, true, [], {}, [5], '9007199254740992', 'Infinity', 'NaN'],
    ['year', 'tables.wrong_type', ' ', '5,000', '5_000', '1 OR 1=1', '\u0000', '[object Object]'],
    ['rating', 'tables.wrong_type', '5,5', 'abc', '1e', 'e5', '.', '0x10', '1e999', '-1e999'],
    ['rating', 'tables.wrong_type', 'NaN', 'Infinity', true, [], {}, '1.2.3', '+-1', '1d'],
    ['seen', 'tables.wrong_type', 'yes', 'TRUE', 'on', 't', '2', 2, -1, 0.5, [], {}, 'null'],
    ['seen', 'tables.value_required', null, ''],
    ['premiere', 'tables.wrong_type', '2026-02-29', '2026-13-01', '05.04.2026', '5', 5, true, {}],
    ['premiere', 'tables.wrong_type', 'Invalid Date', 'today', '20260405', '2026-4-5', [], '0'],
    ['premiere', 'tables.wrong_type', 'Mon Apr 05 2024 00:00:00 GMT+0200', '2026-04-05\u0000'],
    ['aired', 'tables.wrong_type', '2026-04-05T25:00:00Z', '2026-04-05T08:60:00Z', 1712305800000],
    ['aired', 'tables.wrong_type', 'Invalid Date', 'now', '1712305800000', true, {}, []],
    ['genre', 'tables.not_an_option', 'western', 'Drama', 'drama ', 'drama,horror', 5],
    ['genre', 'tables.wrong_type', true, ['drama'], {}, '\u0000'],
    ['tags', 'tables.not_an_option', 'c', 'a,c', 'a, b', ['c'], [[]], [null], ['5'], 'A'],
    ['tags', 'tables.not_an_option', '[object Object]', ' ', ',', 'a,', '5.0'],
    ['tags', 'tables.wrong_type', 5, true, {}, { a: 1 }],
    ['extra', 'tables.wrong_type', 'abc', '{', '{a:1}', "{'a':1}", '[object Object]', 'undefined'],
    ['extra', 'tables.wrong_type', 'NaN', '1e999', '["\\u0000"]', '{"__proto__":1}', '"\\ud800"'],
    ['extra', 'tables.wrong_type', '\u0000', ['\u0000'], { a: '\ud800' }, { '\u0000': 1 }],
    ['extra', 'tables.wrong_type', '['.repeat(101) + ']'.repeat(101)],
    ['code', 'tables.wrong_type', true, {}, []],
  ]

  it('refuses what does not fit, names the column, and keeps the cell', async () => {
    const { refuses } = await api()

    for (const [key, code, ...values] of refusals) {
      for (const value of values) {
        const problem = await refuses([422, code], 'PATCH', '/films/1', { key, value })
        assert.equal(problem['column'], key)
        assert.ok(problem.error.includes(key))
      }
    }
  })

  it('writes nothing and logs nothing where nothing changes, and keeps the ETags', async () => {
    const set = await api()
    const { call, tableState } = set
    await call('PATCH', '/films/2', { key: 'extra', value: { a: 1, b: [2] } })
    const before = await tableState()
    const etags = [await etagOf(set, '/films/2'), await etagOf(set, '/films')]
    const same: [string, unknown][] = [
      ['name', 'Heat'],
      ['year', '1995'],
      ['year', 1995],
      ['year', ' +1995 '],
      ['rating', ''],
      ['rating', null],
      ['seen', 'false'],
      ['seen', 0],
      ['premiere', '1995-12-15'],
      ['premiere', '1995-12-14T23:00:00.000Z'],
      ['premiere', 'Fri Dec 15 1995 00:00:00 GMT+0100 (CET)'],
      ['tags', 'a,5'],
      ['tags', ['a', 5]],
      ['extra', '{"b":[2],"a":1}'],
      ['extra', { b: [2], a: 1 }],
      ['code', 'H1'],
    ]

    for (const [key, value] of same) {
      const { status, json, headers } = await call('PATCH', '/films/2', { key, value })
      assert.deepEqual([status, json, headers.get('etag')], [200, { id: 2 }, etags[0]], key)
    }

    assert.deepEqual(await tableState(), before)
    assert.deepEqual([await etagOf(set, '/films/2'), await etagOf(set, '/films')], etags)
  })

  it('refuses a value that another row has in a unique column', async () => {
    const { refuses } = await api()

    const body = { key: 'code', value: 'H1' }
    const problem = await refuses([409, 'tables.not_unique'], 'PATCH', '/films/1', body)

    assert.equal(problem['column'], 'code')
  })

  it('refuses to write the id, even to what it is', async () => {
    const { refuses } = await api()

    for (const value of ['1', 1, '2', null, '']) {
      const body = { key: 'id', value }
      const problem = await refuses([422, 'tables.read_only_column'], 'PATCH', '/films/1', body)
      assert.equal(problem['column'], 'id')
    }
  })

  it('refuses a column that is not there', async () => {
    const { refuses } = await api()
    const absent = [
      'nosuch',
      'Name',
      'ID',
      '',
      ' name',
      'name ',
      '$order',
      '$version',
      'rowid',
      '*',
    ]

    for (const key of absent) {
      const body = { key, value: 'x' }
      const problem = await refuses([422, 'tables.unknown_column'], 'PATCH', '/films/1', body)
      assert.deepEqual(problem['columns'], [key])
    }
  })

  it('refuses what is not a cell', async () => {
    const { refuses } = await api()

    for (const body of [{}, { key: 'year' }, { value: 1 }, { key: 1, value: 1 }, { key: null }]) {
      await refuses([422, 'body.invalid'], 'PATCH', '/films/1', body)
    }
    for (const body of ['[]', 'null', '"year"', '7', '[{"key":"year","value":1}]']) {
      await refuses([422, 'body.invalid'], 'PATCH', '/films/1', body)
    }
  })

  it('refuses a row or a table that is not there', async () => {
    const { refuses } = await api()
    const body = { key: 'year', value: '1' }

    await refuses([404, 'tables.row_not_found'], 'PATCH', '/films/4', body)
    await refuses([404, 'tables.not_found'], 'PATCH', '/nosuch/1', body)
  })
})

describe('DELETE /{table}/{id}', () => {
  it('answers the id, and logs the whole row with its place', async () => {
    const set = await api()
    const { writes, row, refuses } = set
    const before = await row(2)

    const { json, change } = await writes('DELETE', '/films/2', undefined, { 'x-origin': 'me' })

    assert.deepEqual(json, { id: 2 })
    assert.deepEqual(
      { ...plainEntry(change), at: '' },
      {
        revision: 5,
        at: '',
        actor: 'local',
        actorId: null,
        origin: 'me',
        step: null,
        area: 'tables',
        operation: 'row-deleted',
        entity: 'films/2',
        before: { ...before, $order: change.before!['$order'] },
        after: null,
      },
    )
    assert.deepEqual(await names(set), ['Alien', 'Ran'])
    await refuses([404, 'tables.row_not_found'], 'GET', '/films/2')
  })

  it('deletes once', async () => {
    const { call, refuses } = await api()
    await call('DELETE', '/films/2')

    await refuses([404, 'tables.row_not_found'], 'DELETE', '/films/2')
    await refuses([404, 'tables.row_not_found'], 'DELETE', '/films/99')
    await refuses([404, 'tables.not_found'], 'DELETE', '/nosuch/1')
  })

  it('looks at no body, whatever it is', async () => {
    const { call } = await api()

    for (const [n, body] of ['', '{"a":', '{"ids":[2,3]}'].entries()) {
      const { status, json } = await call('DELETE', `/films/${n + 1}`, body)
      assert.deepEqual([status, json], [200, { id: n + 1 }])
    }
  })

  it('frees a unique value', async () => {
    const { call } = await api()
    await call('DELETE', '/films/1')

    assert.equal((await call('POST', '/films', { name: 'x', code: 'A1' })).status, 200)
  })
})

describe('If-Match', () => {
  const edits: [method: string, body?: unknown][] = [
    ['PUT', { year: 1 }],
    ['PATCH', { key: 'year', value: '1' }],
    ['DELETE'],
  ]

  it('lets a write through when the row still has that version', async () => {
    for (const [method, body] of edits) {
      for (const form of [(tag: string) => tag, (tag: string) => `"x", ${tag}`, () => '*']) {
        const set = await api()
        const tag = form(await etagOf(set, '/films/1'))
        await set.writes(method, '/films/1', body, { 'if-match': tag })
      }
    }
  })

  it('refuses a write to another version, with the current row', async () => {
    for (const [method, body] of edits) {
      const set = await api()
      const old = await etagOf(set, '/films/1')
      await set.call('PATCH', '/films/1', { key: 'votes', value: '11' })
      const now = await etagOf(set, '/films/1')
      const bare = now.replaceAll('"', '')

      for (const tag of [old, `W/${now}`, `"${bare}0"`, '"x", "y"', '""', '"*"']) {
        const problem = await set.refuses([412, 'tables.row_changed'], method, '/films/1', body, {
          'if-match': tag,
        })
        assert.deepEqual(problem['current'], await set.row(1), tag)
      }
      for (const tag of [bare, '', `${now} ${now}`]) {
        const headers = { 'if-match': tag }
        const problem = await set.refuses([400, 'bad_request'], method, '/films/1', body, headers)
        assert.equal(problem['header'], 'If-Match')
      }
    }
  })

  it('refuses a write to a row that is not there, in any version', async () => {
    const set = await api()

    for (const [method, body] of edits) {
      for (const tag of ['*', '"1"', 'W/"1"']) {
        for (const id of ['99', 'x', '1.0']) {
          const problem = await set.refuses(
            [412, 'tables.row_changed'],
            method,
            `/films/${id}`,
            body,
            { 'if-match': tag },
          )
          assert.equal(problem['current'], null)
        }
      }
      const headers = { 'if-match': '*' }
      await set.refuses([404, 'tables.not_found'], method, '/nosuch/1', body, headers)
    }
  })

  it('goes by the row alone: a change of another row does not count', async () => {
    const set = await api()
    const tag = await etagOf(set, '/films/1')
    await set.call('PATCH', '/films/2', { key: 'votes', value: '11' })

    await set.writes('PATCH', '/films/1', { key: 'votes', value: '12' }, { 'if-match': tag })
  })

  it('takes the ETag that each kind of write answered', async () => {
    const { writes } = await api()

    const added = await writes('POST', '/films', { name: 'x' })
    const path = `/films/${(added.json as Row).id}`
    const first = { 'if-match': added.headers.get('etag')! }
    const patched = await writes('PATCH', path, { key: 'year', value: '1' }, first)
    const second = { 'if-match': patched.headers.get('etag')! }
    const put = await writes('PUT', path, { year: 2 }, second)
    const third = { 'if-match': put.headers.get('etag')! }
    await writes('DELETE', path, undefined, third)
  })

  it('lets exactly one of many writers through that have seen the same version', async () => {
    const set = await api()
    const headers = { 'if-match': await etagOf(set, '/films/1') }
    const before = await set.head()

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        set.call('PATCH', '/films/1', { key: 'year', value: String(n) }, headers),
      ),
    )

    const statuses = answers.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 200).length, 1)
    assert.equal(statuses.filter((status) => status === 412).length, 19)
    assert.equal(await set.head(), before + 1)
  })
})

describe('at the same time', () => {
  it('two edits of different cells of a row are both kept', async () => {
    const { call, row } = await api()
    const before = await row(1)

    for (let n = 0; n < 20; n++) {
      await Promise.all([
        call('PATCH', '/films/1', { key: 'year', value: String(n) }),
        call('PATCH', '/films/1', { key: 'votes', value: String(1000 + n) }),
        call('PUT', '/films/1', { row: { rating: n } }),
      ])
      assert.deepEqual(await row(1), { ...before, year: n, votes: 1000 + n, rating: n })
    }
  })

  it('200 edits of one cell leave the one that is last in the log', async () => {
    const { call, row, head, changes } = await api()
    const before = await head()

    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        call('PATCH', '/films/1', { key: 'votes', value: String(1000 + n) }),
      ),
    )

    assert.ok(answers.every(({ status }) => status === 200))
    const log = await changes(before)
    assert.deepEqual(
      log.map(({ revision }) => revision),
      Array.from({ length: 200 }, (_, n) => before + 1 + n),
    )
    assert.equal(log.at(-1)!.after!['votes'], (await row(1))['votes'])
    const chain = [10, ...log.map(({ after }) => after!['votes'])]
    assert.deepEqual(
      log.map(({ before }) => before!['votes']),
      chain.slice(0, -1),
    )
    const tags = new Set(answers.map(({ headers }) => headers.get('etag')))
    const ends = [...tags].map((tag) => Number(/-(\d+)"$/.exec(tag ?? '')?.[1]))
    assert.deepEqual(new Set(ends), new Set(log.map(({ revision }) => revision)))
  })

  it('refused writes among good ones leave no gap in the log and no trace in the table', async () => {
    const { call, rows, head, changes } = await api()
    const before = await head()
    const requests: [expected: number, method: string, path: string, body?: unknown][] = [
      [200, 'POST', '/films', { name: 'new', code: 'N' }],
      [409, 'POST', '/films', { name: 'new', code: 'A1' }],
      [409, 'POST', '/films', { id: 1, row: { name: 'new' } }],
      [422, 'PATCH', '/films/1', { key: 'year', value: '12abc' }],
      [200, 'PATCH', '/films/1', { key: 'year', value: '7' }],
      [404, 'DELETE', '/films/99'],
      [422, 'PUT', '/films/1', { year: 8, nosuch: 1 }],
      [412, 'PUT', '/films/1', { year: 9 }],
      [200, 'DELETE', '/films/3'],
      [409, 'POST', '/tables', { name: 'FILMS', columns: [{ name: 'a', type: 'text' }] }],
    ]

    const answers = await Promise.all(
      requests.map(([expected, method, path, body]) =>
        call(method, path, body, expected === 412 ? { 'if-match': '"0"' } : {}),
      ),
    )

    assert.deepEqual(
      answers.map(({ status }) => status),
      requests.map(([expected]) => expected),
    )
    const log = await changes(before)
    assert.deepEqual(
      log.map(({ revision }) => revision),
      [before + 1, before + 2, before + 3],
    )
    assert.deepEqual(log.map(({ operation, entity }) => `${operation} ${entity}`).toSorted(), [
      'row-added films/4',
      'row-deleted films/3',
      'row-updated films/1',
    ])
    assert.deepEqual(
      (await rows()).map(({ id, year }) => [id, year]),
      [
        [1, 7],
        [2, 1995],
        [4, null],
      ],
    )
  })

  it('new rows get ids of their own, and one of many gets a unique value', async () => {
    const { call, rows } = await api()

    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        call('POST', '/films', { name: 'x', ...(n % 2 === 0 && { code: 'same' }) }),
      ),
    )

    const added = answers.filter(({ status }) => status === 200)
    assert.equal(added.length, 26)
    assert.equal(new Set(added.map(({ json }) => (json as Row).id)).size, 26)
    assert.equal((await rows()).filter(({ code }) => code === 'same').length, 1)
  })

  it('a row is deleted once, and an edit that comes too late is refused', async () => {
    const { call, head } = await api()
    const before = await head()

    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => call('DELETE', '/films/1')),
      call('PATCH', '/films/1', { key: 'year', value: '1' }),
    ])

    const statuses = answers.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 200).length, 1)
    assert.equal(statuses.filter((status) => status === 404).length, 10)
    assert.equal(await head(), before + 1)
  })
})

describe('X-Origin', () => {
  it('is null in the log where it was not sent', async () => {
    const { writes } = await api()

    const { change } = await writes('PATCH', '/films/1', { key: 'year', value: '1' })

    assert.equal(change.origin, null)
  })

  it('is refused, with the write, where it is not a name', async () => {
    const { refuses } = await api()

    for (const origin of ['a b', '', 'x'.repeat(65), 'é', 'a/b', 'a,b', '"']) {
      const headers = { 'x-origin': origin }
      const body = { key: 'year', value: '1' }
      const problem = await refuses([400, 'bad_request'], 'PATCH', '/films/1', body, headers)
      assert.equal(problem['header'], 'X-Origin')
    }
  })
})
