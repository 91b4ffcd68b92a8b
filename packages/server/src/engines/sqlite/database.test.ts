import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Table } from '@triptych/contract/tables'
import SqliteDatabase from 'better-sqlite3'
import { askerContract } from '../../ports/asker.contract.ts'
import { databaseContract } from '../../ports/database.contract.ts'
import { openConnection } from './connection.ts'
import { openSqliteDatabase } from './database.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-sqlite-'))
let files = 0
const newFile = () => join(folder, `${++files}.sqlite`)
after(() => rmSync(folder, { recursive: true, force: true }))

describe('SQLite in memory', () => databaseContract(async () => openSqliteDatabase(':memory:')))
describe('SQLite in a file', () => {
  databaseContract(async () => openSqliteDatabase(newFile()))
  askerContract(async () => openSqliteDatabase(newFile()))
})

describe('a SQLite file', () => {
  it('gives the disk back what was written beside a long snapshot', async () => {
    const file = newFile()
    const db = openSqliteDatabase(file)
    const stream = db.stream(async function* ({ changes }) {
      for (;;) yield await changes.head()
    })
    await stream.next()
    const change = { area: 'tables', operation: 'row-added', entity: 't', before: null } as const
    const by = { actor: 'tester', origin: null, at: new Date() }
    const write = (length: number) =>
      db.transact(({ changes }) =>
        changes.append({ ...change, after: { text: 'x'.repeat(length) } }, by),
      )
    for (let n = 0; n < 10; n++) await write(4_000_000)
    assert.ok(statSync(`${file}-wal`).size > 32_000_000)
    await stream.return?.()
    for (let n = 0; n < 3; n++) await write(1)
    assert.ok(statSync(`${file}-wal`).size < 20_000_000)
    await db.close()
  })

  it('is checked and read while somebody writes for long', async () => {
    const db = openSqliteDatabase(newFile())
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const writing = db.transact(() => isOver)
    await sleep(50)

    await db.check()
    assert.equal(await db.read(({ changes }) => changes.head()), 0)

    end()
    await writing
    await db.close()
  })

  it('commits all transactions that wait as one', async () => {
    const sizes: number[] = []
    const db = openSqliteDatabase(newFile(), (seen) => {
      if (seen.kind === 'commit') sizes.push(seen.transactions)
    })

    await Promise.all(Array.from({ length: 50 }, () => db.transact(async () => {})))
    await db.close()

    assert.deepEqual(sizes, [50])
  })

  it('is read while somebody writes very much, as it was before', async () => {
    const db = openSqliteDatabase(newFile())
    const [written, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const writing = db.transact(async ({ gantt }) => {
      await gantt.reserveId('task', 500)
      written.resolve()
      await read.promise
    })
    await written.promise
    // Who is about to be done is waited for.
    await new Promise((resolve) => setTimeout(resolve, 50))

    assert.equal(await db.read(({ gantt }) => gantt.revision()), 0)
    read.resolve()
    await writing
    await db.close()
  })

  it('is written with full durability in WAL mode', () => {
    const { raw, close } = openConnection(newFile(), 'write')

    // Killing the process cannot show a missing sync: the system still has what was written.
    assert.equal(raw.pragma('synchronous', { simple: true }), 2)
    assert.equal(raw.pragma('journal_mode', { simple: true }), 'wal')
    close()
  })

  it('is unavailable while another program writes to it, and goes on afterwards', async () => {
    const file = newFile()
    const db = openSqliteDatabase(file)
    const tool = new SqliteDatabase(file)
    tool.exec('begin immediate')

    const refused = await Promise.allSettled([1, 2, 3].map(() => db.transact(async () => {})))
    tool.exec('commit')
    tool.close()

    assert.deepEqual(
      refused.map((each) => (each as PromiseRejectedResult).reason.code),
      ['unavailable', 'unavailable', 'unavailable'],
    )
    await db.transact(async () => {})
    await db.close()
  })

  it('has an id of its own, and keeps it', async () => {
    const file = newFile()
    const first = openSqliteDatabase(file)
    const other = openSqliteDatabase(':memory:')
    assert.notEqual(first.id, other.id)
    await Promise.all([first.close(), other.close()])

    const again = openSqliteDatabase(file)
    assert.equal(again.id, first.id)
    await again.close()
  })

  it('opens again with everything in it', async () => {
    const file = newFile()
    const table: Table = { name: 'empty', columns: [], indexes: [] }
    const first = openSqliteDatabase(file)
    await first.transact(({ changes }) =>
      changes.append(
        { area: 'tables', operation: 'table-created', entity: 'films', before: null, after: table },
        { actor: 'tester', origin: null, at: new Date() },
      ),
    )
    await first.close()

    const second = openSqliteDatabase(file)
    assert.equal(await second.read(({ changes }) => changes.head()), 1)
    await second.close()
  })

  it('is refused when a newer version has written it', async () => {
    const file = newFile()
    await openSqliteDatabase(file).close()
    const raw = new SqliteDatabase(file)
    raw.pragma('user_version = 999')
    raw.close()

    assert.throws(() => openSqliteDatabase(file), {
      code: 'unavailable',
      message: /newer Triptych \(schema 999/,
    })
  })
})
