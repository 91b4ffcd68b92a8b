import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSqliteDatabase } from '../engines/sqlite/database.ts'
import type { Observation } from '../observe/observation.ts'
import type { Database } from '../ports/database.ts'
import { changeFeed } from './change-feed.ts'
import { heldSheets } from './held-sheets.ts'
import { pace } from '../concurrency/pace.ts'

function open(options: { heartbeatMs?: number; mostHeldBytes?: number } = {}) {
  const database = openSqliteDatabase(':memory:')
  const seen: Observation[] = []
  const feed = changeFeed(database, {
    heartbeatMs: options.heartbeatMs ?? 60_000,
    enter: () => () => {},
    held: heldSheets(options.mostHeldBytes ?? 64 * 1024 * 1024),
    pace: pace({ many: 100, size: 1024 * 1024 }),
    observe: (observation) => seen.push(observation),
  })
  const close = async () => {
    feed.close()
    await database.close()
  }
  return { database, feed, seen, close }
}

function note(database: Database, entity = 'films', filler = ''): Promise<number> {
  return database.transact(({ changes }) =>
    changes.append(
      { area: 'tables', operation: 'table-created', entity, before: null, after: { filler } },
      { actor: 'tester', origin: null, at: new Date(0) },
    ),
  )
}

/** The revisions a reader receives until it has `count` of them. */
async function revisions(stream: ReadableStream<Uint8Array>, count: number): Promise<number[]> {
  const ids: number[] = []
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true })
    for (const [, id] of text.matchAll(/^id: (\d+)\ndata: .*\n\n/gm)) ids.push(Number(id))
    text = text.slice(text.lastIndexOf('\n\n') + 2)
    if (ids.length >= count) break
  }
  return ids
}

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, n) => first + n)

describe('a change feed', () => {
  it('sends what comes after the subscription when no revision is named', async () => {
    const { database, feed, close } = open()
    await note(database)

    const stream = await feed.subscribe(null)
    await note(database)
    await note(database)

    assert.deepEqual(await revisions(stream, 2), [2, 3])
    await close()
  })

  it('goes on behind the named revision, through many pages, into what is new', async () => {
    const { database, feed, close } = open()
    await Promise.all(Array.from({ length: 700 }, () => note(database)))

    const stream = await feed.subscribe(5)
    const received = revisions(stream, 705)
    await Promise.all(Array.from({ length: 10 }, () => note(database)))

    assert.deepEqual(await received, upTo(710, 6))
    await close()
  })

  it('loses nothing and sends nothing twice to readers that come at any moment of a storm', async () => {
    const { database, feed, close } = open()
    const total = 2000
    const readers: Promise<number[]>[] = []
    const storm = (async () => {
      for (let n = 0; n < total; n += 10) {
        await Promise.all(Array.from({ length: 10 }, () => note(database)))
        if (n % 100 === 0) await sleep(0)
      }
    })()
    for (let n = 0; n < 40; n++) {
      const since = n * 7
      while ((await database.read(({ changes }) => changes.head())) < since) await sleep(0)
      readers.push(revisions(await feed.subscribe(since), total - since))
      await sleep(n % 3)
    }

    await storm
    for (const [n, received] of (await Promise.all(readers)).entries()) {
      assert.deepEqual(received, upTo(total, n * 7 + 1))
    }
    await close()
  })

  it('sends no event of a transaction that failed, and none before its commit', async () => {
    const { database, feed, close } = open()
    const stream = await feed.subscribe(0)
    await database
      .transact(async ({ changes }) => {
        await changes.append(
          { area: 'tables', operation: 'table-created', entity: 'lost', before: null, after: null },
          { actor: 'tester', origin: null, at: new Date() },
        )
        throw new Error('no')
      })
      .catch(() => {})
    await note(database, 'kept')

    const reader = stream.getReader()
    let text = ''
    while (!text.includes('data:')) text += new TextDecoder().decode((await reader.read()).value)
    assert.match(text, /"entity":"kept"/)
    assert.doesNotMatch(text, /lost/)
    await reader.cancel()
    await close()
  })

  it('drops those who have had something in hand for longest when that is too much, and they can resume', async () => {
    const { database, feed, seen, close } = open({ mostHeldBytes: 100_000 })
    await note(database, 'films', 'x'.repeat(60_000))
    const slow = (await feed.subscribe(0)).getReader()
    await slow.read()
    await slow.read()
    await note(database, 'films', 'x'.repeat(60_000))

    const taken = revisions(await feed.subscribe(1), 1)
    while (!seen.some(({ kind }) => kind === 'subscriber-dropped')) await sleep(1)

    // As an error of ours: the log need not say that it could not be sent.
    await assert.rejects(slow.read(), { code: 'unavailable', message: /too slow/ })
    assert.deepEqual(await taken, [2])
    assert.deepEqual(await revisions(await feed.subscribe(0), 2), [1, 2])
    await close()
  })

  it('drops a reader that takes nothing of what it was sent for half a minute, and nobody else', async (t) => {
    const { database, feed, seen, close } = open({ heartbeatMs: 5 })
    const silent = (await feed.subscribe(null)).getReader()
    const takes = await feed.subscribe(null)
    await silent.read()
    const asked = silent.read()
    await note(database)
    await asked
    const taken = revisions(takes, 2)
    const now = performance.now()
    t.mock.method(performance, 'now', () => now + 31_000)
    await note(database)
    while (!seen.some(({ kind }) => kind === 'subscriber-dropped')) await sleep(1)

    await assert.rejects(silent.read(), /too slow/)
    assert.deepEqual(await taken, [1, 2])
    await close()
  })

  it('reads and encodes a change once, however many follow', async (t) => {
    const { database, feed, close } = open()
    const readers = await Promise.all(Array.from({ length: 50 }, () => feed.subscribe(null)))
    const asked = readers.map(async (stream) => {
      const reader = stream.getReader()
      await reader.read()
      return (await reader.read()).value!
    })
    await sleep(0)
    const reads = t.mock.method(database, 'read')
    await note(database)
    const pieces = await Promise.all(asked)

    assert.ok(reads.mock.callCount() <= 2, `${reads.mock.callCount()} reads`)
    assert.equal(new Set(pieces.map(({ buffer }) => buffer)).size, 1)
    await close()
  })

  it('holds one piece for a reader that takes nothing, however much there is', async () => {
    const { database, feed, close } = open()
    const stream = await feed.subscribe(null)
    const reader = stream.getReader()
    await reader.read()
    const asked = reader.read()
    for (let n = 0; n < 20; n++) await note(database, 'films', 'x'.repeat(200_000))

    assert.ok((await asked).value!.length <= 64 * 1024)
    feed.close()
    // Of all that came there was nothing in its hands.
    assert.deepEqual(await reader.read(), { done: true, value: undefined })
    await close()
  })

  it('says nothing in the midst of an event when it is closed', async () => {
    const { database, feed, close } = open()
    const stream = await feed.subscribe(null)
    const reader = stream.getReader()
    await reader.read()
    const asked = reader.read()
    await note(database, 'films', 'x'.repeat(200_000))
    let text = new TextDecoder().decode((await asked).value)
    await close()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      text += new TextDecoder().decode(next.value)
    }

    assert.doesNotMatch(text, /retry/)
  })

  it('waits for a slow reader that is being served from the log', async () => {
    const { database, feed, seen, close } = open({ mostHeldBytes: 100_000 })
    for (let n = 0; n < 300; n++) await note(database, 'films', 'x'.repeat(5000))

    const stream = await feed.subscribe(0)
    await sleep(50)

    assert.deepEqual(await revisions(stream, 300), upTo(300))
    assert.ok(!seen.some(({ kind }) => kind === 'subscriber-dropped'))
    await close()
  })

  it('keeps quiet connections alive', async () => {
    const { feed, close } = open({ heartbeatMs: 5 })
    const reader = (await feed.subscribe(null)).getReader()
    let text = ''
    while (!text.includes(':\n\n:\n\n'))
      text += new TextDecoder().decode((await reader.read()).value)
    await close()
  })

  it('refuses a reader from the future', async () => {
    const { database, feed, close } = open()
    await note(database)

    await assert.rejects(feed.subscribe(2), {
      code: 'changes.unknown_revision',
      details: { head: 1 },
    })
    await close()
  })

  it('takes nobody in any more once it is closing', async () => {
    const { feed, close } = open()
    const late = feed.subscribe(null)
    feed.close()

    await assert.rejects(late, { code: 'unavailable' })
    await close()
  })

  it('forgets readers that leave, and ends the others when it is closed', async () => {
    const { feed, seen, close } = open()
    const left = await feed.subscribe(null)
    const stays = await feed.subscribe(null)
    await left.cancel()
    await close()

    for await (const chunk of stays) assert.ok(chunk.length > 0)
    assert.deepEqual(
      seen.map(({ kind }) => kind),
      ['subscriber-joined', 'subscriber-joined', 'subscriber-left', 'subscriber-left'],
    )
  })
})
