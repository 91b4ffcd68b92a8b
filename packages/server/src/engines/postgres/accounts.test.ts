import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { patient } from '../../../test/fixtures/patient.ts'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import type { AccountsDatabase } from '../../ports/accounts.ts'
import { accountsContract } from '../../ports/accounts.contract.ts'
import { hasPostgresAccounts, openPostgresAccounts } from './accounts.ts'
import { workspaceSchemas } from './drafts.ts'
import { openPostgres } from './postgres.ts'
import type { Postgres } from './postgres.ts'

const { url, postgres, newSchema } = postgresForTests()

describe('the accounts of PostgreSQL', () =>
  accountsContract(() => openPostgresAccounts(postgres(), () => {}, newSchema())))

async function onClient(text: string): Promise<void> {
  const client = await postgres().connections.take()
  await client.query(text)
  postgres().connections.giveBack(client, 'sound')
}

function account(id: string) {
  return { id, name: id, key: id, password: null, isOwner: false, createdAt: 1 }
}

describe('the schema of the accounts', () => {
  it('is neither a workspace nor the draft of one', async () => {
    assert.equal(await hasPostgresAccounts(postgres()), false)
    const db = await openPostgresAccounts(postgres())
    assert.equal(await hasPostgresAccounts(postgres()), true)
    const client = await postgres().connections.take()
    const found = [await workspaceSchemas(client), await workspaceSchemas(client, 'drafts')]
    postgres().connections.giveBack(client, 'sound')
    assert.deepEqual(found, [[], []])
    await db.close()
  })

  it('is refused where a newer version has changed it, also while it is open', async () => {
    const schema = newSchema()
    const newer = { code: 'unavailable', message: /newer Triptych \(schema 999, this one knows/ }
    const db = await openPostgresAccounts(postgres(), () => {}, schema)
    await onClient(`update ${schema}._schema set version = 999, oldest = 999`)

    await assert.rejects(
      db.transact((store) => store.touch()),
      newer,
    )
    await assert.rejects(
      db.read((store) => store.accounts()),
      newer,
    )
    await assert.rejects(
      openPostgresAccounts(postgres(), () => {}, schema),
      newer,
    )
    await db.close()
  })
})

describe('several servers with the same accounts', () => {
  let links: Postgres[] = []
  before(() => {
    links = [1, 2].map(() => openPostgres(url(), { connections: 4 }))
  })
  after(async () => {
    for (const link of links) await link.close()
  })

  async function openBoth(schema = newSchema()): Promise<[AccountsDatabase, AccountsDatabase]> {
    const both = links.map((link) => openPostgresAccounts(link, () => {}, schema))
    const [one, other] = await Promise.all(both)
    return [one!, other!]
  }

  it('make them at the same moment, and have the same secret', async () => {
    const [one, other] = await openBoth()
    assert.equal(one.secret, other.secret)
    await Promise.all([one.close(), other.close()])
  })

  it('change them one after the other', async () => {
    const both = await openBoth()
    const counts = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        both[n % 2]!.transact((store) => store.countTry('k', 1, 10)),
      ),
    )
    assert.deepEqual(
      counts.toSorted((a, b) => a - b),
      Array.from({ length: 40 }, (_, n) => n + 1),
    )
    const put = await Promise.all(
      both.map((db, n) =>
        db.transact((store) => store.putAccount({ ...account(`${n}`), key: 'k' })),
      ),
    )
    assert.equal(put.filter(Boolean).length, 1)
    for (const db of both) await db.close()
  })

  it('hear of what others have changed, and see it then', async (t) => {
    const [one, other] = await openBoth()
    const seen: number[] = []
    const deaf = other.onChange(() => {
      void other.read((store) => store.accounts()).then(({ length }) => seen.push(length))
    })
    await one.transact(async (store) => {
      await store.putAccount(account('ann'))
      await store.touch()
    })
    await t.waitFor(() => assert.ok(seen.includes(1)), patient)
    deaf()
    await Promise.all([one.close(), other.close()])
  })

  it('hear of it also where a server has died before it told, and where nobody can be told', async (t) => {
    const schema = newSchema()
    const [one, other] = await openBoth(schema)
    let told = 0
    other.onChange(() => told++)
    await onClient(`update ${schema}._server set revision = revision + 1`)
    await t.waitFor(() => assert.ok(told > 0), patient)

    told = 0
    await onClient(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'triptych listening' and datname = current_database()`,
    )
    await one.transact((store) => store.touch())
    await t.waitFor(() => assert.ok(told > 0), patient)
    await Promise.all([one.close(), other.close()])
  })
})
