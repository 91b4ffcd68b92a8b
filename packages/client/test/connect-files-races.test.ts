import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { diskFilesServer, filesServer } from '../../server/test/svar/files-server.ts'
import { openFilesPage, sameAsOnServer } from './files-page.ts'
import type { FilesPage } from './files-page.ts'
import { httpProxy } from './http-proxy.ts'
import { patient } from '../../server/test/fixtures/patient.ts'

const seed = { 'docs/plan.txt': 'plan', 'note.txt': 'note' }
const docsAreListed = ({ method, path }: { method: string; path: string }) =>
  method === 'GET' && path === '/files/%2Fdocs'

/** Resolves when this page has been told of a change of this entity. */
function told(page: FilesPage, entity: string): Promise<void> {
  return new Promise((resolve) => {
    const change = (told: { entity: string }) => void (told.entity === entity && resolve())
    void page.server.follow({ change, reload: () => {} })
  })
}

describe('a list that is on its way', () => {
  it('does not undo what somebody else did meanwhile', async (t) => {
    const server = await filesServer(t, seed)
    const proxy = await httpProxy(t, server.url)
    const [page, other] = [await openFilesPage(t, proxy.url), await openFilesPage(t, server.url)]
    const list = proxy.holdAnswer(docsAreListed)
    const isTold = told(page, '/docs/new.txt')
    page.exec('set-path', { id: '/docs' })
    await list.isHeld
    await other.open('/docs')
    other.create('/docs', 'new.txt')
    await isTold
    // The change is gathered with others for a moment before it is shown.
    await new Promise((resolve) => setTimeout(resolve, 100))
    list.letGo()
    await t.waitFor(
      () =>
        assert.deepEqual(page.shown(), [
          '/docs/',
          '/docs/new.txt 0',
          '/docs/plan.txt 4',
          '/note.txt 4',
        ]),
      patient,
    )
  })

  it('does not undo what this person did meanwhile', async (t) => {
    const server = await filesServer(t, seed)
    const proxy = await httpProxy(t, server.url)
    const page = await openFilesPage(t, proxy.url)
    const list = proxy.holdAnswer(docsAreListed)
    page.exec('set-path', { id: '/docs' })
    await list.isHeld
    page.exec('move-files', { ids: ['/note.txt'], target: '/docs' })
    await page.files.settled()
    list.letGo()
    await t.waitFor(
      () => assert.deepEqual(page.shown(), ['/docs/', '/docs/note.txt 4', '/docs/plan.txt 4']),
      patient,
    )
    await sameAsOnServer(t, page)
  })
})

describe('a change that is on its way', () => {
  it('does not hide what somebody else did to the same file', async (t) => {
    const server = await diskFilesServer(t, { 'from/note.txt': 'note', 'docs/plan.txt': 'plan' })
    const proxy = await httpProxy(t, server.url)
    const page = await openFilesPage(t, proxy.url)
    await page.open('/from')
    await page.open('/docs')
    const isTold = told(page, '/from/note.txt')
    const move = proxy.holdRequest(({ method }) => method === 'PUT')
    page.exec('move-files', { ids: ['/from/note.txt'], target: '/docs' })
    await move.isHeld
    writeFileSync(join(server.root, 'from/note.txt'), 'a longer note')
    await isTold
    move.letGo()
    await page.files.settled()
    await t.waitFor(
      () =>
        assert.deepEqual(page.shown(), [
          '/docs/',
          '/docs/note.txt 13',
          '/docs/plan.txt 4',
          '/from/',
        ]),
      patient,
    )
  })
})

describe('a file that is uploaded', () => {
  it('has the name that was free before, however long that takes to be saved', async (t) => {
    const server = await filesServer(t, seed)
    const proxy = await httpProxy(t, server.url)
    const page = await openFilesPage(t, proxy.url)
    const deletion = proxy.holdRequest(({ method }) => method === 'DELETE')
    page.exec('delete-files', { ids: ['/note.txt'] })
    page.upload('/', 'note.txt', 'newer')
    await deletion.isHeld
    // Time enough to overtake it.
    for (let asked = 0; asked < 20; asked++) await fetch(`${proxy.url}/files`)
    deletion.letGo()
    await page.files.settled()
    await t.waitFor(() => assert.deepEqual(page.shown(), ['/docs/', '/note.txt 5']), patient)
  })
  it('has it also where somebody was being asked about another one', async (t) => {
    const server = await filesServer(t, seed)
    const proxy = await httpProxy(t, server.url)
    const deletion = proxy.holdRequest(({ method }) => method === 'DELETE')
    const page = await openFilesPage(t, proxy.url, {
      onClash: async ({ path }) => {
        assert.equal(path, '/docs')
        page.exec('delete-files', { ids: ['/note.txt'] })
        page.upload('/', 'note.txt', 'newer')
        void deletion.isHeld.then(async () => {
          for (let asked = 0; asked < 20; asked++) await fetch(`${proxy.url}/files`)
          deletion.letGo()
        })
        return null
      },
    })
    page.upload('/', 'docs', 'a file')
    await page.files.settled()
    await t.waitFor(() => assert.deepEqual(page.shown(), ['/docs/', '/note.txt 5']), patient)
  })
})
