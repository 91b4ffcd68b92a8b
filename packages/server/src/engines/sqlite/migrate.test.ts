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
const history = [
  'tables-and-log',
  'files',
  'plan',
  'tables-in-depth',
  'secret',
  'kept-answers',
  'file-contents',
  'drive',
  'claims',
  'log-identity',
  'quotas',
  'shares',
]
const migrations = migrationsIn(new URL('./migrations/', import.meta.url))

function textOf(name: string): string {
  return migrations.find((one) => one.name.endsWith(`-${name}.sql`))!.text
}

function stateOf(path: string): unknown {
  const raw = new SqliteDatabase(path)
  const schema = raw.prepare('select type, name, sql from sqlite_schema order by type, name').all()
  const version = raw.pragma('user_version', { simple: true })
  raw.close()
  return { schema, version }
}

describe('a SQLite file of an earlier version', () => {
  const fresh = join(folder, 'fresh.sqlite')

  for (const version of [...history.keys(), history.length]) {
    it(`becomes what a new one is, from version ${version}`, async () => {
      if (version === 0) await openSqliteDatabase(fresh).close()
      const path = join(folder, `${version}.sqlite`)
      const old = new SqliteDatabase(path)
      for (const name of history.slice(0, version)) old.exec(textOf(name))
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

  it('can be opened by servers that know no more than it had', () => {
    assert.equal((stateOf(fresh) as { version: number }).version, migrations.length)
    assert.deepEqual(
      migrations.slice(0, history.length).map(({ name }) => name.slice(4, -4)),
      history,
    )
  })
})
