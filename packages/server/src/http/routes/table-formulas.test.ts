import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TableDescription } from '@triptych/contract/table-schema'
import type { Row } from '@triptych/contract/tables'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import { api, assertProblem } from '../../../test/fixtures/api.ts'

import { client } from '../../../test/fixtures/doings.ts'
import { importApi } from '../../../test/fixtures/import-api.ts'

const euro = { kind: 'currency', currency: 'EUR' }
const columns = [
  { name: 'name', type: 'text' },
  { name: 'price', type: 'number' },
  { name: 'amount', type: 'integer' },
  { name: 'gross', formula: 'round(net * 1.19, 2)', format: euro },
  { name: 'net', formula: 'price * amount' },
]
const nails = { name: 'Nails', price: 1.5, amount: 4 }

async function world(options = {}) {
  const made = await api(options, columns)
  const { call, row, rows } = made
  const [ann, bob] = [client(made, 'ann'), client(made, 'bob')]
  await bob.good('POST', '/films', nails)
  await bob.good('POST', '/films', { name: 'Glue', price: 9.99, amount: 2 })
  const nets = async () => (await rows()).map(({ net }) => net)
  const shape = async () => (await call('GET', '/tables/films')).json as TableDescription
  const change = (...changes: unknown[]) => ann.good('PATCH', '/tables/films', { changes })
  return { ...made, ann, bob, row, nets, shape, change }
}

const kinds = ({ columns }: Pick<TableDescription, 'columns'>) =>
  columns.map(({ name, type, formula }) => [name, type, formula])

const rename = (from: string, to: string) => ({ renameColumn: { from, to } })

describe('a column with a formula', () => {
  it('has the type that it comes to, and is told with it', async () => {
    const { shape } = await world()

    const made = await shape()

    assert.deepEqual(kinds(made), [
      ['name', 'text', undefined],
      ['price', 'number', undefined],
      ['amount', 'integer', undefined],
      ['gross', 'number', 'round(net * 1.19, 2)'],
      ['net', 'number', 'price * amount'],
    ])
    const editors = made.svar.columns.map(({ id, editor }) => [id, editor])
    assert.deepEqual(editors.slice(-2), [
      ['gross', undefined],
      ['net', undefined],
    ])
  })

  it('is worked out for a new row, and for a row that changes, in the answer, the list and the log', async () => {
    const { ann, call, row, changes, head } = await world()
    assert.deepEqual(await row(1), { id: 1, ...nails, net: 6, gross: 7.14 })

    const before = await head()
    const put = await ann.good('PUT', '/films/1', { row: { amount: 10 } })
    await ann.good('PATCH', '/films/2', { key: 'price', value: '' })
    const patched = await row(2)

    assert.deepEqual(put, { id: 1, ...nails, amount: 10, net: 15, gross: 17.85 })
    assert.deepEqual([patched['net'], patched['gross']], [null, null])
    assert.deepEqual(await row(1), put)
    assert.deepEqual(
      (await changes(before)).map(({ before, after }) => [before, after]),
      [
        [
          { amount: 4, net: 6, gross: 7.14 },
          { amount: 10, net: 15, gross: 17.85 },
        ],
        [
          { price: 9.99, net: 19.98, gross: 23.78 },
          { price: null, net: null, gross: null },
        ],
      ],
    )
    const named = await ann.good('PUT', '/films/1', { name: 'Screws' })
    assert.equal(named['net'], 15)
    const [last] = (await changes(before)).slice(-1)
    assert.deepEqual(last!.after, { name: 'Screws' })
    assert.deepEqual((await call('POST', '/films', { row: {} })).json, {
      id: 3,
      name: null,
      price: null,
      amount: null,
      gross: null,
      net: null,
    })
  })

  it('is passed over in a row, where others are written, and refused alone', async () => {
    const { call, refuses } = await world()

    const whole = await call('PUT', '/films/1', { id: 1, ...nails, amount: 2, net: 6, gross: 7 })
    const added = await call('POST', '/films', { row: { name: 'Tape', amount: 1, net: 99 } })
    const many = await call('POST', '/films/rows', { rows: [{ price: 2, amount: 2, net: 0 }] })

    assert.deepEqual(whole.json, { id: 1, ...nails, amount: 2, net: 3, gross: 3.57 })
    assert.equal((added.json as Row)['net'], null)
    assert.equal(many.status, 200, JSON.stringify(many.json))
    assert.equal(((await call('GET', '/films/4')).json as Row)['net'], 4)
    const code = [422, 'tables.read_only_column'] as const
    await refuses(code, 'PUT', '/films/1', { row: { net: 5 } })
    await refuses(code, 'PATCH', '/films/1', { key: 'net', value: '5' })
    await refuses(code, 'PATCH', '/films/rows', { filter: {}, set: { name: 'a', net: 5 } })
    const keyed = { rows: [{ net: 6, name: 'a' }], key: ['net'] }
    await refuses([400, 'tables.bad_query'], 'PUT', '/films/rows', keyed)
  })

  it('is worked out where many rows change at once, told apart or not', async () => {
    const { ann, call, nets, head, changes } = await world()
    await ann.good('PATCH', '/films/rows', { filter: {}, set: { amount: 3 } })
    assert.deepEqual(await nets(), [4.5, 29.97])
    const put = {
      key: ['name'],
      rows: [
        { name: 'Glue', amount: 1 },
        { name: 'New', price: 2 },
      ],
    }
    await ann.good('PUT', '/films/rows', put)
    assert.deepEqual(await nets(), [4.5, 9.99, null])
    await ann.undo()
    assert.deepEqual(await nets(), [4.5, 29.97])

    const rows = Array.from({ length: 1500 }, (_, at) => ({ price: at, amount: 2 }))
    await ann.good('POST', '/films/rows', { rows })
    const before = await head()
    await ann.good('PATCH', '/films/rows', { filter: {}, set: { amount: 10 } })
    const [entry] = await changes(before)
    assert.equal(entry!.operation, 'rows-updated')
    const wanted = [15, 99.9, ...rows.map(({ price }) => price * 10)]
    assert.deepEqual(await nets(), wanted)
    assert.deepEqual((await call('GET', '/films/1503')).json, {
      id: 1503,
      name: null,
      price: 1499,
      amount: 10,
      net: 14990,
      gross: 17838.1,
    })
    assert.deepEqual(
      ((await call('GET', `/films?at=${before}`)).json as Row[]).map(({ net }) => net),
      [4.5, 29.97, ...rows.map(({ price }) => price * 2)],
    )
    await ann.undo()
    assert.deepEqual((await nets()).slice(0, 3), [4.5, 29.97, 0])
    assert.equal(((await call('GET', '/films/1503')).json as Row)['gross'], 3567.62)
  })

  it('is sorted, filtered, grouped, summed and exported as any other', async () => {
    const { call } = await world()
    const ids = async (query: string) =>
      ((await call('GET', `/films?${query}`)).json as Row[]).map(({ id }) => id)

    assert.deepEqual(await ids('sort=-net'), [2, 1])
    assert.deepEqual(await ids('net:gt=6'), [2])
    assert.deepEqual(await ids('net=6'), [1])
    const csv = (await call('GET', '/films/export?format=csv')).json
    assert.match(String(csv), /^id,name,price,amount,gross,net\r\n1,Nails,1.5,4,7.14,6\r\n/)
  })

  it('works the same for a copy of a row', async () => {
    const { ann } = await world()
    const copy = await ann.good('PUT', '/films/1', { operation: 'copy' })
    assert.equal(copy['net'], 6)
  })
})

const add = (formula: string, more = {}) => ({
  changes: [{ addColumn: { name: 'x', formula, ...more } }],
})

describe('a formula that does not work', () => {
  it('is refused with its place, and nothing changes', async () => {
    const { refuses } = await world()
    const code = [422, 'tables.bad_formula'] as const
    const problem = await refuses(code, 'PATCH', '/tables/films', add('price * amont'))
    assert.match(problem.error, /x does not work: there is no column amont \(at 9\)/)
    const { column, reason, at, length } = problem as unknown as Record<string, unknown>
    assert.deepEqual(
      { column, reason, at, length },
      {
        column: 'x',
        reason: 'unknown-column',
        at: 8,
        length: 5,
      },
    )
    await refuses(code, 'PATCH', '/tables/films', add('name * 2'))
    await refuses(code, 'PATCH', '/tables/films', add('x + 1'))
    const circle = { changes: [{ changeColumn: { name: 'net', formula: 'gross' } }] }
    await refuses(code, 'PATCH', '/tables/films', circle)
    const made = { name: 'other', columns: [{ name: 'a', formula: 'b' }] }
    await refuses(code, 'POST', '/tables', made)
  })

  it('is refused with what a written column has, and in place of one', async () => {
    const { refuses } = await world()
    const code = [422, 'body.invalid'] as const
    for (const more of [{ unique: true }, { nullable: false }, { default: 1 }, { options: [1] }]) {
      await refuses(code, 'PATCH', '/tables/films', add('price', more))
    }
    await refuses(code, 'PATCH', '/tables/films', add('name', { format: euro }))
    await refuses(code, 'PATCH', '/tables/films', { changes: [{ addColumn: { name: 'x' } }] })
    const turned = { changes: [{ changeColumn: { name: 'name', formula: 'price' } }] }
    await refuses(code, 'PATCH', '/tables/films', turned)
    const index = { changes: [{ addIndex: { columns: ['net'], unique: true } }] }
    await refuses(code, 'PATCH', '/tables/films', index)
  })
})

/** So many columns, each with a formula of so many characters. */
function texts(count: number, length: number) {
  const formula = `"${'🍎'.repeat(length - 2)}"`
  return Array.from({ length: count }, (_, at) => ({ name: `x${at}`, formula }))
}

describe('formulas that are too much', () => {
  it('are refused where they are long together', async () => {
    const { refuses, change } = await world()
    const formula = `price${' + 1'.repeat(480)}`
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ addColumn: { name: `x${at}`, formula } }))
    const code = [422, 'tables.too_many'] as const
    await refuses(code, 'PATCH', '/tables/films', { changes: many(26) })
    const columns = [
      { name: 'price', type: 'integer' },
      ...many(26).map(({ addColumn }) => addColumn),
    ]
    await refuses(code, 'POST', '/tables', { name: 'other', columns })
    await change(...many(25))
  })

  it('are counted by characters, of which the last still passes', async () => {
    const { refuses, call } = await world()
    const made = async (name: string, columns: object[]) =>
      (await call('POST', '/tables', { name, columns })).status
    const column = { name: 'price', type: 'integer' }
    assert.equal(await made('most', [column, ...texts(25, 2000)]), 200)
    const beyond = [column, ...texts(25, 2000), { name: 'more', formula: '1' }]
    const body = { name: 'more', columns: beyond }
    await refuses([422, 'tables.too_many'], 'POST', '/tables', body)
    const long = { name: 'long', columns: [column, ...texts(1, 2001)] }
    await refuses([422, 'body.invalid'], 'POST', '/tables', long)
  })

  it('are no problem where each names the next', async () => {
    const { ann, call } = await world()
    const columns = Array.from({ length: 100 }, (_, at) => ({
      name: `c${at}`,
      formula: `c${at + 1}${'+1'.repeat(240)}`,
    }))
    const last = { name: 'c100', type: 'integer' }
    await ann.good('POST', '/tables', { name: 'chain', columns: [...columns, last] })
    await ann.good('POST', '/chain', { c100: 1 })
    assert.equal(((await call('GET', '/chain/1')).json as Row)['c0'], 24_001)
  })
})

describe('the columns that a formula names', () => {
  it('may get other names, and the formula follows', async () => {
    const { change, shape, ann, nets } = await world()
    await change(
      { renameColumn: { from: 'price', to: 'unit price' } },
      { renameColumn: { from: 'net', to: 'NET' } },
    )
    assert.deepEqual(kinds(await shape()).slice(3), [
      ['gross', 'number', 'round(NET * 1.19, 2)'],
      ['NET', 'number', '{unit price} * amount'],
    ])
    const put = await ann.good('PUT', '/films/1', { 'unit price': 2 })
    assert.deepEqual([put['NET'], put['gross']], [8, 9.52])
    await ann.undo()
    await ann.undo()
    assert.deepEqual(kinds(await shape()).slice(3), [
      ['gross', 'number', 'round(net * 1.19, 2)'],
      ['net', 'number', 'price * amount'],
    ])
    assert.deepEqual(await nets(), [6, 19.98])
  })

  it('may do so a thousand times at once, also where the formula is longer in between', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `n${at}`)
    const formula = ['a', ...Array.from({ length: 990 }, () => 'z')].join('+')
    const made = await api({}, [
      { name: 'a', type: 'integer' },
      { name: 'z', type: 'integer' },
      ...names.map((name) => ({ name, formula })),
    ])
    const ann = client(made, 'ann')
    await ann.good('POST', '/films', { a: 1, z: 1 })
    const long = 'a name that is quite long'
    const changes = Array.from({ length: 500 }, () => [rename('z', long), rename(long, 'z')])
    const steps = [...changes.flat().slice(0, 998), rename('a', 'b')]
    await ann.good('PATCH', '/tables/films', { changes: steps })
    const shape = (await made.call('GET', '/tables/films')).json as TableDescription
    assert.equal(shape.columns.at(-1)!.formula, formula.replace('a', 'b'))
    assert.equal((await made.row(1))['n9'], 991)
  })

  it('may get other names in the change that makes or breaks it', async () => {
    const { change, shape, refuses, nets } = await world()
    await change(
      rename('price', 'cost'),
      { changeColumn: { name: 'net', formula: 'cost + amount' } },
      { addColumn: { name: 'price', type: 'integer', default: 7 } },
      { addColumn: { name: 'x', formula: 'cost + price' } },
      rename('cost', 'unit cost'),
      rename('price', 'cost'),
    )
    assert.deepEqual(kinds(await shape()).slice(3), [
      ['gross', 'number', 'round(net * 1.19, 2)'],
      ['net', 'number', '{unit cost} + amount'],
      ['cost', 'integer', undefined],
      ['x', 'number', '{unit cost} + cost'],
    ])
    assert.deepEqual(await nets(), [5.5, 11.99])
    const bad = [{ addColumn: { name: 'y', formula: '1 +' } }, rename('cost', 'price')]
    await refuses([422, 'tables.bad_formula'], 'PATCH', '/tables/films', { changes: bad })
  })

  it('are not deleted without it', async () => {
    const { refuses, change, ann, shape, rows } = await world()
    const before = [kinds(await shape()), await rows()]
    const gone = await refuses([409, 'tables.column_in_use'], 'PATCH', '/tables/films', {
      changes: [{ dropColumn: 'price' }],
    })
    assert.match(gone.error, /price is part of the formula of net/)
    await change(...['price', 'net', 'gross'].map((name) => ({ dropColumn: name })))

    await ann.undo()

    assert.deepEqual([kinds(await shape()), await rows()], before)
  })

  it('may get another type where the formula still works, and take it along', async () => {
    const { change, refuses, shape, nets, ann, rows } = await world()
    const before = [kinds(await shape()), await rows()]
    await refuses([422, 'tables.bad_formula'], 'PATCH', '/tables/films', {
      changes: [{ changeColumn: { name: 'price', type: 'text' } }],
    })
    await ann.good('PATCH', '/films/rows', { filter: {}, set: { price: 2 } })
    await change({ changeColumn: { name: 'price', type: 'integer' } })
    assert.deepEqual(kinds(await shape()).at(-1), ['net', 'integer', 'price * amount'])
    assert.deepEqual(await nets(), [8, 4])
    await ann.undo()
    await ann.undo()
    assert.deepEqual([kinds(await shape()), await rows()], before)
  })

  it('leave the cells as they were then where the past is looked at', async () => {
    const { change, head, ann, call, nets, shape } = await world()
    const first = await head()
    await change({ changeColumn: { name: 'net', formula: 'price * amount * 2' } })
    assert.deepEqual(await nets(), [12, 39.96])
    const second = await head()
    const then = (await call('GET', `/films?at=${first}`)).json as Row[]
    assert.deepEqual(
      then.map(({ net }) => net),
      [6, 19.98],
    )
    await change({ dropColumn: 'gross' }, { dropColumn: 'net' })
    const past = async (at: number) =>
      ((await call('GET', `/films?at=${at}`)).json as Row[]).map(({ net }) => net)
    assert.deepEqual(await past(first), [6, 19.98])
    assert.deepEqual(await past(second), [12, 39.96])
    await ann.undo()
    await ann.undo()
    assert.deepEqual(await nets(), [6, 19.98])
    assert.deepEqual(kinds(await shape()).at(-1), ['net', 'number', 'price * amount'])
  })
})

const change = (name: string, formula: string) => ({ changeColumn: { name, formula } })

describe('a formula that names another column by the same name', () => {
  const letters = [
    { name: 'a', type: 'integer' },
    { name: 'b', type: 'integer' },
    { name: 'last', formula: 'f + 1' },
    { name: 'f', formula: 'a * 2' },
  ]
  const changes: [string, unknown[], Record<string, unknown>][] = [
    [
      'once that was dropped',
      [{ dropColumn: 'a' }, rename('b', 'a')],
      { a: 100, f: 200, last: 201 },
    ],
    ['in other letters', [{ dropColumn: 'a' }, rename('b', 'A')], { A: 100, f: 200, last: 201 }],
    [
      'once both have changed their names',
      [rename('a', 'c'), rename('b', 'a'), rename('c', 'b'), change('f', 'a * 2')],
      { a: 100, b: 1, f: 200, last: 201 },
    ],
    [
      'once formulas have changed their names',
      [
        { addColumn: { name: 'g', formula: 'b - 1' } },
        rename('f', 'h'),
        rename('g', 'f'),
        change('last', 'f + 1'),
      ],
      { a: 1, b: 100, h: 2, f: 99, last: 100 },
    ],
  ]
  for (const [when, steps, expected] of changes) {
    it(`is worked out from it ${when}, and from the old one after undo`, async () => {
      const made = await api({}, letters)
      const ann = client(made, 'ann')
      await ann.good('POST', '/films', { a: 1, b: 100 })
      await ann.good('PATCH', '/tables/films', { changes: steps })
      assert.deepEqual(await made.row(1), { id: 1, ...expected })
      await ann.undo()
      assert.deepEqual(await made.row(1), { id: 1, a: 1, b: 100, f: 2, last: 3 })
      await ann.redo()
      assert.deepEqual(await made.row(1), { id: 1, ...expected })
    })
  }
})

describe('what is taken back', () => {
  it('is worked out from what the row holds then, not from what it held', async () => {
    const { ann, bob, row } = await world()
    await ann.good('PUT', '/films/1', { price: 2 })
    await bob.good('PUT', '/films/1', { amount: 100 })

    assert.deepEqual((await ann.undo()).kept, [])

    assert.deepEqual(await row(1), { id: 1, ...nails, amount: 100, net: 150, gross: 178.5 })
  })

  it('brings back rows by the formula of now', async () => {
    const { ann, bob, row, nets } = await world()
    await ann.good('DELETE', '/films/1')
    await bob.good('PATCH', '/tables/films', {
      changes: [{ changeColumn: { name: 'net', formula: 'price + amount' } }],
    })
    await ann.undo()
    assert.equal((await row(1))['net'], 5.5)
    assert.deepEqual(await nets(), [5.5, 11.99])
  })

  it('restores a row as it was, with what is worked out now', async () => {
    const { ann, row, head } = await world()
    const at = await head()
    await ann.good('PUT', '/films/1', { price: 3, amount: 3 })
    await ann.good('POST', '/history/restore', { of: 'films/1', at })
    assert.deepEqual(await row(1), { id: 1, ...nails, net: 6, gross: 7.14 })
  })
})

describe('an import into a table with a formula', () => {
  it('passes over what was exported of it, works it out, and has it for no target', async () => {
    const drive = await importApi()
    await drive.ask('POST', '/tables', JSON.stringify({ name: 'films', columns }), {
      'content-type': 'application/json',
    })
    const csv = 'name,price,amount,net\nNails,1.5,4,999\nGlue,2,,\n'
    const { columns: told } = await drive.upload('films', 'a.csv', csv)
    const rows = (await drive.ask('GET', '/films')).json as Row[]
    assert.deepEqual(
      rows.map(({ net, gross }) => [net, gross]),
      [
        [6, 7.14],
        [null, null],
      ],
    )
    assert.equal(told.find(({ source }) => source === 'net')?.name, null)
  })
})

describe('a rule that hides a column', () => {
  it('hides what is worked out from it: definition, rows, queries, log and past', async () => {
    const { owner, invite } = await accountsServer()
    const good = async (method: string, path: string, body?: unknown) => {
      const { status, json } = await owner.ask(method, path, body)
      assert.equal(status, 200, JSON.stringify(json))
      return json
    }
    await good('POST', '/tables', { name: 'films', columns })
    await good('POST', '/films', nails)
    const thing = { kind: 'column', table: 'films', column: 'price' }
    await good('PUT', '/auth/rules', { thing, subject: { kind: 'everyone' }, access: 'none' })
    const ed = await invite('Ed', 'editor')
    await good('PUT', '/films/1', { price: 777, amount: 5 })

    const seen = (await ed.ask('GET', '/tables/films')).json as TableDescription
    assert.deepEqual(
      seen.columns.map(({ name }) => name),
      ['name', 'amount'],
    )
    assert.deepEqual((await ed.ask('GET', '/films')).json, [{ id: 1, name: 'Nails', amount: 5 }])
    assertProblem(await ed.ask('GET', '/films?sort=net'), [400, 'tables.bad_query'])
    const put = await ed.ask('PUT', '/films/1', { amount: 6 })
    assert.deepEqual(put.json, { id: 1, name: 'Nails', amount: 6 })
    assert.equal(((await good('GET', '/films/1')) as Row)['net'], 777 * 6)
    const log = JSON.stringify((await ed.ask('GET', '/changes?since=0')).json)
    assert.match(log, /"amount":6/)
    assert.doesNotMatch(log, /777|3885|4662|net|gross/)
    const head = Number((await owner.ask('GET', '/changes?limit=1')).headers.get('x-revision'))
    const past = await ed.ask('GET', `/films?at=${head}`)
    assert.deepEqual(past.json, [{ id: 1, name: 'Nails', amount: 6 }])

    // The formula of now tells nothing; those of then would.
    const open = [{ changeColumn: { name: 'net', formula: 'amount * 2' } }]
    await good('PATCH', '/tables/films', { changes: open })
    assert.deepEqual((await ed.ask('GET', '/films')).json, [
      { id: 1, name: 'Nails', amount: 6, gross: 14.28, net: 12 },
    ])
    const later = JSON.stringify((await ed.ask('GET', '/changes?since=0')).json)
    assert.doesNotMatch(later, /777|3885|4662/)
    const before = [409, 'history.not_kept'] as const
    assertProblem(await ed.ask('GET', `/films?at=${head}`), before)
  })
  it('hides what it was worked out from one that is gone, also where another column has its name', async () => {
    const { owner, invite } = await accountsServer()
    const good = async (method: string, path: string, body?: unknown) => {
      const { status, json } = await owner.ask(method, path, body)
      assert.equal(status, 200, JSON.stringify(json))
    }
    const staff = [
      { name: 'name', type: 'text' },
      { name: 'salary', type: 'integer' },
      { name: 'bonus', type: 'integer' },
      { name: 'yearly', formula: 'salary * 12' },
    ]
    await good('POST', '/tables', { name: 'staff', columns: staff })
    const thing = { kind: 'column', table: 'staff', column: 'salary' }
    await good('PUT', '/auth/rules', { thing, subject: { kind: 'everyone' }, access: 'none' })
    const ed = await invite('Ed', 'editor')
    await good('POST', '/staff', { name: 'Nora', salary: 7771, bonus: 5 })
    await good('PUT', '/staff/1', { salary: 7772 })
    const head = Number((await owner.ask('GET', '/changes?limit=1')).headers.get('x-revision'))

    const renamed = { renameColumn: { from: 'bonus', to: 'salary' } }
    await good('PATCH', '/tables/staff', { changes: [{ dropColumn: 'salary' }, renamed] })

    const rows = [{ id: 1, name: 'Nora', salary: 5, yearly: 60 }]
    assert.deepEqual((await ed.ask('GET', '/staff')).json, rows)
    const told = async () => JSON.stringify((await ed.ask('GET', '/changes?since=0')).json)
    assert.doesNotMatch(await told(), /\b(777\d|932\d\d)\b/)
    await good('PUT', '/staff/1', { salary: 6 })
    assert.doesNotMatch(await told(), /\b(777\d|932\d\d)\b/)
    assertProblem(await ed.ask('GET', `/staff?at=${head}`), [409, 'history.not_kept'])
  })
})
