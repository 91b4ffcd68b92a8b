import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { filesServer } from '../../server/test/svar/files-server.ts'
import { openFilesPage, sameAsOnServer } from './files-page.ts'
import type { FilesPage } from './files-page.ts'
import type { Clash, ClashAnswer } from '../src/index.ts'
import { undo } from '../src/index.ts'
import { patient } from '../../server/test/fixtures/patient.ts'

const [replace, keepBoth, skip] = (['replace', 'number', 'skip'] as const).map((conflict) => ({
  conflict,
})) as [ClashAnswer, ClashAnswer, ClashAnswer]
const forAll = (answer: ClashAnswer): ClashAnswer => ({ ...answer, forAll: true })

type Answers = (ClashAnswer | null | ((clash: Clash) => Promise<ClashAnswer | null>))[]

/** A page whose person gives these answers, one after the other. */
async function open(t: TestContext, files: Record<string, string>, answers: Answers) {
  const server = await filesServer(t, files)
  const asked: Clash[] = []
  const page = await openFilesPage(t, server.url, {
    onClash: async (clash) => {
      asked.push(clash)
      assert.ok(answers.length > 0, `asked about ${clash.path}`)
      const next = answers.shift()!
      return typeof next === 'function' ? next(clash) : next
    },
  })
  const text = async (path: string) => String(await server.download(path))
  const put = async (path: string, bytes: string) => {
    const form = new FormData()
    form.append('name', path)
    form.append('file', new Blob([bytes]), 'file')
    const answer = await fetch(`${server.url}/upload?id=/`, { method: 'POST', body: form })
    assert.equal(answer.status, 200)
  }
  return { server, page, asked, text, put }
}

async function shows(t: TestContext, page: FilesPage, ...expected: string[]): Promise<void> {
  await page.files.settled()
  await t.waitFor(() => assert.deepEqual(page.shown(), expected), patient)
  await sameAsOnServer(t, page)
  assert.deepEqual(page.failures, [])
}

describe('a name that is taken', () => {
  it('is asked about when something is moved there, and what has it is replaced', async (t) => {
    const files = { 'a.txt': 'new', 'b.txt': 'b', 't/a.txt': 'former' }
    const { page, asked, text } = await open(t, files, [replace])
    await page.open('/t')
    page.exec('move-files', { ids: ['/a.txt', '/b.txt'], target: '/t' })
    await shows(t, page, '/t/', '/t/a.txt 3', '/t/b.txt 1')
    // Which of the two is newer is a matter of the clock.
    for (const { there, coming } of asked) assert.ok(there?.date && coming?.date)
    const [{ there, coming, ...question } = {} as Clash, ...more] = asked
    assert.deepEqual([there?.size, coming?.size, more], [6, 3, []])
    assert.deepEqual(
      [question],
      [{ action: 'move-files', path: '/t/a.txt', canReplace: true, others: 0 }],
    )
    assert.equal(await text('/t/a.txt'), 'new')
    // Whoever looks at it goes on with what is there now.
    assert.deepEqual(page.state().panels[0]!.selected, ['/t/a.txt', '/t/b.txt'])
  })

  it('is taken back in one step with what came along', async (t) => {
    const files = { 'a.txt': 'new', 'b.txt': 'b', 't/a.txt': 'former' }
    const { page } = await open(t, files, [replace])
    await page.open('/t')
    page.exec('copy-files', { ids: ['/a.txt', '/b.txt'], target: '/t' })
    await shows(t, page, '/a.txt 3', '/b.txt 1', '/t/', '/t/a.txt 3', '/t/b.txt 1')
    await undo(page.server)
    await shows(t, page, '/a.txt 3', '/b.txt 1', '/t/', '/t/a.txt 6')
  })

  it('is asked about for each of several, and each has its own answer', async (t) => {
    const files = { a: '1', b: '2', c: '3', d: '4', 't/a': 'aa', 't/b': 'bb', 't/c': 'cc' }
    const { page, asked } = await open(t, files, [replace, skip, keepBoth])
    await page.open('/t')
    page.exec('copy-files', { ids: ['/a', '/b', '/c', '/d'], target: '/t' })
    const rest = ['/a 1', '/b 1', '/c 1', '/d 1', '/t/']
    await shows(t, page, ...rest, '/t/a 1', '/t/b 2', '/t/c (2) 1', '/t/c 2', '/t/d 1')
    assert.deepEqual(
      asked.map(({ path, others }) => [path, others]),
      [
        ['/t/a', 2],
        ['/t/b', 1],
        ['/t/c', 0],
      ],
    )
  })

  it('has one answer for all, but a folder is never replaced', async (t) => {
    const files = { a: '1', b: '2', 'd/x': '3', 't/a': 'aa', 't/b': 'bb', 't/d/y': 'yy' }
    const { page, asked } = await open(t, files, [forAll(replace), keepBoth])
    page.exec('move-files', { ids: ['/a', '/d', '/b'], target: '/t' })
    await page.open('/t')
    await shows(t, page, '/t/', '/t/a 1', '/t/b 1', '/t/d (2)/', '/t/d/')
    assert.deepEqual(
      asked.map(({ path, canReplace }) => [path, canReplace]),
      [
        ['/t/a', true],
        ['/t/d', false],
      ],
    )
  })

  it('is left alone when nobody wants it any more, and nothing at all is moved', async (t) => {
    const files = { a: '1', b: '2', 't/a': 'aa' }
    const { page } = await open(t, files, [null])
    await page.open('/t')
    page.exec('move-files', { ids: ['/a', '/b'], target: '/t' })
    await shows(t, page, '/a 1', '/b 1', '/t/', '/t/a 2')
  })

  it('is asked about when something is renamed', async (t) => {
    const files = { 'a.txt': 'a', 'b.txt': 'bb', 'c.txt': 'ccc' }
    const { page, asked, text } = await open(t, files, [replace, skip, keepBoth])
    page.exec('select-file', { id: '/a.txt' })
    page.exec('rename-file', { id: '/a.txt', name: 'b.txt' })
    await shows(t, page, '/b.txt 1', '/c.txt 3')
    assert.deepEqual(page.state().panels[0]!.selected, ['/b.txt'])
    page.exec('rename-file', { id: '/b.txt', name: 'c.txt' })
    await shows(t, page, '/b.txt 1', '/c.txt 3')
    page.exec('rename-file', { id: '/b.txt', name: 'c.txt' })
    await shows(t, page, '/c (2).txt 1', '/c.txt 3')
    assert.equal(await text('/c (2).txt'), 'a')
    assert.equal(asked.length, 3)
  })

  it('is not asked about where something new is made: that gets a number', async (t) => {
    const { page, asked } = await open(t, { 't/v1.2/x': 'x', 't/a.txt': 'a' }, [])
    for (const [name, type] of [
      ['v1.2', 'folder'],
      ['a.txt', 'file'],
    ]) {
      page.exec('create-file', { file: { name, type }, parent: '/t' })
    }
    await page.files.settled()
    await page.open('/t')
    const made = ['/t/a (2).txt 0', '/t/a.txt 1', '/t/v1.2 (2)/', '/t/v1.2/']
    await shows(t, page, '/t/', ...made)
    assert.deepEqual(asked, [])
  })

  it('is not asked about when a copy is put beside what it is a copy of', async (t) => {
    const { page, asked } = await open(t, { 'a.txt': 'a' }, [])
    page.exec('copy-files', { ids: ['/a.txt'], target: '/' })
    await shows(t, page, '/a (2).txt 1', '/a.txt 1')
    assert.deepEqual(asked, [])
  })

  it('is that of two which come together: they do not replace each other', async (t) => {
    const files = { 'x/a': '1', 'y/a': '22', 't/': '' }
    const { page, asked } = await open(t, files, [keepBoth])
    for (const folder of ['/x', '/y', '/t']) await page.open(folder)
    page.exec('move-files', { ids: ['/x/a', '/y/a'], target: '/t' })
    await shows(t, page, '/t/', '/t/a (2) 2', '/t/a 1', '/x/', '/y/')
    assert.deepEqual(
      asked.map(({ canReplace }) => canReplace),
      [false],
    )
  })

  it('may be taken while somebody thinks about another, and is asked about, too', async (t) => {
    const files = { a: '1', b: '2', 't/a': 'aa' }
    const { page, asked, put } = await open(t, files, [
      async () => {
        await put('t/b', 'bb')
        return replace
      },
      skip,
    ])
    page.exec('move-files', { ids: ['/a', '/b'], target: '/t' })
    await page.open('/t')
    await shows(t, page, '/b 1', '/t/', '/t/a 1', '/t/b 2')
    assert.deepEqual(
      asked.map(({ path }) => path),
      ['/t/a', '/t/b'],
    )
  })

  it('keeps back what was done after it, until there is an answer', async (t) => {
    const { page } = await open(t, { a: '1', 't/a': 'aa' }, [replace])
    await page.open('/t')
    page.exec('move-files', { ids: ['/a'], target: '/t' })
    await t.waitFor(() => assert.ok(page.api.getFile('/t/a.new')), patient)
    page.exec('rename-file', { id: '/t/a.new', name: 'z' })
    await shows(t, page, '/t/', '/t/z 1')
  })
})

describe('a name of an upload that is taken', () => {
  it('is asked about before anything is sent, once for all that was chosen', async (t) => {
    const files = { a: 'aa', b: 'bb', 'd/x': 'x' }
    const { page, asked, text } = await open(t, files, [forAll(replace), keepBoth])
    for (const name of ['a', 'b', 'c', 'd']) page.upload('/', name, name)
    await shows(t, page, '/a 1', '/b 1', '/c 1', '/d (2) 1', '/d/')
    assert.equal(await text('/b'), 'b')
    assert.deepEqual(
      asked.map(({ action, path, canReplace, others }) => [action, path, canReplace, others]),
      [
        ['upload-file', '/a', true, 2],
        ['upload-file', '/d', false, 0],
      ],
    )
  })

  it('is skipped, and no trace of it is left among the uploads', async (t) => {
    const { page, text } = await open(t, { a: 'aa' }, [skip])
    for (const name of ['a', 'c']) page.upload('/', name, name)
    await shows(t, page, '/a 2', '/c 1')
    assert.equal(await text('/a'), 'aa')
    await t.waitFor(
      () =>
        assert.deepEqual(
          page.uploads().map(({ name, state }) => [name, state]),
          [['c', 'done']],
        ),
      patient,
    )
  })

  it('ends all of the go when nobody wants it any more', async (t) => {
    const { page } = await open(t, { a: 'aa' }, [null])
    for (const name of ['a', 'c']) page.upload('/', name, name)
    await shows(t, page, '/a 2')
    await t.waitFor(() => assert.deepEqual(page.uploads(), []), patient)
  })

  it('is found in the folders that the files come in', async (t) => {
    const { server, page, asked } = await open(t, { 'trip/day/a.jpg': 'old' }, [replace])
    const names = ['trip/day/a.jpg', 'trip/day/b.jpg', 'trip/other/a.jpg', 'new/day/a.jpg']
    page.files.uploads.add(
      '/',
      names.map((name) => ({ file: new File(['x'], 'a.jpg'), name })),
      async (clash) => {
        asked.push(clash)
        return replace
      },
    )
    await page.files.settled()
    for (const name of names) assert.equal(String(await server.download(`/${name}`)), 'x')
    assert.deepEqual(
      asked.map(({ path }) => path),
      ['/trip/day/a.jpg'],
    )
  })

  it('may be taken only when the bytes have come: then it is asked about after all', async (t) => {
    const { page, asked, put, text } = await open(t, { a: 'aa', b: '' }, [
      async () => {
        await put('c', 'cc')
        return keepBoth
      },
      // By now it is looked up once more.
      async () => {
        await put('e', 'ee')
        return replace
      },
      replace,
    ])
    page.upload('/', 'a', 'a')
    page.upload('/', 'c', 'c')
    page.upload('/', 'e', 'e')
    await page.files.settled()
    assert.deepEqual(
      asked.map(({ path }) => path),
      ['/a', '/c', '/e'],
    )
    assert.deepEqual([await text('/c'), await text('/e')], ['c', 'e'])
  })
  it('is a matter of whoever chose it, and not of others that come at the same time', async (t) => {
    const { page, asked } = await open(t, { a: 'aa', b: 'bb' }, [null])
    page.upload('/', 'a', 'a')
    page.files.uploads.add('/', [{ file: new File(['b'], 'b'), name: 'b' }])
    page.files.uploads.add('/', [{ file: new File(['b'], 'b'), name: 'b' }], async () => keepBoth)
    await page.files.settled()
    await t.waitFor(
      () =>
        assert.deepEqual(
          page
            .uploads()
            .map(({ path }) => path)
            .toSorted((one, other) => (one! < other! ? -1 : 1)),
          ['/b (2)', '/b.new'],
        ),
      patient,
    )
    assert.deepEqual(
      asked.map(({ path }) => path),
      ['/a'],
    )
  })

  it('leaves files to be tried again where nobody could be asked, and others go on', async (t) => {
    const { page, asked } = await open(t, { a: 'aa' }, [
      () => Promise.reject(new Error('The question could not be shown.')),
      keepBoth,
    ])
    page.upload('/', 'a', 'a')
    page.files.uploads.add('/', [{ file: new File(['b'], 'b'), name: 'b' }])
    const states = () => page.uploads().map(({ name, state }) => [name, state])
    await t.waitFor(
      () =>
        assert.deepEqual(states(), [
          ['a', 'failed'],
          ['b', 'done'],
        ]),
      patient,
    )
    const [failed] = page.files.uploads.list()
    assert.equal(failed?.error?.message, 'The question could not be shown.')
    page.files.uploads.retry(failed.id)
    await page.files.settled()
    await t.waitFor(() => assert.deepEqual(page.shown(), ['/a (2) 1', '/a 2', '/b 1']), patient)
    assert.equal(asked.length, 2)
  })

  it('is not asked about of what is given up by then', async (t) => {
    const { page, asked } = await open(t, { a: 'aa' }, [skip])
    for (const name of ['a', 'c']) page.upload('/', name, name)
    page.files.uploads.cancel(page.files.uploads.list()[0]!.id)
    await shows(t, page, '/a 2', '/c 1')
    assert.deepEqual(asked, [])
  })
})
