import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Table } from '@triptych/contract/tables'
import SqliteDatabase from 'better-sqlite3'
import { tableImportContract } from '../../ports/table-import.contract.ts'
import { openSqliteDatabase } from './database.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-table-import-'))
let files = 0
const newFile = () => join(folder, `${++files}.sqlite`)
after(() => rmSync(folder, { recursive: true, force: true }))

describe('SQLite in memory', () => tableImportContract(async () => openSqliteDatabase(':memory:')))
describe('SQLite in a file', () => tableImportContract(async () => openSqliteDatabase(newFile())))

const rules = { nullable: true, unique: false, default: null, options: null, reference: null }
const films: Table = {
  name: 'films',
  columns: [{ name: 'name', type: 'text', ...rules }],
  indexes: [{ name: 'one', columns: ['name'], unique: true }],
}

function namesIn(file: string, type: string): unknown[] {
  const database = new SqliteDatabase(file, { readonly: true })
  const names = database.prepare('select name from sqlite_master where type = ? order by name')
  const found = names.pluck().all(type) as string[]
  database.close()
  return found.filter((name) => /staged|order|films/.test(name))
}

describe('a SQLite file', () => {
  it('has what was staged until it is opened again, and nothing else is lost', async () => {
    const file = newFile()
    const before = openSqliteDatabase(file)
    await before.transact(async ({ tables }) => {
      await tables.create(films, 1)
      for (const isNew of [true, false]) {
        const staged = await tables.stage(films, isNew)
        await tables.addStaged(staged, [{ id: 1, order: 'a1', line: 2, values: ['a'] }])
      }
    })
    await before.close()
    assert.equal(namesIn(file, 'table').length, 3)

    await openSqliteDatabase(file).close()

    assert.deepEqual(namesIn(file, 'table'), ['films'])
    assert.deepEqual(namesIn(file, 'index'), ['_order_1'])
  })

  it('has an adopted table that is ordered by an index, as one that was made', async () => {
    const file = newFile()
    const database = openSqliteDatabase(file)
    await database.transact(async ({ tables }) => {
      await tables.adopt(await tables.stage({ ...films, indexes: [] }, true), films, 1, 7)
    })
    await database.close()

    const found = new SqliteDatabase(file, { readonly: true })
    const plan = found.prepare('explain query plan select * from films order by "$order", "id"')
    const [{ detail }] = plan.all() as [{ detail: string }]
    const columns = found.prepare(
      `select l."unique", c.name from pragma_index_list('films') as l, pragma_index_info(l.name) as c
       order by l.seq, c.seqno`,
    )
    assert.match(detail, /USING INDEX _order_/)
    assert.deepEqual(columns.raw().all(), [
      [1, 'name'],
      [0, '$order'],
      [0, 'id'],
    ])
    found.close()
  })
})
