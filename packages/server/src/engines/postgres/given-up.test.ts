import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { patient } from '../../../test/fixtures/patient.ts'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import { everyRow } from '../../ports/table-query.ts'
import { sql } from '../sql/core/sql.ts'
import { openPostgresDatabase } from './database.ts'
import { asking, unprepared } from './session.ts'

const { postgres, newSchema } = postgresForTests()

describe('a query that nobody waits for', () => {
  it('ends in the database as well', async (t) => {
    const db = await openPostgresDatabase(postgres(), newSchema())
    t.after(() => db.close())
    const { connections } = postgres()
    const client = await connections.take()
    t.after(() => connections.giveBack(client, 'sound'))
    const ask = asking(client, connections.bind, unprepared)
    const running = async () => {
      const { rows } = await ask(
        sql`select count(*) from pg_stat_activity where query like ${'%wide%'} and state = ${'active'} and pid <> pg_backend_pid()`,
      )
      return rows[0]?.[0]
    }
    const column = { nullable: true, unique: false, default: null, options: null, reference: null }
    const table = {
      name: 'wide',
      columns: [{ ...column, name: 'text', type: 'text' as const }],
      indexes: [],
    }
    const text = 'x'.repeat(100_000)
    await db.transact(async ({ tables }) => {
      await tables.create(table, 1)
      for (let id = 1; id <= 200; id++) {
        await tables.insert(table, { id, version: 1, order: `a${id}`, values: { text } })
      }
    })
    const cell = { column: 'text', read: 'value' } as const
    const rule = (n: number) =>
      ({ kind: 'match', cell, part: 'anywhere', text: `looked-for-in-vain ${n}` }) as const
    const where = { kind: 'any', of: Array.from({ length: 500 }, (_, n) => rule(n)) } as const

    const leave = new AbortController()
    const asked = db.readLong(
      ({ tables }) =>
        tables.page(table, { ...everyRow, where }, { after: null, skip: 0, limit: 10 }),
      { client: 'a', signal: leave.signal },
    )
    const refused = assert.rejects(asked, { code: 'unavailable' })
    await t.waitFor(async () => assert.equal(await running(), 1), patient)
    leave.abort()
    await refused
    await t.waitFor(async () => assert.equal(await running(), 0), patient)
  })
})
