import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { queryColumn } from '../../../test/fixtures/query-table.ts'
import { tableQueryContract } from '../../ports/table-query.contract.ts'
import { sql } from '../sql/core/sql.ts'
import { idFinder } from '../sql/tables/find-ids.ts'
import { tableSql } from '../sql/tables/table-sql.ts'
import { openConnection } from './connection.ts'
import { openSqliteDatabase } from './database.ts'
import { sqliteDialect } from './dialect.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-table-query-'))
let files = 0
const newFile = () => join(folder, `${++files}.sqlite`)
after(() => rmSync(folder, { recursive: true, force: true }))

describe('SQLite in memory', () => tableQueryContract(async () => openSqliteDatabase(':memory:')))
describe('SQLite in a file', () => tableQueryContract(async () => openSqliteDatabase(newFile())))

describe('all rows of a query that nobody waits for', () => {
  it('are not looked for to the end', async (t) => {
    const { session, close } = openConnection(':memory:', 'write', () => {
      throw new Error('nobody waits')
    })
    t.after(close)
    await session.define(sql`create table many (id integer primary key, "$order" text, n integer)`)
    // Only some ids are those at which it is asked.
    await session.run(sql`insert into many values (${251}, ${'a'}, ${1})`)
    const { allIds } = idFinder(session, sqliteDialect, tableSql(sqliteDialect))
    const table = { name: 'many', columns: [queryColumn('n', 'integer')], indexes: [] }
    const sort = [{ column: 'n', descending: false }]

    await assert.rejects(allIds(table, { where: null, sort, fields: null }), /nobody waits/)
  })
})
