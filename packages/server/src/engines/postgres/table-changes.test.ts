import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Table } from '@triptych/contract/tables'
import { postgresForTests } from '../../../test/postgres.ts'
import { tableChangesContract } from '../../ports/table-changes.contract.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()

describe('PostgreSQL', () =>
  tableChangesContract(async () => openPostgresDatabase(postgres(), newSchema()), 'refused'))

describe('an index in PostgreSQL', () => {
  it('takes no text of more than some thousand characters, and the row is refused', async () => {
    const db = await openPostgresDatabase(postgres(), newSchema())
    const rules = { nullable: true, default: null, options: null, reference: null }
    const columns = [{ name: 'code', type: 'text' as const, unique: true, ...rules }]
    const table: Table = { name: 'codes', columns, indexes: [] }
    const insert = (id: number, code: string) =>
      db.transact(({ tables }) =>
        tables.insert(table, { id, version: 1, order: 'a', values: { code } }),
      )
    await db.transact(({ tables }) => tables.create(table, 1))

    await insert(1, 'x'.repeat(2500))
    await assert.rejects(insert(2, randomBytes(3000).toString('hex')), { code: 'body.too_large' })
    await db.close()
  })
})
