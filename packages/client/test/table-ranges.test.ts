import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createTriptych } from '../../server/src/index.ts'
import {
  deleteRows,
  heldRows,
  loadRows,
  openServer,
  placeOfRow,
  rowCount,
  writeCells,
} from '../src/index.ts'
import { undoWrite } from '../src/history.ts'
import type { Saved, Server } from '../src/index.ts'
import { openGrid } from './open-grid.ts'
import type { GridPage, Row } from './open-grid.ts'

const triptych = await createTriptych({ data: ':memory:', port: 0, empty: true })
const { url } = await triptych.listen()
const pages: GridPage[] = []
const servers: Server[] = []
after(async () => {
  for (const page of pages) page.stop()
  for (const server of servers) server.close()
  await triptych.close()
})

async function send(method: string, path: string, body?: unknown): Promise<unknown> {
  const given = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(url + path, { method, ...given })
  assert.ok(response.ok, await response.clone().text())
  return response.json()
}

let tables = 0

async function opened(count: number) {
  const table = `ranges-${++tables}`
  const columns = [
    { name: 'name', type: 'text' },
    { name: 'size', type: 'integer' },
  ]
  await send('POST', 'tables', { name: table, columns })
  const rows = Array.from({ length: count }, (_, n) => ({ name: `row ${n + 1}`, size: n }))
  await send('POST', `${table}/rows`, { rows })
  const server = openServer({ url })
  const saved: Saved[] = []
  const page = await openGrid({ server, table, onSaved: (one) => saved.push(one) })
  servers.push(server)
  pages.push(page)
  const stored = async () => (await send('GET', table)) as Row[]
  return { page, server, saved, stored }
}

describe('cells of many rows', () => {
  it('are written and added together, and taken back as one', async () => {
    const { page, server, saved, stored } = await opened(3)
    const refused = await writeCells(page, 'paste-cells', [
      { id: 2, values: { name: 'two', size: 22 } },
      { id: 3, values: { name: 'three' } },
      { id: null, values: { name: 'four', size: 44 } },
    ])
    assert.equal(refused, null)
    assert.deepEqual(page.values('name'), ['row 1', 'two', 'three', 'four'])
    assert.deepEqual(
      (await stored()).map(({ size }) => size),
      [0, 22, 2, 44],
    )
    assert.equal(saved.length, 1)
    await undoWrite(server, saved[0]!.write)
    assert.deepEqual(
      (await stored()).map(({ name }) => name),
      ['row 1', 'row 2', 'row 3'],
    )
  })

  it('are refused together, each bad one with its reason', async () => {
    const { page, stored } = await opened(3)
    const refused = await writeCells(page, 'paste-cells', [
      { id: 1, values: { name: 'good', size: 5 } },
      { id: 2, values: { size: 'many' } },
      { id: 3, values: { size: 1.5 } },
    ])
    assert.deepEqual(
      refused?.failures.map(({ row, column }) => [row, column]),
      [
        [1, 'size'],
        [2, 'size'],
      ],
    )
    await page.settled()
    assert.deepEqual(page.values('name'), ['row 1', 'row 2', 'row 3'])
    assert.equal((await stored())[0]?.['name'], 'row 1')

    const added = await writeCells(page, 'paste-cells', [
      { id: 1, values: { name: 'good' } },
      { id: null, values: { size: 'many' } },
    ])
    assert.deepEqual(
      added?.failures.map(({ row, column }) => [row, column]),
      [[1, 'size']],
    )
    assert.equal((await stored()).length, 3)
  })

  it('do not bring back a row that somebody else has deleted', async () => {
    const { page, stored } = await opened(3)
    const row = page.state().data[1]!.id
    await send('DELETE', `ranges-${tables}/2`)
    const refused = await writeCells(page, 'paste-cells', [
      { id: 1, values: { name: 'one' } },
      { id: row, values: { name: 'two' } },
    ])
    assert.deepEqual(
      refused?.failures.map(({ row: index }) => index),
      [1],
    )
    assert.deepEqual(
      (await stored()).map(({ name }) => name),
      ['row 1', 'row 3'],
    )
  })

  it('are read from wherever they stand', async () => {
    const { page } = await opened(1200)
    assert.equal(rowCount(page), 1200)
    assert.equal(placeOfRow(page, 7), 6)
    assert.equal(heldRows(page, 0, 10)?.length, 10)
    assert.equal(heldRows(page, 0, 1200), null)
    const rows = await loadRows(page, 0, 1200)
    assert.deepEqual([rows.length, rows[1199]?.['name']], [1200, 'row 1200'])
  })
})

describe('many rows', () => {
  it('are deleted together, also those that are not loaded, and come back as one', async () => {
    const { page, server, saved, stored } = await opened(1200)
    const before = await stored()
    const refused = await deleteRows(
      page,
      before.slice(1).map(({ id }) => id),
    )
    assert.equal(refused, null)
    assert.deepEqual(page.values('name'), ['row 1'])
    assert.equal(rowCount(page), 1)
    assert.equal((await stored()).length, 1)
    assert.deepEqual(
      saved.map(({ action, ids }) => [action, ids.length]),
      [['delete-row', 1199]],
    )
    await undoWrite(server, saved[0]!.write)
    assert.deepEqual(await stored(), before)
  })

  it('all stay where one of them cannot be deleted', async () => {
    const { page, saved, stored } = await opened(3)
    const refused = await deleteRows(page, [1, 2, 77])
    assert.equal(refused?.code, 'tables.row_not_found')
    await page.settled()
    assert.deepEqual(page.values('name'), ['row 1', 'row 2', 'row 3'])
    assert.equal((await stored()).length, 3)
    assert.deepEqual(saved, [])
  })
})
