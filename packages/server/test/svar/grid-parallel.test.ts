import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import { assertReloadShowsTheSame, versions } from './grid-client.ts'
import type { GridClient, Id, Row } from './grid-client.ts'
import { allColumns } from './grid-columns.ts'
import { columnNames, randomCell, randomRow, seeded } from './grid-random.ts'
import type { Random } from './grid-random.ts'
import { withEachClient, withEveryClient } from './grid-server.ts'
import type { GridTable } from './grid-server.ts'

withEveryClient((server) => {
  describe('two pages', () => {
    it('keep both edits of different cells of one row', async () => {
      const table = await server.table(allColumns, [{ name: 'old', year: 1 }])
      const [one, two] = await Promise.all([table.open(), table.open()])

      one.exec('update-cell', { id: 1, column: 'name', value: 'new' })
      two.exec('update-cell', { id: 1, column: 'year', value: 2 })
      one.exec('update-row', { id: 1, row: { state: 'done', count: 7 } })
      two.exec('update-row', { id: 1, row: { tags: ['red'], code: 'X' } })
      await Promise.all([one.idle(), two.idle()])

      const [row] = await table.rows()
      const { name, year, state, count, tags, code } = row!
      assert.deepEqual(
        { name, year, state, count, tags, code },
        { name: 'new', year: 2, state: 'done', count: 7, tags: ['red'], code: 'X' },
      )
    })

    it('that edit every cell of a row between them keep every edit', async () => {
      const table = await server.table(allColumns, [{}])
      const pages = await Promise.all([table.open(), table.open()])
      const random = seeded(5)

      const edits = columnNames.map((column, i) => {
        const value = randomCell(random, column)
        pages[i % 2]!.exec('update-cell', { id: 1, column, value })
        return { column, value }
      })
      await Promise.all(pages.map((page) => page.idle()))

      const [page] = pages
      for (const { column, value } of edits) {
        page.exec('update-cell', { id: 1, column, value, skipProvider: true })
      }
      await assertReloadShowsTheSame(page)
      assert.equal((await table.log()).length, columnNames.length)
    })

    it('of which only one gets a value that is unique', async () => {
      const table = await server.table(allColumns, [{}, {}])
      const pages = await Promise.all([table.open(), table.open()])

      const edits = pages.map((page, i) =>
        page.exec('update-cell', { id: i + 1, column: 'code', value: 'X' }),
      )
      await Promise.all(pages.map((page) => page.idle()))

      const answers = edits.map(({ response }) => response?.status ?? 200)
      assert.deepEqual(
        answers.toSorted((a, b) => a - b),
        [200, 409],
      )
      const codes = (await table.rows()).map(({ code }) => code)
      assert.deepEqual(
        codes,
        answers.map((status) => (status === 200 ? 'X' : null)),
      )
    })
  })
})

withEachClient((server) => {
  describe('fifty pages at once', () => {
    it('keep all their edits, and all show the same after a reload', async () => {
      const seeds = Array.from({ length: 5 }, (_, i) => ({ name: `shared ${i}`, code: `s${i}` }))
      const table = await server.table(allColumns, seeds)
      const pages = await Promise.all(
        Array.from({ length: 50 }, (_, i) => table.open({ version: versions[i % 2]! })),
      )

      const own = await Promise.all(pages.map((page, i) => session(page, seeded(i))))

      const reloaded = await Promise.all(pages.map((page) => page.reload()))
      assert.equal(new Set(reloaded.map(({ loaded }) => JSON.stringify(loaded))).size, 1)
      const seen = new Map(reloaded[0]!.seen().map((row) => [row['id'], row]))
      for (const [i, page] of pages.entries()) {
        const mine = page.seen().filter(({ id }) => own[i]!.has(id))
        assert.ok(mine.length > 0)
        for (const row of mine) assert.deepEqual(seen.get(row['id']), row)
      }
      assert.equal(seen.size, 5 + own.reduce((sum, ids) => sum + ids.size, 0))
      await assertLogLeadsTo(reloaded[0]!.loaded, table)
    })
  })
})

/** Edits shared rows and rows of its own, many at once. Answers the real ids of its own rows. */
async function session(page: GridClient, random: Random): Promise<Set<unknown>> {
  const own: Id[] = []
  for (let round = 0; round < 3; round++) {
    const anchor = random.of([{}, { after: 1 + random.below(5) }, { before: 1 + random.below(5) }])
    const { id } = page.exec('add-row', { row: randomRow(random), ...anchor })
    own.push(id)
    const shared = random.of(columnNames)
    const value = randomCell(random, shared)
    page.exec('update-cell', { id: 1 + random.below(5), column: shared, value })
    const mine = random.of(own)
    page.exec('update-cell', { id: mine, column: 'year', value: random.below(100) })
    page.exec('update-row', { id: mine, row: randomRow(random, ['name', 'day', 'tags']) })
    if (round === 1) page.exec('delete-row', { id: own.shift()! })
    await page.idle()
  }
  assert.deepEqual(page.failures, [])
  const refused = page.sent.filter(({ event }) => event.response?.error)
  // An edit may reach the server after the deletion that was sent beside it.
  assert.ok(refused.every(({ event }) => event.response?.status === 404))
  return new Set(own.map((id) => page.realId(id)))
}

/** The log is without gaps, and whoever replays it has the table. */
async function assertLogLeadsTo(rows: Row[], table: GridTable): Promise<void> {
  const log = await table.log()
  const first = log[0]!.revision
  assert.deepEqual(
    log.map(({ revision }) => revision),
    log.map((_, i) => first + i),
  )

  const replayed = new Map<string, Record<string, unknown>>()
  for (const change of log) replay(replayed, change)
  const added = rows.filter(({ id }) => Number(id) > 5)
  const inOrder = [...replayed.values()].filter(({ id }) => Number(id) > 5)
  inOrder.sort((a, b) => (String(a['$order']) < String(b['$order']) ? -1 : 1))
  for (const row of inOrder) delete row['$order']
  assert.deepEqual(inOrder, added)
}

function replay(rows: Map<string, Record<string, unknown>>, change: Change): void {
  if (change.operation === 'row-deleted') rows.delete(change.entity)
  else rows.set(change.entity, { ...rows.get(change.entity), ...change.after })
}
