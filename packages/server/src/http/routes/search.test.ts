import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SearchResult } from '@triptych/contract/search'
import { accountsServer } from '../../../test/fixtures/accounts-api.ts'
import { filesApi } from '../../../test/fixtures/files-api.ts'
import type { FilesApi } from '../../../test/fixtures/files-api.ts'
import { patient } from '../../../test/fixtures/patient.ts'

const notes = { name: 'budget-notes', columns: [text('title'), text('note')] }

function text(name: string) {
  return { name, type: 'text' }
}

async function filled(): Promise<FilesApi> {
  const api = await filesApi({ 'docs/Budget 2027.txt': 'x', 'docs/other.txt': 'x' })
  await api.whenExplored(2)
  const { id } = await api.ok<{ id: number }>('POST', '/tasks', { text: 'Planning' })
  await api.ok('POST', '/tasks', { text: 'Agree on the BUDGET', parent: id })
  await api.ok('POST', '/tasks', { text: 'Walls' })
  await api.ok('POST', '/resources', { name: 'Bud Getter' })
  await api.ok('POST', '/resources', { name: 'Otto Budget' })
  await api.ok('POST', '/tables', notes)
  const long = `${'x'.repeat(500)} the budget ${'y'.repeat(500)}`
  await api.ok('POST', '/budget-notes', { title: 'First', note: long })
  await api.ok('POST', '/budget-notes', { title: 'Second', note: 'nothing' })
  await api.ok('POST', '/budget-notes', { title: 'Budget!', note: '' })
  return api
}

const find = ({ ok }: FilesApi, q: string, more = '') =>
  ok<SearchResult>('GET', `/search?q=${encodeURIComponent(q)}${more}`)

describe('a search over everything', () => {
  it('finds tasks, files, tables, rows and people, with where they lie', async () => {
    const found = await find(await filled(), 'budget')

    assert.deepEqual(found.tasks, [{ id: 2, text: 'Agree on the BUDGET', path: ['Planning'] }])
    assert.deepEqual(found.files, [{ id: '/docs/Budget 2027.txt', type: 'file' }])
    assert.deepEqual(found.tables, [{ name: 'budget-notes' }])
    assert.deepEqual(found.people, [{ id: 2, name: 'Otto Budget' }])
    const rows = found.rows.map(({ table, id, label, column }) => [table, id, label, column])
    assert.deepEqual(rows, [
      ['budget-notes', 1, 'First', 'note'],
      ['budget-notes', 3, 'Budget!', 'title'],
    ])
    assert.match(found.rows[0]!.text, /^…x+ the budget y+…$/)
    assert.ok(found.rows[0]!.text.length < 200)
    assert.deepEqual(found.more, [])
  })

  it('finds nothing where there is nothing, and says where there is more', async () => {
    const api = await filled()

    const none = await find(api, 'no such thing')
    assert.deepEqual(none, { tasks: [], files: [], tables: [], rows: [], people: [], more: [] })
    const few = await find(api, 'budget', '&limit=1')
    assert.equal(few.rows.length, 1)
    assert.deepEqual(few.more, ['rows'])
  })

  it('finds everything without its accents, and what has none by a word that has', async () => {
    const api = await filesApi({ 'Café/Grün.txt': 'x' })
    await api.whenExplored(1)
    await api.ok('POST', '/tasks', { text: 'Grüne Wände' })
    await api.ok('POST', '/resources', { name: 'Jörg Grünwald' })
    await api.ok('POST', '/tables', { ...notes, name: 'notes', title: 'Grüne Notizen' })
    await api.ok('POST', '/notes', { title: 'Im Café', note: 'die Wand ist GRÜN' })
    await api.ok('POST', '/notes', { title: 'green', note: 'cafe' })

    for (const q of ['grun', 'GRÜN', 'gru\u0308n']) {
      const found = await find(api, q)
      assert.deepEqual(found.files, [{ id: '/Café/Grün.txt', type: 'file' }])
      assert.deepEqual(
        [found.tasks, found.people, found.tables].map(({ length }) => length),
        [1, 1, 1],
      )
      assert.deepEqual(
        found.rows.map(({ id, column }) => [id, column]),
        [[1, 'note']],
      )
    }
    const { rows, files } = await find(api, 'café')
    assert.deepEqual(
      rows.map(({ id, column }) => [id, column]),
      [
        [1, 'title'],
        [2, 'note'],
      ],
    )
    assert.deepEqual(files, [{ id: '/Café', type: 'folder' }])
  })

  it('takes signs of other languages, and those that mean something elsewhere', async () => {
    const api = await filled()
    await api.ok('POST', '/tasks', { text: 'ÜBERGABE 100 % \\ ’x’' })

    for (const q of ['übergabe', '%', '\\', '’x’', '100 %']) {
      assert.equal((await find(api, q)).tasks.length, 1, q)
    }
    assert.equal((await find(api, '_')).tasks.length, 0)
    // An accent alone is in none of them, and nothing would be in all.
    const { more, ...found } = await find(api, '\u0301')
    assert.deepEqual([Object.values(found).flat(), more], [[], []])
  })

  it('takes a text of one line, and how many are wanted', async () => {
    const { refuses } = await filesApi({})
    const bad = ['', '?q=', '?q=%20', `?q=${'x'.repeat(201)}`, '?q=a%00b', '?q=a&limit=0']
    for (const query of [...bad, '?q=a&limit=51', '?q=a&limit=x']) {
      await refuses([422, 'query.invalid'], 'GET', `/search${query}`)
    }
  })

  it('finds nothing of what rules hide', async (t) => {
    const { owner, invite } = await accountsServer()
    const edith = await invite('Edith', 'editor')
    await owner.ask('POST', '/tasks', { text: 'Secret branch' })
    await owner.ask('POST', '/tasks', { text: 'Secret task', parent: 1 })
    await owner.ask('POST', '/tasks', { text: 'No Secret' })
    await owner.ask('POST', '/tables', { name: 'secrets', columns: [text('a')] })
    await owner.ask('POST', '/secrets', { a: 'a secret' })
    await owner.ask('POST', '/tables', { name: 'open', columns: [text('a'), text('b')] })
    await owner.ask('POST', '/open', { a: 'open', b: 'a secret' })
    await owner.ask('POST', '/files/%2F', { name: 'secret', type: 'folder' })
    const subject = { kind: 'everyone' }
    for (const thing of [
      { kind: 'branch', task: 1 },
      { kind: 'table', table: 'secrets' },
      { kind: 'column', table: 'open', column: 'b' },
      { kind: 'folder', id: '/secret' },
    ]) {
      const { status, json } = await owner.ask('PUT', '/auth/rules', {
        thing,
        subject,
        access: 'none',
      })
      assert.equal(status, 200, JSON.stringify(json))
    }

    const all = (await owner.ask('GET', '/search?q=secret')).json as SearchResult
    assert.deepEqual(
      [all.tasks.length, all.files.length, all.tables.length, all.rows.length],
      [3, 1, 1, 2],
    )
    const seen = async () => (await edith.ask('GET', '/search?q=secret')).json as SearchResult
    const { more, ...found } = await seen()
    assert.deepEqual(found, {
      tasks: [{ id: 3, text: 'No Secret', path: [] }],
      files: [],
      tables: [],
      rows: [],
      people: [],
    })
    // As long as the folder that was made a moment ago is looked at, there may be more files.
    assert.deepEqual(
      more.filter((group) => group !== 'files'),
      [],
    )
    await t.waitFor(async () => assert.deepEqual((await seen()).more, []), patient)
  })
})
