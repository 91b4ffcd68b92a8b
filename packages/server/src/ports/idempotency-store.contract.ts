import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Database } from './database.ts'
import type { KeptAnswer, KeptAnswers } from './idempotency-store.ts'

/** What `KeptAnswers` promises. Every engine runs it; `open` answers a new, empty database each time. */
export function keptAnswersContract(open: () => Promise<Database>): void {
  /** Runs `work` in one transaction of a new database. */
  async function using(work: (answers: KeptAnswers) => Promise<void>): Promise<void> {
    const db = await open()
    try {
      await db.transact(({ answers }) => work(answers))
    } finally {
      await db.close()
    }
  }

  describe('answers', () => {
    it('are found by owner and key, exactly as they were kept', () =>
      using(async (answers) => {
        const awkward = kept({
          answer: {
            status: 200,
            headers: { etag: '"a-1"', 'x-é': 'ü' },
            body: '{"a":"\u0000 ’🎬"}',
          },
        })
        await answers.keep('main/ann', 'key "1"', awkward)

        assert.deepEqual(await answers.find('main/ann', 'key "1"'), awkward)
        assert.equal(await answers.find('main/ann', 'KEY "1"'), null)
        assert.equal(await answers.find('main/ben', 'key "1"'), null)
        assert.equal(await answers.find('other/ann', 'key "1"'), null)
      }))

    it('may be missing, or be empty', () =>
      using(async (answers) => {
        const empty = kept({ answer: { status: 204, headers: {}, body: '' } })
        await answers.keep('o', 'missing', kept({ answer: null }))
        await answers.keep('o', 'empty', empty)

        assert.deepEqual(await answers.find('o', 'missing'), kept({ answer: null }))
        assert.deepEqual(await answers.find('o', 'empty'), empty)
      }))

    it('take the place of what was kept under their key', () =>
      using(async (answers) => {
        await answers.keep('o', 'k', kept({ answer: null }))
        await answers.keep('o', 'k', kept({ digest: 'other', at: 7 }))
        assert.deepEqual(await answers.find('o', 'k'), kept({ digest: 'other', at: 7 }))

        await answers.keep('o', 'k', kept({ answer: null }))
        assert.deepEqual(await answers.find('o', 'k'), kept({ answer: null }))
      }))

    it('are forgotten from the oldest on, so many at a time, and none that is young enough', () =>
      using(async (answers) => {
        for (const at of [50, 10, 40, 20, 30]) await answers.keep('o', `k${at}`, kept({ at }))
        const left = async (): Promise<number[]> => {
          const found = [10, 20, 30, 40, 50].map((at) => answers.find('o', `k${at}`))
          return (await Promise.all(found)).flatMap((one) => one?.at ?? [])
        }

        await answers.forget(40, 2)
        assert.deepEqual(await left(), [30, 40, 50])
        await answers.forget(40, 2)
        assert.deepEqual(await left(), [40, 50])
        await answers.forget(40, 2)
        assert.deepEqual(await left(), [40, 50])
      }))
  })

  it('are not kept by a transaction that fails', async () => {
    const db = await open()
    const failed = db.transact(async ({ answers }) => {
      await answers.keep('o', 'k', kept())
      throw new Error('no')
    })

    await assert.rejects(failed, /no/)
    assert.equal(await db.read(({ answers }) => answers.find('o', 'k')), null)
    await db.close()
  })
}

function kept(some: Partial<KeptAnswer> = {}): KeptAnswer {
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }
  return { digest: 'abc', at: 1_775_000_000_000, answer, ...some }
}
