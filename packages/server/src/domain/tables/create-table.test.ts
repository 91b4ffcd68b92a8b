import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { maxTables } from '@triptych/contract/tables'
import type { TableReader } from '../../ports/table-store.ts'
import { refuseNewTable } from './create-table.ts'

describe('a new table', () => {
  it('is refused where there are as many as a workspace may have', async () => {
    const names = Array.from({ length: maxTables }, (_, n) => `t${n}`)
    const withTables = (count: number) => {
      const all = async () => names.slice(0, count).map((name) => ({ name }))
      return { all } as unknown as TableReader
    }
    await refuseNewTable(withTables(maxTables - 1), 'new')
    await assert.rejects(refuseNewTable(withTables(maxTables), 'new'), { code: 'tables.too_many' })
    await assert.rejects(refuseNewTable(withTables(maxTables), 'T7'), { code: 'tables.name_taken' })
  })
})
