import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { workQueue } from './work-queue.ts'

describe('a queue of work', () => {
  it('does one after the other, and goes on after one that fails', async () => {
    const failures: string[] = []
    const queue = workQueue((error) => failures.push(String(error)))
    const log: string[] = []
    const work = (name: string) => async (): Promise<void> => {
      log.push(`${name} begins`)
      await setImmediate()
      log.push(`${name} ends`)
    }

    queue.add(work('a'))
    queue.add(() => Promise.reject(new Error('no')))
    queue.add(work('b'))
    assert.deepEqual(log, [])
    await queue.idle()

    assert.deepEqual(log, ['a begins', 'a ends', 'b begins', 'b ends'])
    assert.deepEqual(failures, ['Error: no'])
  })

  it('is idle only when what was added meanwhile is done, too', async () => {
    const queue = workQueue(() => {})
    const log: number[] = []
    const countTo = (end: number, n = 1): void =>
      queue.add(async () => {
        await setImmediate()
        log.push(n)
        if (n < end) countTo(end, n + 1)
      })

    countTo(4)
    await queue.idle()

    assert.deepEqual(log, [1, 2, 3, 4])
  })
})
