import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import SqliteDatabase from 'better-sqlite3'
import { migrationsIn } from '../sql/core/migrations.ts'
import { openSqliteDatabase } from './database.ts'
import { addFunctions } from './functions.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-migrate-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** In the order in which they came: a database of version 3 has seen the first three. */
const migrations = migrationsIn(new URL('./migrations/', import.meta.url))

function stateOf(path: string): unknown {
  const raw = new SqliteDatabase(path)
  const schema = raw.prepare('select type, name, sql from sqlite_schema order by type, name').all()
  const version = raw.pragma('user_version', { simple: true })
  raw.close()
  return { schema, version }
}

describe('a SQLite file of an earlier version', () => {
  const fresh = join(folder, 'fresh.sqlite')

  for (const version of [...migrations.keys(), migrations.length]) {
    it(`becomes what a new one is, from version ${version}`, async () => {
      if (version === 0) await openSqliteDatabase(fresh).close()
      const path = join(folder, `${version}.sqlite`)
      const old = new SqliteDatabase(path)
      old.pragma('synchronous = off')
      addFunctions(old)
      for (const { text } of migrations.slice(0, version)) old.exec(text)
      old.pragma(`user_version = ${version}`)
      if (version > 0) old.exec("update _identity set id = 'kept'")
      old.close()

      const db = openSqliteDatabase(path)
      const { id, secret } = db
      await db.close()

      assert.deepEqual(stateOf(path), stateOf(fresh))
      if (version > 0) assert.equal(id, 'kept')
      assert.match(secret, /^[0-9a-f]{64}$/)
    })
  }

  it('finds names without their accents that an earlier version has stored', async () => {
    const path = join(folder, 'names.sqlite')
    const old = new SqliteDatabase(path)
    addFunctions(old)
    const version = migrations.findIndex(({ name }) => name.endsWith('-plain-names.sql'))
    for (const { text } of migrations.slice(0, version)) old.exec(text)
    old.pragma(`user_version = ${version}`)
    old.exec(`insert into _files (id, parent, name, kind, size, modified, date, inode, folded)
      values (7, 1, 'Grün.txt', 'file', 0, 0, '', 0, 'grün.txt')`)
    old.exec("insert into _file_names (rowid, name) values (7, 'grün.txt')")
    old.close()

    await openSqliteDatabase(path).close()

    const now = new SqliteDatabase(path)
    const found = (text: string) =>
      now.prepare('select rowid from _file_names where _file_names match ?').pluck().all(text)
    assert.deepEqual([found('"gru" AND "run"'), found('"grü"')], [[7], []])
    assert.equal(now.prepare('select folded from _files where id = 7').pluck().get(), 'grun.txt')
    now.close()
  })

  it('has the version of the newest migration', () => {
    assert.equal((stateOf(fresh) as { version: number }).version, migrations.length)
    assert.ok(migrations.length > 20)
  })
})
