import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { semaphore } from './semaphore.ts'

describe('a room', () => {
  it('lets so many in at a time, and the others in turn', async () => {
    const room = semaphore(2, 10)
    const seen: number[] = []
    const leave = [await room.acquire(), await room.acquire()]
    const third = room.acquire().then((go) => (seen.push(3), go))
    const fourth = room.acquire().then((go) => (seen.push(4), go))
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(seen, [])

    leave[0]!()
    // Leaving twice gives one place back.
    leave[0]!()
    ;(await third)()
    ;(await fourth)()
    leave[1]!()
    assert.deepEqual(seen, [3, 4])
    await Promise.all([room.acquire(), room.acquire()])
  })

  it('sends away whom it cannot let wait', async () => {
    const room = semaphore(1, 1)
    const leave = await room.acquire()
    const waiting = room.acquire()
    await assert.rejects(room.acquire(), { code: 'unavailable' })
    leave()
    ;(await waiting)()
  })

  it('sends everybody away who waits when it is closed', async () => {
    const room = semaphore(1, 5)
    await room.acquire()
    const waiting = assert.rejects(room.acquire(), { code: 'unavailable' })
    room.close()
    await waiting
    await assert.rejects(room.acquire(), { code: 'unavailable' })
  })
})
