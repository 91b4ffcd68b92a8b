import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Table } from '@triptych/contract/tables'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import { tableImportContract } from '../../ports/table-import.contract.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()

const codes: Table = {
  name: 'codes',
  columns: [
    {
      name: 'code',
      type: 'text',
      nullable: true,
      unique: true,
      default: null,
      options: null,
      reference: null,
    },
  ],
  indexes: [],
}

/** How many rows the planner believes a table to have; `-1` where it has never looked. */
async function believed(schema: string, table: string): Promise<number> {
  const client = await postgres().connections.take()
  const { rows } = await client.query<{ rows: number }>(
    `select reltuples::integer as rows from pg_class
     where relnamespace = $1::regnamespace and relname = $2`,
    [schema, table],
  )
  postgres().connections.giveBack(client, 'sound')
  return rows[0]!.rows
}

function rowsUpTo(count: number) {
  return Array.from({ length: count }, (_, n) => ({
    id: n + 1,
    order: `a${n}`,
    line: n + 1,
    values: [`code ${n}`],
  }))
}

describe('the planner of PostgreSQL', () => {
  it('knows how many rows wait before they are compared, whatever it has seen on the way', async () => {
    const schema = newSchema()
    const db = await openPostgresDatabase(postgres(), schema)
    await db.transact(({ tables }) => tables.create(codes, 1))
    const staged = await db.transact(({ tables }) => tables.stage(codes, false))
    await db.transact(({ tables }) => tables.addStaged(staged, rowsUpTo(2000)))
    assert.equal(await believed(schema, staged.name), -1)

    await db.transact(({ tables }) => tables.dropClashes(staged, codes, 0, 10))

    assert.equal(await believed(schema, staged.name), 2000)
    await db.close()
  })
})

describe('PostgreSQL', () =>
  tableImportContract(async () => openPostgresDatabase(postgres(), newSchema())))
