import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../sql/core/sql.ts'
import type { SqlSession } from '../sql/core/sql.ts'
import { attemptsOn, groupCommit } from '../sql/core/group-commit.ts'
import { openConnection } from './connection.ts'
import { mutex } from '../../concurrency/mutex.ts'

function openNotes() {
  const connection = openConnection(':memory:', 'write')
  connection.raw.exec('create table notes (text text) strict')
  const writer = groupCommit<SqlSession>(
    connection,
    attemptsOn(connection),
    connection.session,
    mutex(),
    () => {},
    () => {},
  )
  const write = (text: string) =>
    writer.transact(async (session) => {
      await session.run(sql`insert into notes values (${text})`)
      return text
    })
  const notes = () => connection.raw.prepare('select text from notes').pluck().all()
  return { connection, writer, write, notes }
}

describe('group commit', () => {
  it('tries each of a group alone when one makes the commit impossible for all', async () => {
    const { connection, write, notes } = openNotes()
    connection.raw.pragma('max_page_count = 10')

    const results = await Promise.allSettled([
      write('small'),
      write('x'.repeat(100_000)),
      write('last'),
    ])

    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.equal((results[1] as PromiseRejectedResult).reason.code, 'storage_full')
    assert.deepEqual(notes(), ['small', 'last'])
  })

  it('answers nobody before the commit', async () => {
    const { connection, write } = openNotes()
    const answered: boolean[] = []
    const note = (text: string) => write(text).then(() => answered.push(connection.inTransaction()))

    await Promise.all([note('a'), note('b'), note('c')])

    assert.deepEqual(answered, [false, false, false])
  })

  it('goes on after a work that waits for something slow', async () => {
    const { writer, write, notes } = openNotes()
    const slow = writer.transact(async (session) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      await session.run(sql`insert into notes values ('slow')`)
    })

    await Promise.all([slow, write('quick')])

    assert.deepEqual(notes(), ['slow', 'quick'])
  })

  it('is idle once everything is answered', async () => {
    const { writer, write, notes } = openNotes()
    void write('a')
    void write('b')

    await writer.idle()

    assert.deepEqual(notes(), ['a', 'b'])
  })
})
