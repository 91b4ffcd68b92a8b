import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { choiceColors } from '@triptych/contract/choices'
import type { TableDescription } from '@triptych/contract/table-schema'
import { api } from '../../../test/fixtures/api.ts'

const states = ['new', 'done', 'late']
const colors = { new: 'blue', done: 'green' }
const columns = [
  { name: 'state', type: 'text', options: states, colors },
  { name: 'tags', type: 'json', options: ['a, b', 5], colors: { 5: 'grey', 'a, b': 'red' } },
  { name: 'plain', type: 'text', options: states },
]

const changes = (...steps: object[]) => ({ changes: steps })
const change = (step: object) => changes({ changeColumn: step })

async function coloured() {
  const made = await api({}, columns)
  return {
    ...made,
    table: async () => (await made.call('GET', '/tables/films')).json as TableDescription,
    colors: async (name: string) => {
      const { json } = await made.call('GET', '/tables/films')
      return (json as TableDescription).columns.find((column) => column.name === name)?.colors
    },
    change: (...steps: object[]) => made.writes('PATCH', '/tables/films', changes(...steps)),
  }
}

const lastColors = (table: unknown) => (table as TableDescription).columns[2]!.colors

describe('colors of options', () => {
  it('are told with the column, and nowhere where there are none; rows and widgets know nothing of them', async () => {
    const { call, table, colors: colorsOf } = await coloured()
    await call('POST', '/films', { state: 'new', tags: [5] })

    assert.deepEqual(await colorsOf('state'), colors)
    assert.deepEqual(await colorsOf('tags'), { 'a, b': 'red', 5: 'grey' })
    const { columns: all, svar } = await table()
    assert.ok(!Object.hasOwn(all[2]!, 'colors'))
    assert.deepEqual(svar.columns[1]!.options, svar.columns[3]!.options)
    assert.deepEqual((await call('GET', '/films')).json, [
      { id: 1, state: 'new', tags: [5], plain: null },
    ])
    // What is told of a table makes another one like it.
    await call('POST', '/tables', { name: 'copy', columns: all })
    assert.deepEqual(((await call('GET', '/tables/copy')).json as TableDescription).columns, all)
  })

  it('are of the palette, and of options that there are', async () => {
    const { refuses } = await api({}, columns)
    const wrong: object[] = [
      { type: 'text', options: states, colors: { new: 'mauve' } },
      { type: 'text', options: states, colors: { new: '#ff0000' } },
      { type: 'text', options: states, colors: { new: null } },
      { type: 'text', options: states, colors: { New: 'red' } },
      { type: 'text', options: states, colors: ['red'] },
      { type: 'text', options: states, colors: 'red' },
      { type: 'text', colors: { new: 'red' } },
      { type: 'boolean', colors: { true: 'red' } },
      { formula: '1 + 1', colors: { 2: 'red' } },
    ]
    for (const column of wrong) {
      const added = changes({ addColumn: { name: 'x', ...column } })
      await refuses([422, 'body.invalid'], 'PATCH', '/tables/films', added)
      const table = { name: 'other', columns: [{ name: 'x', ...column }] }
      await refuses([422, 'body.invalid'], 'POST', '/tables', table)
    }
    const { error } = await refuses(
      [422, 'body.invalid'],
      'PATCH',
      '/tables/films',
      change({ name: 'state', colors: { gone: 'red' } }),
    )
    assert.match(error, /state has no option "gone" that could have a color/)
    const { error: other } = await refuses(
      [422, 'body.invalid'],
      'PATCH',
      '/tables/films',
      change({ name: 'state', colors: { new: 'mauve' } }),
    )
    assert.match(other, /red.*grey/)
  })

  it('are each of the twelve', async () => {
    const many = { name: 'many', type: 'text', options: [...choiceColors] }
    const all = Object.fromEntries(choiceColors.map((color) => [color, color]))
    const { call } = await api({}, [{ ...many, colors: all }])

    const { columns: made } = (await call('GET', '/tables/films')).json as TableDescription

    assert.deepEqual(made[0]!.colors, all)
    assert.equal(choiceColors.length, 12)
  })

  it('are changed as they are said, taken away by null, and stay where they are not mentioned', async () => {
    const { change, colors: colorsOf } = await coloured()

    await change({ changeColumn: { name: 'state', colors: { late: 'red', new: 'teal' } } })
    assert.deepEqual(await colorsOf('state'), { new: 'teal', late: 'red' })
    await change({ changeColumn: { name: 'state', nullable: true, default: 'new' } })
    await change({ renameColumn: { from: 'state', to: 'phase' } })
    assert.deepEqual(await colorsOf('phase'), { new: 'teal', late: 'red' })
    await change({ changeColumn: { name: 'phase', options: ['late', 'new', 'other'] } })
    assert.deepEqual(Object.entries((await colorsOf('phase'))!), [
      ['late', 'red'],
      ['new', 'teal'],
    ])
    // Whoever does not know of colours takes an option away.
    await change({ changeColumn: { name: 'phase', options: ['late'], default: null } })
    assert.deepEqual(await colorsOf('phase'), { late: 'red' })
    await change({ changeColumn: { name: 'phase', colors: null } })
    assert.equal(await colorsOf('phase'), undefined)
    await change({ changeColumn: { name: 'tags', colors: {} } })
    assert.equal(await colorsOf('tags'), undefined)
  })

  it('go with the options, and come back by undo', async () => {
    const { call, change, table, colors: colorsOf } = await coloured()
    await call('POST', '/films', { state: 'new', tags: ['a, b'] })
    const before = await table()
    const undo = async () => {
      const undone = await call('POST', '/undo', {})
      assert.equal(undone.status, 200, JSON.stringify(undone.json))
      assert.deepEqual(await table(), before)
    }

    await change({ changeColumn: { name: 'state', colors: { new: 'pink' } } })
    await undo()
    await change({ changeColumn: { name: 'state', options: null } })
    assert.equal(await colorsOf('state'), undefined)
    await undo()
    await change({ changeColumn: { name: 'tags', type: 'text', options: null } })
    await undo()
    await change({ dropColumn: 'state' })
    await undo()
    await call('DELETE', '/tables/films')
    await undo()

    assert.equal((await call('POST', '/redo', {})).status, 200)
    assert.equal((await call('GET', '/tables/films')).status, 404)
  })

  it('are in the log before and after, so that other pages show them at once', async () => {
    const { change: send } = await coloured()

    const sent = await send({ changeColumn: { name: 'plain', colors: { late: 'red' } } })

    const { operation, before, after } = sent.change
    const told = [operation, lastColors(before), lastColors(after)]
    assert.deepEqual(told, ['table-changed', undefined, { late: 'red' }])
  })
})
