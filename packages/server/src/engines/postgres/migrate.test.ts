import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PoolClient } from 'pg'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import type { Database, Stores } from '../../ports/database.ts'
import { migrationsIn } from '../sql/core/migrations.ts'
import { openPostgresDatabase } from './database.ts'
import { quotedName } from '../sql/core/sql.ts'

const { postgres, newSchema } = postgresForTests()

function note({ changes }: Stores): Promise<number> {
  const change = { area: 'tables', operation: 'table-created', entity: 'films' } as const
  const by = { actor: 'tester', origin: null, at: new Date(0) }
  return changes.append({ ...change, before: null, after: null }, by)
}

const head = (db: Database): Promise<number> => db.read(({ changes }) => changes.head())

/** As a newer server leaves it: at a version of its own, which servers from `oldest` on can use. */
async function migratedByNewer(schema: string, oldest: number): Promise<void> {
  const { connections } = postgres()
  const client = await connections.take()
  await client.query(`update ${quotedName(schema)}._schema set version = 999, oldest = ${oldest}`)
  connections.giveBack(client, 'sound')
}

const newer = { code: 'unavailable', message: /newer Triptych \(schema 999, this one knows \d+\)/ }

describe('a server whose schema a newer one has changed', () => {
  it('refuses to write, then to read, and cannot be started', async () => {
    const schema = newSchema()
    const db = await openPostgresDatabase(postgres(), schema)
    await db.transact(note)

    await migratedByNewer(schema, 999)

    await assert.rejects(db.transact(note), newer)
    await assert.rejects(head(db), newer)
    await assert.rejects(openPostgresDatabase(postgres(), schema), newer)
    await db.close()
  })

  it('goes on and can be started where the change leaves it what it needs', async () => {
    const schema = newSchema()
    const db = await openPostgresDatabase(postgres(), schema)

    await migratedByNewer(schema, 1)

    await db.transact(note)
    const again = await openPostgresDatabase(postgres(), schema)
    assert.equal(await head(again), 1)
    await db.close()
    await again.close()
  })
})

async function onClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await postgres().connections.take()
  try {
    return await work(client)
  } finally {
    postgres().connections.giveBack(client, 'broken')
  }
}

function stateOf(schema: string): Promise<unknown[]> {
  const text = `
    select table_name || '.' || column_name || ' ' || data_type || coalesce(column_default, '')
      from information_schema.columns where table_schema = '${schema}'
    union all select indexname from pg_catalog.pg_indexes where schemaname = '${schema}'
    union all select routine_name from information_schema.routines
      where routine_schema = '${schema}'
    union all select 'version ' || version || ' ' || oldest from ${schema}._schema
    order by 1`
  return onClient(async (client) => {
    const { rows } = await client.query<[string]>({ text, rowMode: 'array' })
    return rows.map(([line]) => line.replaceAll(schema, 'schema'))
  })
}

describe('a schema of an earlier version', () => {
  /** In the order in which they came: a schema of version 3 has seen the first three. */
  const migrations = migrationsIn(new URL('./migrations/', import.meta.url))

  /** As a server left it that knew the first `version` migrations. */
  function madeBefore(schema: string, version: number): Promise<void> {
    return onClient(async (client) => {
      await client.query(`create schema ${schema}; set search_path to ${schema}, pg_catalog`)
      const seen = migrations.slice(0, version)
      for (const { text } of seen) await client.query(text)
      const oldest = seen.findLastIndex(({ text }) => !text.startsWith('-- Older servers')) + 1
      await client.query(
        `create table _schema (version bigint not null, oldest bigint not null);
         insert into _schema values (${version}, ${oldest})`,
      )
    })
  }

  it('becomes what a new one is, from each version', async () => {
    const fresh = newSchema()
    await (await openPostgresDatabase(postgres(), fresh)).close()
    const expected = await stateOf(fresh)
    assert.ok(expected.length > 50)

    for (const version of [...migrations.keys(), migrations.length]) {
      const schema = newSchema()
      if (version > 0) await madeBefore(schema, version)

      await (await openPostgresDatabase(postgres(), schema)).close()

      assert.deepEqual(await stateOf(schema), expected, `from ${version}`)
    }
  })

  it('is refused by servers that would store names by which searches do not find them', async () => {
    const schema = newSchema()
    await (await openPostgresDatabase(postgres(), schema)).close()
    const oldest = migrations.findIndex(({ name }) => name.endsWith('-plain-names.sql')) + 1
    assert.ok((await stateOf(schema)).includes(`version ${migrations.length} ${oldest}`))
  })
})
