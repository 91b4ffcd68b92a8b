import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Table } from '@triptych/contract/tables'
import { api, assertProblem } from '../../../test/fixtures/api.ts'
import { client } from '../../../test/fixtures/doings.ts'

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
