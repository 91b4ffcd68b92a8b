import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { assertReloadShowsTheSame, openClient, versions } from './grid-client.ts'
import type { GridClient, Id, Row } from './grid-client.ts'
import { allColumns } from './grid-columns.ts'
import type { NewColumn } from './grid-columns.ts'
import { randomRow, seeded } from './grid-random.ts'
import { openGridServer, plain, withEachClient } from './grid-server.ts'
import type { GridServer } from './grid-server.ts'

const name: NewColumn = { name: 'name', type: 'text' }
const names = ['one', 'two', 'three']
const three = names.map((name) => ({ name }))

withEachClient((server) => {
  describe('the place of a new row', () => places(server))
  describe('a new row', () => newRows(server))
  describe('the button "New row"', () => toolbar(server))
  describe('a tree', () => trees(server))
})

function places(server: GridServer): void {
  it('is the end, unless the page names another', async () => {
    const table = await server.table([name], three)
    const client = await table.open()

    await client.act('add-row', { row: { name: 'new' } })

    const rows = await assertReloadShowsTheSame(client)
    assert.deepEqual(namesOf(rows), [...names, 'new'])
  })

  for (const side of ['before', 'after']) {
    it(`is ${side} the row the page names`, async () => {
      const table = await server.table([name], three)
      const client = await table.open()

      for (const id of [1, 2, 3]) {
        await client.act('add-row', { row: { name: `${side} ${id}` }, [side]: id })
      }

      const rows = await assertReloadShowsTheSame(client)
      const pairs = names.map((name, i) => [name, `${side} ${i + 1}`])
      assert.deepEqual(
        namesOf(rows),
        pairs.flatMap((pair) => (side === 'before' ? pair.toReversed() : pair)),
      )
    })
  }

  it('is exact when many rows are put into the same gap', async () => {
    const table = await server.table([name], three)
    const client = await table.open()

    for (let i = 0; i < 15; i++) {
      await client.act('add-row', { row: { name: `b${i}` }, before: 2 })
      await client.act('add-row', { row: { name: `a${i}` }, after: 1 })
    }

    await assertReloadShowsTheSame(client)
  })

  it('is beside a row that was new itself a moment ago', async () => {
    const table = await server.table([name], three)
    const client = await table.open()

    let { id } = await client.act('add-row', { row: { name: 'first' }, after: 1 })
    for (const name of ['second', 'third']) {
      ;({ id } = await client.act('add-row', { row: { name }, after: id }))
    }

    const rows = await assertReloadShowsTheSame(client)
    assert.deepEqual(namesOf(rows), ['one', 'first', 'second', 'third', 'two', 'three'])
  })

  it('is the end when the row beside it has no real id yet', async () => {
    const table = await server.table([name], three)
    const client = await table.open()

    const { id } = client.exec('add-row', { row: { name: 'first' }, after: 1 })
    client.exec('add-row', { row: { name: 'second' }, after: id })
    await client.idle()

    assert.deepEqual(namesOf(await table.rows()), ['one', 'first', 'two', 'three', 'second'])
  })

  it('is the end when somebody else has deleted the row beside it', async () => {
    const table = await server.table([name], three)
    const client = await table.open()
    await plain('DELETE', `${table.url}/2`)

    const { response } = await client.act('add-row', { row: { name: 'new' }, after: 2 })

    assert.ok(response?.id)
    assert.deepEqual(namesOf(await table.rows()), ['one', 'three', 'new'])
  })
}

function newRows(server: GridServer): void {
  it('gets a number for an id, which is never 0 and never one that was used', async () => {
    const table = await server.table([name])
    const client = await table.open()

    const ids: unknown[] = []
    for (let i = 0; i < 3; i++) {
      const { id, response } = await client.act('add-row', { row: { name: `row ${i}` } })
      ids.push(response?.id)
      await client.act('delete-row', { id: id })
    }

    assert.ok(ids.every((id) => Number.isSafeInteger(id) && Number(id) > 0))
    assert.equal(new Set(ids).size, 3)
  })

  it('takes the edits that were made before the server had answered', async () => {
    const table = await server.table(allColumns)
    const client = await table.open()

    const { id } = client.exec('add-row', { row: { name: 'new' } })
    client.exec('update-cell', { id: id, column: 'year', value: 1999 })
    client.exec('update-cell', { id: id, column: 'day', value: new Date(2026, 3, 5) })
    client.exec('update-row', { id: id, row: { id, name: 'renamed', tags: ['red'] } })
    assert.equal(client.realId(id), null)
    await client.idle()

    assert.deepEqual(client.failures, [])
    const [row] = await assertReloadShowsTheSame(client)
    assert.ok(row)
    assert.equal(row.id, client.realId(id))
    const { name, year, day, tags } = row
    assert.deepEqual(
      { name, year, day, tags },
      { name: 'renamed', year: 1999, day: '2026-04-05', tags: ['red'] },
    )
  })

  it('is edited under its real id only', async () => {
    const table = await server.table([name])
    const client = await table.open()

    const { id } = client.exec('add-row', { row: {} })
    client.exec('update-cell', { id: id, column: 'name', value: 'early' })
    await client.idle()
    await client.act('update-cell', { id: id, column: 'name', value: 'late' })

    const requests = server.requests(table.name)
    const real = client.realId(id)
    assert.deepEqual(
      requests.filter((one) => one.startsWith('PATCH')),
      Array(2).fill(`PATCH /${table.name}/${real}`),
    )
    assert.deepEqual(await assertReloadShowsTheSame(client), [{ id: real, name: 'late' }])
  })

  it('is gone when it was deleted before the server had answered', async () => {
    const table = await server.table([name], three)
    const client = await table.open()

    const { id } = client.exec('add-row', { row: { name: 'new' } })
    client.exec('delete-row', { id: id })
    await client.idle()

    assert.deepEqual(namesOf(await assertReloadShowsTheSame(client)), names)
    const log = await table.log()
    assert.deepEqual(
      log.map(({ operation }) => operation),
      ['row-added', 'row-deleted'],
    )
  })

  it('keeps its own edits when many are added and edited at once', async () => {
    const table = await server.table(allColumns)
    const client = await table.open()

    const ids: Id[] = []
    for (let i = 0; i < 50; i++) {
      const { id } = client.exec('add-row', { row: { name: `row ${i}`, code: `c${i}` } })
      ids.push(id)
    }
    for (const [i, id] of ids.entries()) {
      client.exec('update-cell', { id, column: 'year', value: 1900 + i })
      client.exec('update-cell', { id, column: 'tags', value: ['green', 'blue'] })
      client.exec('update-row', { id, row: { seen: i % 2 === 0, extra: { i } } })
    }
    await client.idle()

    assert.deepEqual(client.failures, [])
    const reloaded = await client.reload()
    assert.deepEqual(byId(reloaded.seen()), byId(client.seen()))
    assert.equal(new Set(ids.map((id) => client.realId(id))).size, 50)
  })
}

function toolbar(server: GridServer): void {
  it('adds an empty row, which is then filled cell by cell', async () => {
    const table = await server.table(allColumns)
    const client = await table.open()

    await client.press('add-row')
    const { id } = client.store.getState().data[0]!
    const [empty] = await assertReloadShowsTheSame(client)
    await fill(client, id)

    const [row] = await assertReloadShowsTheSame(client)
    assert.deepEqual({ ...empty, id: 1 }, { ...emptyRow, id: 1 })
    assert.deepEqual({ ...row, id: 1 }, { ...filledRow, id: 1 })
  })

  it('adds an empty row to a table that asks for values, can take it back, and bring it again', async () => {
    const table = await server.table([
      { name: 'name', type: 'text', nullable: false },
      { name: 'code', type: 'text', nullable: false, unique: true },
      { name: 'year', type: 'integer', nullable: false },
    ])
    const client = await table.open()
    const begun = { id: 1, name: '', code: '1', year: 0 }

    await client.press('add-row')
    assert.deepEqual(await table.rows(), [begun])
    await client.act('undo')
    assert.deepEqual(await table.rows(), [])
    await client.act('redo')
    assert.deepEqual(await table.rows(), [begun])

    const { id } = client.store.getState().data[0]!
    await client.edit(id, 'name', { value: 'typed' })
    await client.act('delete-row', { id })
    await client.act('undo')
    assert.deepEqual(await table.rows(), [{ ...begun, name: 'typed' }])
  })

  it('puts the empty row after the selected one, and goes on from there', async () => {
    const table = await server.table([name], three)
    const client = await table.open()
    client.exec('select-row', { id: 1 })

    for (const value of ['first', 'second']) {
      await client.press('add-row')
      const [id] = client.store.getState()['selectedRows'] as Id[]
      await client.edit(id!, 'name', { value })
    }

    const rows = await assertReloadShowsTheSame(client)
    assert.deepEqual(namesOf(rows), ['one', 'first', 'second', 'two', 'three'])
  })

  it('stands beside "Delete", which deletes all that is selected', async () => {
    const table = await server.table([name], three)
    const client = await table.open()
    client.exec('select-row', { id: 1 })
    client.exec('select-row', { id: 3, toggle: true })

    await client.press('delete-row')

    assert.deepEqual(namesOf(await assertReloadShowsTheSame(client)), ['two'])
  })
}

function trees(server: GridServer): void {
  const columns: NewColumn[] = [name, { name: 'parent', type: 'integer' }]
  const seeds = [{ name: 'top' }, { name: 'child', parent: 1 }, { name: 'other' }]

  it('may send rows with its own keys and its branches in them', async () => {
    const table = await server.table(columns, seeds)
    const client = await table.open({ tree: nested })
    const top = client.store.getRow(1)
    assert.ok('$level' in top && '$parent' in top && '$count' in top && 'data' in top)

    const updated = await client.act('update-row', { id: 1, row: { ...top, name: 'new top' } })
    const row = { name: 'branch', $level: 0, $parent: 0, $count: 1, data: [{ name: 'leaf' }] }
    const added = await client.act('add-row', { row })

    assert.equal(updated.response?.id, 1)
    assert.ok(Number(added.response?.id) > 3)
    assert.deepEqual(namesOf(await table.rows()), ['new top', 'child', 'other', 'branch'])
  })

  it('may send a row of which the branch was opened', async () => {
    const table = await server.table(columns, seeds)
    const client = await table.open({ tree: nested })
    await client.act('open-row', { id: 1 })
    const top = client.store.getRow(1)
    assert.equal(top['open'], true)

    const { response } = await client.act('update-row', { id: 1, row: { ...top, name: 'new' } })

    assert.equal(response?.error, undefined)
    assert.deepEqual(namesOf(await table.rows()), ['new', 'child', 'other'])
  })

  it('is edited on every level', async () => {
    const table = await server.table(columns, seeds)
    const client = await table.open({ tree: nested })

    await client.edit(1, 'name', { value: 'new top' })
    await client.edit(2, 'name', { value: 'new child' })

    assert.deepEqual(namesOf(await table.rows()), ['new top', 'new child', 'other'])
  })
}

describe('a server that was stopped and started again', () => {
  it('shows the same to both providers, and gives no id twice', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'triptych-grid-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const first = await openGridServer(folder, '2.7.3')
    const table = await first.table(allColumns)
    const client = await table.open()
    for (let i = 0; i < 3; i++) await client.act('add-row', { row: randomRow(seeded(i)) })
    const last = await client.act('add-row', { row: {} })
    await client.act('delete-row', { id: last.id })
    const seen = client.seen()
    await first.close()

    const second = await openGridServer(folder, '2.6.0')
    t.after(() => second.close())
    const url = second.url + table.name
    for (const version of versions) {
      const page = await openClient({ version, url, columns: allColumns })
      assert.deepEqual(page.seen(), seen)
    }
    const page = await openClient({ version: '2.6.0', url, columns: allColumns })
    const { response } = await page.act('add-row', { row: {} })

    assert.ok(Number(response?.id) > Number(last.response?.id))
    await assertReloadShowsTheSame(page)
  })
})

const emptyRow = {
  ...Object.fromEntries(allColumns.map((column) => [column.name, null])),
  title: 'untitled',
  count: 0,
}

const filledRow = {
  name: 'Ä film',
  year: 1999,
  score: 8.5,
  seen: true,
  day: '2026-04-05',
  at: '2026-04-05T08:30:00.000Z',
  extra: { a: [1] },
  state: 'open',
  tags: ['red', 'blue'],
  title: 'A title',
  count: 7,
  code: 'A-1',
}

/** What the editors of the columns leave in the store: a text field leaves text. */
async function fill(client: GridClient, id: Id): Promise<void> {
  const edits = {
    ...filledRow,
    year: '1999',
    score: '8.5',
    day: new Date(2026, 3, 5),
    at: new Date('2026-04-05T08:30:00.000Z'),
    extra: '{"a":[1]}',
    count: '7',
  }
  for (const [column, value] of Object.entries(edits)) await client.edit(id, column, { value })
}

function nested(rows: Row[]): Row[] {
  const children = Map.groupBy(rows, ({ parent }) => parent)
  for (const row of rows) if (children.has(row.id)) row['data'] = children.get(row.id)
  return children.get(null) ?? []
}

function namesOf(rows: Row[]): unknown[] {
  return rows.map((row) => row['name'])
}

function byId(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.toSorted((a, b) => Number(a['id']) - Number(b['id']))
}
