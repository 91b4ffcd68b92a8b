import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import SqliteDatabase from 'better-sqlite3'
import { newDatabaseFile } from '../../../test/fixtures/database-file.ts'
import { changeLogContract } from '../../ports/change-log.contract.ts'
import { namesInLog } from '../sql/core/log-names.ts'
import { sql } from '../sql/core/sql.ts'
import type { Sql } from '../sql/core/sql.ts'
import { openConnection } from './connection.ts'
import { openSqliteDatabase } from './database.ts'
import { sqliteDialect } from './dialect.ts'

describe('the log in SQLite', () =>
  changeLogContract(async () => {
    const path = newDatabaseFile()
    return {
      open: async () => openSqliteDatabase(path),
      async execute(statement) {
        const raw = new SqliteDatabase(path)
        raw.exec(statement)
        raw.close()
      },
    }
  }))

describe('an index of the log in SQLite', () => {
  it('finds what was said of something, whatever else has happened', async () => {
    const path = newDatabaseFile()
    await openSqliteDatabase(path).close()
    const { session, close } = openConnection(path, 'write')
    const plans: string[] = []
    async function all(statement: Sql): Promise<unknown[][]> {
      const steps = await session.all(sql`explain query plan ${statement}`)
      plans.push(steps.map((step) => String(step[3])).join('; '))
      return []
    }
    await namesInLog({ ...session, all }, sqliteDialect).commentsOn(['tasks/1'], 0, 9)
    close()
    assert.match(plans.join(), /^SEARCH _changes USING INDEX _changes_comment \(<expr>=\?/)
  })
})
