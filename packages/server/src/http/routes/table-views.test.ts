import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { View } from '@triptych/contract/table-schema'
import { api } from '../../../test/fixtures/api.ts'

const path = '/tables/films/views'
const filter = {
  glue: 'or',
  rules: [
    { field: 'name', type: 'text', filter: 'contains', value: 'a' },
    { glue: 'and', rules: [{ field: 'year', type: 'number', filter: 'greater', value: 1980 }] },
    { field: '*', type: 'text', filter: 'contains', value: 'name' },
  ],
}
const full = {
  name: 'Recent',
  filter,
  sort: [
    { column: 'year', descending: true },
    { column: 'id', descending: false },
  ],
  columns: ['name', 'year'],
  widths: { name: 240 },
  frozen: 'name',
  group: { column: 'year', unit: null },
  subgroups: [{ column: 'name', unit: null }],
  totals: { year: 'max' },
}
/** As it is answered; the log has those of all alone, and says so of none. */
const answered = { ...full, own: false }
const view = (more: object) => ({ name: 'b', ...more })
const plain = { widths: {}, frozen: null, group: null, subgroups: [], totals: {} }
const kept = { filter: null, sort: [], columns: null, ...plain }
const empty = { ...kept, own: false }

describe('the views of a table', () => {
  it('are kept as they were given, oldest first', async () => {
    const { call, writes } = await api()

    const { json, change } = await writes('POST', path, full)
    await writes('POST', path, { name: 'all/of it ?' })

    assert.deepEqual(json, answered)
    assert.deepEqual((await call('GET', path)).json, [answered, { name: 'all/of it ?', ...empty }])
    const { json: table } = await call('GET', '/tables/films')
    assert.deepEqual(
      (table as { views: View[] }).views.map(({ name }) => name),
      ['Recent', 'all/of it ?'],
    )
    assert.deepEqual(
      [change.operation, change.entity, change.before, change.after],
      ['view-added', 'films/views/Recent', null, full],
    )
  })

  it('are replaced as a whole, and may get another name', async () => {
    const { call, writes, head } = await api()
    await writes('POST', path, full)

    const { json, change } = await writes('PUT', `${path}/Recent`, { name: 'recent' })

    assert.deepEqual(json, { name: 'recent', ...empty })
    assert.deepEqual(
      [change.operation, change.entity, change.before, change.after],
      ['view-updated', 'films/views/recent', full, { name: 'recent', ...kept }],
    )
    assert.deepEqual((await call('GET', path)).json, [json])
    const before = await head()
    assert.equal((await call('PUT', `${path}/recent`, { name: 'recent' })).status, 200)
    assert.equal(await head(), before)
  })

  it('are deleted', async () => {
    const { call, writes, refuses } = await api()
    await writes('POST', path, { ...full, name: 'a/b' })

    const { json, change } = await writes('DELETE', `${path}/a%2Fb`)

    assert.deepEqual(json, { name: 'a/b' })
    assert.deepEqual([change.operation, change.after], ['view-deleted', null])
    assert.deepEqual((await call('GET', path)).json, [])
    await refuses([404, 'tables.view_not_found'], 'DELETE', `${path}/a%2Fb`)
    await refuses([404, 'tables.view_not_found'], 'PUT', `${path}/a%2Fb`, full)
    await refuses([404, 'tables.not_found'], 'GET', '/tables/none/views')
    await refuses([404, 'tables.not_found'], 'POST', '/tables/none/views', full)
  })

  it('move the version of the list that they show', async () => {
    const { call } = await api()
    const { headers } = await call('GET', '/films')

    await call('POST', path, full)

    assert.notEqual((await call('GET', '/films')).headers.get('etag'), headers.get('etag'))
  })

  it('are refused where they name what is not there, or make no sense', async () => {
    const { call, refuses } = await api()
    await call('POST', path, full)
    const rule = { field: 'name', type: 'text', filter: 'contains', value: 'a' }

    await refuses([409, 'tables.view_taken'], 'POST', path, { name: 'RECENT' })
    await refuses([422, 'tables.unknown_column'], 'POST', path, view({ columns: ['none'] }))
    const sort = [{ column: 'none' }]
    await refuses([422, 'tables.unknown_column'], 'POST', path, view({ sort }))
    for (const looks of [
      { widths: { none: 100 } },
      { frozen: 'none' },
      { group: { column: 'none' } },
      { totals: { none: 'sum' } },
    ]) {
      await refuses([422, 'tables.unknown_column'], 'POST', path, view(looks))
    }
    for (const senseless of [
      { totals: { name: 'sum' } },
      { group: { column: 'year', unit: 'month' } },
      { group: { column: 'year' }, subgroups: [{ column: 'name', unit: 'month' }] },
      { subgroups: [{ column: 'name' }] },
    ]) {
      await refuses([400, 'tables.bad_query'], 'POST', path, view(senseless))
    }
    const other = view({ filter: { ...rule, field: 'none' } })
    await refuses([400, 'tables.bad_query'], 'POST', path, other)
    const operator = view({ filter: { rules: [{ ...rule, filter: 'like' }] } })
    await refuses([422, 'tables.unknown_operator'], 'POST', path, operator)
    for (const body of [
      {},
      { name: '' },
      { name: '..' },
      { name: 'x'.repeat(64) },
      view({ columns: [] }),
      view({ sort: 'year' }),
      view({ filter: [] }),
      view({ colour: 'red' }),
      view({ widths: { name: 5 } }),
      view({ totals: { year: 'median' } }),
      view({ group: { column: 'year', unit: 'hour' } }),
    ]) {
      await refuses([422, 'body.invalid'], 'POST', path, body)
    }
  })

  it('are at most 100', async () => {
    const { call, refuses, writes } = await api()
    for (let n = 0; n < 100; n++) await call('POST', path, { name: `v${n}` })

    await refuses([422, 'tables.too_many'], 'POST', path, { name: 'one more' })
    await writes('PUT', `${path}/v7`, { name: 'another' })
    await writes('DELETE', `${path}/v8`)
    await writes('POST', path, { name: 'one more' })
  })

  it('follow the columns to their new names, in one entry of the log', async () => {
    const { call, writes } = await api()
    await call('POST', path, full)
    const changes = [
      { renameColumn: { from: 'name', to: 'title' } },
      { renameColumn: { from: 'year', to: 'name' } },
      { rename: 'movies' },
    ]

    await writes('PATCH', '/tables/films', { changes })

    const [first, group, any] = filter.rules
    const [rule] = group!.rules!
    const rules = [
      { ...first, field: 'title' },
      { ...group, rules: [{ ...rule, field: 'name' }] },
      any,
    ]
    assert.deepEqual((await call('GET', '/tables/movies/views')).json, [
      {
        name: 'Recent',
        filter: { ...filter, rules },
        sort: [{ column: 'name', descending: true }, full.sort[1]],
        columns: ['title', 'name'],
        widths: { title: 240 },
        frozen: 'title',
        group: { column: 'name', unit: null },
        subgroups: [{ column: 'title', unit: null }],
        totals: { name: 'max' },
        own: false,
      },
    ])
  })

  it('do not take the mark for any column for one of that name', async () => {
    const { call, writes } = await api(
      {},
      ['*', 'a'].map((name) => ({ name, type: 'text' })),
    )
    const rule = { field: '*', type: 'text', filter: 'contains', value: 'x' }
    await call('POST', path, { name: 'any', filter: rule })

    await writes('PATCH', '/tables/films', { changes: [{ renameColumn: { from: '*', to: 'b' } }] })
    await writes('PATCH', '/tables/films', { changes: [{ dropColumn: 'b' }] })

    const [view] = (await call('GET', path)).json as View[]
    assert.deepEqual(view?.filter, rule)
  })

  it('hold the columns they use', async () => {
    const { call, refuses, writes } = await api()
    const drop = { changes: [{ dropColumn: 'year' }] }
    const uses = [
      { filter: { field: 'year', type: 'number', filter: 'equal', value: 1 } },
      { sort: [{ column: 'year' }] },
      { columns: ['year'] },
    ]

    for (const use of uses) {
      await call('POST', path, { name: 'mine', ...use })
      const refused = [409, 'tables.column_in_use'] as const
      const problem = await refuses(refused, 'PATCH', '/tables/films', drop)
      assert.deepEqual([problem['column'], problem['views']], ['year', ['mine']])
      await call('DELETE', `${path}/mine`)
    }
    await call('POST', path, { name: 'mine', columns: ['name'] })
    await writes('PATCH', '/tables/films', drop)
  })

  it('lose what they say of the looks of a column that goes, and what they add up of one of another type', async () => {
    const { call, writes } = await api()
    const { widths, frozen, group, subgroups, totals } = full
    await call('POST', path, { name: 'one', widths, frozen, group, subgroups, totals })

    const retyped = { name: 'year', type: 'text' }
    await writes('PATCH', '/tables/films', { changes: [{ changeColumn: retyped }] })

    const looks = { ...empty, name: 'one', widths, frozen }
    // What stood in the groups of the column stands in groups still.
    assert.deepEqual((await call('GET', path)).json, [{ ...looks, group: subgroups[0] }])

    await writes('PATCH', '/tables/films', { changes: [{ dropColumn: 'name' }] })

    assert.deepEqual((await call('GET', path)).json, [{ ...looks, widths: {}, frozen: null }])
  })

  it('keep a column that their filter asks for from getting another type', async () => {
    const { refuses, writes } = await api()
    await writes('POST', path, full)

    const change = { changes: [{ changeColumn: { name: 'year', type: 'json' } }] }
    const problem = await refuses([409, 'tables.column_in_use'], 'PATCH', '/tables/films', change)
    assert.deepEqual([problem['column'], problem['views']], ['year', ['Recent']])
  })
})
