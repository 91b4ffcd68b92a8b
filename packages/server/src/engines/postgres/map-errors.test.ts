import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import { openPostgresDatabase } from './database.ts'
import { openPostgres } from './postgres.ts'

const { url, postgres, newSchema } = postgresForTests()

async function openAt(address: string): Promise<void> {
  const other = openPostgres(address, { connections: 4 })
  try {
    await openPostgresDatabase(other, 'main')
  } finally {
    await other.close()
  }
}

describe('a database that cannot be used', () => {
  it('is told as lost where its tables are gone, and acknowledges nothing', async () => {
    const schema = newSchema()
    const database = await openPostgresDatabase(postgres(), schema)
    const client = await postgres().connections.take()
    await client.query(`drop schema ${schema} cascade`)
    postgres().connections.giveBack(client, 'sound')

    const lost = { code: 'storage_lost', message: /gone/ }
    await assert.rejects(
      database.read(({ changes }) => changes.head()),
      lost,
    )
    await assert.rejects(
      database.transact(async ({ changes }) => changes.head()),
      lost,
    )
    await assert.rejects(database.check(), lost)
    await database.close()
  })

  it('is told from one that is away', async () => {
    const { pathname, search, username } = new URL(url())
    const at = (user: string, database: string) =>
      `postgres://${user}@localhost${database}${search}`
    const client = await postgres().connections.take()
    const guest = `guest_${process.pid}`
    await client.query(`create role ${guest} login`)
    try {
      await assert.rejects(openAt(at(guest, pathname)), {
        code: 'unavailable',
        message: /allowed to create/,
      })
    } finally {
      await client.query(`drop role ${guest}`)
      postgres().connections.giveBack(client, 'sound')
    }
    await assert.rejects(openAt(at(username, '/nowhere')), {
      code: 'unavailable',
      message: /no database of this name/,
    })
    await assert.rejects(openAt(at('nobody_at_all', pathname)), {
      code: 'unavailable',
      message: /not let this user in/,
    })
    await assert.rejects(openAt('postgres://x@localhost/x?host=%2Fnowhere'), {
      code: 'unavailable',
      message: /cannot be reached/,
    })
  })
})
