import { describe } from 'node:test'
import SqliteDatabase from 'better-sqlite3'
import { newDatabaseFile } from '../../../test/fixtures/database-file.ts'
import { changeLogContract } from '../../ports/change-log.contract.ts'
import { openSqliteDatabase } from './database.ts'

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
