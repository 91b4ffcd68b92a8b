import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertReloadShowsTheSame } from './grid-client.ts'
import type { GridClient, Row } from './grid-client.ts'
import { allColumns, kinds } from './grid-columns.ts'
import type { Kind, NewColumn } from './grid-columns.ts'
import { columnNames, randomCell, randomRow, seeded } from './grid-random.ts'
import { plain, withEachClient } from './grid-server.ts'
import type { GridServer } from './grid-server.ts'

const name: NewColumn = { name: 'name', type: 'text' }
const names = ['one', 'two', 'three', 'four']
const four = names.map((name) => ({ name }))

withEachClient((server) => {
  describe('undo', () => undoing(server))
  describe('redo', () => redoing(server))
  describe('a long session', () => sessions(server))
})

withEachClient((server) => {
  describe('undo and redo show the same as a reload', () => {
    for (const kind of kinds) everyKind(server, kind)
  })
})

function undoing(server: GridServer): void {
  it('of an add deletes the row', async () => {
    const table = await server.table([name], four)
    const client = await table.open()
    await client.act('add-row', { row: { name: 'new' }, after: 2 })

    await client.act('undo')

    assert.deepEqual(namesOf(await assertReloadShowsTheSame(client)), names)
  })

  it('of an add that was not answered yet deletes the row as soon as it can', async () => {
    const table = await server.table([name], four)
    const client = await table.open()
    client.exec('add-row', { row: { name: 'new' } })

    await client.act('undo')

    assert.deepEqual(namesOf(await assertReloadShowsTheSame(client)), names)
  })

  for (const [i, name_] of names.entries()) {
    it(`of the deletion of row ${i + 1} of 4 brings it back where it was, under its id`, async () => {
      const table = await server.table([name], four)
      const client = await table.open()
      await client.act('delete-row', { id: i + 1 })

      await client.act('undo')

      const { action, event } = lastSent(client)
      assert.equal(action, 'add-row')
      assert.deepEqual(event.response, { id: i + 1, name: name_ })
      const rows = await assertReloadShowsTheSame(client)
      assert.deepEqual(
        rows,
        names.map((name, at) => ({ id: at + 1, name })),
      )
    })
  }

  it('of several deletions brings all of them back, last one first', async () => {
    const table = await server.table([name], four)
    const client = await table.open()
    for (const id of [2, 3, 1, 4]) await client.act('delete-row', { id })
    assert.deepEqual(await table.rows(), [])

    for (let i = 0; i < 4; i++) await client.act('undo')

    assert.deepEqual(namesOf(await assertReloadShowsTheSame(client)), names)
  })

  it('of a deletion leaves a row that goes on being edited under its id', async () => {
    const table = await server.table([name], four)
    const client = await table.open()
    await client.act('delete-row', { id: 2 })
    await client.act('undo')

    await client.edit(2, 'name', { value: 'again' })
    const { response } = await client.act('add-row', { row: { name: 'new' }, after: 2 })

    assert.ok(Number(response?.id) > 4)
    const rows = await assertReloadShowsTheSame(client)
    assert.deepEqual(namesOf(rows), ['one', 'again', 'new', 'three', 'four'])
  })

  it('of the deletion of a row that was new brings it back under its real id', async () => {
    const table = await server.table([name], four)
    const client = await table.open()
    const { id } = await client.act('add-row', { row: { name: 'new' }, before: 2 })
    const real = client.realId(id)
    await client.act('delete-row', { id: id })

    await client.act('undo')
    await client.edit(id, 'name', { value: 'newer' })

    assert.equal(client.realId(id), real)
    const rows = await assertReloadShowsTheSame(client)
    assert.deepEqual(rows[1], { id: real, name: 'newer' })
  })

  it('of a deletion takes the end when the row behind it is gone too', async () => {
    const table = await server.table([name], four)
    const client = await table.open()
    await client.act('delete-row', { id: 2 })
    await plain('DELETE', `${table.url}/3`)

    await client.act('undo')

    assert.deepEqual(namesOf(await table.rows()), ['one', 'four', 'two'])
  })

  it('of a deletion brings back a number that has more digits than an integer may have', async () => {
    const table = await server.table([{ name: 'size', type: 'number' }])
    const client = await table.open()
    const { id } = await client.act('add-row', { row: { size: 1 } })
    await client.edit(id, 'size', { value: 1e20 })
    await client.act('delete-row', { id: id })

    await client.act('undo')

    assert.deepEqual(await assertReloadShowsTheSame(client), [{ id: 1, size: 1e20 }])
  })

  it('of an update-row puts back the old row, empty cells too', async () => {
    const table = await server.table(allColumns, [{ name: 'old', count: 1 }])
    const client = await table.open()
    const before = await table.rows()
    await client.act('update-row', { id: 1, row: randomRow(seeded(1)) })

    await client.act('undo')

    assert.deepEqual(await assertReloadShowsTheSame(client), before)
  })

  it('of an edit of a cell that was empty never leaves the client, which cannot send null', async () => {
    const table = await server.table([{ name: 'year', type: 'integer' }], [{}])
    const client = await table.open()
    await client.edit(1, 'year', { value: '1999' })
    const log = await table.log()

    client.exec('undo')
    await client.idle()

    assert.equal(client.failures.length, 1)
    assert.deepEqual(await table.rows(), [{ id: 1, year: 1999 }])
    assert.deepEqual(await table.log(), log)
  })
}

function redoing(server: GridServer): void {
  it('of an add brings the row back under the id it had, in its place', async () => {
    const table = await server.table([name], four)
    const client = await table.open()
    const { id } = await client.act('add-row', { row: { name: 'new' }, after: 2 })
    const real = client.realId(id)

    await client.act('undo')
    await client.act('redo')

    const { action, event } = lastSent(client)
    assert.equal(action, 'add-row')
    assert.equal(event.response?.id, real)
    const rows = await assertReloadShowsTheSame(client)
    assert.deepEqual(rows[2], { id: real, name: 'new' })
  })

  it('of a deletion deletes the row again', async () => {
    const table = await server.table([name], four)
    const client = await table.open()
    await client.act('delete-row', { id: 3 })

    await client.act('undo')
    await client.act('redo')

    assert.deepEqual(namesOf(await assertReloadShowsTheSame(client)), ['one', 'two', 'four'])
  })

  it('and undo, again and again, end where they should', async () => {
    const table = await server.table([name], four)
    const client = await table.open()
    await client.act('add-row', { row: { name: 'new' }, after: 2 })
    await client.act('delete-row', { id: 2 })

    for (let i = 0; i < 3; i++) {
      await client.act('undo')
      await client.act('undo')
      assert.deepEqual(namesOf(await assertReloadShowsTheSame(client)), names)
      await client.act('redo')
      await client.act('redo')
      const rows = await assertReloadShowsTheSame(client)
      assert.deepEqual(namesOf(rows), ['one', 'new', 'three', 'four'])
    }
  })
}

function sessions(server: GridServer): void {
  it('can be undone and redone whole, and shows the same as a reload at every step', async () => {
    const table = await server.table(allColumns, [{ name: 'old' }])
    const client = await table.open()
    const random = seeded(7)
    const { id } = await client.act('add-row', { row: randomRow(random), before: 1 })
    for (const column of columnNames) {
      await client.edit(id, column, { value: randomCell(random, column) })
    }
    await client.act('update-row', { id: id, row: randomRow(random) })
    await client.act('delete-row', { id: 1 })
    const { undo: steps } = client.store.getState().history

    for (let i = 0; i < steps; i++) {
      await client.act('undo')
      await assertReloadShowsTheSame(client)
    }
    for (let i = 0; i < steps; i++) {
      await client.act('redo')
      await assertReloadShowsTheSame(client)
    }
    assert.ok(steps > 10)
  })

  for (const seed of [1, 2]) {
    it(`of random actions shows the same as a reload at every step (seed ${seed})`, async () => {
      const table = await server.table(allColumns)
      const client = await table.open()
      const random = seeded(seed)

      for (let i = 0; i < 30; i++) {
        await randomStep(client, random)
        await assertReloadShowsTheSame(client)
      }
    })
  }
}

async function randomStep(client: GridClient, random: ReturnType<typeof seeded>): Promise<void> {
  const rows = client.store.getState().data
  const step = rows.length < 3 ? 0 : random.below(10)
  const id = rows.length > 0 ? random.of(rows).id : 0
  const column = random.of(columnNames)
  if (step < 2) {
    const anchor = rows.length > 0 ? random.of([{}, { before: id }, { after: id }]) : {}
    await client.act('add-row', { row: randomRow(random), ...anchor })
  } else if (step === 2) {
    await client.act('delete-row', { id })
  } else if (step === 3) {
    await client.act('update-row', { id, row: randomRow(random, [column, 'name']) })
  } else if (step < 6) {
    await client.edit(id, column, { value: randomCell(random, column) })
  } else {
    await client.act(step < 8 ? 'undo' : 'redo')
  }
}

function everyKind(server: GridServer, { name, column, values }: Kind): void {
  it(`in a column of ${name}`, async () => {
    const [first, second, third] = values
    const table = await server.table([column], [{ cell: first.stored }, { cell: second.stored }])
    const client = await table.open()
    const back = async (action: string) => {
      await client.act(action)
      return cellsOf(await assertReloadShowsTheSame(client))
    }

    const before = [first.stored, second.stored]
    const after = [third.stored, second.stored]

    if (column.type === 'json' && !column.options) {
      // The text field of such a column leaves text in the store, which is no longer the value.
      await client.act('update-row', { id: 1, row: { cell: third.given } })
    } else {
      await client.edit(1, 'cell', { value: third.edited })
    }
    assert.deepEqual(await back('undo'), before)
    assert.deepEqual(await back('redo'), after)

    await client.act('update-row', { id: 2, row: { cell: (values[3] ?? first).given } })
    assert.deepEqual(await back('undo'), after)
    await back('redo')

    await client.act('delete-row', { id: 1 })
    const [restored] = await back('undo')
    assert.deepEqual(restored, third.stored)
  })
}

function lastSent(client: GridClient): GridClient['sent'][number] {
  const own = ['add-row', 'delete-row', 'update-row', 'update-cell']
  return client.sent.findLast(({ action }) => own.includes(action))!
}

function namesOf(rows: Row[]): unknown[] {
  return rows.map((row) => row['name'])
}

function cellsOf(rows: Row[]): unknown[] {
  return rows.map(({ cell }) => cell)
}
