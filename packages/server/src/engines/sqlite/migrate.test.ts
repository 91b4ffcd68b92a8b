import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import SqliteDatabase from 'better-sqlite3'
import { migrationsIn } from '../sql/core/migrations.ts'
import { openSqliteDatabase } from './database.ts'

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

  it('has the version of the newest migration', () => {
    assert.equal((stateOf(fresh) as { version: number }).version, migrations.length)
    assert.ok(migrations.length > 20)
  })
})
