import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import type { Database, Stores } from '../../ports/database.ts'
import { openPostgresDatabase } from './database.ts'
import { quotedName } from './quoted-name.ts'

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
