import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createTriptych } from '../../server/src/index.ts'
import {
  deleteRows,
  groupRows,
  heldRows,
  isHeading,
  loadRows,
  openServer,
  rowCount,
} from '../src/index.ts'
import type { GroupHeading, Server, TableQuery } from '../src/index.ts'
import { openGrid } from './open-grid.ts'
import type { GridPage } from './open-grid.ts'
import { patient } from '../../server/test/fixtures/patient.ts'

const triptych = await createTriptych({ data: ':memory:', port: 0, empty: true })
const { url } = await triptych.listen()
const servers: Server[] = []
const pages: GridPage[] = []
after(async () => {
  for (const page of pages) page.stop()
  for (const server of servers) server.close()
  await triptych.close()
})

const columns = [
  { name: 'name', type: 'text' },
  { name: 'team', type: 'text' },
  { name: 'day', type: 'date' },
  { name: 'at', type: 'datetime' },
  { name: 'size', type: 'integer' },
  { name: 'isDone', type: 'boolean' },
]

const teams = ['red', null, 'blue']

/** A table of numbered rows, `each` of every team and day. */
async function table(name: string, count: number): Promise<string> {
  await send('POST', 'tables', { name, columns })
  const rows = Array.from({ length: count }, (_, index) => ({
    name: `row ${index + 1}`,
    team: teams[index % 3],
    day: index % 5 === 4 ? null : `${1969 + (index % 5)}-01-01`,
    at: index % 4 === 3 ? null : `2026-01-0${1 + (index % 4)}T10:00:00Z`,
    size: index % 2,
    isDone: index % 2 === 0,
  }))
  await send('POST', `${name}/rows`, { rows })
  return name
}

const by = (...names: string[]) => names.map((column) => ({ column, unit: null }))

async function open(name: string, query: Partial<TableQuery>) {
  const server = openServer({ url })
  servers.push(server)
  let headings: readonly GroupHeading[] | null = []
  const page = await openGrid({
    server,
    table: name,
    query,
    groups: groupRows,
    onGroups: (found) => {
      headings = found
    },
  })
  pages.push(page)
  return { page, headings: () => headings }
}

async function send(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url + path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.ok(response.ok, text)
  return JSON.parse(text)
}

/** The lines of the grid from the top: marks of headings, and the names of rows. */
const linesOf = (page: GridPage) =>
  page.state().data.map(({ id, name }) => (isHeading(id) ? String(id).slice(8) : String(name)))

/** What the grid is to show, worked out from all rows. */
async function expected(name: string, levels: string[], folded: string[]): Promise<string[]> {
  const rows = (await send('GET', `${name}?sort=${levels.join()}`)) as Record<string, unknown>[]
  const lines: string[] = []
  let last: unknown[] = []
  for (const row of rows) {
    const keys = levels.map((level) => row[level])
    const marks = levels.map((_, at) => JSON.stringify(keys.slice(0, at + 1)))
    const isIn = marks.findIndex((mark) => folded.includes(mark))
    marks.forEach((mark, at) => {
      const isNew = mark !== JSON.stringify(last.slice(0, at + 1))
      if (isNew && (isIn < 0 || at <= isIn)) lines.push(mark)
    })
    if (isIn < 0) lines.push(String(row['name']))
    last = keys
  }
  return lines
}

describe('a grid whose rows stand in groups', () => {
  it('has headings and rows in its lines, and leaves out those that are folded', async () => {
    const name = await table('folds', 60)
    const levels = ['team', 'day', 'isDone', 'at', 'size', 'name']
    for (const of of [
      ['team'],
      ['day'],
      ['at'],
      ['isDone'],
      ['size', 'team'],
      ['team', 'day', 'isDone'],
    ]) {
      assert.ok(of.every((one) => levels.includes(one)))
      const { page, headings } = await open(name, {
        groups: { levels: by(...of), totals: {}, folded: [] },
      })
      await page.look(0, 500)
      assert.deepEqual(linesOf(page), await expected(name, of, []), of.join())
      assert.equal(rowCount(page), 60)
      const marks = headings()!.map(({ mark }) => mark)
      // One alone, every second one, and all.
      for (const folded of [marks.slice(0, 1), marks.filter((_, at) => at % 2 === 1), marks]) {
        page.show({ groups: { levels: by(...of), totals: {}, folded } })
        await page.look(0, 500)
        const lines = await expected(name, of, folded)
        assert.deepEqual(linesOf(page), lines, `${of.join()} without ${folded.join()}`)
        assert.equal(page.state().dynamic.rowCount, lines.length)
      }
      // Where no row is shown, none is found to be changed.
      assert.equal(rowCount(page), 0)
      assert.deepEqual(await loadRows(page, 0, 1), [])
      page.show({ groups: null })
      await page.look(0, 500)
      assert.equal(linesOf(page)[0], 'row 1')
      assert.equal(rowCount(page), 60)
    }
  })

  it('has sums on each level, the order of its own, and ranges that go by rows', async (t) => {
    const name = await table('ranges', 3000)
    const { page, headings } = await open(name, {
      sort: [{ key: 'team', order: 'desc' }],
      groups: { levels: by('team', 'size'), totals: { size: 'sum' }, folded: ['["blue"]'] },
    })
    const told = headings()!.map(({ mark, count, values }) => [mark, count, values['size']])
    assert.deepEqual(told, [
      ['["red"]', 1000, 500],
      ['["red",0]', 500, 0],
      ['["red",1]', 500, 500],
      ['["blue"]', 1000, 500],
      ['[null]', 1000, 500],
      ['[null,0]', 500, 0],
      ['[null,1]', 500, 500],
    ])
    const { lineOf } = page.lines()
    assert.deepEqual([lineOf(0), lineOf(500), lineOf(1000), lineOf(1999)], [2, 503, 1006, 2006])
    await page.look(1000, 1050)
    const seen = linesOf(page)
    assert.deepEqual(seen.slice(2, 6), ['row 2998', '["blue"]', '[null]', '[null,0]'])
    // From the last red row to the first without a team.
    const range = await loadRows(page, 999, 1001)
    assert.deepEqual(
      heldRows(page, 999, 1001)?.map((row) => row['name']),
      ['row 2998', 'row 5'],
    )
    assert.deepEqual(
      range.map((row) => row['name']),
      ['row 2998', 'row 5'],
    )

    // Here and elsewhere; headings have it at once with the rows.
    await deleteRows(
      page,
      range.map(({ id }) => id),
    )
    await send('PUT', `${name}/8`, { team: 'white' })
    await t.waitFor(async () => {
      assert.deepEqual(
        headings()!.flatMap(({ keys, count }) => (keys.length === 1 ? [[keys[0], count]] : [])),
        [
          ['white', 1],
          ['red', 999],
          ['blue', 1000],
          [null, 998],
        ],
      )
      await page.look(0, 10)
      assert.deepEqual(linesOf(page).slice(0, 4), ['["white"]', '["white",1]', 'row 8', '["red"]'])
    }, patient)
  })

  it('has none where there are too many of them', async () => {
    const name = await table('unlike', 1002)
    const { page, headings } = await open(name, {
      groups: { levels: by('name'), totals: {}, folded: [] },
    })
    assert.equal(headings(), null)
    assert.equal(linesOf(page)[0], 'row 1')
    await send('DELETE', `${name}/1`)
    await send('DELETE', `${name}/2`)
    await page.reload()
    assert.equal(headings()?.length, 1000)
    assert.deepEqual(linesOf(page).slice(0, 2), ['["row 10"]', 'row 10'])
  })
})
