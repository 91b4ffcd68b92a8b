import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openSqliteDatabase } from '../../engines/sqlite/database.ts'
import type { Stores } from '../../ports/database.ts'
import { driveRoot, hiddenRoot } from '../../ports/file-index.ts'
import { endedAtOnce, overdue } from './trash.ts'

const dayMs = 24 * 60 * 60 * 1000
const now = new Date('2026-11-17T00:00:00Z')

/** Files of so many bytes in the trash, deleted so many days ago. */
async function using(
  trash: readonly { bytes: number; days: number; kind?: 'version' }[],
  work: (stores: Stores, nodes: number[]) => Promise<void>,
): Promise<void> {
  const database = openSqliteDatabase(':memory:')
  await database.transact(async (stores) => {
    const nodes: number[] = []
    for (const [index, { bytes, days, kind = 'deleted' }] of trash.entries()) {
      const entry = { kind: 'file', size: bytes, modified: 0, inode: 0 } as const
      const node = await stores.files.insert(hiddenRoot, { ...entry, name: `k${index}` })
      nodes.push(node)
      const at = now.getTime() - days * dayMs
      const where = { of: null, parent: driveRoot, path: '/x', actor: null, actorId: null }
      await stores.kept.add({ node, kind, at, ...where })
    }
    await work(stores, nodes)
  })
  await database.close()
}

async function ended(
  stores: Stores,
  rules: { quota?: number; trashDays?: number },
): Promise<number[]> {
  const versions = { most: 20, days: 365, bytes: null }
  const entries = await overdue(stores, { quota: null, trashDays: 30, versions, ...rules }, now)
  return entries.map(({ node }) => node)
}

describe('what has to leave the trash', () => {
  it('is what has been there for its days', () =>
    using(
      [
        { bytes: 1, days: 31 },
        { bytes: 1, days: 30 },
        { bytes: 1, days: 29 },
        { bytes: 1, days: 99, kind: 'version' },
      ],
      async (stores, [first, second]) => {
        assert.deepEqual(await ended(stores, {}), [first, second])
        assert.deepEqual(await ended(stores, { trashDays: 100 }), [])
        assert.equal((await ended(stores, { trashDays: 0 })).length, 3)
        assert.deepEqual(await ended(stores, { trashDays: Infinity }), [])
      },
    ))

  it('is the oldest where there is no room, as much as is too much', () =>
    using(
      [
        { bytes: 4, days: 1 },
        { bytes: 4, days: 3 },
        { bytes: 4, days: 2, kind: 'version' },
      ],
      async (stores, [, oldest, second]) => {
        const entry = { kind: 'file', size: 3, modified: 0, inode: 0, name: 'seen' } as const
        await stores.files.insert(driveRoot, entry)
        assert.deepEqual(await ended(stores, { quota: 15 }), [])
        assert.deepEqual(await ended(stores, { quota: 14 }), [oldest])
        assert.deepEqual(await ended(stores, { quota: 10 }), [oldest, second])
        assert.equal((await ended(stores, { quota: 0 })).length, 3)
        await stores.quotas.set(driveRoot, 14)
        assert.deepEqual(await ended(stores, {}), [oldest])
      },
    ))

  it('is nothing where there is nothing, and a part of it where it is much', () =>
    using(
      Array.from({ length: endedAtOnce + 1 }, () => ({ bytes: 0, days: 31 })),
      async (stores) => {
        assert.equal((await ended(stores, {})).length, endedAtOnce)
        await stores.files.clear(new Set())
        assert.deepEqual(await ended(stores, { quota: 0 }), [])
      },
    ))
})
