import assert from 'node:assert/strict'
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { request } from 'node:http'
import type { ClientRequest } from 'node:http'
import { join } from 'node:path'
import { after, before as beforeAll, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { FileEntry } from '@triptych/contract/files'
import { clear, hiddenNames, put } from '../fixtures/disk-tree.ts'
import type { Content } from '../fixtures/disk-tree.ts'
import { whenInStep } from '../fixtures/drive-check.ts'
import { before, content } from '../fixtures/drive-operations.ts'
import {
  assertVerified,
  newDriveFolders,
  startDrive,
  warmUpDrive,
  withoutTrash,
} from '../fixtures/drive-process.ts'
import type { DriveFolders, DriveProcess } from '../fixtures/drive-process.ts'
import { chosenSeed, seededRandom } from '../fixtures/seeded-random.ts'
import { mountSmallDisk } from './small-disk.ts'

const mebi = 1024 * 1024
const seed = chosenSeed()

async function filledDrive(more: Content = {}): Promise<DriveProcess> {
  const folders = newDriveFolders()
  put(folders.files, { ...content, ...more })
  const server = await startDrive(folders, withoutTrash)
  await whenInStep(server)
  return server
}

/** An upload of which only this much is sent so far. */
function beginUpload(server: DriveProcess, name: string, sent: number): ClientRequest {
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const upload = request(new URL('upload?id=/docs', server.url), {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(8 * mebi),
    },
  })
  upload.on('error', () => {})
  upload.write(head)
  upload.write(Buffer.alloc(sent, name))
  return upload
}

/** What the server has begun to write lies out of sight. */
async function untilHidden({ folders }: DriveProcess, count: number): Promise<void> {
  while (hiddenNames(folders.files).length < count) await pause(2)
}

describe('what is cut off', () => {
  beforeAll(warmUpDrive)

  it('leaves nothing when clients go away in the midst of 50 uploads', async () => {
    const server = await filledDrive()
    const random = seededRandom(seed)

    const uploads = Array.from({ length: 50 }, (_, n) =>
      beginUpload(server, `x/${n}.bin`, random.between(0, 3 * mebi)),
    )
    await untilHidden(server, 10)
    for (const upload of uploads) {
      await pause(random.between(0, 10))
      upload.destroy()
    }

    assert.deepEqual(await whenInStep(server), before, `TRIPTYCH_TEST_SEED=${seed}`)
    assert.equal(await server.stop(), 0)
    assert.equal(server.err(), '')
    await assertVerified(server.folders)
  })

  it('leaves a clean drive when the server is stopped during uploads', async () => {
    const server = await filledDrive()
    const uploads = [1, 2, 3, 4].map((n) => beginUpload(server, `${n}.bin`, mebi))
    await untilHidden(server, 4)
    const whole = server.upload('/docs', 'whole.bin', Buffer.alloc(mebi, 'w'))

    const stopped = server.stop()
    await pause(300)
    for (const upload of uploads) upload.destroy()

    assert.equal(await stopped, 0)
    assert.equal(server.err(), '')
    const answer = await whole
    await assertClean(server.folders, answer?.status === 200 ? ['/docs/whole.bin'] : [])
  })

  it('leaves a clean drive when the server is stopped during a copy', async () => {
    const many = Array.from({ length: 600 }, (_, n) => [`/big/${n % 7}/${n}.txt`, `text ${n}`])
    const server = await filledDrive(Object.fromEntries(many) as Content)
    const body = { operation: 'copy', ids: ['/a.txt', '/big'], target: '/target' }

    const copying = server.send('PUT', 'files', body)
    await untilHidden(server, 2)
    const code = await server.stop()

    assert.equal(code, 0)
    assert.equal(server.err(), '')
    const answer = await copying
    const isDone = answer?.status === 200
    assert.equal(existsSync(join(server.folders.files, 'target', 'a.txt')), isDone)
    assert.equal(existsSync(join(server.folders.files, 'target', 'big')), isDone)
    await assertClean(server.folders, null)
  })

  it('leaves a clean drive when the server is stopped while it removes a folder', async () => {
    const many = Array.from({ length: 600 }, (_, n) => [`/big/${n % 7}/${n}.txt`, `text ${n}`])
    const server = await filledDrive(Object.fromEntries(many) as Content)

    const answer = await server.send('DELETE', 'files', { ids: ['/big'] })
    assert.equal(answer?.status, 200)
    assert.equal(await server.stop(), 0)

    assert.equal(server.err(), '')
    await assertClean(server.folders, [])
  })
})

/** `added`: what there is beside what was there before; `null` when that is not known. */
async function assertClean(folders: DriveFolders, added: string[] | null): Promise<void> {
  await assertVerified(folders)
  const server = await startDrive(folders, withoutTrash)
  const tree = await whenInStep(server)
  // What was being removed when the server was told to stop goes at the next start.
  assert.deepEqual(hiddenNames(folders.files), [])
  const more = Object.keys(tree).filter((path) => !(path in before))
  if (added) assert.deepEqual(more, added)
  for (const path of Object.keys(before)) assert.equal(tree[path], before[path])
  assert.equal(await server.stop(), 0)
}

describe('a file whose time is odd', () => {
  // Not every file system can hold them all.
  const disk = mountSmallDisk(8)
  after(() => disk?.unmount())

  it('is listed, moved and copied like any other', async () => {
    const folders = newDriveFolders()
    if (disk) folders.files = disk.path
    const years = [-5, 1, 1600, 1901, 1969, 1970, 2038, 2100, 2500, 9999, 10_000, 12_345, 200_000]
    for (const year of years) {
      put(folders.files, { [`/odd/${year}.txt`]: String(year) })
      const at = new Date(0)
      at.setUTCFullYear(year)
      utimesSync(`${folders.files}/odd/${year}.txt`, at, at)
    }
    utimesSync(`${folders.files}/odd`, -1e9, -1e9)
    const server = await startDrive(folders, withoutTrash)
    await whenInStep(server)

    const listed = await server.list('/odd')

    assert.equal(listed.length, years.length)
    for (const entry of listed) FileEntry.strict().parse(entry)
    const copy = { operation: 'copy', ids: ['/odd'], target: '/' }
    assert.equal((await server.send('PUT', 'files', copy))?.status, 200)
    for (const { id, value } of listed) {
      const body = { operation: 'rename', name: `new ${value}` }
      const answer = await server.send('PUT', `files/${encodeURIComponent(id)}`, body)
      assert.equal(answer?.status, 200, JSON.stringify(answer))
    }
    await whenInStep(server)
    assert.equal(readdirSync(`${folders.files}/odd.new`).length, years.length)
    assert.equal(await server.stop(), 0)
    assert.equal(server.err(), '')
    await assertVerified(folders)
    clear(folders.files)
  })
})
