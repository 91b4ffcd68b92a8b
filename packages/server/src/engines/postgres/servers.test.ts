import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Table } from '@triptych/contract/tables'
import { startPostgres } from '../../../../../scripts/postgres.ts'
import type { PostgresServer } from '../../../../../scripts/postgres.ts'
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

const rules = { nullable: true, unique: false, default: null, options: null, reference: null }
function tableWith(name: string, type: 'text' | 'integer'): Table {
  return { name: 'films', columns: [{ name, type, ...rules }], indexes: [] }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(10)
}

function five(): number {
  return 5
}

describe('several servers on one PostgreSQL', () => {
  let server: PostgresServer
  let links: Postgres[]
  let schemas = 0
  before(async () => {
    server = await startPostgres()
    links = [1, 2].map(() => openPostgres(server.url, { connections: 6 }))
  })
  after(async () => {
    for (const link of links) await link.close()
    await server.stop()
  })

  /** The same workspace as each of them has it. */
  async function openBoth(): Promise<[Database, Database]> {
    const schema = `s${++schemas}`
    const [one, other] = await Promise.all(links.map((link) => openPostgresDatabase(link, schema)))
    return [one!, other!]
  }

  it('open a new workspace at the same moment, and find the same one', async () => {
    const [one, other] = await openBoth()
    assert.equal(one.id, other.id)
    assert.equal(one.secret, other.secret)
  })

  it('write one after the other, with revisions in the order of commits and without gaps', async () => {
    const both = await openBoth()
    const films = tableWith('votes', 'integer')
    await both[0].transact(async ({ tables }) => {
      await tables.create(films, 1)
      await tables.insert(films, { id: 1, version: 1, order: 'a', values: { votes: 0 } })
    })

    const revisions = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        both[n % 2]!.transact(async (stores) => {
          const row = await stores.tables.row(films, 1)
          const revision = await note(stores, `n${n}`)
          const votes = Number(row?.values['votes']) + 1
          await stores.tables.update(films, 1, { votes }, revision)
          return { revision, votes }
        }),
      ),
    )

    const inOrder = revisions.toSorted((a, b) => a.revision - b.revision)
    const expected = Array.from({ length: 60 }, (_, n) => ({ revision: n + 1, votes: n + 1 }))
    assert.deepEqual(inOrder, expected)
  })

  it("hear of each other's commits, also after a connection broke", async () => {
    const [one, other] = await openBoth()
    const heads: number[] = []
    const unlisten = other.onCommit(() => {
      void other.read(({ changes }) => changes.head()).then((head) => heads.push(head))
    })
    await one.transact((stores) => note(stores, 'one'))
    await until(() => heads.includes(1))

    const client = await links[0]!.connections.take()
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'triptych listening'`,
    )
    links[0]!.connections.giveBack(client, 'sound')
    await one.transact((stores) => note(stores, 'two'))
    await until(() => heads.includes(2))
    unlisten()
  })

  it('read a table as it is after another one has changed its shape', async () => {
    const [one, other] = await openBoth()
    const [was, is] = [tableWith('a', 'text'), tableWith('a', 'integer')]
    await one.transact(async ({ tables }) => {
      await tables.create(was, 1)
      await tables.insert(was, { id: 1, version: 1, order: 'a', values: { a: '5' } })
    })
    const read = async (table: Table) =>
      (await other.read(({ tables }) => tables.row(table, 1)))?.values['a']
    const write = (table: Table, a: string | number) =>
      other.transact(({ tables }) => tables.update(table, 1, { a }, 2))
    for (let n = 0; n < 10; n++) {
      assert.deepEqual(await Promise.all([read(was), read(was), read(was)]), ['5', '5', '5'])
      await write(was, '5')
    }

    const origins = new Map([['a', 'a']])
    await one.transact(({ tables }) =>
      tables.reshape(
        { before: was, after: is, origins, optionNames: new Map(), referring: [], convert: five },
        3,
      ),
    )

    assert.deepEqual(await Promise.all([read(is), read(is), read(is)]), [5, 5, 5])
    await write(is, 6)
    assert.equal(await read(is), 6)
  })

  it('change rows together after another one has given the table other columns', async () => {
    const [one, other] = await openBoth()
    const [was, is] = [tableWith('a', 'text'), tableWith('a', 'integer')]
    await one.transact(async ({ tables }) => {
      await tables.create(was, 1)
      for (const id of [1, 2]) {
        await tables.insert(was, { id, version: 1, order: 'a', values: { a: '5' } })
      }
    })
    // So that all connections of the other one have prepared it: what fails on one is done again on the next.
    for (let n = 0; n < 3; n++) {
      await Promise.all(
        Array.from({ length: 12 }, () => other.read(({ tables }) => tables.row(was, 1))),
      )
    }
    const change = (table: Table, id: number, a: string | number) =>
      other.transact(async ({ tables }) => {
        const row = await tables.row(table, id)
        await tables.update(table, id, { a }, 2)
        return row?.values['a']
      })
    for (let n = 0; n < 3; n++) {
      assert.deepEqual(await Promise.all([change(was, 1, '5'), change(was, 2, '5')]), ['5', '5'])
    }

    const origins = new Map([['a', 'a']])
    await one.transact(({ tables }) =>
      tables.reshape(
        { before: was, after: is, origins, optionNames: new Map(), referring: [], convert: five },
        3,
      ),
    )

    assert.deepEqual(await Promise.all([change(is, 1, 6), change(is, 2, 7)]), [5, 5])
    const rows = [1, 2].map((id) => other.read(({ tables }) => tables.row(is, id)))
    assert.deepEqual(
      (await Promise.all(rows)).map((row) => row?.values['a']),
      [6, 7],
    )
  })

  it('are unavailable while PostgreSQL is away, and go on by themselves', async () => {
    const [one] = await openBoth()
    await one.transact((stores) => note(stores, 'before'))
    await server.kill()
    const gone = { code: 'unavailable' }
    await assert.rejects(
      one.read(({ changes }) => changes.head()),
      gone,
    )
    await assert.rejects(
      one.transact((stores) => note(stores, 'lost')),
      gone,
    )
    await server.start()

    await one.transact((stores) => note(stores, 'after'))
    assert.deepEqual(await entities(one), ['before', 'after'])
  })

  it('lose nothing that was acknowledged and do nothing twice when PostgreSQL is killed', async () => {
    const both = await openBoth()
    const acknowledged: string[] = []
    let isOver = false
    const writing = both.flatMap((db, at) =>
      [1, 2, 3].map(async (writer) => {
        for (let n = 0; !isOver; n++) {
          const entity = `${at}/${writer}/${n}`
          const done = db.transact((stores) => note(stores, entity))
          await done.then(
            () => acknowledged.push(entity),
            () => sleep(5),
          )
        }
      }),
    )
    for (let kills = 0; kills < 6; kills++) {
      const before = acknowledged.length
      await until(() => acknowledged.length > before + 30)
      await server.kill()
      await server.start()
    }
    isOver = true
    await Promise.all(writing)

    const kept = await entities(both[0])
    assert.equal(new Set(kept).size, kept.length)
    assert.deepEqual(
      acknowledged.filter((entity) => !kept.includes(entity)),
      [],
    )
    assert.equal(await both[1].read(({ changes }) => changes.head()), kept.length)
  })
})
