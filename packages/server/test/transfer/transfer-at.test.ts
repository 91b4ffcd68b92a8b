import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { importWorkspace } from '../../src/cli/transfer.ts'
import { shapeConfig } from '../../src/config/config.ts'
import { createTriptych } from '../../src/index.ts'
import { openData } from '../../src/open-data.ts'
import { accountsServer } from '../fixtures/accounts-api.ts'
import { assertProblem, filmColumns, send, server } from '../fixtures/api.ts'
import { client, doSomething, everything } from '../fixtures/doings.ts'
import type { World } from '../fixtures/doings.ts'
import { engineOptions } from '../fixtures/engine.ts'
import { allFiles, doWithFiles, put } from '../fixtures/file-doings.ts'
import { filesApi } from '../fixtures/files-api.ts'
import type { FilesApi } from '../fixtures/files-api.ts'
import { mspdiSample, withoutBaselines } from '../fixtures/mspdi-sample.ts'
import { person } from '../fixtures/person.ts'
import { newFolder } from '../fixtures/run-program.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'

interface Source extends World {
  files: FilesApi
}

async function source(content: Record<string, string> = {}): Promise<Source> {
  const files = await filesApi(content)
  return { files, call: files.ask }
}

/** A new server with what an archive holds. */
async function restored(archive: Uint8Array): Promise<World> {
  const data = newFolder()
  const place = { ...(await engineOptions({ data, empty: false })), data }
  const { shared, closeData } = await openData(shapeConfig(place), () => {})
  try {
    await importWorkspace(shared, 'main', oneByOne(archive))
  } finally {
    await closeData()
  }
  const triptych = await server(place)
  return { call: (...asked) => send(triptych, ...asked) }
}

async function* oneByOne(archive: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < archive.length; at += 10_000) yield archive.subarray(at, at + 10_000)
}

async function archiveOf({ files }: Source, at: number | string): Promise<Uint8Array> {
  const { status, bytes } = await files.ask('GET', `/workspaces/main/export?at=${at}`)
  assert.equal(status, 200, bytes.toString().slice(0, 500))
  return bytes
}

async function got<T>({ call }: World, path: string): Promise<T> {
  const { status, json } = await call('GET', path)
  assert.equal(status, 200, `${path}: ${JSON.stringify(json)}`)
  return json as T
}

/** All that is asked for as it was, and what has no list of its own. */
async function stateOf(world: World): Promise<unknown> {
  const list = (folder = '/') =>
    got<Awaited<ReturnType<FilesApi['list']>>>(world, `/files/${encodeURIComponent(folder)}`)
  const files = await allFiles({ list })
  const texts = files.map(async ({ id, type }) =>
    type === 'file' ? got(world, `/direct?id=${encodeURIComponent(id!)}`) : null,
  )
  return {
    lists: await everything(world),
    files,
    texts: await Promise.all(texts),
    tables: await got(world, '/tables'),
    plan: withoutBaselines(await got(world, '/schedule/export')),
    settings: [await got(world, '/calendars'), await got(world, '/schedule')],
  }
}

function column(name: string, more: object = {}): object {
  return { name, type: 'text', ...more }
}

const shownPaths = [
  '/tables',
  '/people',
  '/books',
  '/gone',
  '/tables/books/views',
  '/tables/gone/views',
]

function shown(world: World): Promise<unknown> {
  return Promise.all(shownPaths.map((path) => got(world, path)))
}

describe('an archive of a workspace as it was', () => {
  it('makes a server that shows what was shown then', async () => {
    const seed = chosenSeed()
    for (let run = 0; run < depth; run++) {
      const random = seededRandom(seed + run)
      const world = await source({ 'docs/plan.txt': 'plan', 'docs/deep/a.txt': 'aa', 'b.txt': 'b' })
      await world.files.whenExplored(3)
      const ann = client(world, 'ann')
      await ann.good('POST', '/tables', { name: 'films', columns: filmColumns })
      await ann.good('POST', '/films', { name: 'Alien', tags: ['a', 5], extra: { by: ['x'] } })
      await ann.ask('POST', '/schedule/import?mode=replace', mspdiSample)
      const head = async () => world.files.head()
      const states = new Map([[await head(), await stateOf(world)]])
      for (let n = 0; n < 40; n++) {
        if (n % 2 === 0) await doSomething(world, ann, random)
        else await doWithFiles(world.files, random)
        if (n % 10 === 9) states.set(await head(), await stateOf(world))
      }
      for (const [revision, state] of states) {
        const copy = await restored(await archiveOf(world, revision))
        assert.deepEqual(await stateOf(copy), state, `seed ${seed + run}, revision ${revision}`)
      }
    }
  })

  it('has tables, columns, references and views under their names of then', async () => {
    const world = await source()
    const ann = client(world, 'ann')
    await ann.good('POST', '/tables', { name: 'people', columns: [column('name')] })
    const reference = { table: 'people', onDelete: 'clear' }
    const columns = [
      column('title'),
      column('by', { type: 'integer', reference }),
      column('state', { options: ['new', 'read'], default: 'new' }),
    ]
    await ann.good('POST', '/tables', { name: 'books', columns })
    await ann.good('POST', '/tables', { name: 'notes', columns: columns.slice(1, 2) })
    await ann.good('POST', '/tables', { name: 'gone', columns: [column('a', { unique: true })] })
    await ann.good('POST', '/people', { name: 'Ann' })
    for (const title of ['One', 'Two', 'Three']) await ann.good('POST', '/books', { title, by: 1 })
    await ann.good('PUT', '/books/3', { operation: 'move', target: 1, mode: 'before' })
    await ann.good('POST', '/gone', { a: 'x' })
    const view = { filter: null, sort: [{ column: 'title', descending: true }], columns: ['title'] }
    const filter = { rules: [{ field: 'state', filter: 'equal', value: 'new' }] }
    await ann.good('POST', '/tables/books/views', { name: 'unread', ...view, filter })
    await ann.good('POST', '/tables/books/views', { name: 'sorted', ...view })
    await ann.good('POST', '/tables/gone/views', { name: 'all', ...view, sort: [], columns: ['a'] })
    const [head, before] = [await world.files.head(), await shown(world)]
    await ann.good('PATCH', '/tables/books', {
      changes: [
        { renameColumn: { from: 'title', to: 'called' } },
        { renameColumn: { from: 'state', to: 'is' } },
        { changeColumn: { name: 'is', renameOptions: [{ from: 'new', to: 'unread' }] } },
      ],
    })
    await ann.good('PATCH', '/tables/people', { changes: [{ rename: 'authors' }] })
    await ann.good('PUT', '/books/1', { called: 'Other', by: null })
    await ann.good('DELETE', '/tables/books/views/sorted')
    await ann.good('PUT', '/gone/1', { a: 'y' })
    await ann.good('DELETE', '/tables/gone')
    await ann.good('POST', '/tables', { name: 'gone', columns: [column('other')] })
    await ann.good('DELETE', '/books/2')

    const copy = await restored(await archiveOf(world, head))

    assert.deepEqual(await shown(copy), before)
    const bob = client(copy, 'bob')
    await bob.good('POST', '/books', { title: 'New', by: 1 })
    assertProblem(await bob.ask('POST', '/gone', { a: 'x' }), [409, 'tables.not_unique'])
    await bob.good('POST', '/undo', {})
    assert.deepEqual(await shown(copy), before)
    assert.equal((await copy.call('GET', '/trash')).status, 200)
  })

  it('says which files cannot be had any more, and has the others', async () => {
    const world = await source()
    const { files } = world
    await put(files, '/kept.txt', 'first')
    await put(files, '/lost.txt', 'lost')
    await files.create('/', 'docs', 'folder')
    await put(files, '/docs/in.txt', 'in')
    const head = await files.head()
    await put(files, '/kept.txt', 'second')
    await files.remove(['/lost.txt', '/docs'])
    await files.ok('DELETE', '/trash', {})

    const archive = await archiveOf(world, head)

    const copy = await restored(archive)
    const names = (await got<{ value: string }[]>(copy, '/files')).map(({ value }) => value)
    assert.deepEqual(names, ['docs', 'kept.txt'])
    assert.equal(await got(copy, '/direct?id=%2Fkept.txt'), 'first')
    const text = Buffer.from(archive).toString()
    assert.match(text, /"missing":\["files\/docs\/","files\/lost.txt"\]/)
  })

  it('has the rules of now on what was there, by its names of then', async () => {
    const { owner, invite } = await accountsServer()
    const eve = await invite('Eve', 'editor')
    const good = async (...asked: [string, string, unknown?]): Promise<{ id: number }> => {
      const { status, json } = await owner.ask(...asked)
      assert.equal(status, 200, JSON.stringify(json))
      return json as { id: number }
    }
    const columns = ['name', 'pay', 'age', 'rank'].map((name) => column(name))
    columns[3] = column('rank', { options: ['low', 'high'] })
    for (const name of ['staff', 'old']) await good('POST', '/tables', { name, columns })
    const { id: task } = await good('POST', '/tasks', { text: 'Secret' })
    const head = (await owner.ask('GET', '/changes?limit=1')).headers.get('x-revision')
    const renameColumn = { from: 'pay', to: 'wage' }
    const renameOptions = [{ from: 'low', to: 'least' }]
    const others = [
      { changeColumn: { name: 'age', type: 'integer' } },
      { changeColumn: { name: 'rank', renameOptions } },
    ]
    const changes = [{ renameColumn }, { rename: 'people' }, ...others]
    await good('PATCH', '/tables/staff', { changes })
    const { id: later } = await good('POST', '/tasks', { text: 'Later' })
    const subject = { kind: 'account', id: eve.id }
    for (const thing of [
      ...['wage', 'age', 'rank'].map((name) => ({ kind: 'column', table: 'people', column: name })),
      { kind: 'table', table: 'old' },
      { kind: 'branch', task },
      { kind: 'branch', task: later },
    ]) {
      await good('PUT', '/auth/rules', { thing, subject, access: 'none' })
    }
    await good('DELETE', '/tables/old')

    const { json } = await owner.ask('GET', `/workspaces/main/export?at=${head}`)

    const [, written = '[]'] = /\{"rules":(\[.*?\]),"quotas"/.exec(String(json)) ?? []
    const rules = JSON.parse(written) as { thing: { kind: string; column?: string } }[]
    const nameOf = ({ kind, column: name = '' }: (typeof rules)[number]['thing']) => kind + name
    const things = rules.map(({ thing }) => thing)
    assert.deepEqual(
      things.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1)),
      [
        { kind: 'branch', task },
        ...['age', 'pay', 'rank'].map((name) => ({ kind: 'column', table: 'staff', column: name })),
        { kind: 'table', table: 'old' },
      ],
    )
    assertProblem(await eve.ask('GET', '/workspaces/main/export?at=1'), [403, 'forbidden'])
  })

  it('is made by the command line, too', async (t) => {
    const [data, file] = [newFolder(), join(newFolder(), 'main.tar')]
    const triptych = await createTriptych({ data, empty: true })
    const world: World = { call: (...asked) => send(triptych, ...asked) }
    const ann = client(world, 'ann')
    await ann.good('POST', '/tasks', { text: 'First' })
    await ann.good('PUT', '/tasks/1', { text: 'Second' })
    await triptych.close()

    const made = ['workspace', 'export', 'main', file, '--data', data]
    const { code, said } = await person(t, ...made, '--at', '1')

    assert.equal(code, 0, said)
    assert.match(said, /^main: 0 files of 0 bytes/)
    const copy = await restored(readFileSync(file))
    assert.partialDeepStrictEqual(await got(copy, '/tasks'), [{ id: 1, text: 'First' }])
    const refused = await person(t, ...made, '--at', '99')
    assert.equal(refused.code, 1)
    assert.match(refused.said, /no such revision/)
  })

  it('is refused where the lists are, before its first byte', async () => {
    const world = await source()
    const ask = (at: string) => world.call('GET', `/workspaces/main/export?at=${at}`)
    assertProblem(await ask('99'), [404, 'history.not_found'])
    assertProblem(await ask('then'), [422, 'query.invalid'])
    assert.equal((await world.call('HEAD', '/workspaces/main/export?at=0')).status, 200)
    const copy = await restored(await archiveOf(world, '2999-01-01T00:00:00Z'))
    assert.deepEqual(await got(copy, '/tables'), [])
  })
})
