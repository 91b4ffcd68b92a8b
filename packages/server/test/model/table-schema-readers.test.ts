import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Row, Table } from '@triptych/contract/tables'
import { api } from '../fixtures/api.ts'
import type { Api } from '../fixtures/api.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-readers-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const count = 2500
const columns = [
  { name: 'name', type: 'text' },
  { name: 'number', type: 'integer' },
]

/** The shapes the table takes in turn; what a row with the number `n` is in each. */
const shapes = [
  {
    changes: [],
    names: ['name', 'number'],
    rowOf: (n: number) => ({ name: `row ${n}`, number: n }),
  },
  {
    changes: [
      { renameColumn: { from: 'name', to: 'title' } },
      { changeColumn: { name: 'number', type: 'text' } },
      { addColumn: { name: 'seen', type: 'boolean', default: false, before: 'title' } },
    ],
    names: ['seen', 'title', 'number'],
    rowOf: (n: number) => ({ seen: false, title: `row ${n}`, number: String(n) }),
  },
  {
    changes: [
      { renameColumn: { from: 'number', to: 'name' } },
      { dropColumn: 'seen' },
      { changeColumn: { name: 'title', unique: true } },
    ],
    names: ['title', 'name'],
    rowOf: (n: number) => ({ title: `row ${n}`, name: String(n) }),
  },
  {
    changes: [
      { renameColumn: { from: 'name', to: 'number' } },
      { renameColumn: { from: 'title', to: 'name' } },
      { changeColumn: { name: 'number', type: 'integer' } },
      { changeColumn: { name: 'name', unique: false } },
    ],
    names: ['name', 'number'],
    rowOf: (n: number) => ({ name: `row ${n}`, number: n }),
  },
]

async function filled(): Promise<Api> {
  const made = await api({ data: folder }, columns)
  const adding = Array.from({ length: count }, (_, n) =>
    made.call('POST', '/films', { name: `row ${n + 1}`, number: n + 1 }),
  )
  for (const { status } of await Promise.all(adding)) assert.equal(status, 200)
  return made
}

function assertOneShape(rows: Row[]): void {
  const shape = shapes.find(({ rowOf }) => isSame(rows[0]!, { id: 1, ...rowOf(1) }))
  assert.ok(shape, `no shape has ${JSON.stringify(rows[0])}`)
  const numbers = Array.from({ length: count }, (_, n) => n + 1)
  assert.deepEqual(
    rows,
    numbers.map((n) => ({ id: n, ...shape.rowOf(n) })),
  )
}

describe('readers of a table that is being changed', () => {
  it('see it as it was or as it is, and never half of it', async () => {
    const made = await filled()
    let isOver = false
    const seen = { lists: 0, rows: 0, tables: 0 }

    // Without a socket in between a reader would never let anybody else have a turn.
    async function readLists(): Promise<void> {
      while (!isOver) {
        assertOneShape(await made.rows())
        seen.lists++
        await setImmediate()
      }
    }

    async function readRows(): Promise<void> {
      for (let n = 1; !isOver; n = (n % count) + 1) {
        const row = await made.row(n)
        const fits = shapes.some(({ rowOf }) => isSame(row, { id: n, ...rowOf(n) }))
        assert.ok(fits, JSON.stringify(row))
        seen.rows++
        await setImmediate()
      }
    }

    async function readTables(): Promise<void> {
      while (!isOver) {
        const { json } = await made.call('GET', '/tables/films')
        const names = (json as Table).columns.map(({ name }) => name).join()
        assert.ok(shapes.some((shape) => shape.names.join() === names))
        seen.tables++
        await setImmediate()
      }
    }

    async function change(): Promise<void> {
      for (let round = 0; round < 3; round++) {
        for (const { changes } of shapes.slice(1)) {
          const { status, json } = await made.call('PATCH', '/tables/films', { changes })
          assert.equal(status, 200, JSON.stringify(json))
        }
      }
    }

    const changing = change().finally(() => (isOver = true))
    await Promise.all([changing, readLists(), readLists(), readRows(), readTables()])

    assert.ok(seen.lists > 0 && seen.rows > 0 && seen.tables > 0, JSON.stringify(seen))
    assertOneShape(await made.rows())
  })
})

function isSame(row: Row, other: object): boolean {
  return JSON.stringify(row) === JSON.stringify(other)
}
