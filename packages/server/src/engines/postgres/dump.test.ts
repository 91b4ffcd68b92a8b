import { describe, it } from 'node:test'
import { newDatabaseFile } from '../../../test/fixtures/database-file.ts'
import { assertAllKept } from '../../../test/model/kept-columns.ts'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import { dumpContract } from '../../ports/dump.contract.ts'
import type { Database } from '../../ports/database.ts'
import { openSqliteDatabase } from '../sqlite/database.ts'
import { openPostgresDatabase } from './database.ts'

const { postgres, newSchema } = postgresForTests()
const openPostgres = (): Promise<Database> => openPostgresDatabase(postgres(), newSchema())
const openSqlite = async (): Promise<Database> => openSqliteDatabase(newDatabaseFile())

describe('a dump of PostgreSQL', () => dumpContract(openPostgres))
describe('a dump of PostgreSQL for SQLite', () => dumpContract(openPostgres, openSqlite))
describe('a dump of SQLite for PostgreSQL', () => dumpContract(openSqlite, openPostgres))

describe('the tables of PostgreSQL', () => {
  it('are in a dump with all their columns, or are meant not to be', async () => {
    const schema = newSchema()
    await (await openPostgresDatabase(postgres(), schema)).close()
    const client = await postgres().connections.take()
    const { rows } = await client.query<[string, string]>({
      text: `select table_name::text, column_name::text from information_schema.columns
             where table_schema = $1`,
      values: [schema],
      rowMode: 'array',
    })
    postgres().connections.giveBack(client, 'sound')
    assertAllKept(rows)
  })
})
