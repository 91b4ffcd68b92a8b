import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createTriptych } from '../../server/src/index.ts'
import { chosenSeed, seededRandom } from '../../server/test/fixtures/seeded-random.ts'
import type { SeededRandom } from '../../server/test/fixtures/seeded-random.ts'
import { openServer } from '../src/index.ts'
import type { TableQuery } from '../src/table-query.ts'
import { openGrid } from './open-grid.ts'
import type { GridPage, Row } from './open-grid.ts'
import { patient } from '../../server/test/fixtures/patient.ts'

const queries: Partial<TableQuery>[] = [
  {},
  { sort: [{ key: 'votes', order: 'desc' }] },
  { sort: [{ key: 'name', order: 'asc' }], search: 'e' },
  { filter: { field: 'votes', type: 'number', filter: 'less', value: 400_000 } },
]

describe('grids that are edited at the same time', () => {
  it('all show what the server has, each in its own order', async (t) => {
    const seed = chosenSeed()
    t.diagnostic(`TRIPTYCH_TEST_SEED=${seed}`)
    const random = seededRandom(seed)
    const triptych = await createTriptych({ data: ':memory:', port: 0 })
    const { url } = await triptych.listen()
    const servers = queries.map(() => openServer({ url }))
    const pages = await Promise.all(
      queries.map((query, n) => openGrid({ server: servers[n]!, table: 'films', query })),
    )
    t.after(async () => {
      for (const page of pages) page.stop()
      for (const server of servers) server.close()
      await triptych.close()
    })

    for (let step = 0; step < 200; step++) {
      act(random.pick(pages), random)
      if (random.next() < 0.3) await pause(random.between(0, 20))
    }
    await Promise.all(pages.map((page) => page.settled()))

    await t.waitFor(
      async () => {
        for (const [n, page] of pages.entries()) {
          await page.settled()
          const { start, end } = looks.get(page) ?? { start: 0, end: 50 }
          const body = { ...queries[n], start, end }
          const request = { method: 'POST', path: 'films/query', body } as const
          const { data, total } = (await servers[n]!.send(request)) as {
            data: Row[]
            total: number
          }
          assert.equal(page.state().dynamic.rowCount, total)
          const wanted = data.map(({ name, votes }) => [name, votes])
          const shown = page.state().data.map(({ name, votes }) => [name, votes])
          assert.deepEqual(shown, wanted, `page ${n}`)
        }
      },
      { ...patient, interval: 100 },
    )
  })
})

const looks = new Map<GridPage, { start: number; end: number }>()

function act(page: GridPage, random: SeededRandom): void {
  const { data, dynamic } = page.state()
  const id = data.length > 0 ? random.pick(data).id : 0
  const value = random.between(0, 900_000)
  const acts = [
    () => page.exec('update-cell', { id, column: 'votes', value }),
    () => page.exec('update-cell', { id, column: 'name', value: `film ${value}` }),
    () => page.exec('add-row', { row: { name: `new ${value}`, votes: value } }),
    () => page.exec('add-row', { row: { name: `beside ${value}` }, after: id }),
    () => page.exec('delete-row', { id }),
    () => page.exec('undo'),
    () => page.exec('redo'),
    () => {
      const start = random.between(0, Math.max(0, dynamic.rowCount - 30))
      looks.set(page, { start, end: start + 30 })
      page.exec('request-data', { row: { start, end: start + 30 } })
    },
  ]
  random.pick(acts)()
}
