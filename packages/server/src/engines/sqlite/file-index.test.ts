import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import SqliteDatabase from 'better-sqlite3'
import { fileIndexContract } from '../../ports/file-index.contract.ts'
import { driveRoot } from '../../ports/file-index.ts'
import { openSqliteDatabase } from './database.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-file-index-'))
let databases = 0
const newFile = () => join(folder, `${++databases}.sqlite`)
after(() => rmSync(folder, { recursive: true, force: true }))

describe('the file index of SQLite in memory', () =>
  fileIndexContract(async () => openSqliteDatabase(':memory:')))
describe('the file index of SQLite in a file', () =>
  fileIndexContract(async () => openSqliteDatabase(newFile())))

describe('the name index of SQLite', () => {
  it('keeps nothing of a name that is changed, removed or forgotten', async () => {
    const path = newFile()
    const db = openSqliteDatabase(path)
    const entry = { kind: 'folder', size: 0, modified: 0, inode: 0 } as const
    const keep = await db.transact(({ files }) =>
      files.insert(driveRoot, { ...entry, name: 'Über' }),
    )
    const top = await db.transact(({ files }) => files.insert(driveRoot, { ...entry, name: 'top' }))
    await db.transact(({ files }) => files.insertAll(top, [{ ...entry, name: 'Élan' }]))
    assert.deepEqual(trigramsIn(path), ['ber', 'ela', 'lan', 'top', 'ube'])

    await db.transact(({ files }) => files.move(keep, driveRoot, 'Ende'))
    await db.transact(({ files }) => files.remove(top, 10, 0))
    assert.deepEqual(trigramsIn(path), ['end', 'nde'])

    await db.transact(({ files }) => files.clear(new Set()))
    assert.deepEqual(trigramsIn(path), [])
    await db.close()
  })
})

function trigramsIn(path: string): unknown[] {
  const raw = new SqliteDatabase(path)
  raw.exec('create virtual table temp.trigrams using fts5vocab(main, _file_names, row)')
  const terms = raw.prepare('select term from temp.trigrams order by term').pluck().all()
  raw.close()
  return terms
}

describe('a damaged file index', () => {
  it('tells which folders have wrong sums', async () => {
    const path = newFile()
    const db = openSqliteDatabase(path)
    const entry = { kind: 'folder', size: 0, modified: 0, inode: 0 } as const
    const names = ['count', 'bytes', 'files', 'folders']
    const ids = await db.transact(({ files }) =>
      files.insertAll(
        driveRoot,
        names.map((name) => ({ ...entry, name })),
      ),
    )
    const raw = new SqliteDatabase(path)
    for (const name of names) {
      raw.exec(`update _files set ${name} = ${name} + 1 where name = '${name}'`)
    }
    raw.close()

    const wrong = await db.read(({ files }) => files.wrongTotals())
    await db.close()

    // The root adds up what its folders say.
    assert.deepEqual(new Set(wrong), new Set([driveRoot, ...ids]))
  })
})

describe('a database from before there were files', () => {
  it('gets an empty tree', async () => {
    const path = newFile()
    const old = new SqliteDatabase(path)
    old.exec(readFileSync(new URL('migrations/001-tables-and-log.sql', import.meta.url), 'utf8'))
    old.pragma('user_version = 1')
    old.close()

    const db = openSqliteDatabase(path)
    const root = await db.read(({ files }) => files.node(driveRoot))
    await db.close()

    assert.equal(root?.count, 0)
  })
})

describe('an intent that 0.1 wrote down before a crash', () => {
  it('is read like one of now', async () => {
    const path = newFile()
    await openSqliteDatabase(path).close()
    const raw = new SqliteDatabase(path)
    raw
      .prepare('insert into _file_intents (steps) values (?)')
      .run(
        '[{"from":{"area":"drive","place":["a"]},"to":{"area":"hidden","place":["k"]},"inode":7}]',
      )
    raw.close()

    const db = openSqliteDatabase(path)
    const [intent] = await db.read(({ files }) => files.intents())
    await db.close()

    assert.deepEqual(intent?.steps, [
      { from: { area: 'drive', path: ['a'] }, to: { area: 'hidden', path: ['k'] }, inode: 7 },
    ])
  })
})
