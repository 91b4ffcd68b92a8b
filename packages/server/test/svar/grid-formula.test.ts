import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertReloadShowsTheSame } from './grid-client.ts'
import type { NewColumn } from './grid-columns.ts'
import { withEachClient } from './grid-server.ts'

const columns: NewColumn[] = [
  { name: 'price', type: 'number' },
  { name: 'amount', type: 'integer' },
  { name: 'total', type: 'number', formula: 'price * amount' },
]
const rows = [
  { price: 1.5, amount: 4 },
  { price: 10, amount: 2 },
]

withEachClient((server) => {
  describe('a column with a formula in the stock grid', () => {
    it('is loaded, and worked out anew where a whole row comes back with what it was', async () => {
      const table = await server.table(columns, rows)
      const client = await table.open()
      const [first] = client.store.getState().data
      assert.equal(first!['total'], 6)

      const { response } = await client.act('update-row', { id: 1, row: { ...first, amount: 10 } })

      assert.deepEqual(response, { id: 1, price: 1.5, amount: 10, total: 15 })
      assert.deepEqual((await table.rows())[0], response)
    })

    it('follows undo and redo, which send rows as they were', async () => {
      const table = await server.table(columns, rows)
      const client = await table.open()
      await client.act('update-cell', { id: 1, column: 'amount', value: 10 })
      await client.act('delete-row', { id: 1 })

      await client.act('undo')
      assert.deepEqual((await table.rows())[0], { id: 1, price: 1.5, amount: 10, total: 15 })
      await client.act('undo')
      assert.deepEqual((await table.rows())[0], { id: 1, price: 1.5, amount: 4, total: 6 })
      await client.act('redo')
      assert.equal((await table.rows())[0]!['total'], 15)
    })

    it('refuses a cell of its own, and nothing else is shown after a reload', async () => {
      const table = await server.table(columns, rows)
      const client = await table.open()

      const { response } = await client.act('update-cell', { id: 1, column: 'total', value: 5 })

      assert.equal(response?.['code'], 'tables.read_only_column')
      const again = await table.open()
      assert.equal((await assertReloadShowsTheSame(again))[0]!['total'], 6)
    })
  })
})
