import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Context } from '../../../context.ts'
import { openSqliteDatabase } from '../../../engines/sqlite/database.ts'
import type { Database } from '../../../ports/database.ts'
import { placeFor } from './kept-pages.ts'
import type { PageFound, PageInput } from './page.ts'

const input: PageInput = {
  table: 'films',
  query: {},
  from: { start: 0 },
  limit: 50,
  count: 'exact',
  isKnown: () => false,
}

function pageOf(json = '[]'): PageFound {
  const bytes = new TextEncoder().encode(json)
  return {
    version: 1,
    json: bytes,
    start: 0,
    count: 0,
    total: { rows: 0, kind: 'exact' },
    next: null,
  }
}

function open(t: { after: (work: () => Promise<void>) => void }) {
  const database = openSqliteDatabase(':memory:')
  t.after(() => database.close())
  const askers = (subjects: string[] | null): Context =>
    ({ workspace: { database }, principal: { subjects } }) as unknown as Context
  const place = (asked = input, ctx = askers(null)) => placeFor(ctx, asked, database.commits())
  return { database, place, askers }
}

async function change(database: Database): Promise<void> {
  const change = { area: 'tables', operation: 'table-created', entity: 'x' } as const
  const author = { actor: 'tester', origin: null, at: new Date(0) }
  await database.transact(({ changes }) =>
    changes.append({ ...change, before: null, after: null }, author),
  )
}

describe('a page of a table', () => {
  it('is kept for whoever asks for the same, until anything is committed', async (t) => {
    const { database, place } = open(t)
    const page = pageOf()
    place().keep(page)

    assert.equal(place({ ...input }).kept, page)
    for (const other of [{ table: 'other' }, { limit: 51 }, { from: { start: 50 } }]) {
      assert.equal(place({ ...input, ...other }).kept, null)
    }
    assert.equal(place({ ...input, query: { sort: 'title' } }).kept, null)
    await change(database)
    assert.equal(place().kept, null)
  })

  it('that was read while something was committed is not kept', async (t) => {
    const { database, place } = open(t)
    const before = place()
    await change(database)
    before.keep(pageOf())

    assert.equal(place().kept, null)
  })

  it('is not kept where it is long, of a view, or of somebody whose rules are not known', (t) => {
    const { place, askers } = open(t)
    const ofView = { ...input, query: { view: 'mine' } }
    place().keep(pageOf(`["${'x'.repeat(70_000)}"]`))
    place(ofView).keep(pageOf())
    assert.equal(place().kept, null)
    assert.equal(place(ofView).kept, null)

    place(input, askers(['group'])).keep(pageOf())
    assert.equal(place().kept, null)
    place().keep(pageOf())
    assert.equal(place(input, askers(['group'])).kept, null)
  })

  it('goes when there are many', (t) => {
    const { place } = open(t)
    for (let start = 0; start < 40; start++) place({ ...input, from: { start } }).keep(pageOf())

    const kept = Array.from({ length: 40 }, (_, start) => place({ ...input, from: { start } }).kept)
    assert.ok(kept.filter((page) => page !== null).length <= 32)
    assert.notEqual(kept.at(-1), null)
  })
})
