import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Asker } from '../asker.ts'
import { places } from './places.ts'

const rules = { mostWaiting: 10, waitMs: 60_000, busy: 'Too many.' }
const soon = () => new Promise((resolve) => setImmediate(resolve))

function asker(client: string, signal = new AbortController().signal): Asker {
  return { client, signal }
}

describe('places', () => {
  it('are there for so many at a time, and for the others in turn', async () => {
    const room = places({ ...rules, all: 2 })
    const seen: string[] = []
    const leave = [await room.acquire(asker('a')), await room.acquire(asker('b'))]
    const third = room.acquire(asker('c')).then((go) => (seen.push('c'), go))
    const fourth = room.acquire(asker('d')).then((go) => (seen.push('d'), go))
    await soon()
    assert.deepEqual(seen, [])

    leave[0]!()
    // Leaving twice gives one place back.
    leave[0]!()
    ;(await third)()
    ;(await fourth)()
    leave[1]!()
    assert.deepEqual(seen, ['c', 'd'])
    assert.equal(room.isWaitedFor(), false)
  })

  it('are never all taken by one', async () => {
    const room = places({ ...rules, all: 4 })
    const held = await Promise.all([1, 2, 3].map(() => room.acquire(asker('greedy'))))
    let isIn = false
    const more = room.acquire(asker('greedy')).then((go) => ((isIn = true), go))
    await soon()
    assert.equal(isIn, false)
    // Also while the other waits for his next one.
    ;(await room.acquire(asker('modest')))()
    held[0]!()
    ;(await more)()
  })

  it('are no more for one than is said', async () => {
    const room = places({ ...rules, all: 9, each: 2 })
    const first = room.take(asker('a'))
    assert.ok(first)
    assert.ok(room.take(asker('a')))
    assert.equal(room.take(asker('a')), null)
    assert.ok(room.take(asker('b')))
    first()
    assert.ok(room.take(asker('a')))
  })

  it('go first to who has fewest', async () => {
    const room = places({ ...rules, all: 4 })
    const held = await Promise.all([1, 2, 3].map(() => room.acquire(asker('greedy'))))
    const other = await room.acquire(asker('other'))
    const seen: string[] = []
    const greedy = room.acquire(asker('greedy')).then((go) => (seen.push('greedy'), go))
    const modest = room.acquire(asker('modest')).then((go) => (seen.push('modest'), go))
    held[0]!()
    await modest
    held[1]!()
    await greedy
    assert.deepEqual(seen, ['modest', 'greedy'])
    other()
  })

  it('are not waited for by those who left', async () => {
    const room = places({ ...rules, all: 1 })
    const leave = await room.acquire(asker('a'))
    const gone = new AbortController()
    const waiting = assert.rejects(room.acquire(asker('b', gone.signal)), /Nobody waits/)
    gone.abort()
    await waiting
    assert.equal(room.isWaitedFor(), false)
    leave()
    await assert.rejects(room.acquire(asker('b', gone.signal)), /Nobody waits/)
    assert.ok(room.take(asker('c')))
    assert.equal(room.take(asker('d')), null)
  })

  it('are not waited for without end, nor by too many, and those are told when to come again', async () => {
    const room = places({ ...rules, all: 1, mostWaiting: 1, waitMs: 20 })
    await room.acquire(null)
    const refused = { code: 'unavailable', message: 'Too many.', details: { retryAfter: 5 } }
    const waiting = assert.rejects(room.acquire(null), refused)
    await assert.rejects(room.acquire(null), refused)
    await waiting
  })

  it('are there for nobody once they are closed', async () => {
    const room = places({ ...rules, all: 1 })
    await room.acquire(null)
    const waiting = assert.rejects(room.acquire(null), /stopping/)
    room.close()
    await waiting
    await assert.rejects(room.acquire(null), /stopping/)
    assert.equal(room.take(null), null)
  })
})
