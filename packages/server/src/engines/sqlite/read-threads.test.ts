import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from '../sql/core/sql.ts'
import { openConnection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'
import { openReadThreads } from './read-threads.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-threads-'))
const file = join(folder, 'notes.sqlite')
const writer = openConnection(file, 'write')
writer.raw.exec("create table notes (text text) strict; insert into notes values ('first')")
after(() => {
  writer.close()
  rmSync(folder, { recursive: true })
})

const notes = sql`select text from notes order by rowid`
const longCount = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${2_000_000})
  select count(*) from n`

writer.raw.exec(`create table many (id integer primary key) strict;
  insert into many with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
  select i from n`)
/** Minutes, unless it is given up. */
const pairs = sql`select count(*) from many, (select id as other from many)
  where ${sqliteDialect.stillWanted} and id * other % 7 = 3`

writer.raw.exec(`create table alike (id integer primary key) strict;
  insert into alike select id * 4096 + 5 from many`)
/** The same with ids that are all the same in their lowest bits. */
const alikePairs = sql`select count(*) from alike, (select id as other from alike)
  where ${sqliteDialect.stillWanted} and id * other % 7 = 3`

describe('threads that read', () => {
  it('leave this thread free while they are busy', async () => {
    const threads = openReadThreads()
    const reader = threads.open(file, 'query')
    await reader.session.all(notes)
    const seen: string[] = []
    const counted = reader.session
      .get(longCount)
      .then((row) => seen.push(`counted ${String(row?.[0])}`))
    await new Promise((resolve) => setImmediate(resolve))
    seen.push('something else')
    await counted

    assert.deepEqual(seen, ['something else', 'counted 2000000'])
    await threads.close()
  })

  it('show one snapshot from the first read on', async () => {
    const threads = openReadThreads()
    const reader = threads.open(file, 'query')
    assert.deepEqual(await reader.session.all(notes), [['first']])
    writer.raw.exec("insert into notes values ('second')")
    assert.deepEqual(await reader.session.all(notes), [['first']])
    await reader.end()
    const later = threads.open(file, 'query')
    assert.deepEqual(await later.session.all(notes), [['first'], ['second']])
    await threads.close()
  })

  it('answer in the order of asking, however long they have been there', async () => {
    const threads = openReadThreads()
    const reader = threads.open(file, 'query')
    await reader.session.all(notes)
    await reader.session.get(longCount)

    const found = reader.session.all(notes)
    // The thread has been asked, and has not answered.
    await Promise.resolve()
    await Promise.all([reader.end(), threads.forget(file)])

    assert.deepEqual((await found)[0], ['first'])
    await threads.close()
  })

  it('answer bytes as bytes', async () => {
    const threads = openReadThreads()
    const [bytes] =
      (await threads.open(file, 'query').session.get(sql`select cast('[1]' as blob)`)) ?? []
    assert.ok(bytes instanceof Uint8Array)
    assert.equal(new TextDecoder().decode(bytes), '[1]')
    await threads.close()
  })

  it('pass errors on, and work after them', async () => {
    const threads = openReadThreads()
    const { session } = threads.open(file, 'query')
    await assert.rejects(session.all(sql`select text from nowhere`), /no such table/)
    await assert.rejects(session.run(sql`delete from notes`), /readonly database/)
    assert.equal((await session.all(notes))[0]?.[0], 'first')
    await threads.close()
  })

  it('put nobody behind a statement that takes very long', async () => {
    const threads = openReadThreads()
    const slow = threads.open(file, 'stream')
    await slow.session.all(notes)
    const asked = assert.rejects(slow.session.get(pairs), { code: 'unavailable' })
    await new Promise((resolve) => setTimeout(resolve, 700))
    const uses = ['stream', 'stream', 'query', 'query', 'glance'] as const
    for (const use of uses) await threads.open(file, use).session.all(notes)
    await threads.close()
    await asked
  })

  it('give up in its midst what nobody waits for, and read on for others', async () => {
    const threads = openReadThreads()
    const [left, other] = [threads.open(file, 'stream'), threads.open(file, 'stream')]
    await Promise.all([left.session.all(notes), other.session.all(notes)])
    const reason = new Error('gone')
    const asked = assert.rejects(left.session.get(pairs), reason)
    const behind = assert.rejects(left.session.get(pairs), reason)
    const alsoBehind = other.session.all(notes)
    await new Promise((resolve) => setTimeout(resolve, 50))
    left.interrupt(reason)
    await Promise.all([asked, behind])
    assert.equal((await alsoBehind)[0]?.[0], 'first')
    await assert.rejects(left.session.all(notes), reason)
    await left.end()
    await threads.close()
  })

  it('give it up whatever the ids of the rows are', async () => {
    const threads = openReadThreads()
    const reader = threads.open(file, 'query')
    await reader.session.all(notes)
    const reason = new Error('gone')
    const asked = assert.rejects(reader.session.get(alikePairs), reason)
    await new Promise((resolve) => setTimeout(resolve, 50))
    reader.interrupt(reason)
    await asked
    await reader.end()
    await threads.close()
  })

  it('give readers back at once that are closed after the stop', async () => {
    const threads = openReadThreads()
    const reader = threads.open(file, 'query')
    await reader.session.all(notes)
    // As it is, this would take minutes.
    const asked = assert.rejects(reader.session.get(pairs), { code: 'unavailable' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    threads.stop()
    await reader.end()
    await asked
    await threads.close()
  })

  it('end a statement in its midst when they are closed', async () => {
    const threads = openReadThreads()
    const { session } = threads.open(file, 'query')
    await session.all(notes)
    const asked = assert.rejects(session.get(pairs), { code: 'unavailable' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    await threads.close()
    await asked
  })

  it('refuse what was asked and what is asked once they are closed', async () => {
    const threads = openReadThreads()
    const { session } = threads.open(file, 'query')
    await session.all(notes)
    const asked = assert.rejects(session.get(longCount), { code: 'unavailable' })
    await threads.close()
    await asked
    await assert.rejects(session.all(notes), { code: 'unavailable' })
  })
})
