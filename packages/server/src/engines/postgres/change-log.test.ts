import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import { changeLogContract, note, stateOf } from '../../ports/change-log.contract.ts'
import { openPostgresDatabase } from './database.ts'
import { openPostgres } from './postgres.ts'

const { url, postgres, newSchema } = postgresForTests()

async function execute(schema: string, statement: string): Promise<void> {
  const client = await postgres().connections.take()
  await client.query(`set search_path to ${schema}; ${statement}`)
  postgres().connections.giveBack(client, 'broken')
}

describe('the log in PostgreSQL', () => {
  changeLogContract(async () => {
    const schema = newSchema()
    return {
      open: () => openPostgresDatabase(postgres(), schema),
      execute: (statement) => execute(schema, statement),
    }
  })

  it('is one chain, whichever of two servers adds to it', async () => {
    const schema = newSchema()
    const second = openPostgres(url(), { connections: 4 })
    const servers = [
      await openPostgresDatabase(postgres(), schema),
      await openPostgresDatabase(second, schema),
    ]
    await Promise.all(
      servers.map(async (server, s) => {
        for (let n = 0; n < 40; n++) {
          await server.transact(async (stores) => {
            await note(stores, `${s}/${n}`)
            await note(stores, `${s}/${n} again`)
          })
        }
      }),
    )

    const states = await Promise.all(servers.map((server) => stateOf(server)))
    for (const server of servers) await server.close()
    await second.close()
    assert.ok(states[0]?.isWhole)
    assert.equal(states[0].end.revision, 160)
    assert.deepEqual(states[1], states[0])
  })
})
