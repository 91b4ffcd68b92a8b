import { describe, it } from 'node:test'
import SqliteDatabase from 'better-sqlite3'
import { dumpContract } from '../../ports/dump.contract.ts'
import { newDatabaseFile } from '../../../test/fixtures/database-file.ts'
import { assertAllKept } from '../../../test/model/kept-columns.ts'
import { openSqliteDatabase } from './database.ts'

describe('a dump of SQLite', () => dumpContract(async () => openSqliteDatabase(newDatabaseFile())))

describe('the tables of SQLite', () => {
  it('are in a dump with all their columns, or are meant not to be', async () => {
    const file = newDatabaseFile()
    await openSqliteDatabase(file).close()
    const database = new SqliteDatabase(file, { readonly: true })
    const rows = database
      .prepare(
        `select tables.name, columns.name from sqlite_schema as tables,
           pragma_table_info(tables.name) as columns
         where tables.type = 'table' and tables.name not like 'sqlite_%'`,
      )
      .raw()
      .all() as [string, string][]
    database.close()
    assertAllKept(rows)
  })
})
