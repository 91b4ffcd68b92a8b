import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Column, Table } from '@triptych/contract/tables'
import SqliteDatabase from 'better-sqlite3'
import type { Stores } from '../../ports/database.ts'
import { openSqliteDatabase } from './database.ts'

const name: Column = {
  name: 'name',
  type: 'text',
  nullable: true,
  unique: false,
  default: null,
  options: null,
  reference: null,
}
const films: Table = { name: 'films', columns: [name], indexes: [] }
const books: Table = { ...films, name: 'books' }

async function openTables(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'triptych-state-'))
  const path = join(folder, 'one.sqlite')
  const database = openSqliteDatabase(path)
  t.after(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })
  await database.transact(async ({ tables }) => {
    await tables.create(films, 1)
    await tables.create(books, 2)
  })
  const known = async (name: string) => {
    const state = await database.read(({ tables }) => tables.find(name))
    return [state?.revision, state?.nextId]
  }
  /** As another process finds it. */
  const stored = (name: string): unknown => {
    const other = new SqliteDatabase(path, { readonly: true })
    const row = other.prepare('select revision, next_id from _tables where name = ?').raw()
    try {
      return row.get(name)
    } finally {
      other.close()
    }
  }
  return { database, known, stored }
}

async function add({ tables }: Pick<Stores, 'tables'>, table: Table, id: number, version: number) {
  await tables.find(table.name)
  await tables.insert(table, { id, version, order: `a${version}`, values: { name: null } })
}

describe('what the catalogue knows of a table', () => {
  it('is known at once and written with the commit, of each table what became of it last', async (t) => {
    const { database, known, stored } = await openTables(t)
    const group = [1, 2, 3].map((n) =>
      database.transact(async (stores) => {
        await add(stores, films, n, 10 + n)
        await add(stores, books, 5 * n, 20 + n)
        return (await stores.tables.find('films'))?.revision
      }),
    )

    assert.deepEqual(await Promise.all(group), [11, 12, 13])
    assert.deepEqual(
      [await known('films'), await known('books')],
      [
        [13, 4],
        [23, 16],
      ],
    )
    assert.deepEqual(
      [stored('films'), stored('books')],
      [
        [13, 4],
        [23, 16],
      ],
    )
  })

  it('is as it was where a transaction or a part of it failed', async (t) => {
    const { database, known, stored } = await openTables(t)
    const failing = database.transact(async (stores) => {
      await add(stores, films, 7, 7)
      throw new Error('The whole fails.')
    })
    await assert.rejects(failing)
    assert.deepEqual(await known('films'), [1, 1])

    await database.transact(async (stores) => {
      await add(stores, books, 1, 8)
      const part = stores.attempt(async () => {
        await add(stores, films, 7, 9)
        throw new Error('The part fails.')
      })
      await assert.rejects(part)
    })
    assert.deepEqual(
      [await known('films'), await known('books')],
      [
        [1, 1],
        [8, 2],
      ],
    )
    assert.deepEqual(
      [stored('films'), stored('books')],
      [
        [1, 1],
        [8, 2],
      ],
    )
  })

  it('is forgotten where a table is dropped, so that another one of its name begins anew', async (t) => {
    const { database, known, stored } = await openTables(t)
    await database.transact(async (stores) => {
      await add(stores, films, 7, 7)
      await stores.tables.drop(films, 8, [])
      assert.equal(await stores.tables.find('films'), null)
      await stores.tables.create(films, 9)
      assert.equal(await stores.tables.nextRowId(films), 1)
      await add(stores, films, 1, 10)
    })

    assert.deepEqual(await known('films'), [10, 2])
    assert.deepEqual(stored('films'), [10, 2])
  })
})
