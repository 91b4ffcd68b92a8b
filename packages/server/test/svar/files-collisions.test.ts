import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Content } from '../fixtures/found-files.ts'
import { fileOf } from './files-client.ts'
import type { FilesClient, FilesEvent } from './files-client.ts'
import { assertReloadShowsDrive, assertSameList, assertShowsDrive, pathsOf } from './files-drive.ts'
import { filesServer } from './files-server.ts'

/** A name, and what the next two of that name are called. */
const names: [name: string, second: string, third: string][] = [
  ['a.txt', 'a.new.txt', 'a.new.new.txt'],
  ['README', 'README.new', 'README.new.new'],
  ['.env', '.new.env', '.new.new.env'],
  ['.env.local', '.env.new.local', '.env.new.new.local'],
  ['v1.2', 'v1.new.2', 'v1.new.new.2'],
  ['..twice', '..new.twice', '..new.new.twice'],
]

interface Way {
  what: string
  types: ('file' | 'folder')[]
  /** Brings a third thing of this name into `full` of a folder, which holds the first two already. */
  bring: (page: FilesClient, folder: string, name: string) => Promise<FilesEvent>
}

const ways: Way[] = [
  {
    what: 'made',
    types: ['file', 'folder'],
    bring: (page, folder, name) =>
      page.create(`${folder}/full`, name, page.store.getFile(`${folder}/from/${name}`)?.type),
  },
  {
    what: 'uploaded',
    types: ['file'],
    bring: (page, folder, name) => page.upload(`${folder}/full`, name, 'third'),
  },
  {
    what: 'renamed',
    types: ['file', 'folder'],
    bring: (page, folder, name) => page.rename(`${folder}/full/other`, name),
  },
  {
    what: 'moved',
    types: ['file', 'folder'],
    bring: (page, folder, name) => page.move([`${folder}/from/${name}`], `${folder}/full`),
  },
  {
    what: 'copied',
    types: ['file', 'folder'],
    bring: (page, folder, name) => page.copy([`${folder}/from/${name}`], `${folder}/full`),
  },
  {
    what: 'copied into its own folder',
    types: ['file', 'folder'],
    bring: (page, folder, name) => page.copy([`${folder}/full/${name}`], `${folder}/full`),
  },
]

/** A folder for each name, with `from` and `full` in it. */
function seedOf(type: 'file' | 'folder'): Content {
  const seed: Content = {}
  for (const [index, [name, second]] of names.entries()) {
    const paths = [`from/${name}`, `full/${name}`, `full/${second}`, 'full/other']
    for (const path of paths) {
      if (type === 'file') seed[`/${index}/${path}`] = path
      else seed[`/${index}/${path}/in it`] = path
    }
  }
  return seed
}

describe('a name that is taken', { concurrency: 4 }, () => {
  for (const { what, types, bring } of ways) {
    for (const type of types) {
      it(`becomes the name the page shows when a ${type} is ${what}`, async (t) => {
        const server = await filesServer(t, seedOf(type))
        const page = await server.open()
        await page.openAll()

        for (const [index, [name, , third]] of names.entries()) {
          const { newId, newIds } = await bring(page, `/${index}`, name)
          assert.equal(newId ?? newIds?.[0], `/${index}/full/${third}`)
          assert.equal(page.store.getFile(`/${index}/full/${third}`)?.type, type)
        }

        assert.deepEqual(page.corrected, [])
        await assertShowsDrive(page, server)
      })
    }
  }

  for (const type of ['file', 'folder']) {
    it(`is corrected in the page that did not know of the other ${type}`, async (t) => {
      const server = await filesServer(t)
      const [page, other] = [await server.open(), await server.open()]

      for (const [name, second] of names) {
        await other.create('/', name, type)
        await page.create('/', name, type)
        assert.deepEqual(page.corrected.splice(0), [{ id: `/${name}`, newId: `/${second}` }])
        assert.deepEqual(pathsOf(page).length, 1)
        await page.remove([`/${second}`])
      }
      await page.refresh('/')

      await assertShowsDrive(page, server)
    })
  }

  it('is a folder for a file, and a file for a folder', async (t) => {
    const server = await filesServer(t)
    const page = await server.open()

    await page.create('/', 'thing', 'folder')
    await page.create('/', 'thing')
    await page.upload('/', 'thing', 'third')
    await page.create('/', 'x.y')
    await page.create('/', 'x.y', 'folder')

    assert.deepEqual(pathsOf(page).toSorted(), [
      '/thing.new',
      '/thing.new.new',
      '/thing/',
      '/x.new.y/',
      '/x.y',
    ])
    await assertShowsDrive(page, server)
  })

  it('is that of several which were moved or copied together', async (t) => {
    const seed = { '/a/x.txt': '1', '/b/x.txt': '2', '/c/x.txt': '3', '/to/x.txt': '0' }
    const server = await filesServer(t, seed)
    const page = await server.open()
    await page.openAll()
    const ids = ['/a/x.txt', '/b/x.txt', '/c/x.txt']

    await page.copy(ids, '/to')
    await page.move(ids, '/to')

    const { content } = await server.drive()
    const found = [...content].map(([path, bytes]) => `${path} ${bytes}`).toSorted()
    assert.deepEqual(found, [
      '/to/x.new.new.new.new.new.new.txt 3',
      '/to/x.new.new.new.new.new.txt 2',
      '/to/x.new.new.new.new.txt 1',
      '/to/x.new.new.new.txt 3',
      '/to/x.new.new.txt 2',
      '/to/x.new.txt 1',
      '/to/x.txt 0',
    ])
    assert.deepEqual(page.corrected, [])
    await assertShowsDrive(page, server)
  })

  it('is kept by what is in the folder already when others are moved there', async (t) => {
    const server = await filesServer(t, { '/a/x.txt': '1', '/to/x.txt': '2' })
    const page = await server.open()
    await page.openAll()

    await page.move(['/a/x.txt', '/to/x.txt'], '/to')

    const { content } = await server.drive()
    assert.deepEqual(Object.fromEntries(content), { '/to/x.new.txt': '1', '/to/x.txt': '2' })
    await assertShowsDrive(page, server)
  })

  it('leads back to the own name when a thing is renamed to what it is like', async (t) => {
    const server = await filesServer(t, { '/b.txt': '1', '/b.new.txt': '2' })
    const page = await server.open()

    await page.rename('/b.new.txt', 'b.txt')

    const { content } = await server.drive()
    assert.equal(content.get('/b.txt'), '1')
    assert.deepEqual([...content.values()].toSorted(), ['1', '2'])
    await assertShowsDrive(page, server)
  })

  it('may end with a dot, which only the page forgets until it is loaded anew', async (t) => {
    const server = await filesServer(t, { '/full/': '', '/from/a.': 'a' })
    const page = await server.open()
    await page.openAll()

    await page.create('/full', 'a.')
    await page.create('/full', 'a.')
    await page.upload('/full', 'a.', 'third')
    await page.create('/full', 'b.', 'folder')
    await page.copy(['/from/a.'], '/full')
    await page.move(['/from/a.'], '/')

    assertSameList(
      (await server.drive()).paths,
      [
        '/a.',
        '/from/',
        '/full/',
        '/full/b./',
        ...['', '.new', '.new.new', '.new.new.new'].map((more) => `/full/a.${more}`),
      ],
      'the drive and what it should hold',
    )
    const fresh = await assertReloadShowsDrive(page, server)
    await fresh.rename('/full/b.', 'c')
    await fresh.remove(['/full/a..new', '/a.'])
    await assertShowsDrive(fresh, server)
  })

  it('takes what was spelled with two characters for what was spelled with one', async (t) => {
    const [one, two] = ['caf\u00e9.txt', 'cafe\u0301.txt']
    const server = await filesServer(t, { [`/${one}`]: 'one' })
    const page = await server.open()

    await page.create('/', two)
    assert.deepEqual(page.corrected, [{ id: `/${two}`, newId: '/cafe\u0301.new.txt' }])
    await assertShowsDrive(page, server)

    await page.rename(`/${one}`, two)
    assert.deepEqual((await server.drive()).content.get(`/${two}`), 'one')
    await assertShowsDrive(page, server)
  })
})

describe('sixty uploads of the same name at once', () => {
  it('make sixty files, each with its own bytes', async (t) => {
    const server = await filesServer(t, { '/in/': '' })
    const page = await server.open()
    await page.openAll()
    const texts = Array.from({ length: 60 }, (_, i) => `upload ${i} ${'x'.repeat(i * 997)}`)

    for (const text of texts) {
      page.exec('create-file', { parent: '/in', file: fileOf('a.txt', text) })
    }
    await page.idle()

    assert.deepEqual(page.failures, [])
    const { content } = await server.drive()
    assertSameList([...content.values()], texts, 'the bytes that are there and those sent')
    assert.ok(content.has(`/in/a${'.new'.repeat(59)}.txt`))
    await assertShowsDrive(page, server)
    await server.assertNothingHidden()
    assert.equal((await server.log()).length, 60)
  })
})

describe('nothing', () => {
  const seed = { '/a/x.txt': '1', '/b/': '' }

  it('happens when a thing is renamed to its own name', async (t) => {
    const server = await filesServer(t, seed)
    const page = await server.open()
    await page.openAll()

    // The store has no guess then, and the documented handler stumbles over that.
    for (const [id, name] of [
      ['/a', 'a'],
      ['/a/x.txt', 'x.txt'],
    ]) {
      const event = { id, name } as FilesEvent
      await page.attempt('rename-file', event)
      assert.deepEqual(event.response, { result: { id, name } })
    }

    assert.deepEqual(await server.log(), [])
    await assertShowsDrive(page, server)
  })

  it('happens when things are moved into the folder they are in', async (t) => {
    const server = await filesServer(t, seed)
    const page = await server.open()
    await page.openAll()

    const failures = [
      ...(await page.attempt('move-files', { ids: ['/b', '/a'], target: '/' })),
      ...(await page.attempt('move-files', { ids: ['/a/x.txt'], target: '/a' })),
    ]

    // The provider compares the answer with a guess the store has not made.
    assert.deepEqual(
      failures.map((error) => (error as Error).name),
      ['TypeError', 'TypeError'],
    )
    assert.deepEqual(await server.log(), [])
    await assertShowsDrive(page, server)
  })

  it('happens when nothing is pasted', async (t) => {
    const server = await filesServer(t, seed)
    const page = await server.open()
    await page.openAll()

    const copied = await page.copy([], '/b')
    // With nothing to move the store stumbles; what a page sends nevertheless comes from elsewhere.
    const moved = { ids: [], target: '/b', newIds: [] } as FilesEvent
    await page.provider.exec('move-files', moved)
    await page.remove([])

    assert.deepEqual([copied.response, moved.response], [{ result: [] }, { result: [] }])
    assert.deepEqual(await server.log(), [])
    await assertShowsDrive(page, server)
  })
})
