import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { keyedMutex } from './keyed-mutex.ts'

describe('the keyed mutex', () => {
  it('lets those of one name in one after the other, and those of another beside them', async () => {
    const take = keyedMutex()
    const log: string[] = []
    const use = (name: string) => async (): Promise<void> => {
      log.push(`${name} begins`)
      await setImmediate()
      log.push(`${name} ends`)
    }

    await Promise.all([take('x', use('x1')), take('x', use('x2')), take('y', use('y'))])

    const ofX = log.filter((line) => line.startsWith('x'))
    assert.deepEqual(ofX, ['x1 begins', 'x1 ends', 'x2 begins', 'x2 ends'])
    assert.ok(log.indexOf('y begins') < log.indexOf('x1 ends'))
  })

  it('is given back by one who fails, and nobody else hears of it', async () => {
    const take = keyedMutex()
    const failed = take('x', () => Promise.reject(new Error('no')))
    const next = take('x', async () => 'free')

    await assert.rejects(failed, /no/)
    assert.equal(await next, 'free')
    assert.equal(await take('x', async () => 'free'), 'free')
  })
})
