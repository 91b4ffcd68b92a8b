import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HistoryPage } from '@triptych/contract/history'
import type { SearchResult } from '@triptych/contract/search'
import type { Table } from '@triptych/contract/tables'
import { api } from '../../../test/fixtures/api.ts'
import type { Api } from '../../../test/fixtures/api.ts'
import { client } from '../../../test/fixtures/doings.ts'
import { importApi } from '../../../test/fixtures/import-api.ts'

const title = 'Kundenliste 2026'
const columns = [{ name: 'name', type: 'text' }]

async function titled(): Promise<Api> {
  const world = await api()
  const made = await world.call('POST', '/tables', { name: 'kundenliste-2026', title, columns })
  assert.equal((made.json as Table).title, title)
  return world
}

const namesOf = async ({ call }: Api) =>
  ((await call('GET', '/tables')).json as Table[]).map(({ name, title: said }) => [name, said])

describe('the title of a table', () => {
  it('is told wherever the table is, and its rows stay at its name', async () => {
    const world = await titled()

    assert.deepEqual(await namesOf(world), [
      ['films', undefined],
      ['kundenliste-2026', title],
    ])
    const { json } = await world.call('GET', '/tables/kundenliste-2026')
    assert.equal((json as Table).title, title)
    assert.equal((await world.call('POST', '/kundenliste-2026', { name: 'x' })).status, 200)
    await world.refuses([404, 'tables.not_found'], 'GET', `/tables/${encodeURIComponent(title)}`)
  })

  it('changes without the name, goes by null, and is not kept where it is the name', async () => {
    const world = await titled()
    const change = async (table: string, step: object) => {
      const answer = await world.writes('PATCH', `/tables/${table}`, { changes: [step] })
      const { name, title: said } = answer.json as Table
      return [name, said]
    }

    assert.deepEqual(await change('films', { title: '  Filme, alle ' }), ['films', 'Filme, alle'])
    assert.deepEqual(await change('films', { rename: 'movies' }), ['movies', 'Filme, alle'])
    assert.deepEqual(await change('movies', { title: null }), ['movies', undefined])
    assert.deepEqual(await change('kundenliste-2026', { title: 'kundenliste-2026' }), [
      'kundenliste-2026',
      undefined,
    ])
    const plain = { name: 'same', title: 'same', columns }
    assert.ok(!Object.hasOwn((await world.call('POST', '/tables', plain)).json as Table, 'title'))
  })

  it('is refused where it is no line of text', async () => {
    const { refuses } = await titled()
    for (const bad of ['', '   ', 'a\nb', 'x'.repeat(101), 7, 'a\ud800']) {
      const changes = [{ title: bad }]
      await refuses([422, 'body.invalid'], 'PATCH', '/tables/films', { changes })
      await refuses([422, 'body.invalid'], 'POST', '/tables', { name: 'b', title: bad, columns })
    }
  })

  it('is taken back and done again, alone and with other changes', async () => {
    const world = await titled()
    const ann = client(world, 'ann')
    const steps = [
      { title: 'Kunden' },
      { rename: 'kunden' },
      { addColumn: { name: 'ort', type: 'text' } },
    ]
    for (const changes of [steps.slice(0, 1), steps, [{ title: null }]]) {
      const before = await namesOf(world)
      await ann.good('PATCH', '/tables/kundenliste-2026', { changes })
      const after = await namesOf(world)
      assert.notDeepEqual(after, before)
      await ann.undo()
      assert.deepEqual(await namesOf(world), before)
      await ann.redo()
      assert.deepEqual(await namesOf(world), after)
      await ann.undo()
    }
  })

  it('comes back with a table that was deleted', async () => {
    const world = await titled()
    const ann = client(world, 'ann')
    await ann.good('PATCH', '/tables/kundenliste-2026', { changes: [{ title: 'Kunden' }] })
    await ann.good('DELETE', '/tables/kundenliste-2026')
    await ann.undo()

    assert.deepEqual((await namesOf(world))[1], ['kundenliste-2026', 'Kunden'])
  })

  it('is what the history calls the table', async () => {
    const world = await titled()
    const ann = client(world, 'ann')
    await ann.good('POST', '/kundenliste-2026', { name: 'Meier' })
    await ann.good('PATCH', '/tables/kundenliste-2026', { changes: [{ title: 'Kunden' }] })
    await ann.good('DELETE', '/tables/kundenliste-2026')

    const { steps } = (await world.call('GET', '/history?limit=4')).json as HistoryPage
    assert.deepEqual(
      steps.map(({ text }) => text),
      [
        'deleted the table Kunden',
        `renamed the table ${title} to Kunden`,
        // It is gone: nobody knows any more how it was called.
        'added row 1 to kundenliste-2026',
        `made the table ${title}`,
      ],
    )
    await ann.undo()
    const { steps: now } = (await world.call('GET', '/history?limit=10')).json as HistoryPage
    assert.ok(now.some(({ text }) => text === 'added Meier to Kunden'))
  })

  it('is found, and rows say in which table they are by it', async () => {
    const world = await titled()
    await world.call('POST', '/kundenliste-2026', { name: 'Listenpreis' })

    const { json } = await world.call('GET', '/search?q=LISTE')
    const { tables, rows } = json as SearchResult
    assert.deepEqual(tables, [{ name: 'kundenliste-2026', title }])
    assert.deepEqual(
      rows.map(({ table, tableTitle }) => [table, tableTitle]),
      [['kundenliste-2026', title]],
    )
  })

  it('is given to a table that an import makes', async () => {
    const { upload, triptych } = await importApi()
    await upload('kunden', 'a.csv', 'name\nMeier\n', { title })

    const answer = await triptych.fetch(new Request('http://localhost/tables/kunden'))
    assert.equal(((await answer.json()) as Table).title, title)
  })
})
