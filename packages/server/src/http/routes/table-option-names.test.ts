import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Column, Table } from '@triptych/contract/tables'
import { api } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'
import { client } from '../../../test/fixtures/doings.ts'
import { filterAddress } from '../../../test/fixtures/rows-api.ts'

const columns = [
  {
    name: 'state',
    type: 'text',
    options: ['todo', 'doing', 'done'],
    colors: { todo: 'red', done: 'green' },
    default: 'todo',
  },
  { name: 'tags', type: 'json', options: ['a', 'b', 5] },
  { name: 'isOpen', formula: 'state = "open"' },
]
const rows = [
  { state: 'todo', tags: ['a', 5] },
  { state: 'doing', tags: ['b', 'a'] },
  { state: 'done', tags: [] },
  { state: null, tags: null },
]

async function filled(): Promise<Api> {
  const set = await api({}, columns)
  await done(set, 'POST', '/films/rows', { rows })
  return set
}

async function done({ call }: Api, method: string, path: string, body?: unknown): Promise<unknown> {
  const { status, json } = await call(method, path, body)
  assert.equal(status, 200, JSON.stringify(json))
  return json
}

/** Others write rows without a name: what Ann takes back is what she did with the table. */
const ann = (set: Api) => client(set, 'ann')

const change = (set: Api, ...steps: object[]) =>
  ann(set).good('PATCH', '/tables/films', {
    changes: steps.map((changeColumn) => ({ changeColumn })),
  })

const columnOf = async (set: Api, name: string): Promise<Column> =>
  ((await done(set, 'GET', '/tables/films')) as Table).columns.find((one) => one.name === name)!

const cells = async ({ rows: all }: Api, name: string) => (await all()).map((row) => row[name])

const equal = (field: string, value: unknown) => ({ field, filter: 'equal', value })
const any = (value: unknown[]) => ({ field: 'tags', filter: 'anyOf', value })

describe('an option that gets another name', () => {
  it('has it in all rows, with its colour, as default, in views and for formulas', async () => {
    const set = await filled()
    await done(set, 'POST', '/tables/films/views', {
      name: 'mine',
      filter: {
        glue: 'or',
        rules: [
          { field: 'state', includes: ['todo', 'done'] },
          { field: 'state', filter: 'equal', value: 'todo' },
          { field: 'state', filter: 'contains', value: 'todo' },
          { glue: 'and', rules: [{ field: 'tags', filter: 'anyOf', value: ['b', 'a'] }] },
        ],
      },
    })
    const before = await set.rows()
    await change(
      set,
      { name: 'state', renameOptions: [{ from: 'todo', to: 'open' }] },
      { name: 'tags', renameOptions: [{ from: 'a', to: 'A' }] },
    )
    assert.deepEqual(await cells(set, 'state'), ['open', 'doing', 'done', null])
    assert.deepEqual(await cells(set, 'tags'), [['A', 5], ['b', 'A'], [], null])
    assert.deepEqual(await cells(set, 'isOpen'), [true, false, false, null])
    const { options, colors, default: given } = await columnOf(set, 'state')
    assert.deepEqual(options, ['open', 'doing', 'done'])
    assert.deepEqual([colors, given], [{ open: 'red', done: 'green' }, 'open'])
    const { views } = (await done(set, 'GET', '/tables/films')) as { views: { filter: unknown }[] }
    assert.deepEqual(views[0]!.filter, {
      glue: 'or',
      rules: [
        { field: 'state', includes: ['open', 'done'] },
        { field: 'state', filter: 'equal', value: 'open' },
        { field: 'state', filter: 'contains', value: 'todo' },
        { glue: 'and', rules: [{ field: 'tags', filter: 'anyOf', value: ['b', 'A'] }] },
      ],
    })

    const revision = await set.head()
    const was = await set.call('GET', `/films?at=${revision - 1}`)
    assert.deepEqual(was.json, before)
    assert.equal(was.status, 200)
  })

  it('has it also in views that ask for it as loosely as filters do', async () => {
    const set = await api({}, [
      { name: 'level', type: 'integer', options: [1, 2, 3] },
      { name: 'size', type: 'text', options: ['10', '20', 'Small'] },
      { name: 'tags', type: 'json', options: [5, '5'] },
    ])
    const small = equal('size', 'small')
    const rules = [equal('level', '2'), equal('size', 10), small, any([5, '5'])]
    await done(set, 'POST', '/tables/films/views', { name: 'mine', filter: { rules } })
    await change(
      set,
      { name: 'level', renameOptions: [{ from: 2, to: 9 }] },
      {
        name: 'size',
        renameOptions: [
          { from: '10', to: 'S' },
          { from: 'Small', to: 'M' },
        ],
      },
      { name: 'tags', renameOptions: [{ from: '5', to: 'five' }] },
    )
    const { views } = (await done(set, 'GET', '/tables/films')) as { views: { filter: unknown }[] }
    assert.deepEqual(views[0]!.filter, {
      rules: [equal('level', 9), equal('size', 'S'), equal('size', 'M'), any([5, 'five'])],
    })
  })

  it('gets its old one back in one step, also where somebody has gone on with the new one', async () => {
    const set = await filled()
    await change(set, {
      name: 'state',
      options: ['doing', 'open', 'done'],
      renameOptions: [{ from: 'todo', to: 'open' }],
    })
    await done(set, 'PUT', '/films/3', { state: 'open' })
    await done(set, 'POST', '/films', { state: 'open' })
    await done(set, 'PUT', '/films/1', { state: 'done' })

    await ann(set).undo()
    assert.deepEqual(await cells(set, 'state'), ['done', 'doing', 'todo', null, 'todo'])
    assert.deepEqual((await columnOf(set, 'state')).options, ['todo', 'doing', 'done'])
    assert.deepEqual((await columnOf(set, 'state')).colors, { todo: 'red', done: 'green' })
    await ann(set).redo()
    assert.deepEqual(await cells(set, 'state'), ['done', 'doing', 'open', null, 'open'])
    assert.deepEqual((await columnOf(set, 'state')).options, ['doing', 'open', 'done'])
  })

  it('may get that of another, which gets its own', async () => {
    const set = await filled()
    await change(set, {
      name: 'state',
      renameOptions: [
        { from: 'todo', to: 'done' },
        { from: 'done', to: 'todo' },
      ],
    })
    assert.deepEqual(await cells(set, 'state'), ['done', 'doing', 'todo', null])
    const { options, colors } = await columnOf(set, 'state')
    assert.deepEqual(options, ['done', 'doing', 'todo'])
    assert.deepEqual(colors, { done: 'red', todo: 'green' })
    // Two steps of one change, and another name for the column.
    await ann(set).good('PATCH', '/tables/films', {
      changes: [
        { changeColumn: { name: 'state', renameOptions: [{ from: 'done', to: 'x' }] } },
        { changeColumn: { name: 'state', renameOptions: [{ from: 'x', to: 'new' }] } },
        { renameColumn: { from: 'state', to: 'status' } },
      ],
    })
    assert.deepEqual(await cells(set, 'status'), ['new', 'doing', 'todo', null])
    await ann(set).undo()
    assert.deepEqual(await cells(set, 'state'), ['done', 'doing', 'todo', null])
  })

  it('may become one with another, and be two again', async () => {
    const set = await filled()
    await change(
      set,
      { name: 'state', renameOptions: [{ from: 'todo', to: 'doing' }] },
      { name: 'tags', renameOptions: [{ from: 'a', to: 'b' }] },
    )
    assert.deepEqual(await cells(set, 'state'), ['doing', 'doing', 'done', null])
    assert.deepEqual(await cells(set, 'tags'), [['b', 5], ['b'], [], null])
    assert.deepEqual((await columnOf(set, 'state')).options, ['doing', 'done'])
    await done(set, 'POST', '/films', { state: 'doing' })
    await done(set, 'PUT', '/films/2', { state: 'done' })
    await ann(set).undo()
    assert.deepEqual(await cells(set, 'state'), ['todo', 'done', 'done', null, 'doing'])
    assert.deepEqual(await cells(set, 'tags'), [['a', 5], ['b', 'a'], [], null, null])
  })

  it('is looked at before, and a unique one stays so', async () => {
    const set = await api({}, [{ name: 'code', type: 'text', options: ['a', 'b'], unique: true }])
    await done(set, 'POST', '/films/rows', { rows: [{ code: 'a' }, { code: 'b' }] })
    const swap = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ]
    await change(set, { name: 'code', renameOptions: swap })
    assert.deepEqual(await cells(set, 'code'), ['b', 'a'])
    const changes = [{ changeColumn: { name: 'code', renameOptions: [{ from: 'a', to: 'b' }] } }]
    const dry = await done(set, 'PATCH', '/tables/films', { changes, dryRun: true })
    assert.equal((dry as { failures: unknown[] }).failures.length, 1)
    await set.refuses([409, 'tables.rows_do_not_fit'], 'PATCH', '/tables/films', { changes })
  })

  it('has its new one also where something of before is taken back', async () => {
    const set = await filled()
    const bob = client(set, 'bob')
    await bob.good('PUT', '/films/1', { state: 'doing' })
    await bob.good('PUT', '/films/1', { tags: ['b'] })
    await bob.good('DELETE', '/films/2')
    const added = String((await bob.good('POST', '/films', { state: 'todo' }))['id'])
    await bob.good('PATCH', '/films/rows', { filter: {}, set: { tags: ['a', 'b'] } })
    const swap = [
      { from: 'todo', to: 'done' },
      { from: 'done', to: 'open' },
    ]
    await change(set, { name: 'state', renameOptions: swap })
    await change(set, { name: 'tags', renameOptions: [{ from: 'a', to: 'A' }] })
    const open = await set.rows()

    for (let n = 0; n < 5; n++) assert.deepEqual((await bob.undo()).kept, [])
    assert.deepEqual(await cells(set, 'state'), ['done', 'doing', 'open', null])
    assert.deepEqual(await cells(set, 'tags'), [['A', 5], ['b', 'A'], [], null])
    await set.refuses([404, 'tables.row_not_found'], 'GET', `/films/${added}`)
    for (let n = 0; n < 5; n++) assert.deepEqual((await bob.redo()).kept, [])
    assert.deepEqual(await set.rows(), open)
  })

  it('has it also in very many rows that were changed or deleted before', async () => {
    const set = await api({}, columns)
    const bob = client(set, 'bob')
    const rows = Array.from({ length: 1100 }, () => ({ state: 'todo', tags: ['a'] }))
    await done(set, 'POST', '/films/rows', { rows })
    await bob.good('PATCH', '/films/rows', { filter: {}, set: { state: 'done', tags: ['b'] } })
    await bob.good('DELETE', filterAddress({}))
    await change(set, { name: 'state', renameOptions: [{ from: 'todo', to: 'open' }] })
    await change(set, { name: 'tags', renameOptions: [{ from: 'a', to: 'A' }] })

    await bob.undo()
    assert.deepEqual((await bob.undo()).kept, [])
    assert.deepEqual(new Set(await cells(set, 'state')), new Set(['open']))
    assert.ok((await cells(set, 'tags')).every((one) => isDeepStrictEqual(one, ['A'])))
    await bob.redo()
    assert.deepEqual(new Set(await cells(set, 'state')), new Set(['done']))
  })

  it('that has become one with another, or is gone, is not brought back by anybody', async () => {
    const set = await filled()
    const bob = client(set, 'bob')
    await bob.good('PUT', '/films/1', { state: 'done' })
    await change(set, { name: 'state', renameOptions: [{ from: 'todo', to: 'doing' }] })
    const { by } = await bob.undo()
    assert.deepEqual(await cells(set, 'state'), ['doing', 'doing', 'done', null])
    await bob.undo(by)

    // It is two again.
    await ann(set).undo()
    await bob.undo()
    assert.deepEqual(await cells(set, 'state'), ['todo', 'doing', 'done', null])
    await bob.redo()
    await ann(set).redo()
    await bob.undo()
    assert.deepEqual(await cells(set, 'state'), ['doing', 'doing', 'done', null])
    await bob.redo()

    await done(set, 'PUT', '/films/2', { state: 'done' })
    await change(set, { name: 'state', options: ['done'], default: null })
    assert.deepEqual((await bob.undo()).kept, [{ entity: 'films/1', field: 'state' }])
    assert.deepEqual(await cells(set, 'state'), ['done', 'done', 'done', null])
  })

  it('has it where rows are made what they were, also those that were deleted', async () => {
    const set = await filled()
    const head = await set.head()
    await done(set, 'PUT', '/films/1', { state: 'done', tags: [] })
    await done(set, 'DELETE', '/films/2')
    await change(set, { name: 'tags', renameOptions: [{ from: 'a', to: 'A' }] })
    await change(set, { name: 'state', renameOptions: [{ from: 'todo', to: 'doing' }] })
    await done(set, 'POST', '/history/restore', { of: 'films/1', at: head })
    assert.deepEqual(await cells(set, 'state'), ['doing', 'done', null])
    assert.deepEqual(await cells(set, 'tags'), [['A', 5], [], null])
    await done(set, 'POST', '/history/restore', { of: 'films', at: head })
    assert.deepEqual(await cells(set, 'state'), ['doing', 'doing', 'done', null])
    assert.deepEqual(await cells(set, 'tags'), [['A', 5], ['b', 'A'], [], null])
  })

  it('hides from nobody what somebody has changed in rows that came together', async () => {
    const set = await api({}, columns)
    const bob = client(set, 'bob')
    const rows = Array.from({ length: 1100 }, () => ({ state: 'todo' }))
    await bob.good('POST', '/films/rows', { rows })
    await done(set, 'PUT', '/films/7', { state: 'done' })
    await change(set, { name: 'state', renameOptions: [{ from: 'todo', to: 'open' }] })
    assert.deepEqual((await bob.undo()).kept, [{ entity: 'films/7', field: 'id' }])
    assert.deepEqual(await cells(set, 'state'), ['done'])
  })

  it('is none where it is the one it has', async () => {
    const set = await filled()
    const head = await set.head()
    const before = await set.rows()
    const same = [{ from: 'todo', to: 'todo' }]
    await change(set, { name: 'state', renameOptions: same })
    assert.equal(await set.head(), head)
    await change(set, { name: 'state', renameOptions: same, default: 'done' })
    assert.deepEqual((await set.call('GET', `/films?at=${head}`)).json, before)
    await ann(set).undo()
    assert.equal((await columnOf(set, 'state')).default, 'todo')
  })

  it('must be there, get one name, and be an option then', async () => {
    const set = await filled()
    for (const step of [
      { renameOptions: [{ from: 'gone', to: 'x' }] },
      { renameOptions: [{ from: 'todo', to: 'x' }], options: ['todo', 'doing', 'done'] },
      {
        renameOptions: [
          { from: 'todo', to: 'x' },
          { from: 'todo', to: 'y' },
        ],
      },
      { renameOptions: [{ from: 'todo', to: 5 }] },
      { renameOptions: [{ from: 'todo' }] },
      { renameOptions: [{ from: 'todo', to: 'x'.repeat(201) }] },
    ]) {
      const changes = [{ changeColumn: { name: 'state', ...step } }]
      await set.refuses([422, 'body.invalid'], 'PATCH', '/tables/films', { changes })
    }
    const changes = [{ changeColumn: { name: 'isOpen', renameOptions: [{ from: 'a', to: 'b' }] } }]
    await set.refuses([422, 'body.invalid'], 'PATCH', '/tables/films', { changes })
  })
})

const add = (name: string, ...addOptions: unknown[]) => ({
  changes: [{ changeColumn: { name, addOptions } }],
})
const optionsOf = async (set: Api, name: string) => (await columnOf(set, name)).options

describe('an option that is added', () => {
  it('comes behind those that somebody else adds at the same time, and is there once', async () => {
    const set = await filled()
    const bob = client(set, 'bob')
    await Promise.all([
      ann(set).good('PATCH', '/tables/films', add('state', 'later')),
      bob.good('PATCH', '/tables/films', add('state', 'never', 'todo')),
      bob.good('PATCH', '/tables/films', add('tags', 'c')),
    ])
    const [todo, doing, finished, ...added] = (await optionsOf(set, 'state'))!
    assert.deepEqual([todo, doing, finished], ['todo', 'doing', 'done'])
    assert.deepEqual(new Set(added), new Set(['later', 'never']))
    assert.deepEqual(await optionsOf(set, 'tags'), ['a', 'b', 5, 'c'])
    assert.deepEqual((await columnOf(set, 'state')).colors, { todo: 'red', done: 'green' })

    const head = await set.head()
    await done(set, 'PATCH', '/tables/films', add('state', 'later'))
    assert.equal(await set.head(), head)
  })

  it('goes with other changes, and is refused where there are none, or too many', async () => {
    const set = await filled()
    await change(set, {
      name: 'state',
      renameOptions: [{ from: 'todo', to: 'open' }],
      addOptions: ['todo'],
      default: 'todo',
    })
    assert.deepEqual(await optionsOf(set, 'state'), ['open', 'doing', 'done', 'todo'])
    await ann(set).undo()
    assert.deepEqual(await optionsOf(set, 'state'), ['todo', 'doing', 'done'])
    const many = Array.from({ length: 998 }, (_, n) => `o${n}`)
    for (const body of [add('state', ...many), add('isOpen', 'x'), add('state', 5)]) {
      await set.refuses([422, 'body.invalid'], 'PATCH', '/tables/films', body)
    }
  })
})

const ofState = (change: object) => ({ changes: [{ changeColumn: { name: 'state', ...change } }] })

describe('options that are changed one by one', () => {
  it('leave alone what somebody else does with others of them at the same time', async () => {
    const set = await filled()
    const step = (who: Parameters<typeof client>[1], change: object) =>
      client(set, who).good('PATCH', '/tables/films', ofState(change))
    await step('ann', { addOptions: ['later'], setColors: { later: 'blue' } })
    await step('bob', { dropOptions: ['later', 'unknown'], setColors: { done: 'pink' } })
    await step('ann', { addOptions: ['never'], sortOptions: ['done', 'gone', 'todo', 'doing'] })
    await step('bob', {
      renameOptions: [{ from: 'doing', to: 'begun' }],
      setColors: { todo: null },
    })
    assert.deepEqual(await optionsOf(set, 'state'), ['done', 'todo', 'begun', 'never'])
    assert.deepEqual((await columnOf(set, 'state')).colors, { done: 'pink' })
    assert.deepEqual(await cells(set, 'state'), ['todo', 'begun', 'done', null])

    for (const change of [
      { setColors: { nothing: 'red' } },
      { setColors: { done: 'mauve' } },
      { dropOptions: ['done', 'todo', 'begun', 'never'] },
    ]) {
      await set.refuses([422, 'body.invalid'], 'PATCH', '/tables/films', ofState(change))
    }
    // It is in a cell.
    const inUse = ofState({ dropOptions: ['done'] })
    await set.refuses([409, 'tables.rows_do_not_fit'], 'PATCH', '/tables/films', inUse)
  })
})
