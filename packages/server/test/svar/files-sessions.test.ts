import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../fixtures/seeded-random.ts'
import { fileOf } from './files-client.ts'
import type { FilesClient, Item } from './files-client.ts'
import { assertReloadShowsDrive, assertSameList, assertShowsDrive, pathsOf } from './files-drive.ts'
import { randomStep, shareSomething } from './files-random.ts'
import { filesServer } from './files-server.ts'
import type { FilesServer } from './files-server.ts'

async function assertTotalsOfDrive(server: FilesServer, page: FilesClient): Promise<void> {
  const { totals } = await server.drive()
  const { bytes, files, folders } = (await page.provider.loadInfo(''))!
  assert.deepEqual({ bytes, files, folders }, totals)
}

/** What the root and every folder say of themselves is the sum of what is in them. */
function assertSumsFit(page: FilesClient): void {
  const bytesOf = (item: Item): number =>
    (item.data ?? []).reduce((sum, one) => sum + bytesOf(one), item.size ?? 0)
  const wrong = page
    .items()
    .filter(({ type }) => type === 'folder')
    .filter((item) => item.count !== (item.data?.length ?? 0) || item.bytes !== bytesOf(item))
    .map((item) => `${item.id} says ${item.count} and ${item.bytes} bytes`)
  assertSameList(wrong, [], 'what folders say and what is in them')
}

describe('a random session', () => {
  for (const seed of [1, 2026]) {
    it(`of 200 actions leaves page and drive the same (seed ${seed})`, async (t) => {
      const server = await filesServer(t)
      const random = seededRandom(seed)
      const page = await server.open()
      let expected = 0

      for (let count = 1; count <= 200; count++) {
        const { action, event, grows } = randomStep(random, page, '/')
        await page.act(action, event)
        expected += grows
        assert.equal(page.items().length, expected, `${count}: ${action} ${JSON.stringify(event)}`)
        if (count % 50 > 0) continue
        const fresh = await assertShowsDrive(page, server)
        assertSameList(pathsOf(page), pathsOf(fresh), 'the page and a new page')
        assertSumsFit(fresh)
        await assertTotalsOfDrive(server, page)
      }

      await server.assertNothingHidden()
    })
  }

  it('of which nobody waits for an answer leaves the drive as a new page shows it', async (t) => {
    const server = await filesServer(t)
    const random = seededRandom(7)
    const page = await server.open()
    t.mock.method(console, 'error', () => {})

    for (let count = 1; count <= 100; count++) {
      const { action, event } = randomStep(random, page, '/')
      page.exec(action, event)
      if (count % 10 === 0) await page.idle()
      if (count % 10 === 0)
        await page.refresh('/').then(
          () => page.openAll(),
          () => {},
        )
    }

    const fresh = await assertReloadShowsDrive(page, server)
    assertSumsFit(fresh)
    await assertTotalsOfDrive(server, fresh)
    await server.assertNothingHidden()
  })
})

describe('eight pages at once', () => {
  it('each see their own folder right, and lose nothing in the one they share', async (t) => {
    const homes = Array.from({ length: 8 }, (_, index) => `/home ${index}`)
    const seed = Object.fromEntries([...homes, '/shared'].map((path) => [`${path}/`, '']))
    const server = await filesServer(t, seed)
    const pages = await Promise.all(homes.map(() => server.open()))

    const grown = await Promise.all(
      pages.map(async (page, index) => {
        const home = homes[index]!
        const random = seededRandom(100 + index)
        await page.open(home)
        await page.open('/shared')
        let sum = 0
        for (let count = 1; count <= 25; count++) {
          const { action, event, grows } =
            random.next() < 0.3
              ? shareSomething(random, page, home)
              : randomStep(random, page, home)
          await page.act(action, event)
          sum += grows
        }
        return sum
      }),
    )

    const { paths } = await server.drive()
    for (const [index, page] of pages.entries()) {
      const isOwn = (path: string) => path.startsWith(`${homes[index]}/`)
      assertSameList(pathsOf(page).filter(isOwn), paths.filter(isOwn), homes[index]!)
    }
    const expected = grown.reduce((sum, one) => sum + one, homes.length + 1)
    assert.equal(paths.length, expected)
    const fresh = await assertReloadShowsDrive(pages[0]!, server)
    assertSumsFit(fresh)
    await assertTotalsOfDrive(server, fresh)
    await server.assertNothingHidden()
  })

  it('make as many files of one name as they upload, create and copy', async (t) => {
    const server = await filesServer(t, { '/from/a.txt': 'copied', '/in/': '' })
    const pages = await Promise.all(Array.from({ length: 8 }, () => server.open()))
    await Promise.all(pages.map((page) => page.openAll()))

    for (const [index, page] of pages.entries()) {
      page.exec('create-file', { parent: '/in', file: { name: 'a.txt', type: 'file' } })
      page.exec('create-file', { parent: '/in', file: fileOf('a.txt', `upload ${index}`) })
      page.exec('create-file', { parent: '/in', file: { name: 'a.txt', type: 'folder' } })
      page.exec('copy-files', { ids: ['/from/a.txt'], target: '/in' })
    }
    await Promise.all(pages.map((page) => page.idle()))

    assert.deepEqual(
      pages.flatMap(({ failures }) => failures),
      [],
    )
    const { content, totals } = await server.drive()
    assertSameList(
      [...content.values()],
      ['copied', ...pages.flatMap((_, index) => ['', 'copied', `upload ${index}`])],
      'the bytes that are there and those sent',
    )
    assert.equal(totals.folders, 2 + 8)
    const fresh = await assertReloadShowsDrive(pages[0]!, server)
    await assertTotalsOfDrive(server, fresh)
  })

  it('of which one wins when all move the same thing', async (t) => {
    const targets = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`/to ${at}/`, '']))
    const server = await filesServer(t, { '/thing/in/it.txt': 'bytes', ...targets })
    const pages = await Promise.all(Array.from({ length: 8 }, () => server.open()))
    t.mock.method(console, 'error', () => {})

    const failures = await Promise.all(
      pages.map((page, at) => page.attempt('move-files', { ids: ['/thing'], target: `/to ${at}` })),
    )

    assert.equal(failures.filter((list) => list.length === 0).length, 1)
    const { content, totals } = await server.drive()
    assert.deepEqual([...content.values()], ['bytes'])
    assert.equal(totals.folders, 8 + 2)
    const fresh = await assertReloadShowsDrive(pages[0]!, server)
    await assertTotalsOfDrive(server, fresh)
  })
})
