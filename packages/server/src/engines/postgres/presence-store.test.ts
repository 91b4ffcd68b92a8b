import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { postgresForTests } from '../../../test/fixtures/postgres.ts'
import type { PresentGuest } from '../../ports/presence-store.ts'
import { openPostgresDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { openPresenceStore } from './presence-store.ts'
import { openPostgres } from './postgres.ts'
import type { Postgres } from './postgres.ts'
import { patient } from '../../../test/fixtures/patient.ts'

const { url, postgres, newSchema } = postgresForTests()
let links: Postgres[] = []

const time = '2026-04-05T00:00:00.000Z'
const [ada, bob] = ['ada', 'bob'].map((id) => ({ id, name: id, at: null, since: time, came: time }))
const usual = { countsMs: 30_000, beatMs: 10_000, retryMs: 1000 }

/** The boards of two servers, and what each was told of the other. */
async function twoStores(t: TestContext, times: Partial<typeof usual> = {}) {
  const schema = newSchema()
  await migrate(postgres().connections, schema)
  const stores = links.map((link) => {
    const store = openPresenceStore(link, schema, { ...usual, ...times })
    const told: string[][] = []
    t.after(store.watch((others) => told.push(namesOf(others))))
    t.after(() => store.close())
    const sees = (...names: string[]) =>
      t.waitFor(() => assert.deepEqual(told.at(-1), names), patient)
    return { ...store, told, sees }
  })
  return { one: stores[0]!, other: stores[1]!, schema }
}

function namesOf(guests: readonly PresentGuest[]): string[] {
  return guests.map(({ id }) => id)
}

async function execute(text: string): Promise<unknown[][]> {
  const { connections } = postgres()
  const client = await connections.take()
  const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' })
  connections.giveBack(client, 'sound')
  return rows
}

describe('the board of people', () => {
  before(() => {
    links = [1, 2].map(() => openPostgres(url(), { connections: 4 }))
  })
  after(() => Promise.all(links.map((link) => link.close())))

  it('shows each server who is with the others, and to itself nobody', async (t) => {
    const { one, other } = await twoStores(t)
    await other.sees()

    one.tell([ada!])
    await other.sees('ada')
    other.tell([bob!])
    await one.sees('bob')

    assert.deepEqual(await other.others(), [ada])
    assert.deepEqual(other.told, [[], ['ada']])
  })

  it('has what was told last, however fast it came', async (t) => {
    const { one, other } = await twoStores(t)

    for (let n = 0; n < 20; n++) one.tell([ada!, { ...bob!, name: `bob ${n}` }])
    one.tell([bob!])

    await other.sees('bob')
  })

  it('has no row of a server that nobody is with', async (t) => {
    const { one, other, schema } = await twoStores(t)
    await one.sees()
    assert.deepEqual(await execute(`select * from ${schema}._people`), [])

    one.tell([ada!])
    await other.sees('ada')
    one.tell([])
    await other.sees()

    assert.deepEqual(await execute(`select * from ${schema}._people`), [])
  })

  it('shows those of a server that stops for a moment still', async (t) => {
    const { one, other, schema } = await twoStores(t)
    one.tell([ada!])
    await other.sees('ada')

    await one.close()
    one.tell([bob!])

    const left = await execute(`select guests from ${schema}._people`)
    assert.match(String(left), /ada/)
    await other.sees()
  })

  it('forgets a server that was killed, and removes what it left', async (t) => {
    const { one, other, schema } = await twoStores(t, { countsMs: 1500, beatMs: 300 })
    const gone = openPostgres(url(), { connections: 1 })
    openPresenceStore(gone, schema, { ...usual, countsMs: 1500 }).tell([ada!])
    await other.sees('ada')
    await gone.close()
    one.tell([bob!])

    await other.sees('bob')

    const servers = await t.waitFor(async () => {
      const found = await execute(`select guests from ${schema}._people`)
      assert.equal(found.length, 1)
      return found
    }, patient)
    assert.match(String(servers[0]), /bob/)
  })

  it('is written again and again, so that nothing is lost for long', async (t) => {
    const { one, other, schema } = await twoStores(t, { beatMs: 100 })
    one.tell([ada!])
    await other.sees('ada')

    await execute(`truncate ${schema}._people`)

    await t.waitFor(async () => assert.deepEqual(namesOf(await other.others()), ['ada']), patient)
  })

  it('fails nobody while it cannot be written or read, and catches up', async (t) => {
    const { one, other, schema } = await twoStores(t, { retryMs: 50 })
    one.tell([ada!])
    await other.sees('ada')

    await execute(`alter table ${schema}._people rename to away`)
    one.tell([ada!, bob!])
    assert.deepEqual(await other.others(), [])
    const late: string[][] = []
    t.after(other.watch((others) => late.push(namesOf(others))))
    await t.waitFor(() => assert.deepEqual(late, [[]]), patient)
    assert.deepEqual(other.told.at(-1), ['ada'])
    await execute(`alter table ${schema}.away rename to _people`)

    await other.sees('ada', 'bob')
  })

  it('says nothing to those who do not watch any more', async (t) => {
    const { one, other } = await twoStores(t)
    const told: string[][] = []
    const stop = other.watch((others) => told.push(namesOf(others)))
    await t.waitFor(() => assert.deepEqual(told, [[]]), patient)

    stop()
    one.tell([ada!])
    await other.sees('ada')

    assert.deepEqual(told, [[]])
  })

  it('shows those of a database that is closed for a moment only', async (t) => {
    const { other, schema } = await twoStores(t)
    const database = await openPostgresDatabase(links[0]!, schema)
    database.presence!.tell([ada!])
    await other.sees('ada')

    await database.close()

    await other.sees()
  })
})
