import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Column, ColumnType, Table } from '@triptych/contract/tables'
import SqliteDatabase from 'better-sqlite3'
import { tableChangesContract } from '../../ports/table-changes.contract.ts'
import { openSqliteDatabase } from './database.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-changes-'))
let files = 0
const newFile = () => join(folder, `${++files}.sqlite`)
after(() => rmSync(folder, { recursive: true, force: true }))

describe('SQLite in memory', () => tableChangesContract(async () => openSqliteDatabase(':memory:')))
describe('SQLite in a file', () => tableChangesContract(async () => openSqliteDatabase(newFile())))

describe('a SQLite table that was changed', () => {
  it('is as if it had been made so', async () => {
    const [changed, made] = [newFile(), newFile()]
    const first = tableWith([column('a', 'text'), column('b', 'integer'), column('c', 'number')])
    const last = {
      ...tableWith([
        { ...column('b', 'text'), nullable: false, unique: true },
        { ...column('x', 'integer'), reference: { table: 'films', onDelete: 'restrict' } },
        { ...column('a', 'text'), nullable: false },
        { ...column('n', 'json'), nullable: false, default: [] },
      ]),
      indexes: [
        { name: 'one', columns: ['a', 'x'], unique: false },
        { name: 'two', columns: ['b'], unique: true },
      ],
    }
    const origins = new Map([
      ['b', 'b'],
      ['x', 'c'],
      ['a', 'a'],
      ['n', null],
    ])

    const one = openSqliteDatabase(changed)
    await one.transact(async ({ tables }) => {
      await tables.create(first, 1)
      const values = { a: 'x', b: 5, c: 1 }
      await tables.insert(first, { id: 1, version: 1, order: 'a', values })
      await tables.reshape(
        {
          before: first,
          after: last,
          origins,
          optionNames: new Map(),
          referring: [],
          convert: fiveOrOne,
        },
        2,
      )
    })
    await one.close()
    const other = openSqliteDatabase(made)
    await other.transact(({ tables }) => tables.create(last, 1))
    await other.close()

    const { columns, indexes } = structureOf(changed)
    assert.deepEqual({ columns, indexes }, structureOf(made))
    assert.deepEqual(indexes, ['[0,"$order,id"]', '[0,"a,x,$order,id"]', '[0,"x"]', '[1,"b"]'])
  })
})

/** The columns by name and the indexes by their columns. */
function structureOf(file: string): { columns: string[]; indexes: string[] } {
  const db = new SqliteDatabase(file)
  const columns = db.prepare(`select name, type, "notnull" from pragma_table_xinfo('films')`).all()
  const indexes = db
    .prepare(
      `select l."unique", (select group_concat(c.name, ',') from pragma_index_info(l.name) as c)
       from pragma_index_list('films') as l`,
    )
    .raw()
    .all()
  db.close()
  return { columns: sorted(columns), indexes: sorted(indexes) }
}

function sorted(list: unknown[]): string[] {
  return list.map((each) => JSON.stringify(each)).toSorted()
}

function fiveOrOne(_from: Column, to: Column): string | number {
  return to.type === 'text' ? '5' : 1
}

function column(name: string, type: ColumnType): Column {
  const rules = { nullable: true, unique: false, default: null, options: null, reference: null }
  return { name, type, ...rules }
}

function tableWith(columns: Column[]): Table {
  return { name: 'films', columns, indexes: [] }
}

describe('a SQLite file of before', () => {
  it('gets references and indexes, and keeps its columns in their order', async () => {
    const file = newFile()
    const plain = { nullable: true, unique: false, default: null, options: null }
    const columns = [
      { name: 'b', type: 'text', ...plain, unique: true },
      { name: 'a', type: 'number', ...plain, default: 1.5e300, options: [1, 1.5e300, 0.1] },
      { name: '"c', type: 'json', ...plain, default: { x: [null, true] }, options: null },
    ]
    const old = new SqliteDatabase(file)
    for (const name of migrationsUpTo(3)) {
      old.exec(readFileSync(new URL(`./migrations/${name}`, import.meta.url), 'utf8'))
    }
    old.pragma('user_version = 3')
    old
      .prepare('insert into _tables (name, definition, revision, next_id) values (?, ?, 1, 1)')
      .run('films', JSON.stringify({ name: 'films', columns }))
    old.exec(
      'create table films (id integer not null primary key, "$order" text not null, "$version" integer not null, b text, a real, """c" text) strict',
    )
    old.exec('create unique index _unique_1_1 on films (b)')
    old.close()

    const db = openSqliteDatabase(file)
    const found = await db.read(({ tables }) => tables.find('films'))

    const expected = columns.map((column) => ({ ...column, reference: null }))
    assert.deepEqual(found, {
      table: { name: 'films', columns: expected, indexes: [] },
      revision: 1,
      nextId: 1,
      widest: null,
      referrers: [],
    })
    const { table } = found
    const plainTable = {
      ...table,
      columns: table.columns.map((each) => ({ ...each, unique: false })),
    }
    const origins = new Map(table.columns.map(({ name }) => [name, name]))
    const change = {
      before: table,
      after: plainTable,
      origins,
      optionNames: new Map(),
      referring: [],
      convert: () => null,
    }
    await db.transact(({ tables }) => tables.reshape(change, 2))
    await db.close()
    const now = new SqliteDatabase(file)
    const indexes = now.prepare(
      "select name from sqlite_schema where tbl_name = 'films' and type = 'index'",
    )
    assert.deepEqual(indexes.all(), [])
    now.close()
  })
})

function migrationsUpTo(count: number): string[] {
  const names = readdirSync(new URL('./migrations/', import.meta.url))
  return names
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .slice(0, count)
}
