import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Database, Stores } from './database.ts'
import { driveRoot, hiddenRoot } from './file-index.ts'
import type { KeptEntry } from './kept.ts'

/** What `KeptStore` promises. Every engine runs it; `open` answers a new, empty database each time. */
export function keptContract(open: () => Promise<Database>): void {
  /** Runs `work` in one transaction of a new database. */
  async function using(work: (stores: Stores) => Promise<void>): Promise<void> {
    const db = await open()
    try {
      await db.transact(work)
    } finally {
      await db.close()
    }
  }

  it('is nothing at first', () =>
    using(async ({ kept }) => {
      assert.deepEqual(await kept.newest('deleted', null, 10), [])
      assert.deepEqual(await kept.oldest(10), [])
      assert.deepEqual(await kept.names(), new Set())
      assert.equal(await kept.bytes(), 0)
      assert.equal(await kept.get(3), null)
    }))

  it('is told as it was put down, until it is kept no more', () =>
    using(async ({ kept }) => {
      const deleted = entry(7, { actor: 'Ada', actorId: 'a1', path: '/docs/plan "é".txt' })
      const version = entry(8, { kind: 'version', of: 7, parent: 2 ** 40, at: 2 ** 45 })
      await kept.add(deleted)
      await kept.add(version)

      assert.deepEqual(await kept.get(7), deleted)
      assert.deepEqual(await kept.get(8), version)
      assert.deepEqual(await kept.versionsOf(7), [version])
      assert.equal(await kept.remove(7), true)
      assert.equal(await kept.remove(7), false)
      assert.equal(await kept.get(7), null)
      assert.deepEqual(await kept.oldest(10), [version])
    }))

  it('is listed from either end, and page by page where many came at the same instant', () =>
    using(async ({ kept }) => {
      for (const node of [5, 3, 4]) await kept.add(entry(node, { at: 10 }))
      await kept.add(entry(9, { at: 1 }))
      await kept.add(entry(6, { at: 12, kind: 'version', of: 5 }))

      const first = await kept.newest('deleted', null, 2)
      const second = await kept.newest('deleted', first.at(-1)!, 2)
      assert.deepEqual(nodes([...first, ...second]), [5, 4, 3, 9])
      assert.deepEqual(await kept.newest('deleted', second.at(-1)!, 2), [])
      assert.deepEqual(nodes(await kept.oldest(3)), [9, 3, 4])
      assert.deepEqual(nodes(await kept.oldest(3, 'version')), [6])
    }))

  it('has the names and bytes of its entries, with all that they hold', () =>
    using(async ({ kept, files }) => {
      const folder = await files.insert(hiddenRoot, { ...plain, name: 'k1', kind: 'folder' })
      await files.insert(folder, { ...plain, name: 'inner', size: 3 })
      const file = await files.insert(hiddenRoot, { ...plain, name: 'k2', size: 4 })
      await files.insert(hiddenRoot, { ...plain, name: 'a draft', size: 5 })
      await files.insert(driveRoot, { ...plain, name: 'seen', size: 6 })
      for (const node of [folder, file]) await kept.add(entry(node))

      assert.deepEqual(await kept.names(), new Set(['k1', 'k2']))
      assert.equal(await kept.bytes(), 7)
    }))

  it('has the bytes of one kind', () =>
    using(async ({ kept, files }) => {
      const [deleted, version] = [
        await files.insert(hiddenRoot, { ...plain, name: 'k1', size: 3 }),
        await files.insert(hiddenRoot, { ...plain, name: 'k2', size: 4 }),
      ]
      await kept.add(entry(deleted))
      await kept.add(entry(version, { kind: 'version', of: 7 }))

      assert.deepEqual([await kept.bytes('deleted'), await kept.bytes('version')], [3, 4])
    }))

  it('goes next when it is outdated, or when its file ends', () =>
    using(async ({ kept, files }) => {
      const folder = await files.insert(driveRoot, { ...plain, name: 'd', kind: 'folder' })
      const file = await files.insert(folder, { ...plain, name: 'a' })
      for (const [node, of] of [
        [71, file],
        [72, file],
        [73, 99],
      ] as const) {
        await kept.add(entry(node, { kind: 'version', of, at: node }))
      }
      await kept.outdate(72)
      assert.deepEqual(nodes(await kept.oldest(9)), [72, 71, 73])
      assert.equal((await kept.get(71))?.at, 71)

      await files.remove(folder, 10, 0)
      assert.deepEqual([(await kept.get(71))?.at, (await kept.get(73))?.at], [0, 73])
    }))

  it('is handed on from one file to another', () =>
    using(async ({ kept }) => {
      for (const [node, of] of [
        [71, 5],
        [72, 6],
      ] as const) {
        await kept.add(entry(node, { kind: 'version', of, at: node }))
      }
      await kept.handOn(5, 6)
      assert.deepEqual(nodes(await kept.versionsOf(6)), [72, 71])
      assert.deepEqual(await kept.versionsOf(5), [])
    }))

  it('stays with all that it holds when the index is begun anew, if it is still there', () =>
    using(async ({ kept, files }) => {
      const folder = await files.insert(hiddenRoot, { ...plain, name: 'k1', kind: 'folder' })
      const inner = await files.insert(folder, { ...plain, name: 'inner', size: 3 })
      const lost = await files.insert(hiddenRoot, { ...plain, name: 'k2', size: 4 })
      await files.insert(hiddenRoot, { ...plain, name: 'a draft', size: 5 })
      for (const node of [folder, lost]) await kept.add(entry(node))

      await files.clear(new Set(['k1', 'a draft']))

      assert.deepEqual(nodes(await kept.oldest(9)), [folder])
      assert.equal((await files.child(folder, 'inner'))?.id, inner)
      assert.equal(await files.child(hiddenRoot, 'a draft'), null)
      assert.deepEqual((await files.node(hiddenRoot))?.totals, { bytes: 3, files: 1, folders: 1 })
      assert.deepEqual(await files.wrongTotals(), [])
    }))

  it('of a file that is not found again goes next', () =>
    using(async ({ kept, files }) => {
      const [gone, found] = await files.insertAll(driveRoot, [
        { ...plain, name: 'gone' },
        { ...plain, name: 'found' },
      ])
      for (const [name, of] of [
        ['v1', gone!],
        ['v2', found!],
      ] as const) {
        const version = await files.insert(hiddenRoot, { ...plain, name })
        await kept.add(entry(version, { kind: 'version', of, at: 7 }))
      }

      await files.clear(new Set(['v1', 'v2']))
      await files.insertAgain(driveRoot, [{ ...plain, name: 'found' }])
      await files.setFingerprint(driveRoot, 's')
      await files.endFormer()

      const ages = [await kept.versionsOf(gone!), await kept.versionsOf(found!)].flat()
      assert.deepEqual(
        ages.map(({ at }) => at),
        [0, 7],
      )
    }))
}

const plain = { kind: 'file', size: 0, modified: 0, inode: 0 } as const

function entry(node: number, given: Partial<KeptEntry> = {}): KeptEntry {
  const where = { kind: 'deleted', of: null, parent: driveRoot, path: '/a' } as const
  return { node, ...where, at: 0, actor: null, actorId: null, ...given }
}

function nodes(entries: readonly KeptEntry[]): number[] {
  return entries.map(({ node }) => node)
}
