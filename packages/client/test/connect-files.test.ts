import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesServer } from '../../server/test/svar/files-server.ts'
import { openFilesPage, sameAsOnServer } from './files-page.ts'
import type { FilesPage } from './files-page.ts'
import { patient } from '../../server/test/fixtures/patient.ts'

const found = (page: FilesPage) => page.state().panels[0]?._files.map(({ id }) => id)
const size = ({ api }: FilesPage, id: string) => (api.getFile(id) as { size?: number }).size
const seed = { 'docs/plan.txt': 'plan', 'docs/old/a.txt': 'a', 'photos/': '', 'note.txt': 'note' }

describe('a file manager that is connected', () => {
  it('shows the root, and a folder when it is opened', async (t) => {
    const { url } = await filesServer(t, seed)
    const page = await openFilesPage(t, url)
    assert.deepEqual(page.shown(), ['/docs/', '/note.txt 4', '/photos/'])
    await page.open('/docs')
    assert.deepEqual(page.shown(), [
      '/docs/',
      '/docs/old/',
      '/docs/plan.txt 4',
      '/note.txt 4',
      '/photos/',
    ])
    assert.equal(page.state().panels[0]?.path, '/docs')
  })

  it('begins in a folder far below, and can be sent to one', async (t) => {
    const { url } = await filesServer(t, seed)
    const page = await openFilesPage(t, url, { path: '/docs/old' })
    await t.waitFor(() => assert.ok(page.shown().includes('/docs/old/a.txt 1')), patient)
    assert.equal(page.state().panels[0]?.path, '/docs/old')
    const other = await openFilesPage(t, url, { path: '/no/such/folder' })
    assert.equal(other.state().panels[0]?.path, '/')
    await other.open('/docs/old')
    assert.equal(other.state().panels[0]?.path, '/docs/old')
  })

  it('saves what a person does', async (t) => {
    const { url } = await filesServer(t, seed)
    const page = await openFilesPage(t, url)
    await page.open('/docs')
    page.create('/', 'new', 'folder')
    page.create('/new', 'in-it.txt')
    page.exec('rename-file', { id: '/note.txt', name: 'renamed.txt' })
    page.exec('move-files', { ids: ['/renamed.txt'], target: '/docs' })
    page.exec('copy-files', { ids: ['/docs/plan.txt'], target: '/new' })
    page.exec('delete-files', { ids: ['/docs/old'] })
    await page.files.settled()
    assert.deepEqual(page.failures, [])
    await sameAsOnServer(t, page)
    assert.deepEqual(page.shown(), [
      '/docs/',
      '/docs/plan.txt 4',
      '/docs/renamed.txt 4',
      '/new/',
      '/new/in-it.txt 0',
      '/new/plan.txt 4',
      '/photos/',
    ])
  })

  it('shows the drive, and asks anew when something was changed', async (t) => {
    const { url } = await filesServer(t, seed)
    const page = await openFilesPage(t, url)
    const used = () => (page.api.getState() as { drive: { bytes: number } }).drive.bytes
    assert.equal(used(), 9)
    page.exec('delete-files', { ids: ['/note.txt'] })
    await t.waitFor(() => assert.equal(used(), 5), patient)
  })

  it('says how much folders hold, also after something far below them was changed', async (t) => {
    const { url } = await filesServer(t, { 'docs/old/deep/a.txt': 'four', 'docs/plan.txt': 'plan' })
    const page = await openFilesPage(t, url)
    const other = await openFilesPage(t, url)
    const holds = (of: FilesPage, id: string, bytes: number) =>
      t.waitFor(() => assert.equal(size(of, id), bytes), patient)
    await holds(page, '/docs', 8)

    await other.open('/docs/old/deep')
    other.upload('/docs/old/deep', 'b.txt', 'sixsix')
    await holds(page, '/docs', 14)
    other.exec('delete-files', { ids: ['/docs/old/deep/a.txt'] })
    await holds(page, '/docs', 10)

    // Who has done it finds it so on the way back, and so does who comes to a folder that was not in sight.
    await other.open('/docs')
    await holds(other, '/docs/old', 6)
    await other.open('/')
    await holds(other, '/docs', 10)
    page.exec('rename-file', { id: '/docs', name: 'papers' })
    await holds(page, '/papers', 10)
  })

  it('shows all that is loaded as it is when it is asked to', async (t) => {
    const { url } = await filesServer(t, seed)
    const page = await openFilesPage(t, url)
    await page.open('/docs')
    page.exec('delete-files', { ids: ['/docs/plan.txt', '/note.txt'], skipProvider: true })
    await page.files.reload()
    assert.equal(page.shown().length, 5)
    assert.equal(page.state().panels[0]?.path, '/docs')
  })

  it('goes on to show a file of which a version, or a namesake in the trash, is deleted for good', async (t) => {
    const files = await filesServer(t, seed)
    const { url } = files
    const page = await openFilesPage(t, url)
    const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
      const answer = await fetch(`${url}${path}`, {
        method,
        body: body ? JSON.stringify(body) : null,
      })
      assert.equal(answer.status, 200)
      return answer.json()
    }
    page.exec('delete-files', { ids: ['/note.txt'] })
    // Which of those that are sent at once has or gets the name is not said.
    await page.files.settled()
    for (const content of ['newer', 'newest']) {
      page.upload('/', 'note.txt', content)
      await page.files.settled()
    }
    await ask('PUT', '/files/%2Fnote.new.txt', {
      operation: 'rename',
      name: 'note.txt',
      conflict: 'replace',
    })
    const [former] = (await ask('GET', '/versions?id=/note.txt')) as { version: string }[]
    await ask('DELETE', `/versions/${former?.version}`)
    await ask('DELETE', '/trash', {})
    const told = (await files.log()).slice(-2).map(({ operation, entity }) => [operation, entity])
    assert.deepEqual(told, [
      ['version-deleted', '/note.txt'],
      ['trash-deleted', '/note.txt'],
    ])
    await ask('POST', '/files/%2F', { name: 'last.txt', type: 'file' })
    await t.waitFor(() => assert.ok(page.shown().includes('/last.txt 0')), patient)
    assert.deepEqual(page.shown(), ['/docs/', '/last.txt 0', '/note.txt 6', '/photos/'])
    assert.deepEqual(page.failures, [])
  })

  it('says no more to anybody when it was stopped', async (t) => {
    const server = await filesServer(t, seed)
    const [page, other] = [await openFilesPage(t, server.url), await openFilesPage(t, server.url)]
    page.files.stop()
    page.create('/', 'unsaved.txt')
    other.create('/', 'saved.txt')
    await other.files.settled()
    assert.deepEqual(
      (await server.log()).map(({ entity }) => entity),
      ['/saved.txt'],
    )
    assert.ok(!page.shown().includes('/saved.txt 0'))
  })
})

describe('names', () => {
  it('are those that the server gives', async (t) => {
    const { url } = await filesServer(t, seed)
    const page = await openFilesPage(t, url)
    // The folder is not loaded, so the widget cannot know what is in there.
    page.exec('copy-files', { ids: ['/note.txt'], target: '/photos' })
    page.exec('move-files', { ids: ['/note.txt'], target: '/photos' })
    await page.open('/photos')
    await page.files.settled()
    await sameAsOnServer(t, page)
    assert.deepEqual(page.shown(), [
      '/docs/',
      '/photos/',
      '/photos/note.new.txt 4',
      '/photos/note.txt 4',
    ])
    assert.deepEqual(page.failures, [])
  })

  it('that were guessed wrong are put right in all that waits', async (t) => {
    const server = await filesServer(t, seed)
    const { url } = server
    const [page, other] = [await openFilesPage(t, url), await openFilesPage(t, url)]
    other.create('/', 'taken', 'folder')
    page.create('/', 'taken', 'folder')
    page.create('/taken', 'a.txt')
    page.exec('rename-file', { id: '/taken/a.txt', name: 'b.txt' })
    page.exec('move-files', { ids: ['/note.txt'], target: '/taken' })
    await page.files.settled()
    assert.deepEqual(page.failures, [])
    await sameAsOnServer(t, page)
    const ours = (await server.log()).filter(({ origin }) => page.marks.includes(origin ?? ''))
    const folder = String(ours[0]?.entity)
    assert.deepEqual(
      page.shown().filter((id) => id.startsWith('/taken')),
      folder === '/taken'
        ? ['/taken.new/', '/taken/', '/taken/b.txt 0', '/taken/note.txt 4']
        : ['/taken.new/', '/taken.new/b.txt 0', '/taken.new/note.txt 4', '/taken/'],
    )
  })

  it('keep what is selected and the folder one is in', async (t) => {
    const { url } = await filesServer(t, { ...seed, 'a.': 'x' })
    const page = await openFilesPage(t, url)
    // The widget takes off the dot at the end; the server keeps it.
    page.create('/', 'b.', 'folder')
    page.exec('set-path', { id: '/b' })
    await page.files.settled()
    assert.equal(page.state().panels[0]?.path, '/b.')
    await sameAsOnServer(t, page)
  })
})

describe('what the server refuses', () => {
  it('is taken back, and told', async (t) => {
    const { url } = await filesServer(t, seed)
    const page = await openFilesPage(t, url)
    page.create('/', 'a\u0000b')
    page.create('/', 'fine.txt')
    await page.files.settled()
    await t.waitFor(() => assert.equal(page.failures.length, 1), patient)
    const { action, error } = page.failures[0]!
    assert.deepEqual([action, error.code], ['create-file', 'files.bad_name'])
    assert.deepEqual(page.shown(), ['/docs/', '/fine.txt 0', '/note.txt 4', '/photos/'])
  })

  it('is taken back though its name says it is elsewhere', async (t) => {
    const { url } = await filesServer(t, seed)
    const page = await openFilesPage(t, url)
    page.create('/', 'docs/a.txt')
    page.create('/', 'no/where.txt')
    page.exec('rename-file', { id: '/note.txt', name: 'x/y' })
    await page.files.settled()
    await t.waitFor(() => assert.equal(page.failures.length, 3), patient)
    assert.deepEqual(page.shown(), ['/docs/', '/note.txt 4', '/photos/'])
  })

  it('is taken back where somebody else was first', async (t) => {
    const { url } = await filesServer(t, seed)
    const [page, other] = [await openFilesPage(t, url), await openFilesPage(t, url)]
    other.exec('delete-files', { ids: ['/note.txt'] })
    await other.files.settled()
    page.exec('move-files', { ids: ['/note.txt'], target: '/docs' })
    await page.files.settled()
    await page.open('/docs')
    await sameAsOnServer(t, page)
    assert.deepEqual(
      page.failures.map(({ error }) => error.code),
      ['files.not_found'],
    )
  })
})

describe('what others do', () => {
  it('is shown where it was loaded, and nowhere else', async (t) => {
    const { url } = await filesServer(t, seed)
    const [page, other] = [await openFilesPage(t, url), await openFilesPage(t, url)]
    await other.open('/docs')
    other.create('/', 'new', 'folder')
    other.create('/docs', 'not-here.txt')
    other.upload('/', 'sent.txt', 'sent')
    other.exec('rename-file', { id: '/note.txt', name: 'b.txt' })
    await other.files.settled()
    await t.waitFor(
      () =>
        assert.deepEqual(page.shown(), ['/b.txt 4', '/docs/', '/new/', '/photos/', '/sent.txt 4']),
      patient,
    )
    other.exec('delete-files', { ids: ['/docs'] })
    other.exec('move-files', { ids: ['/b.txt'], target: '/new' })
    await t.waitFor(
      () => assert.deepEqual(page.shown(), ['/new/', '/photos/', '/sent.txt 4']),
      patient,
    )
    await page.open('/new')
    assert.ok(page.shown().includes('/new/b.txt 4'))
  })

  it('takes those along who are inside', async (t) => {
    const { url } = await filesServer(t, seed)
    const page = await openFilesPage(t, url, { path: '/docs/old' })
    const other = await openFilesPage(t, url)
    await t.waitFor(() => assert.ok(page.shown().includes('/docs/old/a.txt 1')), patient)
    page.exec('select-file', { id: '/docs/old/a.txt' })
    other.exec('rename-file', { id: '/docs', name: 'papers' })
    await t.waitFor(() => assert.equal(page.state().panels[0]?.path, '/papers/old'), patient)
    assert.deepEqual(page.state().panels[0]?.selected, ['/papers/old/a.txt'])
    await other.open('/papers')
    other.exec('delete-files', { ids: ['/papers/old'] })
    await t.waitFor(() => assert.equal(page.state().panels[0]?.path, '/papers'), patient)
    assert.deepEqual(page.state().panels[0]?.selected, [])
    await sameAsOnServer(t, page)
  })

  it('tells who has to leave a folder where they are now', async (t) => {
    const { url } = await filesServer(t, seed)
    const [page, other] = [
      await openFilesPage(t, url, { path: '/photos' }),
      await openFilesPage(t, url),
    ]
    const paths: unknown[] = []
    page.api.on('set-path', ({ id }) => void paths.push(id))
    other.exec('delete-files', { ids: ['/photos'] })
    await t.waitFor(() => assert.deepEqual(paths, ['/']), patient)
  })

  it('takes what has moved elsewhere out of what is selected', async (t) => {
    const { url } = await filesServer(t, seed)
    const [page, other] = [await openFilesPage(t, url), await openFilesPage(t, url)]
    // What lies there is known, and so is what comes there.
    await page.open('/docs')
    await page.open('/')
    page.exec('select-file', { id: '/note.txt' })
    page.exec('select-file', { id: '/photos', toggle: true })
    other.exec('move-files', { ids: ['/note.txt'], target: '/docs' })
    await t.waitFor(() => assert.equal(page.api.getFile('/note.txt'), null), patient)
    assert.deepEqual(page.state().panels[0]?.selected, ['/photos'])
  })

  it('leaves alone what is selected', async (t) => {
    const { url } = await filesServer(t, seed)
    const [page, other] = [await openFilesPage(t, url), await openFilesPage(t, url)]
    page.exec('select-file', { id: '/note.txt' })
    other.create('/', 'a.txt')
    await t.waitFor(() => assert.ok(page.shown().includes('/a.txt 0')), patient)
    assert.deepEqual(page.state().panels[0]?.selected, ['/note.txt'])
  })
})

describe('a search', () => {
  it('finds what was not loaded, and leaves the tree as it was', async (t) => {
    const { url } = await filesServer(t, seed)
    const page = await openFilesPage(t, url)
    await page.open('/docs')
    await page.open('/')
    const before = page.shown()
    page.exec('filter-files', { text: 'a' })
    await t.waitFor(
      () => assert.deepEqual(found(page), ['/docs/old/a.txt', '/docs/plan.txt']),
      patient,
    )
    page.exec('filter-files', { text: 'a.t' })
    await t.waitFor(() => assert.deepEqual(found(page), ['/docs/old/a.txt']), patient)
    page.exec('filter-files', { text: '' })
    assert.deepEqual(page.shown(), before)
    assert.equal(page.api.getFile('/docs/old/a.txt'), null)
    assert.equal((page.api.getFile('/') as { open?: boolean }).open, true)
  })

  it('draws nothing for a letter before the server has answered, and never what was typed over', async (t) => {
    const { url } = await filesServer(t, seed)
    const page = await openFilesPage(t, url)
    const sought: unknown[] = []
    page.api.on('filter-files', ({ text }) => sought.push(text))
    const before = found(page)
    page.exec('filter-files', { text: 'o' })
    page.exec('filter-files', { text: 'ol' })
    assert.deepEqual([page.state().mode, found(page)], ['table', before])
    await t.waitFor(() => assert.deepEqual(found(page), ['/docs/old']), patient)
    assert.deepEqual(sought, ['ol'])
    page.exec('filter-files', { text: 'a.txt' })
    page.exec('filter-files', { text: '' })
    await page.files.settled()
    assert.deepEqual([page.state().mode, found(page)], ['table', before])
  })

  it('leaves nothing of what it found', async (t) => {
    const { url } = await filesServer(t, seed)
    const page = await openFilesPage(t, url)
    page.exec('filter-files', { text: 'a.txt' })
    await t.waitFor(() => assert.deepEqual(found(page), ['/docs/old/a.txt']), patient)
    page.exec('filter-files', { text: 'plan' })
    await t.waitFor(() => assert.deepEqual(found(page), ['/docs/plan.txt']), patient)
    page.exec('filter-files', { text: '' })
    assert.equal(page.api.getFile('/docs/plan.txt'), null)
    assert.equal(page.api.getFile('/docs/old/a.txt'), null)
  })

  it('finds what others make meanwhile, and the tree has it afterwards', async (t) => {
    const { url } = await filesServer(t, seed)
    const [page, other] = [await openFilesPage(t, url), await openFilesPage(t, url)]
    page.exec('filter-files', { text: 'a.txt' })
    await t.waitFor(() => assert.deepEqual(found(page), ['/docs/old/a.txt']), patient)
    other.create('/', 'aa.txt')
    await t.waitFor(() => assert.deepEqual(found(page), ['/docs/old/a.txt', '/aa.txt']), patient)
    page.exec('set-mode', { mode: 'cards' })
    await sameAsOnServer(t, page)
    assert.ok(page.shown().includes('/aa.txt 0'))
  })

  it('can be worked in', async (t) => {
    const { url } = await filesServer(t, seed)
    const page = await openFilesPage(t, url)
    page.exec('filter-files', { text: 'a.txt' })
    await t.waitFor(() => assert.deepEqual(found(page), ['/docs/old/a.txt']), patient)
    page.exec('rename-file', { id: '/docs/old/a.txt', name: 'aa.txt' })
    await t.waitFor(() => assert.deepEqual(found(page), ['/docs/old/aa.txt']), patient)
    page.exec('delete-files', { ids: ['/docs/old/aa.txt'] })
    await t.waitFor(() => assert.deepEqual(found(page), []), patient)
    page.exec('filter-files', { text: '' })
    await page.files.settled()
    await sameAsOnServer(t, page)
    assert.deepEqual(page.failures, [])
  })

  it('goes on after what was found was moved into a folder that was found', async (t) => {
    const { url } = await filesServer(t, { 'box/x': 'x', 'box.txt': 'text' })
    const page = await openFilesPage(t, url)
    page.exec('filter-files', { text: 'box' })
    await t.waitFor(() => assert.deepEqual(found(page), ['/box', '/box.txt']), patient)
    page.exec('move-files', { ids: ['/box.txt'], target: '/box' })
    await t.waitFor(() => assert.deepEqual(found(page), ['/box', '/box/box.txt']), patient)
    page.exec('filter-files', { text: '' })
    await page.files.settled()
    await sameAsOnServer(t, page)
    assert.deepEqual(page.failures, [])
  })

  it('ends where a folder is opened that was found', async (t) => {
    const { url } = await filesServer(t, seed)
    const page = await openFilesPage(t, url)
    page.exec('filter-files', { text: 'old' })
    await t.waitFor(() => assert.deepEqual(found(page), ['/docs/old']), patient)
    await page.open('/docs/old')
    assert.equal(page.state().mode, 'table')
    await sameAsOnServer(t, page)
    assert.deepEqual(found(page), ['/docs/old/a.txt'])
  })
})
