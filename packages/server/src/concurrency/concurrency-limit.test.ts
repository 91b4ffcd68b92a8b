import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { concurrencyLimit } from './concurrency-limit.ts'

describe('a limit of two', () => {
  it('never has three under way, and begins them in the order they came', async () => {
    const limit = concurrencyLimit(2)
    const order: number[] = []
    let now = 0
    let most = 0

    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        limit(async () => {
          order.push(n)
          most = Math.max(most, ++now)
          for (let turns = n % 3; turns >= 0; turns--) await setImmediate()
          now--
          return n
        }),
      ),
    )

    assert.equal(most, 2)
    assert.deepEqual(order, [...order.keys()])
    assert.deepEqual(results, order)
  })

  it('is not used up by work that fails', async () => {
    const limit = concurrencyLimit(2)
    for (let n = 0; n < 3; n++) {
      await assert.rejects(
        limit(() => Promise.reject(new Error('no'))),
        /no/,
      )
    }
    assert.equal(await limit(async () => 'free'), 'free')
  })
})
