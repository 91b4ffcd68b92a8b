import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Table } from '@triptych/contract/tables'
import { api, assertProblem } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'
import { client } from '../../../test/fixtures/doings.ts'
import type { Client } from '../../../test/fixtures/doings.ts'

const change = (one: Client, ...changes: unknown[]) =>
  one.good('PATCH', '/tables/films', { changes })

async function shape({ call }: Api): Promise<Table> {
  return (await call('GET', '/tables/films')).json as Table
}

async function films() {
  const world = await api()
  const [ann, bob] = [client(world, 'ann'), client(world, 'bob')]
  await bob.good('PUT', '/films/3', { code: 'R1' })
  const index = { name: 'by_code', columns: ['code', 'year'], unique: false }
  await change(bob, { addIndex: index })
  return { world, ann, bob, before: await world.rows(), definition: await shape(world) }
}

describe('taking back a change of columns', () => {
  it('brings back a column that was dropped: place, rules, index and values', async () => {
    const { world, ann, before, definition } = await films()
    const head = await world.head()
    await change(
      ann,
      { dropIndex: 'by_code' },
      ...['code', 'name', 'extra', 'seen'].map((name) => ({ dropColumn: name })),
      { renameColumn: { from: 'year', to: 'name' } },
      { addColumn: { name: 'extra', type: 'text', default: 'x' } },
    )
    const [later, after] = [await shape(world), await world.rows()]
    assert.deepEqual((await ann.ask('GET', `/films?at=${head}`)).json, before)

    for (let n = 0; n < 2; n++) {
      assert.deepEqual((await ann.undo()).kept, [])
      assert.deepEqual(await shape(world), definition)
      assert.deepEqual(await world.rows(), before)
      assertProblem(await ann.ask('POST', '/films', { name: 'X', code: 'A1' }), [
        409,
        'tables.not_unique',
      ])
      await ann.redo()
      assert.deepEqual(await shape(world), later)
      assert.deepEqual(await world.rows(), after)
    }
    assert.deepEqual((await ann.ask('GET', `/films?at=${head}`)).json, before)
  })

  it('tells in words what it was, also when that is done again', async () => {
    const { ann } = await films()
    await change(ann, { renameColumn: { from: 'year', to: 'made' } })
    const told = { text: 'renamed the column year of films to made', operation: 'table-changed' }
    for (const taken of [await ann.undo(), await ann.redo(), await ann.undo()]) {
      assert.deepEqual({ text: taken.text, operation: taken.operation }, told)
    }
    await ann.good('PUT', '/films/1', { votes: 7 })
    assert.match((await ann.undo()).text, /^changed votes from .+ to 7 of /)
  })

  it('gives new rows the default, and leaves alone what is gone', async () => {
    const { world, ann, bob, before } = await films()
    await change(ann, { dropColumn: 'votes' }, { dropColumn: 'seen' })
    await bob.good('DELETE', '/films/2')
    await bob.good('POST', '/films', { name: 'New' })

    await ann.undo()

    const [first, , third] = before
    const rows = await world.rows()
    assert.deepEqual(rows.slice(0, 2), [first, third])
    assert.deepEqual([rows[2]!['votes'], rows[2]!['seen']], [0, false])
  })

  it('brings back no column in which rows would lack what they need', async () => {
    const { world, ann, bob } = await films()
    await change(ann, { dropColumn: 'name' })
    await bob.good('POST', '/films', { year: 2000 })
    const [now, rows] = [await shape(world), await world.rows()]

    assertProblem(await ann.ask('POST', '/undo', {}), [409, 'history.changed_since'])
    assert.deepEqual([await shape(world), await world.rows()], [now, rows])
  })

  it('gives a column its type back, and the values that were lost with it', async () => {
    const { world, ann, bob } = await films()
    await change(bob, { addColumn: { name: 'no', type: 'text', unique: true } })
    for (const [id, no] of [' 007', '+8', '0'].entries()) {
      await bob.good('PUT', `/films/${id + 1}`, { no })
    }
    const [before, definition, head] = [await world.rows(), await shape(world), await world.head()]
    await change(ann, { changeColumn: { name: 'no', type: 'integer' } })
    const after = await world.rows()
    assert.deepEqual(
      after.map(({ no }) => no),
      [7, 8, 0],
    )
    assert.deepEqual((await ann.ask('GET', `/films?at=${head}`)).json, before)

    await ann.undo()
    assert.deepEqual([await shape(world), await world.rows()], [definition, before])
    await ann.redo()
    assert.deepEqual(await world.rows(), after)
    await bob.good('PUT', '/films/2', { no: 9 })
    const { kept } = await ann.undo()
    assert.deepEqual(kept, [{ entity: 'films/2', field: 'no' }])
    assert.deepEqual(
      (await world.rows()).map(({ no }) => no),
      [' 007', '9', '0'],
    )
  })

  it('gives back no type that cannot hold what somebody has written since', async () => {
    const { world, ann, bob } = await films()
    await change(ann, { changeColumn: { name: 'year', type: 'text' } })
    await bob.good('PUT', '/films/1', { year: 'long ago' })
    const now = await shape(world)

    assertProblem(await ann.ask('POST', '/undo', {}), [409, 'history.changed_since'])
    assert.deepEqual(await shape(world), now)
  })

  it('brings back what names rows that are there, and names what does not', async () => {
    const { world, ann, bob } = await films()
    await change(bob, {
      addColumn: {
        name: 'like',
        type: 'integer',
        reference: { table: 'films', onDelete: 'clear' },
      },
    })
    await bob.good('PUT', '/films/1', { like: 2 })
    await bob.good('PUT', '/films/3', { like: 1 })
    await change(ann, { dropColumn: 'like' })
    await bob.good('DELETE', '/films/2')

    assert.deepEqual((await ann.undo()).kept, [{ entity: 'films/1', field: 'like' }])

    const rows = await world.rows()
    assert.deepEqual(
      rows.map(({ id, like }) => [id, like]),
      [
        [1, null],
        [3, 1],
      ],
    )
  })

  it('is told of where a column is gone: nothing was taken back in it', async () => {
    const { world, ann, bob } = await films()
    const rows = Array.from({ length: 1001 }, () => ({ name: 'X' }))
    await bob.good('POST', '/films/rows', { rows })
    await bob.good('PATCH', '/films/rows', { filter: {}, set: { votes: 5, year: 1900 } })
    await bob.good('PUT', '/films/1', { votes: 6, rating: 1 })
    const again = { addColumn: { name: 'votes', type: 'integer' } }
    await change(ann, { dropColumn: 'votes' }, again)

    const one = await bob.undo()
    assert.deepEqual(one.kept, [{ entity: 'films/1', field: 'votes' }])
    assert.equal((await world.row(1))['rating'], 8.5)
    const many = await bob.undo()
    assert.deepEqual([many.kept.length + (many.more ?? 0), many.kept[0]?.field], [1004, 'votes'])
    assert.equal((await world.row(1))['year'], 1979)

    await ann.undo()
    await bob.redo()
    assert.deepEqual((await bob.redo()).kept, [])
    assert.equal((await world.row(1))['votes'], 6)
  })
})
