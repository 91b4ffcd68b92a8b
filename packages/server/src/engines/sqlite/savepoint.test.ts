import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../sql/core/sql.ts'
import { attemptsOn, groupCommit, inSavepoint } from '../sql/core/group-commit.ts'
import { openConnection } from './connection.ts'
import { openSqliteDatabase } from './database.ts'
import { mutex } from '../../concurrency/mutex.ts'

it('commits nothing of a transaction that SQLite dropped, whoever caught the error', async () => {
  const connection = openConnection(':memory:', 'write')
  const { session, raw } = connection
  raw.exec('create table notes (text text) strict')
  raw.pragma('max_page_count = 10')
  const writer = groupCommit(
    connection,
    attemptsOn(connection),
    session,
    mutex(),
    () => {},
    () => {},
  )
  const add = (text: string) => session.run(sql`insert into notes values (${text})`)
  const refusals: unknown[] = []

  const failed = writer.transact(async () => {
    await add('before')
    await inSavepoint(connection, () => add('x'.repeat(100_000))).catch(() => {})
    await inSavepoint(connection, () => add('after')).catch((error) => refusals.push(error.code))
    await add('later').catch((error) => refusals.push(error.code))
  })

  await assert.rejects(failed, { code: 'storage_full' })
  assert.ok(refusals.length > 0 && refusals.every((code) => code === 'storage_full'))
  assert.deepEqual(await session.all(sql`select text from notes`), [])
  await writer.transact(() => add('next'))
  assert.deepEqual(await session.all(sql`select text from notes`), [['next']])
})

it('runs a group again when a part failed after it had written, and undoes that part alone', async () => {
  const db = openSqliteDatabase(':memory:')
  let runs = 0
  await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      db.transact(async ({ gantt, attempt }) => {
        runs++
        const failing = attempt(async () => {
          await gantt.reserveId('task', 500 + n)
          throw new Error('caught')
        })
        await failing.catch(() => {})
        await gantt.reserveId('task', 100 + n)
      }),
    ),
  )

  assert.equal(runs, 20)
  assert.equal(await db.transact(({ gantt }) => gantt.nextId('task')), 110)
  await db.close()
})

it('does not run a group again when a part failed before it wrote anything', async () => {
  const db = openSqliteDatabase(':memory:')
  let runs = 0
  await db.transact(async ({ gantt, attempt }) => {
    runs++
    await attempt(() => gantt.revision().then(() => Promise.reject(new Error('caught')))).catch(
      () => {},
    )
    await gantt.reserveId('task', 100)
  })

  assert.equal(runs, 1)
  assert.equal(await db.transact(({ gantt }) => gantt.nextId('task')), 101)
  await db.close()
})
