import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Database, Stores } from './database.ts'
import { driveRoot, hiddenRoot } from './file-index.ts'
import type { NewNode } from './file-index.ts'

/** What `QuotaStore` promises. Every engine runs it; `open` answers a new, empty database each time. */
export function quotasContract(open: () => Promise<Database>): void {
  /** Runs `work` in one transaction of a new database. */
  async function using(work: (stores: Stores) => Promise<void>): Promise<void> {
    const db = await open()
    try {
      await db.transact(work)
    } finally {
      await db.close()
    }
  }

  it('are none at first', () =>
    using(async ({ quotas }) => {
      assert.deepEqual(await quotas.list(), [])
      assert.deepEqual(await quotas.above(driveRoot), [])
    }))

  it('are set, set anew and taken away', () =>
    using(async ({ quotas, files }) => {
      const folder = await files.insert(driveRoot, entry('a', 'folder'))
      await quotas.set(folder, 2 ** 45)
      await quotas.set(driveRoot, 0)
      await quotas.set(folder, 7)

      assert.deepEqual(await quotas.list(), [
        { folder: driveRoot, bytes: 0, used: 0 },
        { folder, bytes: 7, used: 0 },
      ])
      await quotas.set(driveRoot, null)
      await quotas.set(driveRoot, null)
      assert.deepEqual(await quotas.list(), [{ folder, bytes: 7, used: 0 }])
    }))

  describe('of folders in each other', () => {
    it('are found from below, with what lies in each', () =>
      using(async ({ quotas, files }) => {
        const outer = await files.insert(driveRoot, entry('outer', 'folder'))
        const inner = await files.insert(outer, entry('inner', 'folder'))
        const beside = await files.insert(driveRoot, entry('beside', 'folder'))
        await files.insert(inner, entry('x', 'file', 5))
        await files.insert(outer, entry('y', 'file', 3))
        for (const folder of [driveRoot, outer, beside]) await quotas.set(folder, 10)

        assert.deepEqual(await quotas.above(inner), [
          { folder: driveRoot, bytes: 10, used: 8 },
          { folder: outer, bytes: 10, used: 8 },
        ])
        assert.deepEqual(await quotas.above(beside), [
          { folder: driveRoot, bytes: 10, used: 8 },
          { folder: beside, bytes: 10, used: 0 },
        ])
      }))

    it('follow a folder that is renamed and moved, and bind where it is then', () =>
      using(async ({ quotas, files }) => {
        const one = await files.insert(driveRoot, entry('one', 'folder'))
        const other = await files.insert(driveRoot, entry('other', 'folder'))
        await quotas.set(one, 10)
        await quotas.set(other, 20)

        await files.move(one, other, 'renamed')

        const folders = (await quotas.above(one)).map(({ folder }) => folder)
        assert.deepEqual(folders, [one, other])
      }))
  })

  it('stay with a folder out of sight, and go when it is gone for good', () =>
    using(async ({ quotas, files }) => {
      const folder = await files.insert(driveRoot, entry('a', 'folder'))
      await quotas.set(folder, 10)
      await files.move(folder, hiddenRoot, 'gone')
      assert.equal((await quotas.list()).length, 1)

      await files.remove(folder, 10, 0)
      assert.deepEqual(await quotas.list(), [])
      await quotas.set(driveRoot, 1)
      assert.deepEqual(await quotas.list(), [{ folder: driveRoot, bytes: 1, used: 0 }])
    }))
}

function entry(name: string, kind: 'file' | 'folder', size = 0): NewNode {
  return { name, kind, size, modified: 0, inode: 0 }
}
