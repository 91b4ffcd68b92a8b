import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { mutex } from './mutex.ts'

describe('the mutex', () => {
  it('lets one in at a time, in the order they came', async () => {
    const take = mutex()
    const log: string[] = []
    const use = (name: string) => async (): Promise<string> => {
      log.push(`${name} begins`)
      await setImmediate()
      log.push(`${name} ends`)
      return name
    }

    assert.deepEqual(await Promise.all([take(use('a')), take(use('b'))]), ['a', 'b'])
    assert.deepEqual(log, ['a begins', 'a ends', 'b begins', 'b ends'])
  })

  it('is given back by one who fails, and nobody else hears of it', async () => {
    const take = mutex()
    const failed = take(() => Promise.reject(new Error('no')))

    assert.equal(await take(async () => 'free'), 'free')
    await assert.rejects(failed, /no/)
  })

  it('tells for how long it has been held', async () => {
    const take = mutex()
    assert.equal(take.heldFor(), 0)

    await take(async () => {
      await setTimeout(20)
      assert.ok(take.heldFor() >= 15, String(take.heldFor()))
    })

    assert.equal(take.heldFor(), 0)
  })
})
