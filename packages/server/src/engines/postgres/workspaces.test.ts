import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { patient } from '../../../test/fixtures/patient.ts'
import { newPostgresDatabase } from '../../../test/fixtures/postgres-server.ts'
import type { Volume } from '../../ports/volume.ts'
import type { Workspaces } from '../../ports/workspaces.ts'
import { openConnections } from './connections.ts'
import { newDraft, workspaceSchemas } from './drafts.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { openPostgresWorkspaces } from './workspaces.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-pg-workspaces-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** As much of a volume as is needed to see where it is. */
async function openVolume({ home }: { home: string | null }): Promise<Volume> {
  if (home) {
    mkdirSync(home, { recursive: true })
    writeFileSync(join(home, 'opened'), '')
  }
  return { close: async () => {} } as Volume
}

function ignore(): void {}

function open(url: string, home: string | null = null): Workspaces {
  const postgres = openPostgres(url, { connections: 4 })
  return openPostgresWorkspaces({ postgres, folder: home, openVolume, observe: ignore })
}

describe('the workspaces in a PostgreSQL database', () => {
  it('are made once, found by their names, and there again later', async () => {
    const url = await newPostgresDatabase()
    const first = open(url)
    const longest = 'x'.repeat(63)
    for (const name of ['main', 'public', 'b-1', longest]) assert.ok(await first.create(name))
    assert.equal(await first.create('main'), null)
    assert.equal(await first.open('other'), null)
    const { id } = (await first.open('public'))!.database
    assert.equal(await first.open('public'), await first.open('public'))
    await first.close()

    const again = open(url)
    assert.deepEqual(await again.names(), ['b-1', 'main', 'public', longest])
    assert.equal((await again.open('public'))?.database.id, id)
    await again.close()
  })

  it('have titles that other servers see', async () => {
    const url = await newPostgresDatabase()
    const servers = [open(url), open(url)] as const
    for (const name of ['main', 'public', 'c']) await servers[0].create(name)
    for (const [name, title] of [
      ['public', 'For all'],
      ['c', 'Third'],
    ] as const) {
      const { database } = (await servers[0].open(name))!
      await database.transact((stores) => stores.title.set(title))
    }

    assert.deepEqual(Object.fromEntries(await servers[1].titles()), {
      c: 'Third',
      public: 'For all',
    })
    await Promise.all(servers.map((server) => server.close()))
  })

  it('that one server removes are gone on the others, and come back there', async (t) => {
    const url = await newPostgresDatabase()
    const [one, other] = [open(url), open(url)]
    await one.create('public')
    const left: string[] = []
    other.onLeave(({ name }) => void left.push(name))
    const { id } = (await other.open('public'))!.database
    const at = new Date('2026-03-01T10:00:00Z')

    assert.equal(await one.remove('public', at, async () => {}), true)

    await t.waitFor(async () => assert.equal(await other.open('public'), null), patient)
    assert.deepEqual(left, ['public'])
    assert.deepEqual(await other.removed(), [{ name: 'public', title: null, removedAt: at }])
    assert.equal(await other.create('public'), null)
    assert.equal(await one.remove('public', at, async () => {}), false)
    assert.equal(await other.restore('public'), true)
    assert.equal((await one.open('public'))?.database.id, id)
    await Promise.all([one.close(), other.close()])
  })

  it('are seen by other servers, and made by one of them only', async () => {
    const url = await newPostgresDatabase()
    const servers = [open(url), open(url)]

    const made = await Promise.all(servers.map((server) => server.create('main')))

    assert.equal(made.filter((one) => one !== null).length, 1)
    const found = await Promise.all(servers.map((server) => server.open('main')))
    assert.equal(found[0]?.database.id, found[1]?.database.id)
    for (const server of servers) await server.close()
  })

  it('are not there when filling them failed', async () => {
    const url = await newPostgresDatabase()
    const server = open(url, folder)
    const failed = server.create('main', async ({ database }) => {
      await database.transact(({ gantt }) => gantt.reserveId('task', 5))
      throw new Error('never mind')
    })
    await assert.rejects(failed, /never mind/)
    assert.deepEqual(await server.names(), [])

    assert.ok(await server.create('main'))
    assert.ok(existsSync(join(folder, 'workspaces', 'main', 'opened')))
    await server.close()
  })

  it('get their name once, also when two ask for it at the same instant', async () => {
    const connections = openConnections(await newPostgresDatabase(), 8)
    for (let n = 0; n < 5; n++) {
      const drafts = await Promise.all([newDraft(connections), newDraft(connections)])
      for (const { schema } of drafts) await migrate(connections, schema)
      const named = await Promise.all(drafts.map((draft) => draft.finish(`team-${n}`)))
      assert.equal(named.filter(Boolean).length, 1)
    }
    await connections.close()
  })

  it('may take longer to fill than a transaction may be idle', async () => {
    const url = await newPostgresDatabase()
    const connections = openConnections(url, 4)
    const client = await connections.take()
    const name = new URL(url).pathname.slice(1)
    await client.query(`alter database ${name} set idle_in_transaction_session_timeout to '50ms'`)
    connections.giveBack(client, 'broken')
    const draft = await newDraft(connections)
    // Nothing else may be slow here, on a busy machine either.
    const other = await connections.take()
    await other.query(`create schema ${draft.schema}`)
    connections.giveBack(other, 'sound')
    await pause(200)
    assert.equal(await draft.finish('slow'), true)
    await connections.close()
  })

  it('leave nothing behind of a server that went away while it made one', async () => {
    const url = await newPostgresDatabase()
    const connections = openConnections(url, 4)
    const gone = await newDraft(connections)
    await migrate(connections, gone.schema)
    await connections.close()

    const others = openConnections(url, 4)
    const alive = await newDraft(others)
    await migrate(others, alive.schema)
    const server = open(url)
    assert.deepEqual(await server.names(), [])
    await server.close()

    const client = await others.take()
    assert.deepEqual(await workspaceSchemas(client, 'drafts'), [alive.schema])
    others.giveBack(client, 'sound')
    await alive.finish(null)
    await others.close()
  })
})
