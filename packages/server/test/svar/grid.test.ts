import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertReloadShowsTheSame } from './grid-client.ts'
import type { Row } from './grid-client.ts'
import { kinds } from './grid-columns.ts'
import type { Kind } from './grid-columns.ts'
import { withEachClient } from './grid-server.ts'
import type { GridServer } from './grid-server.ts'

/** Every action on every type of column: what the page shows is what a reload shows. */

withEachClient((server) => {
  for (const kind of kinds) {
    describe(`a column of ${kind.name}`, () => {
      everyAction(server, kind)
      if (kind.column.nullable === false) withDefault(server, kind)
      else clearing(server, kind)
    })
  }
})

function everyAction(server: GridServer, { column, values }: Kind): void {
  const stored = values.map((value) => value.stored)
  const filled = stored.map((cell) => ({ cell }))

  it('is loaded as it is stored, and shows the same after delete-row and a reload', async () => {
    const table = await server.table([column], filled)
    const client = await table.open({ normalize: null })
    assert.deepEqual(cellsOf(client.store.getState().data), stored)

    const { response } = await client.act('delete-row', { id: 2 })

    assert.deepEqual(response, { id: 2 })
    assert.deepEqual(cellsOf(await assertReloadShowsTheSame(client)), stored.toSpliced(1, 1))
  })

  it('shows the same after add-row and a reload, and is answered as it is stored', async () => {
    const table = await server.table([column])
    const client = await table.open({ normalize: null })

    const answers: unknown[] = []
    for (const { given } of values) {
      const { response } = await client.act('add-row', { row: { cell: given } })
      answers.push(response?.['cell'])
    }

    assert.deepEqual(answers, stored)
    assert.deepEqual(cellsOf(await assertReloadShowsTheSame(client)), stored)
  })

  it('shows the same after update-row and a reload', async () => {
    const table = await server.table([column], filled.slice(-1))
    const client = await table.open()

    for (const value of values) {
      await client.act('update-row', { id: 1, row: { cell: value.given } })

      assert.deepEqual(cellsOf(await assertReloadShowsTheSame(client)), [value.stored])
    }
  })

  it('shows the same after update-cell and a reload', async () => {
    const table = await server.table([column], filled.slice(-1))
    const client = await table.open()

    for (const value of values) {
      await client.act('update-cell', { id: 1, column: 'cell', value: value.edited })

      assert.deepEqual(cellsOf(await assertReloadShowsTheSame(client)), [value.stored])
    }
  })
}

function clearing(server: GridServer, { column, values }: Kind): void {
  const filled = [{ cell: values[0].stored }]
  // An emptied text is a text; whatever else is emptied has no value.
  const emptied = column.type === 'text' && !column.options ? '' : null

  it('is empty in a row that was added without it', async () => {
    const table = await server.table([column])
    const client = await table.open()

    await client.act('add-row', { row: {} })
    await client.act('add-row', { row: { cell: null } })

    assert.deepEqual(cellsOf(await assertReloadShowsTheSame(client)), [null, null])
  })

  it('is cleared by the null of update-row', async () => {
    const table = await server.table([column], filled)
    const client = await table.open()

    await client.act('update-row', { id: 1, row: { cell: null } })

    assert.deepEqual(cellsOf(await assertReloadShowsTheSame(client)), [null])
  })

  it('is cleared by the empty text that a field of update-row has', async () => {
    const table = await server.table([column], filled)
    const client = await table.open()

    await client.act('update-row', { id: 1, row: { cell: '' } })

    assert.deepEqual(cellsOf(await assertReloadShowsTheSame(client)), [emptied])
  })

  it('is cleared by the empty text of update-cell', async () => {
    const table = await server.table([column], filled)
    const client = await table.open()

    await client.act('update-cell', { id: 1, column: 'cell', value: '' })

    assert.deepEqual(cellsOf(await assertReloadShowsTheSame(client)), [emptied])
  })
}

function withDefault(server: GridServer, { column }: Kind): void {
  it('has its default in a row that was added without it', async () => {
    const table = await server.table([column])
    const client = await table.open()

    await client.act('add-row', { row: {} })

    assert.deepEqual(cellsOf(await assertReloadShowsTheSame(client)), [column.default])
  })
}

function cellsOf(rows: Row[]): unknown[] {
  return rows.map(({ cell }) => cell)
}
