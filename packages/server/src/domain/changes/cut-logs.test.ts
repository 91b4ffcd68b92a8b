import assert from 'node:assert/strict'
import { it } from 'node:test'
import { server } from '../../../test/fixtures/api.ts'
import { newDatabaseFile } from '../../../test/fixtures/database-file.ts'
import { openSqliteDatabase } from '../../engines/sqlite/database.ts'
import type { Workspaces } from '../../ports/workspaces.ts'
import { openLogCutter } from './cut-logs.ts'

const day = 24 * 60 * 60 * 1000

it('what is too old goes from the logs of all workspaces', async () => {
  const now = new Date()
  const databases = ['a', 'b'].map(() => openSqliteDatabase(newDatabaseFile()))
  for (const db of databases) {
    for (const days of [9, 8, 1]) {
      const by = { actor: 'ann', origin: null, at: new Date(now.getTime() - days * day) }
      await db.transact(({ changes }) =>
        changes.append(
          { area: 'tables', operation: 'row-added', entity: 'n/1', before: null, after: {} },
          by,
        ),
      )
    }
  }
  let held = 0
  const workspaces = {
    names: async () => ['0', '1', '2'],
    open: async (name: string) => {
      const database = databases[Number(name)]
      return database ? { name, database } : null
    },
    hold: () => {
      held++
      return () => held--
    },
  } as unknown as Workspaces
  const retention = { days: 7, bytes: 0 }
  const cutter = openLogCutter({ workspaces, retention, now: () => now, failed: assert.ifError })
  await cutter.cutAll()
  await cutter.close()
  for (const db of databases) {
    const left = await db.read(({ changes }) => changes.since(2, 10))
    assert.deepEqual(
      left.map(({ revision }) => revision),
      [3],
    )
    assert.equal((await db.read(({ history }) => history.cut())).revision, 2)
    await db.close()
  }
  assert.equal(held, 0)
})

it('a server that is to keep less than all of it starts and stops', async () => {
  const triptych = await server({ historyDays: 30, historySize: 1_000_000 })
  assert.equal((await triptych.fetch(new Request('http://localhost/changes'))).status, 200)
})
