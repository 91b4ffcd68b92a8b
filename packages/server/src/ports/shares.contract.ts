import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Database } from './database.ts'
import { driveRoot } from './file-index.ts'
import type { ShareStore, StoredShare } from './shares.ts'

/** What `ShareStore` promises. Every engine runs it; `open` answers a new, empty database each time. */
export function sharesContract(open: () => Promise<Database>): void {
  async function using(work: (shares: ShareStore, db: Database) => Promise<void>): Promise<void> {
    const db = await open()
    try {
      await db.transact(({ shares }) => work(shares, db))
    } finally {
      await db.close()
    }
  }

  describe('shares', () => {
    it('are found by id and by hash, exactly as they were added, and listed oldest first', () =>
      using(async (shares) => {
        const full = share({
          id: 'b',
          createdAt: 1_790_000_000_000,
          name: 'für “Ann” 🎬',
          sharer: 'account-1',
          password: '$argon2id$v=19$m=1,t=1,p=1$a$b',
          downloads: 3,
          expiresAt: 1_800_000_000_000,
        })
        const plain = share({ id: 'a', createdAt: 1_790_000_000_001 })
        await shares.add(plain)
        await shares.add(full)

        assert.deepEqual(await shares.all(), [full, plain])
        assert.deepEqual(await shares.find('b'), full)
        assert.deepEqual(await shares.byHash('hash of a'), plain)
        assert.equal(await shares.find('c'), null)
        assert.equal(await shares.byHash('HASH OF A'), null)
        assert.equal(await shares.count(), 2)
      }))

    it('are removed once', () =>
      using(async (shares) => {
        await shares.add(share({ id: 'a' }))

        assert.equal(await shares.remove('b'), false)
        assert.equal(await shares.remove('a'), true)
        assert.equal(await shares.remove('a'), false)
        assert.deepEqual(await shares.all(), [])
      }))

    it('that have expired, or whose entry is gone, are stale', () =>
      using(async (shares) => {
        await shares.add(share({ id: 'old', expiresAt: 99 }))
        await shares.add(share({ id: 'new', expiresAt: 100 }))
        await shares.add(share({ id: 'ever' }))
        await shares.add(share({ id: 'gone', entry: 4711 }))

        await shares.removeStale(100)

        assert.deepEqual((await shares.all()).map(({ id }) => id).toSorted(), ['ever', 'new'])
      }))
  })

  describe('downloads', () => {
    it('are counted up to their limit, and not beyond it', () =>
      using(async (shares) => {
        await shares.add(share({ id: 'two', downloads: 2 }))
        await shares.add(share({ id: 'any' }))

        const answers = []
        for (let n = 0; n < 3; n++) answers.push(await shares.countDownload('two'))
        for (let n = 0; n < 3; n++) answers.push(await shares.countDownload('any'))

        assert.deepEqual(answers, [true, true, false, true, true, true])
        assert.equal((await shares.find('two'))?.downloaded, 2)
        assert.equal((await shares.find('any'))?.downloaded, 3)
        assert.equal(await shares.countDownload('none'), false)
      }))

    it('that come at once are as many as there may be', async () => {
      const db = await open()
      await db.transact(({ shares }) => shares.add(share({ id: 'a', downloads: 5 })))

      const counted = await Promise.all(
        Array.from({ length: 20 }, () => db.transact(({ shares }) => shares.countDownload('a'))),
      )

      assert.equal(counted.filter(Boolean).length, 5)
      assert.equal((await db.read(({ shares }) => shares.find('a')))?.downloaded, 5)
      await db.close()
    })
  })

  describe('tries', () => {
    const limit = { most: 2, windowMs: 1000 }

    it('are let through up to the limit, and again when the window is over', () =>
      using(async (shares) => {
        await shares.add(share({ id: 'a' }))
        await shares.add(share({ id: 'b' }))
        const at = (now: number, id = 'a') => shares.countTry(id, now, limit)

        assert.deepEqual([await at(5000), await at(5100), await at(5200)], [0, 0, 800])
        assert.equal(await at(5200, 'b'), 0)
        assert.deepEqual([await at(5999), await at(6000)], [1, 0])
        assert.deepEqual([await at(6001), await at(6002)], [0, 998])
      }))

    it('that were right do not count', () =>
      using(async (shares) => {
        await shares.add(share({ id: 'a' }))
        for (let n = 0; n < 5; n++) {
          assert.equal(await shares.countTry('a', 5000 + n, limit), 0)
          await shares.forgiveTry('a')
        }
      }))

    it('that were counted in a time to come lock nobody out', () =>
      using(async (shares) => {
        await shares.add(share({ id: 'a' }))
        for (const now of [9000, 9001]) await shares.countTry('a', now, limit)

        assert.equal(await shares.countTry('a', 5000, limit), 0)
      }))
  })
}

function share(some: Partial<StoredShare> & { id: string }): StoredShare {
  return {
    hash: `hash of ${some.id}`,
    entry: driveRoot,
    access: 'read',
    name: null,
    sharer: null,
    password: null,
    downloads: null,
    downloaded: 0,
    createdAt: 1_790_000_000_000,
    expiresAt: null,
    ...some,
  }
}
