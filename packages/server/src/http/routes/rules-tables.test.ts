import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Rule, RuleChange, Subject, Thing } from '@triptych/contract/rules'
import type { TableDescription } from '@triptych/contract/table-schema'
import type { Row, Table } from '@triptych/contract/tables'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import type { Somebody } from '../../../test/fixtures/accounts-api.ts'
import type { Answer, Body, SentHeaders } from '../../../test/fixtures/api.ts'
import { assertProblem } from '../../../test/fixtures/api.ts'
import { formOf } from '../../../test/fixtures/files-api.ts'

const everyone: Subject = { kind: 'everyone' }
const table = (name: string): Thing => ({ kind: 'table', table: name })
const column = (name: string, of = 'staff'): Thing => ({ kind: 'column', table: of, column: name })

/** Whatever is hidden has these words in it, so that no answer may. */
const secrets = /payroll|salary|canary|bySalary|77700/i

/** Owns all; Ed is an editor who is bound by the rules, and whose answers have no secret in them. */
async function site() {
  const server = await accountsServer()
  const { owner } = server
  const ed = await server.invite('Ed', 'editor')

  async function make(path: string, body: Body): Promise<void> {
    const { status, json } = await owner.ask('POST', path, body)
    assert.equal(status, 200, JSON.stringify(json))
  }

  async function rule(thing: Thing, access: RuleChange['access'], subject = everyone) {
    const { status, json } = await owner.ask('PUT', '/auth/rules', { thing, subject, access })
    assert.equal(status, 200, JSON.stringify(json))
  }

  /** What Ed is answered. */
  async function see(method: string, path: string, body?: Body, headers?: SentHeaders) {
    const answer = await ed.ask(method, path, body, headers)
    assert.doesNotMatch(textOf(answer), secrets, `${method} ${path}`)
    return answer
  }

  async function seen<T>(method: string, path: string, body?: Body): Promise<T> {
    const { status, json } = await see(method, path, body)
    assert.equal(status, 200, `${method} ${path}: ${JSON.stringify(json)}`)
    return json as T
  }

  async function forbidden(method: string, path: string, body?: Body): Promise<void> {
    assertProblem(await see(method, path, body), [403, 'forbidden'])
  }

  await make('/tables', {
    name: 'payroll',
    columns: [{ name: 'title', type: 'text', default: 'canary' }],
  })
  await make('/payroll/rows', { rows: [{ id: 41 }, { id: 42 }, { id: 43 }] })
  await make('/tables', {
    name: 'staff',
    columns: [
      { name: 'name', type: 'text', nullable: false },
      { name: 'salary', type: 'integer', unique: true },
      { name: 'remark', type: 'text', default: 'canary one' },
      { name: 'grade', type: 'integer', default: 1 },
      { name: 'plan', type: 'integer', reference: { table: 'payroll', onDelete: 'restrict' } },
      { name: 'code', type: 'text' },
    ],
    indexes: [
      { name: 'bySalary', columns: ['code', 'salary'], unique: true },
      { name: 'byName', columns: ['name'] },
    ],
  })
  await make('/staff/rows', {
    rows: [
      { name: 'Ann', salary: 777001, grade: 5, plan: 41, code: 'a' },
      { name: 'Bob', salary: 777002, grade: 4, plan: 42, code: 'b' },
    ],
  })
  for (const view of [
    { name: 'good' },
    { name: 'v1', filter: { rules: [{ field: 'salary', filter: 'greater', value: 777000 }] } },
    { name: 'v2', sort: [{ column: 'salary', descending: true }] },
    { name: 'v3', columns: ['name', 'salary'] },
  ]) {
    await make('/tables/staff/views', view)
  }
  await make('/tables', { name: 'notes', columns: [{ name: 'text', type: 'text' }] })
  await make('/notes', { text: 'hello' })
  await make('/tables/notes/views', { name: 'old' })

  await rule(table('payroll'), 'none')
  await rule(column('salary'), 'none')
  await rule(column('remark'), 'none')
  await rule(column('grade'), 'read')
  await rule(table('notes'), 'read')
  return { ...server, owner, ed, make, rule, see, seen, forbidden }
}

function textOf({ json, headers }: Answer): string {
  return JSON.stringify(json) + [...headers].join()
}

async function rowsOf({ ask }: Somebody, name: string): Promise<Row[]> {
  const { status, json } = await ask('GET', `/${name}`)
  assert.equal(status, 200, JSON.stringify(json))
  return json as Row[]
}

const filterOf = (field: string, value: unknown) =>
  encodeURIComponent(JSON.stringify({ rules: [{ field, filter: 'equal', value }] }))

/** The body and the headers of an upload. */
function uploadOf(name: string, data: string): [Body, SentHeaders] {
  const { body, type } = formOf([{ name: 'file', filename: name, data }])
  return [body, { 'content-type': type }]
}

type Sent = [method: string, path: string, body?: Body, headers?: SentHeaders]

/** Every route of tables and rows, for a table of some name. */
const everyRoute = (name: string): Sent[] => [
  ['GET', `/tables/${name}`],
  ['PATCH', `/tables/${name}`, { changes: [{ rename: 'x' }] }],
  ['PATCH', `/tables/${name}`, { changes: [{ rename: 'x' }], dryRun: true }],
  ['DELETE', `/tables/${name}`],
  ['GET', `/tables/${name}/views`],
  ['POST', `/tables/${name}/views`, { name: 'v' }],
  ['PUT', `/tables/${name}/views/v`, { name: 'v' }],
  ['DELETE', `/tables/${name}/views/v`],
  ['GET', `/${name}`],
  ['GET', `/${name}?start=0&end=5`],
  ['GET', `/${name}?search=x`],
  ['POST', `/${name}`, { row: { title: 'x' } }],
  ['POST', `/${name}`, { rules: [] }],
  ['POST', `/${name}/query`, {}],
  ['GET', `/${name}/title/suggest`],
  ['GET', `/${name}/groups`],
  ['GET', `/${name}/export`],
  ['GET', `/${name}/export?format=xlsx`],
  ['GET', `/${name}/41`],
  ['PUT', `/${name}/41`, { title: 'x' }],
  ['PUT', `/${name}/41`, { operation: 'move', target: 42 }],
  ['PUT', `/${name}/41`, { operation: 'copy' }],
  ['PATCH', `/${name}/41`, { key: 'title', value: 'x' }],
  ['DELETE', `/${name}/41`],
  ['POST', `/${name}/rows`, { rows: [{ title: 'x' }] }],
  ['PUT', `/${name}/rows`, { rows: [{ id: 41 }], key: ['id'] }],
  ['PATCH', `/${name}/rows`, { filter: {}, set: { title: 'x' } }],
  ['PATCH', `/${name}/rows`, { filter: {}, set: { title: 'x' }, dryRun: true }],
  ['POST', `/${name}/replace`, { filter: {}, find: 'x', replace: 'y' }],
  ['DELETE', `/${name}/rows?filter={}`],
  ['DELETE', `/${name}/rows?filter={}&dryRun=true`],
  ['POST', '/batch', [{ url: `${name}/41`, method: 'DELETE' }]],
  ['POST', '/batch', [{ url: name, method: 'POST', data: { title: 'x' } }]],
]

describe('a hidden table', () => {
  it('is answered as one that is not there, by every route', async () => {
    const { ed, owner } = await site()
    const before = await rowsOf(owner, 'payroll')

    const hidden = everyRoute('payroll')
    for (const [at, [method, path, body]] of everyRoute('nosuch').entries()) {
      const expected = await ed.ask(method, path, body)
      const [, hiddenPath, hiddenBody] = hidden[at]!
      const { status, json } = await ed.ask(method, hiddenPath, hiddenBody)
      const text = JSON.stringify(json).replaceAll('payroll', 'nosuch')
      const told = JSON.parse(text) as unknown
      assert.deepEqual([status, withoutId(told)], [expected.status, withoutId(expected.json)], path)
    }
    assert.deepEqual(await rowsOf(owner, 'payroll'), before)
  })

  it('is in no list, and its name is only taken', async () => {
    const { see, seen, ed } = await site()

    const names = (await seen<Table[]>('GET', '/tables')).map(({ name }) => name)
    assert.deepEqual(names, ['staff', 'notes'])
    const columns = [{ name: 'a', type: 'text' }]
    const taken = await ed.ask('POST', '/tables', { name: 'PayRoll', columns })
    assertProblem(taken, [409, 'tables.name_taken'])
    const imported = await ed.ask('POST', '/payroll/import', ...uploadOf('a.csv', 'title\r\nx\r\n'))
    assertProblem(imported, [409, 'tables.name_taken'])
    const reference = { table: 'payroll', onDelete: 'clear' }
    const refers = [{ name: 'a', type: 'integer', reference }]
    const made = await ed.ask('POST', '/tables', { name: 'mine', columns: refers })
    assertProblem(made, [422, 'body.invalid'])
    const changes = [{ addColumn: { name: 'b', type: 'integer', reference } }]
    assert.equal((await see('POST', '/tables', { name: 'mine', columns })).status, 200)
    const changed = await ed.ask('PATCH', '/tables/mine', { changes })
    assertProblem(changed, [422, 'body.invalid'])
    assert.match(textOf(changed), /does not exist/)
    const renamed = await ed.ask('PATCH', '/tables/mine', { changes: [{ rename: 'payroll' }] })
    assertProblem(renamed, [409, 'tables.name_taken'])
  })

  it('leaves columns that lead to it their ids, which cannot be written', async () => {
    const { seen, forbidden, owner } = await site()

    const { columns } = await seen<TableDescription>('GET', '/tables/staff')
    assert.equal(columns.find(({ name }) => name === 'plan')?.reference, null)
    assert.equal((await seen<Row>('GET', '/staff/1'))['plan'], 41)
    // There is a 43, and there is no 99: both are answered alike.
    for (const plan of [43, 99, null]) {
      await forbidden('PUT', '/staff/1', { plan })
      await forbidden('PATCH', '/staff/1', { key: 'plan', value: plan })
      await forbidden('PUT', '/staff/rows', { rows: [{ id: 1, plan }], key: ['id'] })
      await forbidden('PATCH', '/staff/rows', { filter: {}, set: { plan } })
    }
    const nobody = { rules: [{ field: 'name', filter: 'equal', value: 'Nobody' }] }
    for (const plan of [43, 99]) {
      for (const dryRun of [true, false]) {
        const asked = { filter: nobody, set: { plan }, dryRun }
        assert.deepEqual(await seen('PATCH', '/staff/rows', asked), { changed: 0 })
      }
      await forbidden('POST', '/staff', { name: 'Cid', plan })
      await forbidden('POST', '/staff/rows', { rows: [{ name: 'Cid', plan }] })
    }
    assert.equal((await rowsOf(owner, 'staff'))[0]!['plan'], 41)
  })

  it('that refers to a row keeps it from being deleted, and is not named', async () => {
    const { rule, make, forbidden, see, seen } = await site()
    const reference = { table: 'notes', onDelete: 'restrict' }
    await make('/tables', {
      name: 'salaryNotes',
      columns: [{ name: 'note', type: 'integer', reference }],
    })
    await make('/salaryNotes', { note: 1 })
    await rule(table('salaryNotes'), 'none')
    await rule(table('notes'), null)

    await forbidden('DELETE', '/notes/1')
    await forbidden('DELETE', '/notes/rows?filter={}')
    await forbidden('DELETE', '/notes/rows?filter={}&dryRun=true')
    await forbidden('DELETE', '/tables/notes')
    await make('/notes', { text: 'free' })
    assert.deepEqual(await seen('DELETE', '/notes/2'), { id: 2 })
    await rule(table('salaryNotes'), 'read')
    assert.equal((await rowsOf({ ask: see } as Somebody, 'notes')).length, 1)
  })

  it('does not lose its ids by what is deleted elsewhere', async () => {
    const { rule, make, forbidden, owner } = await site()
    const reference = { table: 'notes', onDelete: 'clear' }
    await make('/tables', {
      name: 'salaryNotes',
      columns: [{ name: 'note', type: 'integer', reference }],
    })
    await make('/salaryNotes', { note: 1 })
    await rule(table('notes'), null)

    for (const access of ['none', 'read'] as const) {
      await rule(table('salaryNotes'), access)
      await forbidden('DELETE', '/notes/1')
      await forbidden('DELETE', '/notes/rows?filter={}')
    }
    assert.equal((await rowsOf(owner, 'salaryNotes'))[0]!['note'], 1)
  })
})

/** An answer but for what is different each time. */
function withoutId(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutId)
  if (typeof json !== 'object' || json === null) return json
  const { requestId: _, instance: __, ...rest } = json as Record<string, unknown>
  return rest
}

/** Every place where a column can be named, with some name. */
const everyNaming = (name: string): Sent[] => [
  ['GET', `/staff?filter=${filterOf(name, 777001)}`],
  ['GET', `/staff?start=0&end=9&filter=${filterOf(name, 777001)}`],
  ['GET', `/staff?sort=${name}`],
  ['GET', `/staff?sort=-${name}&start=0&end=1`],
  ['GET', `/staff?fields=name,${name}`],
  ['POST', '/staff/query', { sort: [{ key: name, order: 'asc' }] }],
  ['POST', '/staff', { rules: [{ field: name, filter: 'greater', value: 1 }] }],
  ['GET', `/staff/${name}/suggest`],
  ['GET', `/staff/name/suggest?filter=${filterOf(name, 777001)}`],
  ['GET', `/staff/groups?by=${name}`],
  ['GET', `/staff/groups?aggregate=sum:${name}`],
  ['GET', `/staff/groups?aggregate=max:${name}`],
  ['GET', `/staff/groups?filter=${filterOf(name, 777001)}`],
  ['GET', `/staff/export?fields=${name}`],
  ['GET', `/staff/export?sort=${name}`],
  ['POST', '/staff', { name: 'Cid', [name]: 777001 }],
  ['PUT', '/staff/1', { [name]: 777001 }],
  ['PUT', '/staff/1', { name: 'Ann', [name]: 5 }],
  ['PATCH', '/staff/1', { key: name, value: '5' }],
  ['POST', '/staff/rows', { rows: [{ name: 'Cid', [name]: 777001 }] }],
  ['PUT', '/staff/rows', { rows: [{ [name]: 777001 }], key: [name] }],
  ['PUT', '/staff/rows', { rows: [{ id: 1, [name]: 777001 }], key: ['id'] }],
  ['PATCH', '/staff/rows', { filter: {}, set: { [name]: 5 } }],
  [
    'PATCH',
    '/staff/rows',
    { filter: { rules: [{ field: name, filter: 'equal', value: 5 }] }, set: { name: 'x' } },
  ],
  ['DELETE', `/staff/rows?filter=${filterOf(name, 777001)}`],
  ['POST', '/tables/staff/views', { name: 'new', sort: [{ column: name, descending: true }] }],
  ['POST', '/tables/staff/views', { name: 'new', columns: [name] }],
  [
    'POST',
    '/tables/staff/views',
    { name: 'new', filter: { rules: [{ field: name, filter: 'equal', value: 5 }] } },
  ],
  ['POST', '/batch', [{ url: 'staff/1', method: 'PUT', data: { [name]: 5 } }]],
  ['POST', '/staff/import', ...uploadOf('a.csv', `name,${name}\r\nCid,5\r\n`)],
  ['POST', '/staff/import', ...uploadOf('a.ndjson', `{"name":"Cid","${name}":5}\n`)],
]

describe('a hidden column', () => {
  it('is in no definition, row, list, view or file', async () => {
    const { see, seen } = await site()

    const described = await seen<TableDescription>('GET', '/tables/staff')
    const names = ['name', 'grade', 'plan', 'code']
    assert.deepEqual(
      described.columns.map(({ name }) => name),
      names,
    )
    assert.deepEqual(
      described.indexes.map(({ name }) => name),
      ['byName'],
    )
    assert.deepEqual(
      described.views.map(({ name }) => name),
      ['good'],
    )
    const ann = { id: 1, name: 'Ann', grade: 5, plan: 41, code: 'a' }
    const bob = { id: 2, name: 'Bob', grade: 4, plan: 42, code: 'b' }
    assert.deepEqual(await seen('GET', '/staff'), [ann, bob])
    assert.deepEqual(await seen('GET', '/staff'), [ann, bob])
    assert.deepEqual(await seen('GET', '/staff?sort=-name'), [bob, ann])
    assert.deepEqual(await seen('GET', '/staff?start=1&end=2'), [bob])
    assert.deepEqual(await seen('GET', '/staff?view=good'), [ann, bob])
    assert.deepEqual(await seen('POST', '/staff', { rules: [] }), [ann, bob])
    assert.deepEqual((await seen<{ data: Row[] }>('POST', '/staff/query', {})).data, [ann, bob])
    assert.deepEqual(await seen('GET', '/staff/1'), ann)
    assert.deepEqual(await seen('GET', '/tables/staff/views'), described.views)
    for (const format of ['csv', 'tsv', 'ndjson', 'json', 'xlsx']) {
      assert.equal((await see('GET', `/staff/export?format=${format}`)).status, 200)
    }
    const { json } = await see('GET', '/staff/export')
    assert.equal(json, 'id,name,grade,plan,code\r\n1,Ann,5,41,a\r\n2,Bob,4,42,b\r\n')
  })

  it('is answered as one that is not there, wherever it is named', async () => {
    const { ed, owner } = await site()
    const before = await rowsOf(owner, 'staff')
    const hidden = everyNaming('salary')
    for (const [at, sent] of everyNaming('nosuch').entries()) {
      const [method, path] = sent
      const expected = await ed.ask(...sent)
      assert.ok(expected.status >= 400 || path === '/batch', `${method} ${path}`)
      const { status, json } = await ed.ask(...hidden[at]!)
      const text = JSON.stringify(json).replaceAll('salary', 'nosuch')
      const told = JSON.parse(text) as unknown
      assert.deepEqual([status, withoutId(told)], [expected.status, withoutId(expected.json)], path)
    }
    assert.deepEqual(await rowsOf(owner, 'staff'), before)
  })

  it('is looked through by no search, and by no rule for all columns', async () => {
    const { seen } = await site()

    assert.deepEqual(await seen('GET', '/staff?search=ANN&fields=name'), [{ id: 1, name: 'Ann' }])
    for (const query of ['search=one', `filter=${filterOf('*', 777001)}`, 'search=canar']) {
      assert.deepEqual(await seen('GET', `/staff?${query}`), [], query)
      assert.deepEqual(await seen('GET', `/staff/groups?${query}`), [{ count: 0 }], query)
    }
  })

  it('makes views that use it as if they were not there', async () => {
    const { see, ed } = await site()

    for (const view of ['v1', 'v2', 'v3']) {
      assertProblem(await see('GET', `/staff?view=${view}`), [404, 'tables.view_not_found'])
      const exported = await see('GET', `/staff/export?view=${view}`)
      assertProblem(exported, [404, 'tables.view_not_found'])
      const dropped = await see('DELETE', `/tables/staff/views/${view}`)
      assertProblem(dropped, [404, 'tables.view_not_found'])
      const put = await see('PUT', `/tables/staff/views/${view}`, { name: 'mine' })
      assertProblem(put, [404, 'tables.view_not_found'])
      const added = await see('POST', '/tables/staff/views', { name: view })
      assertProblem(added, [409, 'tables.view_taken'])
    }
    assert.equal((await ed.ask('DELETE', '/tables/staff/views/good')).status, 200)
  })

  it('has its default in rows that are added or copied, and stays what it is in others', async () => {
    const { seen, owner } = await site()

    assert.deepEqual(await seen('POST', '/staff', { name: 'Cid' }), {
      id: 3,
      name: 'Cid',
      grade: 1,
      plan: null,
      code: null,
    })
    assert.deepEqual(await seen('POST', '/staff', { row: {}, id: 'temp://1' }), {
      id: 4,
      name: '',
      grade: 1,
      plan: null,
      code: null,
    })
    assert.deepEqual(await seen('PUT', '/staff/1', { operation: 'copy' }), {
      id: 5,
      name: 'Ann',
      grade: 1,
      plan: null,
      code: 'a',
    })
    await seen('POST', '/staff/rows', { rows: [{ name: 'Dan' }] })
    await seen('PUT', '/staff/rows', { rows: [{ name: 'Eve' }], key: ['name'] })
    await seen('PUT', '/staff/rows', { rows: [{ id: 1, code: 'z' }], key: ['id'] })
    await seen('PUT', '/staff/2', { name: 'Rob' })
    await seen('PUT', '/staff/2', { operation: 'move', target: 1, mode: 'before' })
    const rows = (await rowsOf(owner, 'staff')).toSorted((one, other) => one.id - other.id)
    assert.deepEqual(
      rows.map(({ name, salary, remark }) => [name, salary, remark]),
      [
        ['Ann', 777001, 'canary one'],
        ['Rob', 777002, 'canary one'],
        ['Cid', null, 'canary one'],
        ['', null, 'canary one'],
        ['Ann', null, 'canary one'],
        ['Dan', null, 'canary one'],
        ['Eve', null, 'canary one'],
      ],
    )
  })
})

describe('values that no two rows may have', () => {
  it('are told without the columns that are hidden', async () => {
    const { make, rule, see, forbidden } = await site()
    await make('/tables', {
      name: 'seats',
      columns: [
        { name: 'place', type: 'text' },
        { name: 'salaryClass', type: 'text', default: 'canary' },
      ],
      indexes: [{ name: 'canaryIndex', columns: ['salaryClass', 'place'], unique: true }],
    })
    await make('/seats', { place: 'A' })
    await make('/seats', { place: 'B' })
    await rule(column('salaryClass', 'seats'), 'none')

    for (const sent of [
      ['POST', '/seats', { place: 'A' }],
      ['PUT', '/seats/2', { place: 'A' }],
      ['PATCH', '/seats/2', { key: 'place', value: 'A' }],
      ['PATCH', '/seats/rows', { filter: {}, set: { place: 'A' } }],
    ] satisfies Sent[]) {
      const answer = await see(...(sent as Sent))
      assertProblem(answer, [409, 'tables.not_unique'])
      assert.equal((answer.json as { column: string }).column, 'place')
    }
    const many = await see('POST', '/seats/rows', { rows: [{ place: 'A' }] })
    assertProblem(many, [422, 'tables.rows_refused'])
    const file = await see('POST', '/seats/import', ...uploadOf('a.csv', 'place\r\nA\r\n'))
    assertProblem(file, [422, 'tables.rows_refused'])
    assert.match(textOf(file), /in place/)

    await make('/tables', {
      name: 'cards',
      columns: [
        { name: 'text', type: 'text' },
        { name: 'salaryNo', type: 'text', unique: true, default: 'canary' },
      ],
    })
    await make('/cards', { text: 'x' })
    await rule(column('salaryNo', 'cards'), 'none')
    await forbidden('POST', '/cards', { text: 'y' })
    await forbidden('POST', '/cards/rows', { rows: [{ text: 'y' }] })
    const cards = await see('POST', '/cards/import', ...uploadOf('a.csv', 'text\r\ny\r\n'))
    assertProblem(cards, [403, 'forbidden'])
  })
})

describe('a column that must have a value', () => {
  it('begins empty where whoever adds the row does not see it', async () => {
    const { make, rule, see, seen, owner } = await site()
    await make('/tables', {
      name: 'plain',
      columns: [
        { name: 'a', type: 'text' },
        { name: 'salaryText', type: 'text', nullable: false },
        { name: 'salaryDone', type: 'boolean', nullable: false },
      ],
    })
    await rule(column('salaryText', 'plain'), 'none')
    await rule(column('salaryDone', 'plain'), 'none')

    assert.deepEqual(await seen('POST', '/plain', { a: 'x' }), { id: 1, a: 'x' })
    await seen('POST', '/plain/rows', { rows: [{ a: 'y' }] })
    const file = uploadOf('a.csv', 'a\r\nz\r\n')
    assert.equal((await see('POST', '/plain/import', ...file)).status, 200)
    assert.deepEqual(await rowsOf(owner, 'plain'), [
      { id: 1, a: 'x', salaryText: '', salaryDone: false },
      { id: 2, a: 'y', salaryText: '', salaryDone: false },
      { id: 3, a: 'z', salaryText: '', salaryDone: false },
    ])
  })
})

describe('a column that is only to be read', () => {
  it('takes the value it has, and no other', async () => {
    const { seen, forbidden, owner, see } = await site()
    const ann = await seen<Row>('GET', '/staff/1')

    assert.deepEqual(await seen('PUT', '/staff/1', { ...ann, name: 'Anna' }), {
      ...ann,
      name: 'Anna',
    })
    await seen('PATCH', '/staff/1', { key: 'grade', value: '5' })
    await seen('PATCH', '/staff/rows', {
      filter: { rules: [{ field: 'name', filter: 'equal', value: 'Anna' }] },
      set: { grade: 5 },
    })
    await seen('PUT', '/staff/rows', { rows: [{ id: 1, grade: 5, code: 'c' }], key: ['id'] })
    await seen('POST', '/staff', { name: 'Cid', grade: 1 })

    await forbidden('PUT', '/staff/1', { ...ann, grade: 6 })
    await forbidden('PUT', '/staff/1', { grade: null })
    await forbidden('PATCH', '/staff/1', { key: 'grade', value: '6' })
    await forbidden('PATCH', '/staff/rows', { filter: {}, set: { grade: 5 } })
    await forbidden('PATCH', '/staff/rows', { filter: {}, set: { grade: 5 }, dryRun: true })
    await forbidden('PUT', '/staff/rows', { rows: [{ id: 1, grade: 6 }], key: ['id'] })
    await forbidden('PUT', '/staff/rows', { rows: [{ name: 'Dan', grade: 6 }], key: ['name'] })
    await forbidden('POST', '/staff', { name: 'Dan', grade: 6 })
    await forbidden('POST', '/staff/rows', { rows: [{ name: 'Dan', grade: 6 }] })
    for (const [name, text] of [
      ['a.csv', 'name,grade\r\nDan,6\r\n'],
      ['a.ndjson', '{"name":"Dan"}\n{"name":"Eve","grade":6}\n'],
    ] as const) {
      for (const query of ['', '?skipBad=true', '?dryRun=true']) {
        const answer = await see('POST', `/staff/import${query}`, ...uploadOf(name, text))
        assertProblem(answer, [403, 'forbidden'])
      }
    }
    const grades = (await rowsOf(owner, 'staff')).map(({ grade }) => grade)
    assert.deepEqual(grades, [5, 4, 1])
    const { svar, access } = await seen<TableDescription>('GET', '/tables/staff')
    const readOnly = ['grade', 'plan']
    assert.deepEqual(access, { rows: 'write', definition: 'read', readOnly })
    const { json } = await owner.ask('GET', '/tables/staff')
    assert.equal((json as TableDescription).access, undefined)
    const editors = svar.columns.map(({ id, editor }) => [id, editor])
    assert.deepEqual(editors, [
      ['id', undefined],
      ['name', 'text'],
      ['grade', undefined],
      ['plan', undefined],
      ['code', 'text'],
    ])
  })

  it('is filled with its default by a file that does not name it', async () => {
    const { see, owner } = await site()
    const text = 'name,code\r\nDan,d\r\n'

    const { status, json } = await see('POST', '/staff/import', ...uploadOf('a.csv', text))

    assert.equal(status, 200, JSON.stringify(json))
    assert.deepEqual((await rowsOf(owner, 'staff')).at(-1), {
      id: 3,
      name: 'Dan',
      salary: null,
      remark: 'canary one',
      grade: 1,
      plan: null,
      code: 'd',
    })
  })
})

describe('a table that is only to be read', () => {
  it('refuses everything that would change it', async () => {
    const { seen, forbidden, owner, see } = await site()
    const rows = [{ id: 1, text: 'hello' }]

    assert.deepEqual(await seen('GET', '/notes'), rows)
    assert.deepEqual(await seen('GET', '/notes/1'), rows[0])
    assert.deepEqual(await seen('GET', '/notes/groups'), [{ count: 1 }])
    for (const sent of [
      ['PUT', '/notes/1', { text: 'x' }],
      ['PUT', '/notes/1', { text: 'hello' }],
      ['PUT', '/notes/1', { operation: 'move', target: 1 }],
      ['PUT', '/notes/1', { operation: 'copy' }],
      ['PATCH', '/notes/1', { key: 'text', value: 'x' }],
      ['DELETE', '/notes/1'],
      ['POST', '/notes', { text: 'x' }],
      ['POST', '/notes/rows', { rows: [{ text: 'x' }] }],
      ['PUT', '/notes/rows', { rows: [{ text: 'x' }], key: ['text'] }],
      ['PATCH', '/notes/rows', { filter: {}, set: { text: 'x' } }],
      ['DELETE', '/notes/rows?filter={}'],
      ['DELETE', '/notes/rows?filter={}&dryRun=true'],
      ['POST', '/tables/notes/views', { name: 'v' }],
      ['PUT', '/tables/notes/views/old', { name: 'v' }],
      ['DELETE', '/tables/notes/views/old'],
      ['PATCH', '/tables/notes', { changes: [{ rename: 'x' }] }],
      ['DELETE', '/tables/notes'],
    ] satisfies Sent[]) {
      const [method, path, body] = sent as Sent
      await forbidden(method, path, body)
    }
    const file = await see('POST', '/notes/import', ...uploadOf('a.csv', 'text\r\nx\r\n'))
    assertProblem(file, [403, 'forbidden'])
    const [item] = await seen<{ code: string }[]>('POST', '/batch', [
      { url: 'notes/1', method: 'DELETE' },
    ])
    assert.equal(item?.code, 'forbidden')
    assert.deepEqual(await rowsOf(owner, 'notes'), rows)
  })

  it('may have a column that is to be written', async () => {
    const { rule, seen, forbidden } = await site()
    await rule(column('text', 'notes'), 'write')

    assert.deepEqual(await seen('PUT', '/notes/1', { text: 'x' }), { id: 1, text: 'x' })
    await seen('PATCH', '/notes/rows', { filter: {}, set: { text: 'y' } })
    await seen('PUT', '/notes/rows', { rows: [{ id: 1, text: 'z' }], key: ['id'] })
    await forbidden('PUT', '/notes/rows', { rows: [{ text: 'new' }], key: ['text'] })
    await forbidden('POST', '/notes', { text: 'x' })
    await forbidden('DELETE', '/notes/1')
  })
})

describe('the definition of a table', () => {
  it('is changed by those alone who have all of it', async () => {
    const { rule, seen, forbidden } = await site()
    const changes = [{ addColumn: { name: 'more', type: 'text' } }]

    await forbidden('PATCH', '/tables/staff', { changes })
    await forbidden('PATCH', '/tables/staff', { changes, dryRun: true })
    await forbidden('DELETE', '/tables/staff')
    for (const name of ['salary', 'remark', 'grade']) await rule(column(name), null)
    // There is still the column that leads to a hidden table.
    await forbidden('DELETE', '/tables/staff')
    await rule(table('notes'), null)
    await seen('PATCH', '/tables/notes', { changes })
  })

  it('takes rules along to new names, and leaves none behind', async () => {
    const { owner, seen, make, ed } = await site()
    async function change(name: string, ...changes: object[]): Promise<void> {
      const { status, json } = await owner.ask('PATCH', `/tables/${name}`, { changes })
      assert.equal(status, 200, JSON.stringify(json))
    }
    const rules = async () =>
      ((await owner.ask('GET', '/auth/rules')).json as Rule[]).map(({ thing }) => thing)

    await change('payroll', { rename: 'canaryPay' })
    assertProblem(await ed.ask('GET', '/canaryPay'), [404, 'tables.not_found'])
    await make('/tables', { name: 'payroll', columns: [{ name: 'a', type: 'text' }] })
    assert.equal((await ed.ask('GET', '/payroll')).status, 200)
    // Two that change their names with each other.
    await change(
      'staff',
      { rename: 'crew' },
      { renameColumn: { from: 'salary', to: 'x' } },
      { renameColumn: { from: 'code', to: 'salary' } },
      { renameColumn: { from: 'x', to: 'code' } },
      { dropColumn: 'remark' },
      { addColumn: { name: 'remark', type: 'text', default: 'new' } },
    )
    const { json } = await ed.ask('GET', '/crew/1')
    assert.deepEqual(json, { id: 1, name: 'Ann', grade: 5, plan: 41, salary: 'a', remark: 'new' })
    assert.deepEqual(
      (await rules()).filter(({ kind }) => kind === 'column'),
      [column('code', 'crew'), column('grade', 'crew')],
    )
    assert.equal((await owner.ask('DELETE', '/tables/crew')).status, 200)
    assert.deepEqual(await rules(), [table('canaryPay'), table('notes')])
    await make('/tables', { name: 'crew', columns: [{ name: 'grade', type: 'integer' }] })
    assert.deepEqual(await seen('POST', '/crew', { grade: 3 }), { id: 1, grade: 3 })
  })
})

describe('rules for all tables', () => {
  it('keep tables from being made, and one may be given back', async () => {
    const { rule, see, seen, forbidden } = await site()
    const made = { name: 'staff', columns: [{ name: 'a', type: 'text' }] }

    await rule(table('*'), 'read')
    await rule(table('notes'), 'write')
    await seen('PUT', '/notes/1', { text: 'x' })
    await forbidden('PUT', '/staff/1', { name: 'x' })
    await forbidden('POST', '/tables', made)
    await rule(table('*'), 'none')
    assert.deepEqual(await seen('GET', '/tables'), [])
    await forbidden('POST', '/tables', made)
    await forbidden('POST', '/tables', { ...made, name: 'other' })
    assertProblem(await see('GET', '/notes'), [404, 'tables.not_found'])
  })
})

async function columnsFor(somebody: Somebody): Promise<string[]> {
  const [first] = await rowsOf(somebody, 'staff')
  return Object.keys(first!)
}

describe('lists for people who do not see the same', () => {
  it('are never answered with what others were', async () => {
    const { owner, ed, rule, invite, see } = await site()
    const uma = await invite('Uma', 'editor')
    const umas: Subject = { kind: 'account', id: uma.id }
    await rule(column('salary'), 'write', umas)
    for (let round = 0; round < 3; round++) {
      assert.deepEqual(await columnsFor(ed), ['id', 'name', 'grade', 'plan', 'code'])
      assert.deepEqual(await columnsFor(uma), ['id', 'name', 'salary', 'grade', 'plan', 'code'])
      assert.equal((await columnsFor(owner)).length, 7)
      if (round === 1) await owner.ask('PUT', '/staff/1', { name: 'Anna' })
    }
    // Nothing is committed between a kept list and a rule that hides a part of it.
    await rule(table('notes'), null)
    assert.equal((await see('GET', '/notes')).status, 200)
    assert.equal((await see('GET', '/notes')).status, 200)
    await rule(column('text', 'notes'), 'none')
    assert.deepEqual((await see('GET', '/notes')).json, [{ id: 1 }])
    assert.deepEqual((await see('GET', '/notes?start=0&end=5')).json, [{ id: 1 }])
    assert.equal((await see('GET', '/notes/export')).json, 'id\r\n1\r\n')
    await rule(table('notes'), 'none')
    assertProblem(await see('GET', '/notes'), [404, 'tables.not_found'])
  })

  it('have other ETags', async () => {
    const { owner, see } = await site()
    for (const path of ['/staff', '/staff?sort=name', '/staff?start=0&end=5']) {
      const all = (await owner.ask('GET', path)).headers.get('etag') ?? ''
      const some = (await see('GET', path)).headers.get('etag') ?? ''
      assert.notEqual(all, some)
      const other = await see('GET', path, undefined, { 'if-none-match': all })
      assert.equal(other.status, 200)
      const same = await see('GET', path, undefined, { 'if-none-match': some })
      assert.equal(same.status, 304)
    }
  })

  it('are told of a row that has changed only what they see of it', async () => {
    const { see, owner } = await site()
    const { headers } = await see('GET', '/staff/1')
    await owner.ask('PUT', '/staff/1', { name: 'Anna', salary: 777009 })
    const stale = { 'if-match': headers.get('etag') ?? '' }

    for (const [method, body] of [
      ['PUT', { name: 'x' }],
      ['PATCH', { key: 'name', value: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await see(method, '/staff/1', body, stale)
      assertProblem(answer, [412, 'tables.row_changed'])
      const { current } = answer.json as { current: Row }
      assert.deepEqual(current, { id: 1, name: 'Anna', grade: 5, plan: 41, code: 'a' })
    }
  })
})

describe('the log', () => {
  it('has the whole row, whoever wrote it', async () => {
    const { seen, owner } = await site()
    await seen('DELETE', '/staff/1')

    const { json } = await owner.ask('GET', '/changes?since=0')
    const entries = json as { operation: string; before: unknown }[]
    const deleted = entries.find(({ operation }) => operation === 'row-deleted')
    assert.equal((deleted!.before as Row)['salary'], 777001)
  })
})

describe('what is taken back', () => {
  it('comes back as hidden as it was', async () => {
    const { owner, seen, see } = await site()
    const good = async (...asked: Parameters<Somebody['ask']>) => {
      const { status, json } = await owner.ask(...asked)
      assert.equal(status, 200, JSON.stringify(json))
    }
    await good('PATCH', '/tables/staff', { changes: [{ dropColumn: 'remark' }] })
    await good('POST', '/undo', {})

    assert.ok((await rowsOf(owner, 'staff')).every(({ remark }) => remark === 'canary one'))
    assert.deepEqual(Object.keys((await seen<Row[]>('GET', '/staff'))[0]!), [
      'id',
      'name',
      'grade',
      'plan',
      'code',
    ])
    await see('GET', '/history')
    await good('DELETE', '/tables/staff')
    await good('POST', '/undo', {})
    await good('DELETE', '/tables/staff')
    await good('POST', '/undo', {})
    assert.equal((await rowsOf(owner, 'staff')).length, 2)
    assert.ok(!('salary' in (await seen<Row[]>('GET', '/staff'))[0]!))
    await good('DELETE', '/tables/notes')
    await good('POST', '/undo', {})
    assertProblem(await see('POST', '/notes', { text: 'x' }), [403, 'forbidden'])
  })
})
