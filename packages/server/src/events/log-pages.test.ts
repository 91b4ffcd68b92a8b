import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Database, ReadStores } from '../ports/database.ts'
import { logPages } from './log-pages.ts'

it('the log is asked once whether there is something new, however many readers have all of it', async () => {
  let [head, reads] = [1, 0]
  const stores = { rules: { stamp: async () => 'none' } } as unknown as ReadStores
  const read: Database['read'] = (work) => {
    reads++
    return work(stores)
  }
  async function entries(_: ReadStores, revision: number) {
    return revision < head ? [{ revision: head, json: '{}' }] : []
  }
  const pages = logPages({ read }, { entries, isShared: true })
  const lastBehind = async (revision: number) => (await pages.after(revision))?.last ?? null

  for (let reader = 0; reader < 5; reader++) assert.equal(await lastBehind(1), null)
  assert.equal(reads, 1)
  head = 2
  pages.grow()
  for (let reader = 0; reader < 5; reader++) assert.equal(await lastBehind(1), 2)
  for (let reader = 0; reader < 5; reader++) assert.equal(await lastBehind(2), null)
  assert.equal(reads, 3)
  // Nobody said that it has grown: that is found by looking anew.
  head = 3
  pages.forget()
  assert.equal(await lastBehind(2), 3)
})
