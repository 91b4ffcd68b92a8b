import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { layWire } from '../../../apps/web/test/wire.ts'
import { createTriptych } from '../../server/src/index.ts'
import { newFolder } from '../../server/test/fixtures/run-program.ts'
import { chosenSeed, seededRandom } from '../../server/test/fixtures/seeded-random.ts'
import type { FilesClient, Item } from '../../server/test/svar/files-client.ts'
import { randomStep } from '../../server/test/svar/files-random.ts'
import { filesServer } from '../../server/test/svar/files-server.ts'
import { openFilesPage, sameAsOnServer } from './files-page.ts'
import type { FilesPage } from './files-page.ts'
import { patient } from '../../server/test/fixtures/patient.ts'

describe('a file manager whose server goes away', () => {
  it('keeps what is done meanwhile, and shows what it missed', async (t) => {
    const [data, files] = [newFolder(), newFolder()]
    mkdirSync(join(files, 'docs'))
    writeFileSync(join(files, 'note.txt'), 'note')
    let triptych = await createTriptych({ data, files, empty: true, port: 0 })
    const { url, port } = await triptych.listen()
    t.after(() => triptych.close())
    const unsaved: number[] = []
    const page = await openFilesPage(t, url)
    page.server.onUnsaved((count) => unsaved.push(count))
    await page.open('/docs')

    await triptych.close()
    page.create('/', 'offline', 'folder')
    page.exec('move-files', { ids: ['/note.txt'], target: '/offline' })
    page.upload('/docs', 'sent.txt', 'sent')
    assert.equal(unsaved.at(-1), 3)
    writeFileSync(join(files, 'docs/missed.txt'), 'missed')
    await pause(100)
    triptych = await createTriptych({ data, files, empty: true, port })
    await triptych.listen()

    await page.files.settled()
    await sameAsOnServer(t, page)
    assert.deepEqual(page.shown(), [
      '/docs/',
      '/docs/missed.txt 6',
      '/docs/sent.txt 4',
      '/offline/',
      '/offline/note.txt 4',
    ])
    assert.deepEqual(page.failures, [])
    assert.equal(unsaved.at(-1), 0)
  })

  it('loads a folder as soon as it can', async (t) => {
    const [data, files] = [newFolder(), newFolder()]
    mkdirSync(join(files, 'docs'))
    writeFileSync(join(files, 'docs/a.txt'), 'a')
    let triptych = await createTriptych({ data, files, empty: true, port: 0 })
    const { url, port } = await triptych.listen()
    t.after(() => triptych.close())
    const page = await openFilesPage(t, url)
    await triptych.close()
    page.exec('set-path', { id: '/docs' })
    triptych = await createTriptych({ data, files, empty: true, port })
    await triptych.listen()
    await t.waitFor(() => assert.deepEqual(page.shown(), ['/docs/', '/docs/a.txt 1']), patient)
    assert.deepEqual(page.failures, [])
  })
})

describe('file managers that are used at the same time', () => {
  it('all show what the server has, whatever their persons do', async (t) => {
    const seed = chosenSeed()
    t.diagnostic(`TRIPTYCH_TEST_SEED=${seed}`)
    const random = seededRandom(seed)
    const server = await filesServer(t, { 'a.txt': 'a', 'docs/b': 'b', 'docs/c/d.md': 'd' })
    const wires = await Promise.all([layWire(server.url), layWire(server.url)])
    t.after(() => Promise.all(wires.map((wire) => wire.close())))
    const urls = [server.url, ...wires.map(({ url }) => url)]
    const pages = await Promise.all(urls.map((url) => openFilesPage(t, url)))
    for (const page of pages) await page.open('/docs')

    for (let step = 0; step < 150; step++) {
      act(random.pick(pages))
      if (random.next() < 0.3) await pause(random.between(0, 30))
    }
    await Promise.all(pages.map((page) => page.files.settled()))
    for (const page of pages) await sameAsOnServer(t, page)

    function act(page: FilesPage): void {
      const dice = random.next()
      const closed = itemsOf(page).filter(({ type, lazy }) => type === 'folder' && lazy)
      if (dice < 0.1 && closed.length > 0) {
        return page.exec('set-path', { id: random.pick(closed).id })
      }
      const view = { items: () => itemsOf(page) } as FilesClient
      const { action, event } = randomStep(random, view, '/')
      page.exec(action, event)
    }
  })
})

function itemsOf(page: FilesPage): Item[] {
  const below = (id: string): Item[] =>
    ((page.api.getFile(id) as Item | null)?.data ?? []).flatMap((item) => [item, ...below(item.id)])
  return below('/')
}
