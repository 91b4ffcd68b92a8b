import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cannotPool, startPgbouncer } from '../../../../../scripts/pgbouncer.ts'
import type { Pgbouncer } from '../../../../../scripts/pgbouncer.ts'
import { newPostgresDatabase } from '../../../test/fixtures/postgres-server.ts'
import { databaseContract } from '../../ports/database.contract.ts'
import type { Database, Stores } from '../../ports/database.ts'
import { openPostgresDatabase } from './database.ts'
import { openPostgres } from './postgres.ts'
import type { Postgres } from './postgres.ts'

const by = { actor: 'tester', origin: null, at: new Date(0) }

function note({ changes }: Stores, entity: string): Promise<number> {
  const change = { area: 'tables', operation: 'table-created', entity } as const
  return changes.append({ ...change, before: null, after: null }, by)
}

async function entities(db: Database): Promise<string[]> {
  const entries = await db.read(({ changes }) => changes.since(0, 10_000))
  return entries.map(({ json }) => JSON.parse(json).entity)
}

describe(
  'PostgreSQL behind PgBouncer, which hands out connections by transaction',
  { skip: cannotPool },
  () => {
    let pooler: Pgbouncer
    /** More connections than PgBouncer has: so that each transaction gets another of those. */
    let links: Postgres[]
    let schemas = 0
    before(async () => {
      pooler = await startPgbouncer(await newPostgresDatabase())
      links = [1, 2].map(() => openPostgres(pooler.url, { connections: 10 }))
    })
    after(async () => {
      for (const link of links) await link.close()
      await pooler.stop()
    })

    databaseContract(() => openPostgresDatabase(links[0]!, `s${++schemas}`))

    it('prepares nothing', async () => {
      assert.equal(await links[0]!.canPrepare(), false)
    })

    it('keeps workspaces and servers apart, however they take turns', async () => {
      const names = ['one', 'other', 'third']
      const databases = await Promise.all(
        names.flatMap((name) => links.map((link) => openPostgresDatabase(link, name))),
      )
      const count = 30
      await Promise.all(
        databases.flatMap((db, at) =>
          Array.from({ length: count }, async (_, n) => {
            await db.transact((stores) => note(stores, `${names[Math.floor(at / 2)]} ${at} ${n}`))
            await db.read(({ changes }) => changes.head())
          }),
        ),
      )

      for (const [at, db] of databases.entries()) {
        const name = names[Math.floor(at / 2)]!
        const found = await entities(db)
        assert.equal(new Set(found).size, 2 * count)
        assert.ok(found.every((entity) => entity.startsWith(`${name} `)))
      }
    })

    it('sees what another server did, though nobody can tell it', async () => {
      const [one, other] = await Promise.all(
        links.map((link) => openPostgresDatabase(link, 'both')),
      )
      const heads: number[] = []
      const unlisten = other!.onCommit(() => {
        void other!.read(({ changes }) => changes.head()).then((head) => heads.push(head))
      })

      await one!.transact((stores) => note(stores, 'one'))
      while (!heads.includes(1)) await sleep(10)
      unlisten()
    })
  },
)
