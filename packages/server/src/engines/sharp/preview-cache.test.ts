import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import { openPreviewCache } from './preview-cache.ts'

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'previews-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder)
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

const bytes = (length: number, fill = 7): Uint8Array => new Uint8Array(length).fill(fill)
const same = (given: Uint8Array | null, wanted: Uint8Array): void =>
  assert.deepEqual(given && [...given], [...wanted])

describe('the preview cache', () => {
  it('gives back what was set, and nothing for another key', async (t) => {
    for (const folder of [null, await newFolder(t)]) {
      const cache = openPreviewCache(folder)
      await cache.set('a', bytes(100))

      same(await cache.get('a'), bytes(100))
      assert.equal(await cache.get('b'), null)
    }
  })

  it('keeps nothing at all as something', async (t) => {
    const folder = await newFolder(t)
    await openPreviewCache(folder).set('none', new Uint8Array())

    same(await openPreviewCache(folder).get('none'), new Uint8Array())
  })

  it('has it again after a restart', async (t) => {
    const folder = await newFolder(t)
    await openPreviewCache(folder).set('../../etc/passwd\0', bytes(5000))

    const next = openPreviewCache(folder)

    same(await next.get('../../etc/passwd\0'), bytes(5000))
    assert.match((await readdir(folder)).join(), /^[0-9a-f]{64}$/)
  })

  it('replaces what was set before', async (t) => {
    const folder = await newFolder(t)
    const cache = openPreviewCache(folder)
    await cache.set('a', bytes(10, 1))
    await cache.set('a', bytes(20, 2))

    same(await cache.get('a'), bytes(20, 2))
    same(await openPreviewCache(folder).get('a'), bytes(20, 2))
  })

  it('serves neither a file cut short nor one that was changed', async (t) => {
    const folder = await newFolder(t)
    await openPreviewCache(folder).set('a', bytes(5000))
    const path = join(folder, (await readdir(folder))[0] ?? '')
    const whole = await readFile(path)

    for (const length of [0, 10, 32, 4000]) {
      await writeFile(path, whole)
      await truncate(path, length)
      assert.equal(await openPreviewCache(folder).get('a'), null)
    }
    whole[1000] = 99
    await writeFile(path, whole)
    assert.equal(await openPreviewCache(folder).get('a'), null)
    assert.deepEqual(await readdir(folder), [])
  })

  it('keeps the folder within its limit and drops what was used least recently', async (t) => {
    const folder = await newFolder(t)
    const cache = openPreviewCache(folder, { maxDisk: 10_500 })
    for (let index = 0; index < 10; index++) await cache.set(`key ${index}`, bytes(1000))
    await cache.get('key 0')

    await cache.set('one more', bytes(1000))

    assert.ok((await sizeOf(folder)) <= 10_500)
    const next = openPreviewCache(folder)
    same(await next.get('key 0'), bytes(1000))
    assert.equal(await next.get('key 1'), null)
    same(await next.get('one more'), bytes(1000))
  })

  it('remembers over a restart what was used least recently', async (t) => {
    const folder = await newFolder(t)
    const first = openPreviewCache(folder)
    await first.set('old', bytes(1000))
    const [old = ''] = await readdir(folder)
    await utimes(join(folder, old), new Date(0), new Date(0))
    await first.set('new', bytes(1000))

    await openPreviewCache(folder, { maxDisk: 2500 }).set('third', bytes(1000))

    const next = openPreviewCache(folder)
    assert.equal(await next.get('old'), null)
    same(await next.get('new'), bytes(1000))
  })

  it('counts a key that is set again only once', async (t) => {
    const folder = await newFolder(t)
    const cache = openPreviewCache(folder, { maxDisk: 3000 })
    await cache.set('b', bytes(1000))
    for (let index = 0; index < 10; index++) await cache.set('a', bytes(1000))

    same(await openPreviewCache(folder).get('b'), bytes(1000))
  })

  it('keeps memory within its limit', async () => {
    const cache = openPreviewCache(null, { maxMemory: 10_000 })
    for (let index = 0; index < 11; index++) await cache.set(`key ${index}`, bytes(1000))

    assert.equal(await cache.get('key 0'), null)
    same(await cache.get('key 1'), bytes(1000))
    same(await cache.get('key 10'), bytes(1000))
  })

  it('clears away the drafts of a run that was killed', async (t) => {
    const folder = await newFolder(t)
    await writeFile(join(folder, 'draft-of-another-run'), 'x')
    await openPreviewCache(folder).set('a', bytes(10))

    assert.match((await readdir(folder)).join(), /^[0-9a-f]{64}$/)
  })

  it('is only slower when its folder cannot be used', async (t) => {
    const file = join(await newFolder(t), 'a file')
    await writeFile(file, '')
    const cache = openPreviewCache(file)
    await cache.set('a', bytes(10))

    same(await cache.get('a'), bytes(10))
    assert.equal(await cache.get('b'), null)
  })

  it('makes at once what many wait for, and again what was made before', async () => {
    const cache = openPreviewCache(null)
    let made = 0
    const make = async () => {
      await setImmediate()
      return bytes(++made)
    }

    const all = await Promise.all(Array.from({ length: 30 }, () => cache.once('a', make)))
    for (const one of all) same(one, bytes(1))
    same(await cache.once('a', make), bytes(2))

    const failing = cache.once('b', () => Promise.reject(new Error('no')))
    const failed = await Promise.allSettled([failing, cache.once('b', make)])
    assert.deepEqual(
      failed.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    same(await cache.once('b', make), bytes(3))
  })

  it('survives many writers of one key', async (t) => {
    const folder = await newFolder(t)
    const cache = openPreviewCache(folder)
    await Promise.all(Array.from({ length: 50 }, () => cache.set('a', bytes(3000))))

    same(await openPreviewCache(folder).get('a'), bytes(3000))
    assert.equal((await readdir(folder)).length, 1)
  })
})
