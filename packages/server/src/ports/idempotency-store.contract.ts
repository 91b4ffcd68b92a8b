import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Database } from './database.ts'
import type { IdempotencyRecord, IdempotencyStore } from './idempotency-store.ts'

/** What `KeptAnswers` promises. Every engine runs it; `open` answers a new, empty database each time. */
export function idempotencyStoreContract(open: () => Promise<Database>): void {
  /** Runs `work` in one transaction of a new database. */
  async function using(work: (idempotency: IdempotencyStore) => Promise<void>): Promise<void> {
    const db = await open()
    try {
      await db.transact(({ idempotency }) => work(idempotency))
    } finally {
      await db.close()
    }
  }

  describe('answers', () => {
    it('are found by owner and key, exactly as they were kept', () =>
      using(async (idempotency) => {
        const awkward = kept({
          answer: {
            status: 200,
            headers: { etag: '"a-1"', 'x-é': 'ü' },
            body: '{"a":"\u0000 ’🎬"}',
          },
        })
        await idempotency.keep('main/ann', 'key "1"', awkward)

        assert.deepEqual(await idempotency.find('main/ann', 'key "1"'), awkward)
        assert.equal(await idempotency.find('main/ann', 'KEY "1"'), null)
        assert.equal(await idempotency.find('main/ben', 'key "1"'), null)
        assert.equal(await idempotency.find('other/ann', 'key "1"'), null)
      }))

    it('may be missing, or be empty', () =>
      using(async (idempotency) => {
        const empty = kept({ answer: { status: 204, headers: {}, body: '' } })
        await idempotency.keep('o', 'missing', kept({ answer: null }))
        await idempotency.keep('o', 'empty', empty)

        assert.deepEqual(await idempotency.find('o', 'missing'), kept({ answer: null }))
        assert.deepEqual(await idempotency.find('o', 'empty'), empty)
      }))

    it('take the place of what was kept under their key', () =>
      using(async (idempotency) => {
        await idempotency.keep('o', 'k', kept({ answer: null }))
        await idempotency.keep('o', 'k', kept({ digest: 'other', at: 7 }))
        assert.deepEqual(await idempotency.find('o', 'k'), kept({ digest: 'other', at: 7 }))

        await idempotency.keep('o', 'k', kept({ answer: null }))
        assert.deepEqual(await idempotency.find('o', 'k'), kept({ answer: null }))
      }))

    it('are forgotten from the oldest on, so many at a time, and none that is young enough', () =>
      using(async (idempotency) => {
        for (const at of [50, 10, 40, 20, 30]) await idempotency.keep('o', `k${at}`, kept({ at }))
        const left = async (): Promise<number[]> => {
          const found = [10, 20, 30, 40, 50].map((at) => idempotency.find('o', `k${at}`))
          return (await Promise.all(found)).flatMap((one) => one?.at ?? [])
        }

        await idempotency.forget(40, 2)
        assert.deepEqual(await left(), [30, 40, 50])
        await idempotency.forget(40, 2)
        assert.deepEqual(await left(), [40, 50])
        await idempotency.forget(40, 2)
        assert.deepEqual(await left(), [40, 50])
      }))
  })

  it('are not kept by a transaction that fails', async () => {
    const db = await open()
    const failed = db.transact(async ({ idempotency }) => {
      await idempotency.keep('o', 'k', kept())
      throw new Error('no')
    })

    await assert.rejects(failed, /no/)
    assert.equal(await db.read(({ idempotency: answers }) => answers.find('o', 'k')), null)
    await db.close()
  })
}

function kept(some: Partial<IdempotencyRecord> = {}): IdempotencyRecord {
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }
  return { digest: 'abc', at: 1_775_000_000_000, answer, ...some }
}
