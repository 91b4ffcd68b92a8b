import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import type { TestContext } from 'node:test'
import type { FilesClient, FilesEvent } from './files-client.ts'
import { assertReloadShowsDrive, assertShowsDrive } from './files-drive.ts'
import { diskFilesServer, filesServer } from './files-server.ts'
import type { FilesServer } from './files-server.ts'

const seed = { '/a/x.txt': '1', '/a/deep/y.txt': '2', '/b/': '', '/file.txt': '3' }

/** What the provider writes to the console about answers it did not like. */
const logged: string[] = []
beforeEach(() => {
  logged.length = 0
  mock.method(console, 'error', (error: unknown) => logged.push(String(error)))
})
afterEach(() => mock.restoreAll())

async function opened(t: TestContext): Promise<{ server: FilesServer; page: FilesClient }> {
  return openedOn(await filesServer(t, seed))
}

async function openedOn<T extends FilesServer>(server: T) {
  const page = await server.open()
  await page.openAll()
  return { server, page }
}

async function removeElsewhere(server: FilesServer, id: string): Promise<void> {
  const other = await server.open()
  await other.remove([id])
}

/** The action fails as the provider lets it fail, the console has the reason, the drive is as before. */
async function refuses(
  { server, page }: { server: FilesServer; page: FilesClient },
  reason: RegExp,
  action: string,
  event: FilesEvent,
): Promise<void> {
  const before = await server.drive()
  const log = await server.log()
  const what = `${action} ${JSON.stringify(event)}`

  const failures = await page.attempt(action, event)

  assert.deepEqual(
    failures.map((error) => (error as Error).name),
    ['TypeError'],
    what,
  )
  assert.match(logged.splice(0).join('\n'), reason, what)
  assert.deepEqual(await server.drive(), before, what)
  assert.deepEqual(await server.log(), log, what)
  await server.assertNothingHidden()
}

/** The same where the store itself would have stopped the action. */
async function refusesRaw(
  { server, page }: { server: FilesServer; page: FilesClient },
  reason: RegExp,
  action: string,
  event: FilesEvent,
): Promise<void> {
  const before = await server.drive()
  await assert.rejects(page.provider.exec(action, event), TypeError)
  assert.match(logged.splice(0).join('\n'), reason)
  assert.deepEqual(await server.drive(), before)
}

const badNames = [
  '',
  '.',
  '..',
  'a/b',
  '../x',
  'a\u0000b',
  'line\nbreak',
  '\ud800',
  'n'.repeat(256),
]

describe('the page is told, and nothing is changed, when', () => {
  it('a new name cannot be given', async (t) => {
    const both = await opened(t)

    for (const name of badNames) {
      for (const type of ['file', 'folder']) {
        const event = { parent: '/a', file: { name, type } }
        await refuses(both, /Network error: A name/, 'create-file', event)
      }
    }

    await assertReloadShowsDrive(both.page, both.server)
  })

  it('a thing is renamed to a name that cannot be given', async (t) => {
    const both = await opened(t)

    for (const name of badNames) {
      await refuses(both, /Network error: A name/, 'rename-file', { id: '/a/x.txt', name })
      // The store has renamed it nevertheless.
      await both.page.refresh('/a')
    }

    await assertReloadShowsDrive(both.page, both.server)
  })

  it('it wants the name of the folder of the server itself, on a disk', async (t) => {
    const both = await openedOn(await diskFilesServer(t, seed))
    const own = { name: '.triptych', type: 'folder' }

    await refuses(both, /Network error/, 'create-file', { parent: '/', file: own })
    await refuses(both, /Network error/, 'rename-file', { id: '/file.txt', name: '.triptych' })

    await assertReloadShowsDrive(both.page, both.server)
  })

  it('the folder for something new was taken away on the disk', async (t) => {
    const both = await openedOn(await diskFilesServer(t, seed))
    rmSync(`${both.server.root}/b`, { recursive: true })

    const file = { name: 'new', type: 'file' }
    await refuses(both, /nothing at this path/, 'create-file', { parent: '/b', file })

    const fresh = await assertReloadShowsDrive(both.page, both.server)
    assert.equal(fresh.store.getFile('/b'), null)
  })

  it('the folder for something new is gone', async (t) => {
    const both = await opened(t)
    await removeElsewhere(both.server, '/b')

    const file = { name: 'new', type: 'file' }
    await refuses(both, /nothing at this path/, 'create-file', { parent: '/b', file })

    const fresh = await assertReloadShowsDrive(both.page, both.server)
    assert.equal(fresh.store.getFile('/b'), null)
  })

  it('what is to be renamed, moved or copied is gone, if only one of several', async (t) => {
    const both = await opened(t)
    const other = await both.server.open()
    await other.openAll()
    await other.remove(['/a/x.txt'])
    const ids = ['/file.txt', '/a/x.txt']

    await refuses(both, /nothing at this path/, 'copy-files', { ids, target: '/b' })
    await refuses(both, /nothing at this path/, 'move-files', { ids, target: '/b' })
    const fresh = await both.page.reload()
    const renamed = { id: '/a/x.txt', name: 'z.txt' }
    await both.page.openAll()
    await assert.rejects(both.page.provider.exec('rename-file', { ...renamed, newId: '/a/z.txt' }))

    await assertShowsDrive(fresh, both.server)
  })

  it('the target is gone, or a file', async (t) => {
    const both = await opened(t)
    await removeElsewhere(both.server, '/b')

    for (const action of ['copy-files', 'move-files']) {
      const ids = ['/a/x.txt', '/a/deep']
      await refusesRaw(both, /nothing at this path/, action, { ids, target: '/b', newIds: ids })
      const target = '/file.txt'
      await refusesRaw(both, /not a folder/, action, { ids, target, newIds: ids })
    }

    await assertReloadShowsDrive(both.page, both.server)
  })

  it('a folder is put into itself, which the store refuses already', async (t) => {
    const both = await opened(t)

    for (const action of ['copy-files', 'move-files']) {
      for (const target of ['/a', '/a/deep']) {
        await both.page.act(action, { ids: ['/a'], target })
        const event = { ids: ['/b', '/a'], target, newIds: ['/a/b', '/a/a'] }
        logged.length = 0
        await refusesRaw(both, /into itself/, action, event)
      }
    }

    await assertShowsDrive(both.page, both.server)
  })

  it('the root is to be renamed, moved, copied or deleted', async (t) => {
    const both = await opened(t)

    await refusesRaw(both, /root/, 'rename-file', { id: '/', name: 'x', newId: '/x' })
    await refusesRaw(both, /root|itself/, 'move-files', { ids: ['/'], target: '/a', newIds: [''] })
    await refusesRaw(both, /root|itself/, 'copy-files', { ids: ['/'], target: '/a', newIds: [''] })
    await both.page.provider.exec('delete-files', { ids: ['/a', '/'] })
    assert.match(logged.join('\n'), /root/)

    await assertShowsDrive(both.page, both.server)
  })

  it('a path leads out of the folder', async (t) => {
    const both = await opened(t)

    const renamed = { id: '/../secret', name: 'x', newId: '/x' }
    await refusesRaw(both, /path/, 'rename-file', renamed)
    const file = { name: 'x', type: 'file' }
    await refusesRaw(both, /path/, 'create-file', { parent: '/a/../..', file, newId: '/x' })
    for (const action of ['copy-files', 'move-files']) {
      const target = '/..'
      await refusesRaw(both, /path/, action, { ids: ['/file.txt'], target, newIds: ['/x'] })
      const ids = ['/../file.txt']
      await refusesRaw(both, /path/, action, { ids, target: '/b', newIds: ['/x'] })
    }

    await assertShowsDrive(both.page, both.server)
  })
})

describe('the page goes on as if nothing had happened when', () => {
  it('an upload was refused', async (t) => {
    const { server, page } = await opened(t)
    const before = await server.drive()

    for (const name of ['a\u0000b', '..', 'n'.repeat(256)]) {
      await page.upload('/a', name, 'bytes')
    }
    assert.deepEqual(await server.drive(), before)
    await removeElsewhere(server, '/b')
    await page.upload('/b', 'x', 'bytes')

    assert.equal(logged.length, 4)
    assert.ok(
      logged.every((text) => text.includes('Network error')),
      logged.join('\n'),
    )
    assert.deepEqual((await server.drive()).content, before.content)
    await server.assertNothingHidden()
    await assertReloadShowsDrive(page, server)
  })

  it('what it deletes is gone already', async (t) => {
    const { server, page } = await opened(t)
    const other = await server.open()
    await other.remove(['/a'])

    await page.remove(['/a/deep/y.txt'])
    await page.remove(['/a', '/file.txt'])

    assert.deepEqual(logged, [])
    await assertShowsDrive(page, server)
  })
})

describe('a folder that is gone', () => {
  it('cannot be listed, and has no info', async (t) => {
    const { server, page } = await opened(t)
    await removeElsewhere(server, '/a')

    await assert.rejects(page.provider.loadFiles('/a'), TypeError)
    assert.equal(await page.provider.loadInfo('/a'), undefined)
    await assert.rejects(page.provider.loadFiles('/file.txt'), TypeError)

    assert.equal(logged.length, 3)
    await page.refresh('/')
    await assertShowsDrive(page, server)
  })
})
