import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { layWire } from '../../../apps/web/test/wire.ts'
import { createTriptych } from '../../server/src/index.ts'
import { newFolder } from '../../server/test/fixtures/run-program.ts'
import { filesServer } from '../../server/test/svar/files-server.ts'
import { openFilesPage, sameAsOnServer } from './files-page.ts'
import { httpProxy } from './http-proxy.ts'
import { openServer, openUploads } from '../src/index.ts'
import { speedMeter } from '../src/speed-meter.ts'
import { patient } from '../../server/test/fixtures/patient.ts'

describe('uploads', () => {
  it('are shown when they are there, under the name the server gives', async (t) => {
    const server = await filesServer(t, { 'a.txt': 'old' })
    const page = await openFilesPage(t, server.url)
    page.upload('/', 'a.txt', 'new one')
    page.upload('/', 'b.txt', 'b')
    assert.deepEqual(page.shown(), ['/a.txt 3'])
    await page.files.settled()
    await t.waitFor(
      () => assert.deepEqual(page.shown(), ['/a.new.txt 7', '/a.txt 3', '/b.txt 1']),
      patient,
    )
    assert.equal(String(await server.download('/a.new.txt')), 'new one')
    await t.waitFor(
      () =>
        assert.deepEqual(
          page
            .uploads()
            .map(({ name, path, state, loaded, total }) => [name, path, state, loaded, total]),
          [
            ['a.txt', '/a.new.txt', 'done', 7, 7],
            ['b.txt', '/b.txt', 'done', 1, 1],
          ],
        ),
      patient,
    )
    page.files.uploads.clear()
    assert.deepEqual(page.files.uploads.list(), [])
  })

  it('of a folder keep the folders they are in', async (t) => {
    const server = await filesServer(t, { 'in/': '' })
    const page = await openFilesPage(t, server.url, { path: '/in' })
    page.files.uploads.add('/in', [
      { file: new File(['1'], 'a.jpg'), name: 'trip/day one/a.jpg' },
      { file: new File(['22'], 'b.jpg'), name: 'trip/day two/b.jpg' },
      { file: new File(['333'], 'c.jpg'), name: 'trip/c.jpg' },
    ])
    await page.files.settled()
    await t.waitFor(() => assert.deepEqual(page.shown(), ['/in/', '/in/trip/']), patient)
    assert.equal(String(await server.download('/in/trip/day two/b.jpg')), '22')
    await page.open('/in/trip')
    await sameAsOnServer(t, page)
  })

  it('of many files are sent a few at a time, and all arrive', async (t) => {
    const server = await filesServer(t)
    const proxy = await httpProxy(t, server.url)
    const page = await openFilesPage(t, proxy.url)
    const names = Array.from({ length: 40 }, (_, index) => `${index}.txt`)
    page.files.uploads.add(
      '/',
      names.map((name) => ({ file: new File([name], name), name })),
    )
    await page.files.settled()
    await sameAsOnServer(t, page)
    assert.equal(page.shown().length, 40)
    assert.equal(proxy.mostAtOnce('upload'), 3)
  })

  it('that are refused say why, and can be sent again', async (t) => {
    const server = await filesServer(t, {}, { limits: { upload: 1000 } as never })
    const page = await openFilesPage(t, server.url)
    page.upload('/', 'big.txt', 'x'.repeat(2000))
    page.files.uploads.add('/gone', [{ file: new File(['a'], 'a.txt'), name: 'a.txt' }])
    await page.files.settled()
    const codes = () => page.files.uploads.list().map(({ state, error }) => [state, error?.code])
    assert.deepEqual(codes(), [
      ['failed', 'files.too_large'],
      ['failed', 'files.not_found'],
    ])
    assert.deepEqual(
      page.failures.map(({ action }) => action),
      ['upload-file', 'upload-file'],
    )
    page.create('/', 'gone', 'folder')
    await page.files.settled()
    page.files.uploads.retry(2)
    await page.files.settled()
    assert.deepEqual(codes()[1], ['done', undefined])
    await t.waitFor(() => assert.deepEqual(page.shown(), ['/gone/', '/gone/a.txt 1']), patient)
  })

  it('that are cancelled leave nothing, sending or waiting', async (t) => {
    const server = await filesServer(t)
    const page = await openFilesPage(t, server.url)
    const names = ['a', 'b', 'c', 'd', 'e']
    const file = new File(['x'.repeat(1_000_000)], 'x')
    page.files.uploads.add(
      '/',
      names.map((name) => ({ file, name })),
    )
    for (const { id, name } of page.files.uploads.list()) {
      if (name !== 'e') page.files.uploads.cancel(id)
    }
    await page.files.settled()
    await t.waitFor(() => assert.deepEqual(page.shown(), ['/e 1000000']), patient)
    const states = page.files.uploads.list().map(({ state }) => state)
    assert.deepEqual(states, ['cancelled', 'cancelled', 'cancelled', 'cancelled', 'done'])
    await server.assertNothingHidden()
    await sameAsOnServer(t, page)
    assert.deepEqual(page.failures, [])
  })

  it('whose connection is cut are sent again, and are there once', async (t) => {
    const server = await filesServer(t)
    const wire = await layWire(server.url)
    t.after(() => wire.close())
    const page = await openFilesPage(t, wire.url)
    const file = new File(['x'.repeat(30_000_000)], 'x')
    page.files.uploads.add('/', [
      { file, name: 'a' },
      { file, name: 'b' },
    ])
    await new Promise((resolve) => setTimeout(resolve, 20))
    wire.cut()
    await page.files.settled()
    await sameAsOnServer(t, page)
    assert.deepEqual(page.shown(), ['/a 30000000', '/b 30000000'])
    assert.deepEqual(page.failures, [])
  })

  it('whose answer is lost are there once', async (t) => {
    const server = await filesServer(t)
    const proxy = await httpProxy(t, server.url)
    const page = await openFilesPage(t, proxy.url)
    proxy.loseAnswer(({ path }) => path.startsWith('/upload'))
    page.upload('/', 'a.txt', 'a')
    await page.files.settled()
    await sameAsOnServer(t, page)
    assert.deepEqual(page.shown(), ['/a.txt 1'])
    assert.deepEqual(page.failures, [])
  })

  it('wait for a server that is away, also where no widget follows it', async (t) => {
    const [data, files] = [newFolder(), newFolder()]
    let triptych = await createTriptych({ data, files, empty: true, port: 0 })
    const { url, port } = await triptych.listen()
    t.after(() => triptych.close())
    await triptych.close()
    const uploads = openUploads(openServer({ url }))
    uploads.add('/', [{ file: new File(['sent'], 'a.txt'), name: 'a.txt' }])
    await pause(100)
    triptych = await createTriptych({ data, files, empty: true, port })
    await triptych.listen()
    await uploads.settled()
    assert.deepEqual(
      uploads.list().map(({ state, path }) => [state, path]),
      [['done', '/a.txt']],
    )
  })

  it('of the page go on when the widget is gone', async (t) => {
    const server = await filesServer(t)
    const other = await openFilesPage(t, server.url)
    const uploads = openUploads(other.server)
    const page = await openFilesPage(t, server.url, { uploads })
    page.upload('/', 'a.txt', 'x'.repeat(5_000_000))
    page.files.stop()
    await uploads.settled()
    await t.waitFor(() => assert.deepEqual(other.shown(), ['/a.txt 5000000']), patient)
  })

  it('tell how fast they were of late', () => {
    let now = 0
    const speed = speedMeter(() => now)
    const seen = [1000, 2000, 3000, 4000, 5000, 6000].map((at) => {
      now = at
      return speed(at <= 3000 ? at : 3000 + (at - 3000) * 10)
    })
    assert.equal(seen[0], 1000)
    assert.equal(seen[5], 10_000)
  })
})
