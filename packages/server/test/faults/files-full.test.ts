import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, describe, it, before as beforeAll } from 'node:test'
import { clear, hiddenNames, put, treeOf } from '../fixtures/disk-tree.ts'
import { whenInStep } from '../fixtures/drive-check.ts'
import { before, content, operations } from '../fixtures/drive-operations.ts'
import type { Operation } from '../fixtures/drive-operations.ts'
import { assertVerified, startDrive, warmUpDrive, withoutTrash } from '../fixtures/drive-process.ts'
import type { DriveAnswer, DriveFolders, DriveProcess } from '../fixtures/drive-process.ts'
import { newFolder } from '../fixtures/run-program.ts'
import { mountSmallDisk } from './small-disk.ts'

const mebi = 1024 * 1024
const disk = mountSmallDisk(8)
const skip = disk ? false : 'only root may mount a small disk'

describe('a full disk', { skip }, () => {
  let server: DriveProcess

  beforeAll(warmUpDrive)
  after(() => disk?.unmount())

  /** What lies on the small disk; the rest lies elsewhere. */
  async function start(...small: (keyof DriveFolders)[]): Promise<void> {
    const base = newFolder()
    const place = (what: keyof DriveFolders): string =>
      small.includes(what) ? join(newFolderIn(disk?.path ?? ''), what) : join(base, what)
    const folders = { files: place('files'), data: place('data') }
    mkdirSync(folders.files)
    put(folders.files, content)
    server = await startDrive(folders, withoutTrash)
    assert.deepEqual(await whenInStep(server), before)
  }

  afterEach(async () => {
    disk?.free()
    await server.kill()
    clear(disk?.path ?? '')
  })

  /** Everything is as it should be, now, after a stop, and after another start. */
  async function assertSound(): Promise<void> {
    const tree = await whenInStep(server)
    assert.equal(await server.stop(), 0)
    await assertVerified(server.folders)
    server = await startDrive(server.folders, withoutTrash)
    assert.deepEqual(await whenInStep(server), tree)
  }

  it('refuses an upload, leaves nothing of it, and takes the next when there is space', async () => {
    await start('files')

    assertFull(await server.upload('/', 'a.txt', Buffer.alloc(12 * mebi, 'x')))

    assert.deepEqual(hiddenNames(server.folders.files), [])
    assert.deepEqual(await whenInStep(server), before)
    assertOk(await server.upload('/', 'one.bin', Buffer.alloc(5 * mebi, 'y')))
    assertFull(await server.upload('/docs', 'x/two.bin', Buffer.alloc(5 * mebi, 'z')))
    assertOk(await server.send('DELETE', 'files', { ids: ['/one.bin'] }))
    assert.deepEqual(await whenInStep(server), before)
    assertOk(await server.upload('/docs', 'two.bin', Buffer.alloc(5 * mebi, 'z')))
    await assertSound()
  })

  it('refuses uploads that come at once, and keeps those for which there is space', async () => {
    await start('files')
    const names = Array.from({ length: 8 }, (_, n) => `${n}.bin`)

    const answers = await Promise.all(
      names.map((name, n) => server.upload('/', name, Buffer.alloc(2 * mebi, String(n)))),
    )

    const kept = names.filter((_, n) => answers[n]?.status === 200)
    for (const answer of answers) if (answer?.status !== 200) assertFull(answer)
    assert.ok(kept.length < names.length)
    const tree = await whenInStep(server)
    const added = Object.keys(tree).filter((path) => !(path in before))
    assert.deepEqual(
      added,
      kept.map((name) => `/${name}`),
    )
    await assertSound()
  })

  it('refuses a copy, and leaves nothing of it', async () => {
    await start('files')
    assertOk(await server.upload('/docs', 'one.bin', Buffer.alloc(5 * mebi, 'x')))
    const tree = await whenInStep(server)

    for (const ids of [['/docs/one.bin'], ['/a.txt', '/docs', '/b.txt']]) {
      assertFull(await server.send('PUT', 'files', { operation: 'copy', ids, target: '/target' }))
      assert.deepEqual(await whenInStep(server), tree)
    }

    const ids = ['/a.txt', '/b.txt']
    assertOk(await server.send('PUT', 'files', { operation: 'copy', ids, target: '/target' }))
    await assertSound()
  })

  it('takes small files until there is no space, and keeps every one it took', async () => {
    await start('files')
    const made: string[] = []
    let last: DriveAnswer | null = null
    for (let n = 0; ; n += 1) {
      last = await server.upload('/docs', `${n}.bin`, Buffer.alloc(100_000, String(n)))
      if (last?.status !== 200) break
      made.push(`/docs/${n}.bin`)
    }
    assertFull(last)
    assert.ok(made.length > 50)

    const tree = await whenInStep(server)
    const added = Object.keys(tree).filter((path) => !(path in before))
    assert.deepEqual(added.toSorted(), made.toSorted())
    assertOk(await server.send('DELETE', 'files', { ids: made.slice(0, 2) }))
    await whenInStep(server)
    assertOk(await server.upload('/docs', 'again.bin', Buffer.alloc(100_000)))
    await assertSound()
  })

  for (const small of [['files'], ['data'], ['files', 'data']] as const) {
    it(`that holds the ${small.join(' and the ')} lets every change be whole or not at all`, async () => {
      await start(...small)
      let refused = 0
      // Here what is deleted has to make room at once.
      for (const one of operations.filter(({ isOfTrash }) => !isOfTrash)) {
        clear(server.folders.files)
        put(server.folders.files, content)
        assert.deepEqual(await whenInStep(server), before)
        disk?.fill()

        refused += await changesWhollyOrNotAtAll(one)
      }
      assert.ok(refused > 0, 'nothing was refused, so the disk was not full')
      await assertSound()
    })
  }

  async function changesWhollyOrNotAtAll(one: Operation): Promise<number> {
    const { name, states } = one
    const answer = await one.send(server)

    const isDone = answer?.status === 200
    if (!isDone) assertFull(answer)
    const expected = isDone ? states.at(-1) : before
    const about = `${name}, answered ${answer?.status}`
    assert.deepEqual(treeOf(server.folders.files), expected, about)
    await server.list('/target')
    disk?.free()
    assert.deepEqual(await whenInStep(server), expected, about)
    if (isDone) return 0

    assertOk(await one.send(server))
    assert.deepEqual(await whenInStep(server), states.at(-1), name)
    return 1
  }
})

function newFolderIn(path: string): string {
  const made = join(path, `run-${Math.random().toString(36).slice(2)}`)
  mkdirSync(made)
  return made
}

function assertOk(answer: DriveAnswer | null): void {
  assert.equal(answer?.status, 200, JSON.stringify(answer))
}

function assertFull(answer: DriveAnswer | null): void {
  const { status, json } = answer ?? { status: 0, json: null }
  const code = (json as { code?: string } | null)?.code
  assert.deepEqual([status, code], [507, 'storage_full'], JSON.stringify(answer))
}
