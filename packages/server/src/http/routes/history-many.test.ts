import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Row } from '@triptych/contract/tables'
import { api, assertProblem } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'
import { client } from '../../../test/fixtures/doings.ts'
import { formOf } from '../../../test/fixtures/files-api.ts'
import { filterAddress, filterBy, upTo } from '../../../test/fixtures/rows-api.ts'

const numbers = [
  { name: 'n', type: 'integer', unique: true },
  { name: 'text', type: 'text', default: 'as ever' },
  { name: 'half', type: 'number' },
  { name: 'even', type: 'boolean' },
  { name: 'more', type: 'json' },
]

/** More than are told of one by one. */
const many = 1300

const someRows = (first = 0, count = many) =>
  upTo(count, first).map((n) => ({
    n,
    half: n / 2,
    even: n % 2 === 0,
    more: n % 3 === 0 ? { 'a "b"': [n, null, `ü\uFFFF${n}`] } : null,
  }))

/** A table of so many rows that Bob has made. */
async function counted() {
  const world = await api({}, numbers)
  const [ann, bob] = [client(world, 'ann'), client(world, 'bob')]
  await bob.good('POST', '/films/rows', { rows: someRows() })
  return { world, ann, bob, before: await world.rows(), head: await world.head() }
}

async function importRows({ call }: Api, origin: string, rows: unknown[], table = 'films') {
  const { body, type } = formOf([{ name: 'file', filename: 'n.json', data: JSON.stringify(rows) }])
  const headers = { 'content-type': type, 'x-origin': origin }
  const { status, json } = await call('POST', `/${table}/import`, body, headers)
  assert.equal(status, 200, JSON.stringify(json))
}

describe('taking back a change of very many rows', () => {
  it('gives back what they had, and does it again', async () => {
    const { world, ann, before } = await counted()
    await ann.good('PATCH', '/films/rows', { filter: {}, set: { text: null, half: 7.5, more: 1 } })
    const after = await world.rows()
    assert.notDeepEqual(after, before)

    for (let n = 0; n < 2; n++) {
      assert.deepEqual((await ann.undo()).kept, [])
      assert.deepEqual(await world.rows(), before)
      await ann.redo()
      assert.deepEqual(await world.rows(), after)
    }
  })

  it('leaves each cell that somebody has changed since, and names it', async () => {
    const { world, ann, bob, before } = await counted()
    await ann.good('PATCH', '/films/rows', { filter: {}, set: { text: 'all', half: 7 } })
    await bob.good('PUT', '/films/1', { text: 'mine', even: false })
    await bob.good('PUT', '/films/2', { even: null })
    await bob.good('DELETE', '/films/3')

    const { kept } = await ann.undo()

    assert.deepEqual(kept, [
      { entity: 'films/1', field: 'text' },
      { entity: 'films/3', field: 'text' },
      { entity: 'films/3', field: 'half' },
    ])
    const [first, second, , ...rest] = before as [Row, Row, Row, ...Row[]]
    assert.deepEqual(await world.rows(), [
      { ...first, text: 'mine', even: false },
      { ...second, even: null },
      ...rest,
    ])
    await ann.redo()
    await ann.undo()
    assert.deepEqual((await world.rows())[0], { ...first, text: 'mine', even: false })
  })

  it('names the first of what stays, and says how much else does', async () => {
    const { ann, bob } = await counted()
    await ann.good('PATCH', '/films/rows', { filter: {}, set: { text: 'all' } })
    await bob.good('PATCH', '/films/rows', { filter: {}, set: { text: 'others' } })

    const { kept, more } = await ann.undo()

    assert.deepEqual([kept.length, more], [1000, many - 1000])
    assert.deepEqual(kept[0], { entity: 'films/1', field: 'text' })
  })

  it('brings back rows that were deleted, in their places and with what named them', async () => {
    const { world, ann, bob } = await counted()
    const columns = [
      { name: 'film', type: 'integer', reference: { table: 'films', onDelete: 'clear' } },
    ]
    await bob.good('POST', '/tables', { name: 'uses', columns })
    await bob.good('POST', '/uses/rows', { rows: upTo(many, 1).map((film) => ({ film })) })
    await bob.good('PUT', '/films/9', { operation: 'move', target: 1, mode: 'before' })
    const [before, uses] = [await world.rows(), await ann.ask('GET', '/uses')]
    await ann.good('DELETE', filterAddress({}))
    const head = await world.head()
    assert.deepEqual(await world.rows(), [])

    await ann.undo()

    assert.deepEqual(await world.rows(), before)
    assert.deepEqual((await ann.ask('GET', '/uses')).json, uses.json)
    await ann.redo()
    assert.deepEqual(await world.rows(), [])
    await ann.undo()
    assert.deepEqual(await world.rows(), before)
    assert.deepEqual((await ann.ask('GET', `/films?at=${head}`)).json, [])
  })

  it('brings none back where another row has what only one may have', async () => {
    const { world, ann, bob } = await counted()
    await ann.good('DELETE', filterAddress({}))
    await bob.good('POST', '/films', { n: 5 })
    const now = await world.rows()

    assertProblem(await ann.ask('POST', '/undo', {}), [409, 'tables.not_unique'])
    assert.deepEqual(await world.rows(), now)
  })

  it('takes away rows that were imported, but for those that somebody has changed since', async () => {
    const { world, ann, bob, before } = await counted()
    await importRows(world, 'ann', someRows(many))
    const [first, second] = [many + 1, many + 2]
    await bob.good('PUT', `/films/${first}`, { text: 'mine' })
    // What is as it came was not changed.
    await ann.good('PUT', `/films/${second}`, { text: 'typo' })
    await ann.undo()

    const { kept } = await ann.undo()

    assert.deepEqual(kept, [{ entity: `films/${first}`, field: 'id' }])
    assert.deepEqual((await world.rows()).slice(0, many), before)
    assert.deepEqual(
      (await world.rows()).slice(many).map(({ id }) => id),
      [first],
    )
    await ann.redo()
    assert.equal((await world.rows()).length, 2 * many)
    assert.deepEqual((await ann.undo()).kept, kept)
    assert.equal((await world.rows()).length, many + 1)
  })

  it('takes away a table that came with its rows', async () => {
    const { world, ann } = await counted()
    await importRows(world, 'ann', someRows(), 'other')

    await ann.undo()

    assertProblem(await ann.ask('GET', '/other'), [404, 'tables.not_found'])
  })

  it('gives back what rows have exchanged that no two may have', async () => {
    const { world, ann, before } = await counted()
    const rows = before.map(({ id, n }) => ({ id, n: many - 1 - Number(n), text: `no. ${id}` }))
    await ann.good('PUT', '/films/rows', { key: ['id'], rows })
    const after = await world.rows()

    await ann.undo()
    assert.deepEqual(await world.rows(), before)
    await ann.redo()
    assert.deepEqual(await world.rows(), after)
  })

  it('takes away rows that were added together, and brings them again', async () => {
    const { world, ann, before } = await counted()
    await ann.good('POST', '/films/rows', { rows: someRows(many) })
    const after = await world.rows()

    await ann.undo()
    assert.deepEqual(await world.rows(), before)
    await ann.redo()
    assert.deepEqual(await world.rows(), after)
  })

  it('shows and restores the table as it was before', async () => {
    const { world, ann, bob, before, head } = await counted()
    const heads = [head]
    const states = [before]
    const then = async (work: Promise<unknown>) => {
      await work
      heads.push(await world.head())
      states.push(await world.rows())
    }
    await then(bob.good('PATCH', '/films/rows', { filter: {}, set: { text: 'all' } }))
    await then(ann.good('PUT', '/films/5', { text: 'one', half: 1 }))
    await then(importRows(world, 'ann', someRows(many)))
    await then(ann.good('DELETE', filterAddress(filterBy('even', true))))
    await then(ann.undo())
    await then(bob.good('DELETE', filterAddress({})))
    for (const [at, rows] of states.entries()) {
      assert.deepEqual((await ann.ask('GET', `/films?at=${heads[at]}`)).json, rows, `${at}`)
    }
    await ann.good('POST', '/history/restore', { of: 'films/5', at: heads[2] })
    assert.deepEqual(await world.rows(), [states[2]!.find(({ id }) => id === 5)])
  })
})
