import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Database, Stores } from './database.ts'
import { driveRoot } from './file-index.ts'
import type { NewNode } from './file-index.ts'
import type { StoredObject } from './object-store.ts'

/** What `ContentStore` promises. Every engine runs it; `open` answers a new, empty database each time. */
export function fileContentsContract(open: () => Promise<Database>): void {
  /** Runs `work` in one transaction of a new database. */
  async function using(work: (stores: Stores) => Promise<void>): Promise<void> {
    const db = await open()
    try {
      await db.transact(work)
    } finally {
      await db.close()
    }
  }

  describe('contents', () => {
    it('are given back as they were put in', () =>
      using(async ({ contents, files }) => {
        const large = { key: 'ключ/1', size: 2 ** 45, checksum: 'c'.repeat(64) }
        const content = await contents.add(large)
        const id = await files.insert(driveRoot, { ...file('a'), content })

        assert.deepEqual(await contents.get(content), { id: content, ...large })
        assert.equal((await files.node(id))?.content, content)
        assert.equal(await contents.get(content + 1), null)

        const other = await contents.add(object('other'))
        await files.update(id, { ...file('a'), size: 7, content: other })
        await files.update(id, { ...file('a'), size: 8 })
        const { size, content: now } = (await files.node(id))!
        assert.deepEqual([size, now], [8, other])
      }))

    it('are known by their keys', () =>
      using(async ({ contents }) => {
        for (const key of ['a', 'b']) await contents.add(object(key))

        assert.deepEqual(await contents.known(['a', 'A', 'c', 'b']), new Set(['a', 'b']))
        assert.deepEqual(await contents.known([]), new Set())
      }))

    it('never have the key of another', () =>
      using(async ({ contents, attempt }) => {
        await contents.add(object('a'))
        await assert.rejects(attempt(() => contents.add(object('a'))))
      }))

    it('are listed in the order of their ids', () =>
      using(async ({ contents }) => {
        const ids: number[] = []
        for (const key of ['c', 'a', 'b']) ids.push(await contents.add(object(key)))

        const keys = (await contents.list(0, 2)).map(({ key }) => key)
        assert.deepEqual(keys, ['c', 'a'])
        const rest = (await contents.list(ids[1]!, 9)).map(({ key }) => key)
        assert.deepEqual(rest, ['b'])
      }))
  })

  describe('claims', () => {
    it('are those that were set last, the newest first', () =>
      using(async ({ contents }) => {
        assert.deepEqual(await contents.leases(), [])
        await contents.setLeases([{ token: 'gone', made: 5 }])
        const [old, young] = [
          { token: 'old', made: 1_790_000_000_000 },
          { token: 'young', made: 1_790_000_000_001 },
        ] as const
        await contents.setLeases([old, young])
        assert.deepEqual(await contents.leases(), [young, old])
      }))
  })

  describe('contents without an entry', () => {
    it('are those whose last entry was removed, however deep', () =>
      using(async ({ contents, files }) => {
        const [shared, alone] = [await contents.add(object('s')), await contents.add(object('a'))]
        const top = await files.insert(driveRoot, folder('top'))
        const deep = await files.insert(top, folder('deep'))
        await files.insert(deep, { ...file('1'), content: shared })
        await files.insert(deep, { ...file('2'), content: alone })
        const other = await files.insert(driveRoot, { ...file('3'), content: shared })

        await files.remove(top, 100, 1000)
        assert.deepEqual(await unnamedKeys(contents, 1001), ['a'])
        assert.deepEqual(await unnamedKeys(contents, 1000), [])
        await files.remove(other, 100, 2000)
        assert.deepEqual(await unnamedKeys(contents, 2001), ['a', 's'])
      }))

    it('are not those of an entry that was moved or copied', () =>
      using(async ({ contents, files }) => {
        const content = await contents.add(object('a'))
        const first = await files.insert(driveRoot, { ...file('1'), content })
        const folders = await files.insert(driveRoot, folder('f'))
        await files.move(first, folders, '2')
        await files.insertAll(driveRoot, [{ ...file('copy'), content }])
        await files.remove(folders, 100, 1000)

        assert.deepEqual(await unnamedKeys(contents, 9999), [])
      }))

    it('are told in the order they lost it, at most so many', () =>
      using(async ({ contents, files }) => {
        for (const [at, key] of ['x', 'y', 'z'].entries()) {
          const content = await contents.add(object(key))
          const id = await files.insert(driveRoot, { ...file(key), content })
          await files.remove(id, 1, 100 - at)
        }

        const keys = (await contents.unnamed(1000, 2)).map(({ key }) => key)
        assert.deepEqual(keys, ['z', 'y'])
      }))

    it('can be forgotten, and only they', () =>
      using(async ({ contents, files }) => {
        const [kept, gone] = [await contents.add(object('k')), await contents.add(object('g'))]
        await files.insert(driveRoot, { ...file('k'), content: kept })
        const id = await files.insert(driveRoot, { ...file('g'), content: gone })
        await files.remove(id, 1, 5)
        await contents.forget([kept, gone])

        assert.deepEqual(await contents.known(['k', 'g']), new Set(['k']))
      }))
  })
}

async function unnamedKeys(contents: Stores['contents'], before: number): Promise<string[]> {
  return (await contents.unnamed(before, 10)).map(({ key }) => key)
}

function object(key: string): StoredObject {
  return { key, size: 1, checksum: 'c'.repeat(64) }
}

function file(name: string): NewNode {
  return { name, kind: 'file', size: 1, modified: 0, inode: 0 }
}

function folder(name: string): NewNode {
  return { name, kind: 'folder', size: 0, modified: 0, inode: 0 }
}
