import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import SqliteDatabase from 'better-sqlite3'
import { ganttStoreContract } from '../../ports/gantt-store.contract.ts'
import { openSqliteDatabase } from './database.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-plan-store-'))
let databases = 0
const newFile = () => join(folder, `${++databases}.sqlite`)
after(() => rmSync(folder, { recursive: true, force: true }))

describe('the plan store of SQLite in memory', () =>
  ganttStoreContract(async () => openSqliteDatabase(':memory:')))
describe('the plan store of SQLite in a file', () =>
  ganttStoreContract(async () => openSqliteDatabase(newFile())))

describe('a database from before there were plans', () => {
  it('gets an empty plan', async () => {
    const path = newFile()
    const old = new SqliteDatabase(path)
    for (const name of ['001-tables-and-log.sql', '002-files.sql']) {
      old.exec(readFileSync(new URL(`migrations/${name}`, import.meta.url), 'utf8'))
    }
    old.pragma('user_version = 2')
    old.close()

    const db = openSqliteDatabase(path)
    const revision = await db.read(({ gantt }) => gantt.revision())
    await db.close()

    assert.equal(revision, 0)
  })
})
