import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesServer } from '../../server/test/svar/files-server.ts'
import { downloadFile, previewAddress } from '../src/index.ts'
import { openFilesPage } from './files-page.ts'
import type { FilesPage } from './files-page.ts'
import { httpProxy } from './http-proxy.ts'
import { patient } from '../../server/test/fixtures/patient.ts'

const seed = { 'photos/a.svg': '<svg/>', 'photos/b.svg': '<svg/>', 'other/': '' }
const isPut = ({ method }: { method: string }) => method === 'PUT'

/** What the widget is told to show for a file: an address, or an icon instead. */
function preview(page: FilesPage, id: string): string | null {
  const item = page.api.getFile(id)
  assert.ok(item, `${id} is not shown`)
  return previewAddress(page.server)(item, 100, 100)
}

describe('the picture of a file', () => {
  it('is asked for when the server knows its new name, not before', async (t) => {
    const server = await filesServer(t, seed)
    const proxy = await httpProxy(t, server.url)
    const page = await openFilesPage(t, proxy.url, { path: '/photos' })
    await page.open('/other')
    await page.open('/photos')
    assert.match(preview(page, '/photos/a.svg') ?? '', /id=%2Fphotos%2Fa\.svg/)

    const request = proxy.holdRequest(isPut)
    page.exec('rename-file', { id: '/photos/a.svg', name: 'c.svg' })
    page.exec('copy-files', { ids: ['/photos/b.svg'], target: '/other' })
    page.create('/photos', 'new.svg')
    await request.isHeld
    for (const id of ['/photos/c.svg', '/other/b.svg', '/photos/new.svg']) {
      assert.equal(preview(page, id), null)
    }
    assert.ok(preview(page, '/photos/b.svg'))
    request.letGo()
    await page.files.settled()
    for (const id of ['/photos/c.svg', '/other/b.svg', '/photos/new.svg']) {
      assert.ok(preview(page, id)?.includes(encodeURIComponent(id)), id)
      const answer = await fetch(preview(page, id) ?? '')
      await answer.arrayBuffer()
      assert.notEqual(answer.status, 404, id)
    }
  })

  it('in a folder that is renamed waits for all that is renamed on the way to it', async (t) => {
    const server = await filesServer(t, seed)
    const proxy = await httpProxy(t, server.url)
    const page = await openFilesPage(t, proxy.url, { path: '/photos' })
    await t.waitFor(() => assert.ok(page.api.getFile('/photos/a.svg')), patient)
    const [folder, file] = [
      proxy.holdRequest(({ path }) => path.endsWith('photos')),
      proxy.holdRequest(({ path }) => path.endsWith('a.svg')),
    ]
    page.exec('rename-file', { id: '/photos', name: 'pictures' })
    page.exec('rename-file', { id: '/pictures/a.svg', name: 'c.svg' })
    await folder.isHeld
    assert.equal(preview(page, '/pictures/b.svg'), null)
    folder.letGo()
    await file.isHeld
    await t.waitFor(() => assert.ok(preview(page, '/pictures/b.svg')), patient)
    assert.equal(preview(page, '/pictures/c.svg'), null)
    file.letGo()
    await page.files.settled()
    assert.ok(preview(page, '/pictures/c.svg'))
  })

  it('is there after somebody else has moved its folder', async (t) => {
    const { url } = await filesServer(t, seed)
    const page = await openFilesPage(t, url, { path: '/photos' })
    const other = await openFilesPage(t, url)
    await t.waitFor(() => assert.ok(page.api.getFile('/photos/a.svg')), patient)
    other.exec('rename-file', { id: '/photos', name: 'pictures' })
    await t.waitFor(() => assert.ok(preview(page, '/pictures/a.svg')), patient)
  })
})

it('more files than an address can carry are not downloaded together', async (t) => {
  const { url } = await filesServer(t)
  const { server } = await openFilesPage(t, url)
  const ids = Array.from({ length: 200 }, (_, index) => `/photos/holiday in spain ${index}.jpg`)
  assert.equal(downloadFile(server, ids), false)
})
