import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { semaphore } from './semaphore.ts'

describe('the semaphore', () => {
  it('lets so many in at a time, and the others in turn', async () => {
    const room = semaphore(2)
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

  it('lets nobody who needs little go before one who needs much', async () => {
    const room = semaphore(3)
    const seen: string[] = []
    const leave = await room.acquire(2)
    const much = room.acquire(3).then((go) => (seen.push('much'), go))
    const little = room.acquire(1).then((go) => (seen.push('little'), go))
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(seen, [])

    leave()
    ;(await much)()
    ;(await little)()
    assert.deepEqual(seen, ['much', 'little'])
  })

  it('gives all to one who needs more than there is', async () => {
    const room = semaphore(3)
    const leave = await room.acquire(100)
    let isIn = false
    const next = room.acquire().then((go) => ((isIn = true), go))
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(isIn, false)

    leave()
    ;(await next)()
    ;(await room.acquire(3))()
  })
})
