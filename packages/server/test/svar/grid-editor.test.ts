import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CellValue } from '@triptych/contract/tables'
import { assertReloadShowsTheSame } from './grid-client.ts'
import { kinds } from './grid-columns.ts'
import type { Kind, NewColumn } from './grid-columns.ts'
import { withEachClient } from './grid-server.ts'

/** Values that look like something else as text, beside those of the kinds. */
const more: { name: string; column: NewColumn; stored: CellValue[] }[] = [
  { name: 'text', column: { name: 'cell', type: 'text' }, stored: ['', ' '] },
  {
    name: 'datetime with milliseconds',
    column: { name: 'cell', type: 'datetime' },
    stored: ['2026-04-05T08:30:15.123Z'],
  },
  {
    name: 'json that is something else as text',
    column: { name: 'cell', type: 'json' },
    stored: [[5], ['x'], [[]], [null], '5', 'true', 'null', 'plain', '[1]'],
  },
  {
    name: 'json with options, of which none is chosen',
    column: { name: 'cell', type: 'json', options: ['red', 'green'] },
    stored: [[]],
  },
  {
    name: 'json with options, not nullable, of which none is chosen',
    column: { name: 'cell', type: 'json', options: ['red'], nullable: false, default: [] },
    stored: [[]],
  },
]

withEachClient((server) => {
  describe('an editor that is closed without a change writes nothing and logs nothing', () => {
    for (const kind of [...kinds.map(withNull), ...more]) {
      it(`in a column of ${kind.name}`, async () => {
        const rows = kind.stored.map((cell) => ({ cell }))
        const table = await server.table([kind.column], rows)
        const before = await table.rows()
        const client = await table.open()

        for (const { id } of before) await client.edit(id, 'cell')

        const updates = client.sent.filter(({ action }) => action === 'update-cell')
        assert.equal(updates.length, before.length)
        assert.deepEqual(await table.rows(), before)
        assert.deepEqual(await table.log(), [])
      })
    }

    it('where the page left the dates as texts', async () => {
      const columns: NewColumn[] = [
        { name: 'day', type: 'date' },
        { name: 'at', type: 'datetime' },
      ]
      const row = { day: '2026-04-05', at: '2026-04-05T08:30:15.123Z' }
      const table = await server.table(columns, [row])
      const client = await table.open({ normalize: null })

      await client.edit(1, 'day')
      await client.edit(1, 'at')

      assert.deepEqual(await table.rows(), [{ id: 1, ...row }])
      assert.deepEqual(await table.log(), [])
    })
  })

  describe('an editor that is closed with a change', () => {
    it('writes once and logs once', async () => {
      const table = await server.table([{ name: 'cell', type: 'text' }], [{ cell: 'old' }])
      const client = await table.open()

      await client.edit(1, 'cell', { value: 'new' })
      await client.edit(1, 'cell')

      await assertReloadShowsTheSame(client)
      const log = await table.log()
      assert.deepEqual(
        log.map(({ operation, before, after }) => ({ operation, before, after })),
        [{ operation: 'row-updated', before: { cell: 'old' }, after: { cell: 'new' } }],
      )
    })

    it('keeps a choice of which the text has a comma', async () => {
      const options = ['Smith, John', 'Doe, Jane', 'Smith']
      const table = await server.table([{ name: 'cell', type: 'json', options }], [{}])
      const client = await table.open()

      await client.edit(1, 'cell', { value: ['Smith, John', 'Doe, Jane'] })

      const cell = ['Smith, John', 'Doe, Jane']
      assert.deepEqual(await assertReloadShowsTheSame(client), [{ id: 1, cell }])
    })

    it('empties a list of options that must be there', async () => {
      const column: NewColumn = {
        name: 'cell',
        type: 'json',
        options: ['red', 'green'],
        nullable: false,
        default: [],
      }
      const table = await server.table([column], [{ cell: ['red'] }])
      const client = await table.open()

      await client.edit(1, 'cell', { value: [] })

      assert.deepEqual(await assertReloadShowsTheSame(client), [{ id: 1, cell: [] }])
    })
  })
})

function withNull({ name, column, values }: Kind): (typeof more)[number] {
  const stored = values.map((value) => value.stored)
  return { name, column, stored: column.nullable === false ? stored : [...stored, null, null] }
}
