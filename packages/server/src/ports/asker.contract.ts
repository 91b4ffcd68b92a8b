import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { patient } from '../../test/fixtures/patient.ts'
import type { Asker } from '../asker.ts'
import type { Database } from './database.ts'

/** What a database on disk promises to those who wait for long reads, and of them to the others. */
export function askerContract(open: () => Promise<Database>): void {
  describe('an asker', () => {
    it('who leaves ends what is read for him, and nothing else', async (t) => {
      const db = await open()
      t.after(() => db.close())
      const leave = new AbortController()
      const asker = { client: 'a', signal: leave.signal }
      const stream = db.stream(async function* ({ changes }) {
        for (;;) yield await changes.head()
      }, asker)
      await stream.next()
      const asked = db.readLong(async ({ changes }) => {
        leave.abort()
        await changes.head()
        return changes.head()
      }, asker)
      const other = db.readLong(({ changes }) => changes.head(), staying('a'))

      await assert.rejects(asked, { code: 'unavailable' })
      await assert.rejects(Array.fromAsync(stream), { code: 'unavailable' })
      await assert.rejects(
        db.readLong(({ changes }) => changes.head(), asker),
        { code: 'unavailable' },
      )
      assert.equal(await other, 0)
    })

    it('who takes nothing gets all of it later, from a snapshot that has ended', async (t) => {
      const db = await open()
      t.after(() => db.close())
      const state = { isRead: false }
      const stream = db.stream(async function* ({ changes }) {
        for (let n = 0; n < 1000; n++) yield { n, head: await changes.head() }
        state.isRead = true
      }, staying('slow'))
      const seen = [(await stream.next()).value]
      await t.waitFor(() => assert.ok(state.isRead), patient)
      for await (const item of stream) seen.push(item)
      assert.deepEqual(
        seen,
        Array.from({ length: 1000 }, (_, n) => ({ n, head: 0 })),
      )
    })

    it('is answered while others take nothing, however many they are', async (t) => {
      const db = await open()
      t.after(() => db.close())
      const streams = Array.from({ length: 100 }, () =>
        db.stream(async function* ({ changes }) {
          for (let n = 0; n < 100; n++) yield await changes.head()
        }, staying('greedy')),
      )
      const first = streams.map((stream) => stream.next())
      const other = db.stream(async function* ({ changes }) {
        yield await changes.head()
      }, staying('other'))

      assert.equal(await db.readLong(({ changes }) => changes.head(), staying('greedy')), 0)
      assert.deepEqual(await Array.fromAsync(other), [0])
      // Those who came too late for a place were told so, and the others read on.
      const begun = await Promise.allSettled(first)
      for (const one of begun) {
        if (one.status === 'rejected') assert.equal(one.reason.details.retryAfter, 5)
      }
      await Promise.allSettled(streams.map((stream) => stream.return!()))
    })
  })
}

function staying(client: string): Asker {
  return { client, signal: new AbortController().signal }
}
