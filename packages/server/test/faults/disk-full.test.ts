import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, beforeEach, describe, it } from 'node:test'
import { clear } from '../fixtures/disk-tree.ts'
import { startDrive, withoutTrash } from '../fixtures/drive-process.ts'
import type { DriveProcess } from '../fixtures/drive-process.ts'
import { mountSmallDisk } from './small-disk.ts'

const disk = mountSmallDisk(24)
const skip = disk ? false : 'only root may mount a small disk'
const path = disk?.path ?? ''
const folders = { files: join(path, 'files'), data: join(path, 'data') }
const ballast = join(folders.data, 'ballast')

/** Everything lies on one disk, and somebody else fills it to the last byte. */
describe('a server whose disk is full', { skip }, () => {
  let server: DriveProcess

  beforeEach(async () => {
    mkdirSync(folders.files)
    for (const name of ['a.txt', 'b.txt', 'c.txt']) writeFileSync(join(folders.files, name), name)
    server = await startDrive(folders, withoutTrash)
    const columns = [{ name: 'n', type: 'integer' }]
    assert.equal(await status('POST', 'tables', { name: 't', columns }), 200)
    for (const n of [1, 2, 3]) assert.equal(await status('POST', 't', { n }), 200)
    assert.equal(await status('POST', 'tasks', { text: 'one' }), 200)
    assert.deepEqual(await names(), ['a.txt', 'b.txt', 'c.txt'])
  })

  afterEach(async () => {
    await server.kill()
    disk?.free()
    clear(path)
  })
  after(() => disk?.unmount())

  async function status(method: string, at: string, body?: unknown): Promise<number | undefined> {
    return (await server.send(method, at, body))?.status
  }

  async function names(): Promise<string[]> {
    return (await server.list('/')).map(({ value }) => value)
  }

  async function fillUp(): Promise<void> {
    disk?.fill()
    // A few pages of its log may still be free.
    for (let n = 0; (await status('POST', 't', { n })) === 200; n += 1) assert.ok(n < 10_000)
  }

  it('still deletes files, rows, tables and tasks, and says no to the rest', async () => {
    await fillUp()

    assert.equal(await status('DELETE', 'files', { ids: ['/a.txt'] }), 200)
    assert.equal(await status('DELETE', 't/1'), 200)
    assert.equal(await status('POST', 'batch', [{ url: 't/2', method: 'DELETE' }]), 200)
    assert.equal(await status('DELETE', 'tasks/1'), 200)
    assert.equal(await status('POST', 't', { n: 1 }), 507)
    assert.equal((await server.upload('/', 'x', 'x'))?.status, 507)
    assert.equal(await status('DELETE', 'tables/t'), 200)
    assert.deepEqual(await names(), ['b.txt', 'c.txt'])
  })

  it('writes again as soon as there is room, and has its ballast again', async () => {
    await fillUp()
    assert.equal(await status('DELETE', 't/1'), 200)
    assert.equal(statSync(ballast).size, 0)

    disk?.free()

    assert.equal(await status('POST', 't', { n: 1 }), 200)
    assert.ok(statSync(ballast).size > 1_000_000)
  })

  it('lists what it knows, and what it finds', async () => {
    mkdirSync(join(folders.files, 'new'))
    writeFileSync(join(folders.files, 'new', 'x'), '')
    await fillUp()
    assert.equal((await server.upload('/', 'x', 'x'))?.status, 507)

    for (const name of ['a.txt', 'b.txt', 'c.txt']) assert.ok((await names()).includes(name))
    assert.deepEqual(
      (await server.list('/new')).map(({ value }) => value),
      ['x'],
    )
    assert.equal((await server.read('/a.txt')).text, 'a.txt')
    assert.equal(await status('GET', 't'), 200)
  })

  it('makes no workspace, and nothing of one is left', async () => {
    await fillUp()

    assert.equal(await status('POST', 'workspaces', { name: 'new' }), 507)

    assert.deepEqual(readdirSync(join(folders.data, 'workspaces')), ['main'])
    disk?.free()
    assert.equal(await status('POST', 'workspaces', { name: 'new' }), 200)
  })

  it('starts again, for reading and deleting', async () => {
    await fillUp()
    await server.stop()
    disk?.fill()

    server = await startDrive(folders, withoutTrash)

    assert.deepEqual(await names(), ['a.txt', 'b.txt', 'c.txt'])
    assert.equal(await status('GET', 't'), 200)
    assert.equal(await status('DELETE', 'files', { ids: ['/b.txt'] }), 200)
    assert.equal(await status('DELETE', 't/1'), 200)
    assert.equal(await status('POST', 't', { n: 1 }), 507)
    await server.stop()
    server = await startDrive(folders, withoutTrash)
    assert.equal(await status('DELETE', 't/2'), 200)
    assert.deepEqual(await names(), ['a.txt', 'c.txt'])
  })

  it('starts again after it was killed', async () => {
    await fillUp()
    await server.kill()

    server = await startDrive(folders, withoutTrash)

    assert.equal(await status('DELETE', 'files', { ids: ['/b.txt'] }), 200)
    assert.deepEqual(await names(), ['a.txt', 'c.txt'])
    assert.ok(existsSync(ballast))
  })
})
