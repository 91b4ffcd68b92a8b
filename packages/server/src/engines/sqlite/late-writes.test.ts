import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutex } from '../../concurrency/mutex.ts'
import { entryHash } from '../../ports/log-chain.ts'
import { sql } from '../sql/core/sql.ts'
import type { SqlSession } from '../sql/core/sql.ts'
import { attemptsOn, groupCommit } from '../sql/core/group-commit.ts'
import { openConnection } from './connection.ts'
import { openSqliteDatabase } from './database.ts'

/** A log of plain texts, which are all written late. */
function openLog() {
  const connection = openConnection(':memory:', 'write')
  connection.raw.exec('create table _changes (text text) strict; create table notes (text text)')
  const late = connection.session.late!
  const add = (text: string): void =>
    late.put('_changes', () => late.run(sql`insert into _changes values (${text})`))
  const logged = () => connection.raw.prepare('select text from _changes').pluck().all()
  return { connection, session: connection.session, add, logged }
}

const fails = (name: string): boolean => name.endsWith('7')

describe('what is written late', () => {
  it('is there for whoever asks for its table, and not before', async () => {
    const { connection, session, add, logged } = openLog()
    connection.execute('begin immediate')
    add('one')
    await session.run(sql`insert into notes values ('x')`)
    assert.deepEqual(logged(), [])

    assert.deepEqual(await session.all(sql`select text from _changes`), [['one']])
  })

  it('is there when the transaction or a part of it ends, and when a part begins', () => {
    const { connection, add, logged } = openLog()
    connection.execute('begin immediate')
    const steps = ['savepoint one', 'release one', 'commit'] as const
    for (const [index, step] of steps.entries()) {
      add(step)
      connection.execute(step)
      assert.equal(logged().length, index + 1, step)
    }
  })

  it('goes with the part that is undone, and with the transaction', () => {
    const { connection, add, logged } = openLog()
    connection.execute('begin immediate')
    add('stays')
    connection.execute('savepoint one')
    add('goes')
    connection.execute('rollback to one')
    connection.execute('release one')
    connection.execute('commit')
    assert.deepEqual(logged(), ['stays'])

    connection.execute('begin immediate')
    add('goes, too')
    connection.execute('rollback')
    connection.execute('begin immediate')
    connection.execute('commit')
    assert.deepEqual(logged(), ['stays'])
  })

  it('fails whoever it belongs to, and nothing of them is kept, also where somebody else asks for it first', async () => {
    const { connection, session, add, logged } = openLog()
    const writer = groupCommit<SqlSession>(
      connection,
      attemptsOn(connection),
      session,
      mutex(),
      () => {},
      () => {},
    )
    const note = (text: string, log: () => void) =>
      writer.transact(async () => {
        await session.run(sql`insert into notes values (${text})`)
        log()
      })
    const results = await Promise.allSettled([
      note('one', () => add('one')),
      note('bad', () =>
        session.late!.put('_changes', () => {
          throw new RangeError('bad')
        }),
      ),
      writer.transact(() => session.all(sql`select text from _changes`)),
      note('three', () => add('three')),
    ])

    const outcomes = results.map(({ status }) => status)
    assert.deepEqual(outcomes, ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    assert.deepEqual(logged(), ['one', 'three'])
    const notes = connection.raw.prepare('select text from notes').pluck().all()
    assert.deepEqual(notes, ['one', 'three'])
  })

  it('of one that fails is undone without what others of its group have written', async () => {
    const { connection, session, add, logged } = openLog()
    const attempts = attemptsOn(connection)
    const writer = groupCommit<SqlSession>(
      connection,
      attempts,
      session,
      mutex(),
      () => {},
      () => {},
    )
    const results = await Promise.allSettled(
      ['one', 'fails', 'three'].map((text) =>
        writer.transact(async () => {
          await session.run(sql`insert into notes values (${text})`)
          add(text)
          await session.get(sql`select 1 from _changes`)
          if (text === 'fails') throw new Error(text)
        }),
      ),
    )

    const outcomes = results.map(({ status }) => status)
    assert.deepEqual(outcomes, ['fulfilled', 'rejected', 'fulfilled'])
    assert.deepEqual(logged(), ['one', 'three'])
  })
})

describe('the log of many transactions at once', () => {
  it('has all that were kept, without gaps and each bound to the one before', async (t) => {
    const database = openSqliteDatabase(':memory:')
    t.after(() => database.close())
    const by = { actor: 'me', origin: null, at: new Date(0) }
    const names = Array.from({ length: 300 }, (_, n) => `films/${n}`)
    const kept: [name: string, revision: number][] = []

    await Promise.allSettled(
      names.map(async (name) => {
        const revision = await database.transact(async ({ changes }) => {
          const change = { area: 'tables', operation: 'row-updated', entity: name } as const
          const at = await changes.append({ ...change, before: null, after: { n: 1 } }, by)
          if (fails(name)) throw new Error('It fails after it has written.')
          return at
        })
        kept.push([name, revision])
      }),
    )

    const entries = await database.read(({ changes }) => changes.keptSince(0, 1000))
    assert.deepEqual(
      entries.map(({ entity, revision }) => [entity, revision]),
      kept.toSorted(([, one], [, other]) => one - other),
    )
    assert.equal(entries.length, names.filter((name) => !fails(name)).length)
    let hash: string | null = null
    for (const [index, entry] of entries.entries()) {
      assert.equal(entry.revision, index + 1)
      assert.equal(entry.hash, entryHash(hash, entry))
      hash = entry.hash
    }
  })
})
