import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Table } from '@triptych/contract/tables'
import { api, assertProblem } from '../../../test/fixtures/api.ts'
import { client } from '../../../test/fixtures/doings.ts'
import { filterAddress } from '../../../test/fixtures/rows-api.ts'

async function films() {
  const world = await api()
  const [ann, bob] = [client(world, 'ann'), client(world, 'bob')]
  const view = { name: 'good', sort: [{ column: 'year', descending: true }] }
  await bob.good('POST', '/tables/films/views', view)
  await bob.good('PATCH', '/tables/films', {
    changes: [{ addIndex: { name: 'both', columns: ['name', 'year'], unique: true } }],
  })
  await bob.good('POST', '/comments', { of: 'films/2', text: 'A fine one' })
  const all = async () => ({
    definition: (await ann.ask('GET', '/tables/films')).json as Table,
    rows: await world.rows(),
    comments: (await ann.ask('GET', '/comments?of=films/2')).json,
  })
  return { world, ann, bob, all, before: await all(), head: await world.head() }
}

describe('taking back the end of a table', () => {
  it('brings it back with its rows, views, comments and indexes', async () => {
    const { world, ann, bob, all, before, head } = await films()
    await ann.good('DELETE', '/tables/films')
    const deleted = await world.head()
    assertProblem(await ann.ask('GET', '/films'), [404, 'tables.not_found'])
    assert.deepEqual((await ann.ask('GET', '/tables')).json, [])

    for (let n = 0; n < 2; n++) {
      assert.deepEqual((await ann.undo()).kept, [])
      assert.deepEqual(await all(), before)
      const twice = { name: 'Alien', year: 1979 }
      assertProblem(await ann.ask('POST', '/films', twice), [409, 'tables.not_unique'])
      assert.deepEqual((await ann.ask('GET', `/films?at=${head}`)).json, before.rows)
      assertProblem(await ann.ask('GET', `/films?at=${deleted}`), [404, 'tables.not_found'])
      await ann.redo()
      assertProblem(await ann.ask('GET', '/films'), [404, 'tables.not_found'])
    }
    await ann.undo()
    assert.equal((await bob.good('POST', '/films', { name: 'New' }))['id'], 4)
    await bob.good('DELETE', '/films/4')
    // They would lose what was done since.
    assertProblem(await ann.ask('POST', '/redo'), [409, 'history.changed_since'])
    await ann.good('POST', '/history/restore', { of: 'films', at: head })
    assert.deepEqual(await all(), before)
  })

  it('is refused where another has its name', async () => {
    const { ann, bob, world } = await films()
    await ann.good('DELETE', '/tables/films')
    const columns = [{ name: 'n', type: 'integer' }]
    await bob.good('POST', '/tables', { name: 'Films', columns })

    assertProblem(await ann.ask('POST', '/undo', {}), [409, 'tables.name_taken'])

    await bob.undo()
    await ann.undo()
    assert.equal((await world.rows()).length, 3)
    await bob.redo().catch(() => {})
    assert.equal((await world.rows()).length, 3)
  })

  it('takes out of it what it names and is gone meanwhile', async () => {
    const { ann, bob, world } = await films()
    const like = { name: 'like', type: 'integer', reference: { table: 'films', onDelete: 'clear' } }
    await bob.good('POST', '/tables', { name: 'uses', columns: [like] })
    for (const film of [1, 2, 3]) await bob.good('POST', '/uses', { like: film })
    await ann.good('DELETE', '/tables/uses')
    await bob.good('DELETE', '/films/2')

    assert.deepEqual((await ann.undo()).kept, [{ entity: 'uses/2', field: 'like' }])

    const rows = await world.rows('uses')
    assert.deepEqual(
      rows.map((row) => row['like']),
      [1, null, 3],
    )
    await ann.good('DELETE', '/films/3')
    assert.equal((await world.row(3, 'uses'))['like'], null)
  })

  it('is refused where a table that it names is gone', async () => {
    const { ann, bob } = await films()
    const like = { name: 'like', type: 'integer', reference: { table: 'films', onDelete: 'clear' } }
    await bob.good('POST', '/tables', { name: 'uses', columns: [like] })
    await ann.good('DELETE', '/tables/uses')
    await bob.good('DELETE', '/tables/films')

    assertProblem(await ann.ask('POST', '/undo', {}), [409, 'history.gone'])

    await bob.undo()
    await ann.undo()
  })
})

const renames = (...names: [from: string, to: string][]) => ({
  changes: names.map(([from, to]) => ({ renameColumn: { from, to } })),
})

const view = (state: string, value: string, sort: string) => ({
  filter: { rules: [{ field: state, filter: 'equal', value }] },
  sort: [{ column: sort, descending: false }],
})

describe('what was done before columns got other names', () => {
  const columns = ['a', 'b'].map((name) => ({ name, type: 'integer' }))

  it('is taken back in the columns that have them now', async () => {
    const world = await api({}, columns)
    const [ann, bob] = [client(world, 'ann'), client(world, 'bob')]
    await bob.good('POST', '/films/rows', {
      rows: [
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ],
    })
    await ann.good('PUT', '/films/1', { a: 10 })
    await ann.good('DELETE', '/films/2')
    await ann.good('PATCH', '/films/rows', { filter: {}, set: { b: 20 } })
    const { id } = await ann.good('POST', '/films', { a: 5, b: 6 })
    await bob.good('PATCH', '/tables/films', renames(['a', 'x'], ['b', 'a'], ['x', 'b']))
    await bob.good('PATCH', '/tables/films', { changes: [{ dropColumn: 'a' }] })
    await bob.undo()
    await bob.good('PATCH', '/tables/films', renames(['b', 'first']))

    for (let n = 0; n < 4; n++) assert.deepEqual((await ann.undo()).kept, [])
    assert.deepEqual(await world.rows(), [
      { id: 1, first: 1, a: 2 },
      { id: 2, first: 3, a: 4 },
    ])
    for (let n = 0; n < 4; n++) assert.deepEqual((await ann.redo()).kept, [])
    assert.deepEqual(await world.rows(), [
      { id: 1, first: 10, a: 20 },
      { id, first: 5, a: 6 },
    ])
  })

  it('is taken back of views, which follow them', async () => {
    const options = ['new', 'done']
    const world = await api({}, [...columns, { name: 'state', type: 'text', options }])
    const [ann, bob] = [client(world, 'ann'), client(world, 'bob')]
    const views = async () =>
      ((await ann.ask('GET', '/tables/films')).json as { views: unknown }).views
    await ann.good('POST', '/tables/films/views', { name: 'v', ...view('state', 'done', 'b') })
    await ann.good('PUT', '/tables/films/views/v', { name: 'v', ...view('state', 'new', 'a') })
    await ann.good('DELETE', '/tables/films/views/v')
    const renameOptions = [{ from: 'new', to: 'open' }]
    const changes = [
      { changeColumn: { name: 'state', renameOptions } },
      ...renames(['state', 'is'], ['a', 'first']).changes,
    ]
    await bob.good('PATCH', '/tables/films', { changes })
    await ann.undo()
    assert.partialDeepStrictEqual(await views(), [view('is', 'open', 'first')])
    await ann.undo()
    assert.partialDeepStrictEqual(await views(), [view('is', 'done', 'b')])
    await ann.undo()
    assert.deepEqual(await views(), [])
  })

  it('is taken back of very many rows, too', async () => {
    const world = await api({}, columns)
    const [ann, bob] = [client(world, 'ann'), client(world, 'bob')]
    const rows = Array.from({ length: 1100 }, (_, n) => ({ a: n, b: n + 5000 }))
    await bob.good('POST', '/films/rows', { rows })
    await ann.good('PATCH', '/films/rows', { filter: {}, set: { a: 7 } })
    await ann.good('DELETE', filterAddress({}))
    await bob.good('PATCH', '/tables/films', renames(['a', 'x'], ['b', 'a'], ['x', 'b']))
    for (let n = 0; n < 2; n++) assert.deepEqual((await ann.undo()).kept, [])
    const back = (await world.rows()).map(({ a, b }) => ({ a: b, b: a }))
    assert.deepEqual(back, rows)
  })
})
