import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertProblem } from '../../../test/fixtures/api.ts'
import { behindTheServer } from '../../../test/fixtures/engine.ts'
import { cellsOf, importAddress, importApi, importedBy } from '../../../test/fixtures/import-api.ts'
import type { ImportApi } from '../../../test/fixtures/import-api.ts'

const text = 'name,year\nAlien,1979\nHeat,1995\n'
const column = { name: 'name', type: 'text' }

const entriesOf = async ({ changes }: ImportApi, since = 0) =>
  (await changes(since)).map(({ operation, entity, after }) => [operation, entity, after])

async function etagOf({ ask }: ImportApi, path: string): Promise<string> {
  const { status, headers } = await ask('GET', path)
  assert.equal(status, 200)
  return headers.get('etag')!
}

describe('the log of an import', () => {
  it('has the table and the number of its rows, in the name of whoever asked', async () => {
    const api = await importApi()

    await api.send('films', 'a.csv', text, {}, { 'x-origin': 'tab-1' })

    const changes = await api.changes()
    const {
      views: _views,
      svar: _svar,
      ...table
    } = await api.ok<Record<string, unknown>>('GET', '/tables/films')
    assert.deepEqual(await entriesOf(api), [
      ['table-created', 'films', table],
      ['rows-added', 'films', { count: 2 }],
    ])
    assert.deepEqual(
      changes.map(({ area, before, origin }) => [area, before, origin]),
      [
        ['tables', null, 'tab-1'],
        ['tables', null, 'tab-1'],
      ],
    )
  })

  it('has one entry for a table that exists, and none for a file without rows', async () => {
    const api = await importApi()
    await api.upload('films', 'a.csv', 'name\n')
    assert.deepEqual(
      (await entriesOf(api)).map(([operation]) => operation),
      ['table-created'],
    )
    const head = await api.head()

    await api.upload('films', 'a.csv', 'name\n')
    await api.upload('films', 'a.csv', 'name\na\nb\nc\n')

    assert.deepEqual(await entriesOf(api, head), [['rows-added', 'films', { count: 3 }]])
  })

  it('counts what was taken', async () => {
    const api = await importApi()
    const query = { skipBad: 'true', columns: [{ source: 'year', type: 'integer' }] }

    await api.upload('films', 'a.csv', `${text}Ran,old\n`, query)

    assert.deepEqual((await entriesOf(api)).at(-1), ['rows-added', 'films', { count: 2 }])
  })
})

describe('versions', () => {
  it('of a list change with the import, and are those of the log', async () => {
    const api = await importApi()
    await api.table('films', [column])
    const before = await etagOf(api, '/films')

    await api.upload('films', 'a.csv', 'name\na\n')
    await api.upload('new', 'a.csv', 'name\na\n')

    const [films, made] = [await etagOf(api, '/films'), await etagOf(api, '/new')]
    assert.notEqual(films, before)
    assert.equal(made.replace(/^.*-(\d+).*$/, '$1'), String(await api.head()))
    const { status } = await api.ask('GET', '/films', undefined, { 'if-none-match': films })
    assert.equal(status, 304)
  })

  it('of rows are not those of rows that were there before under the same address', async () => {
    const api = await importApi()
    const seen = new Set<string>()
    for (let n = 0; n < 3; n++) {
      await api.upload('films', 'a.csv', `name\n${n}\n`)
      seen.add(await etagOf(api, '/films/1'))
      await api.ok('DELETE', '/tables/films')
    }

    assert.equal(seen.size, 3)
  })

  it('of rows guard them against edits of older ones', async () => {
    const api = await importApi()
    await api.upload('films', 'a.csv', text)
    const edit = (value: string, version: string) =>
      api.ask('PATCH', '/films/1', { key: 'name', value }, { 'if-match': version })
    const first = await etagOf(api, '/films/1')

    assert.equal((await edit('one', first)).status, 200)
    assertProblem(await edit('two', first), [412, 'tables.row_changed'])
    assert.equal((await edit('three', await etagOf(api, '/films/1'))).status, 200)
    assert.deepEqual(cellsOf(await api.rows('films'))[0], ['three', 1979])
  })
})

describe('an import with an Idempotency-Key', () => {
  const key = { 'idempotency-key': 'k' }

  it('is carried out once, and answered the same again', async () => {
    const api = await importApi({ 'a.csv': text })
    await api.table('films', [column, { name: 'year', type: 'integer' }])
    const fromDrive = () =>
      api.ask('POST', importAddress('films', { file: '/a.csv' }), undefined, {
        'idempotency-key': 'drive',
      })

    const sent = [
      await api.send('new', 'a.csv', text, {}, key),
      await api.send('new', 'a.csv', text, {}, key),
    ] as const
    const lay = [await fromDrive(), await fromDrive()] as const

    for (const [first, again] of [sent, lay]) {
      assert.deepEqual(importedBy(again), importedBy(first))
      assert.equal(first.headers.get('idempotency-replayed'), null)
      assert.equal(again.headers.get('idempotency-replayed'), 'true')
    }
    assert.equal((await api.rows('new')).length, 2)
    assert.equal((await api.rows('films')).length, 2)
  })

  it('is one of many that come at once', async () => {
    const api = await importApi()
    await api.table('films', [column])

    const all = await Promise.all(
      Array.from({ length: 10 }, () => api.send('films', 'a.csv', 'name\na\nb\n', {}, key)),
    )

    for (const answer of all) assert.equal(importedBy(answer).added, 2)
    assert.equal((await api.rows('films')).length, 2)
    assert.deepEqual(await api.staged(), [])
  })

  it('is free again after a refusal, and after a client that went away', async () => {
    const api = await importApi()
    const bad = await api.send('films', 'a.csv', '"name', {}, key)
    assertProblem(bad, [422, 'tables.bad_import'])
    const upload = api.open('films', {}, key)
    await upload.more(`name\n${'x\n'.repeat(50_000)}`)
    await api.whenStaged()
    upload.leave()
    await api.whenNothingIsStaged()

    assert.equal(importedBy(await api.send('films', 'a.csv', text, {}, key)).added, 2)
  })

  for (const [what, file] of [
    ['a new table', text],
    ['a new table without rows', 'name\n'],
    ['rows', text],
  ] as const) {
    it(`is not repeated after a crash behind its commit: ${what}`, async () => {
      const api = await importApi()
      if (what === 'rows') await api.table('films', [column, { name: 'year', type: 'integer' }])
      await behindTheServer(api.data, {
        sqlite: `create trigger crash before update on _kept_answers when new.status is not null
                 begin select raise(abort, 'crash'); end`,
        postgres: 'alter table _kept_answers add constraint crash check (status is null)',
      })
      const cut = await api.send('films', 'a.csv', file, {}, key)
      assert.equal(cut.status, 500)
      api.failures.length = 0
      await behindTheServer(api.data, {
        sqlite: 'drop trigger crash',
        postgres: 'alter table _kept_answers drop constraint crash',
      })
      const before = await api.state()

      const again = await api.send('films', 'a.csv', file, {}, key)

      assertProblem(again, [409, 'idempotency.answer_lost'])
      assert.deepEqual(await api.state(), before)
      assert.equal((await api.rows('films')).length, file === text ? 2 : 0)
    })
  }

  it('may be a dry run, which has an answer too', async () => {
    const api = await importApi()
    const dry = () => api.send('films', 'a.csv', text, { dryRun: 'true' }, key)

    const [first, again] = [await dry(), await dry()]

    assert.deepEqual(importedBy(again), importedBy(first))
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    const real = await api.send('films', 'a.csv', text, {}, key)
    assertProblem(real, [422, 'idempotency.mismatch'])
  })
})
