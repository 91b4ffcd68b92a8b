import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chosenSeed, seededRandom } from '../../../test/fixtures/seeded-random.ts'
import { bufferPool } from './buffer-pool.ts'

describe('the memory of uploads', () => {
  it('is never given out twice, and reaches everybody in turn', async (t) => {
    const seed = chosenSeed()
    t.diagnostic(`seed ${seed}`)
    const random = seededRandom(seed)
    const memory = bufferPool(100)
    let taken = 0
    const order: number[] = []

    await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const bytes = random.between(1, 60)
        const room = await memory.take(bytes)
        assert.equal(room.buffer.byteLength, bytes)
        order.push(n)
        taken += bytes
        assert.ok(taken <= 100)
        for (let turns = random.between(0, 5); turns > 0; turns--) await Promise.resolve()
        taken -= bytes
        room.release()
        room.release()
      }),
    )

    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
    )
  })

  it('gives all of itself to one that wants more', async () => {
    const memory = bufferPool(10)
    const all = await memory.take(1000)
    let isServed = false
    const next = memory.take(1).then((room) => {
      isServed = true
      room.release()
    })
    await Promise.resolve()
    assert.equal(isServed, false)
    all.release()
    await next
  })
})
