import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { readWriteLock } from './read-write-lock.ts'

/** Runs works that note when they begin and end. */
function course(): { log: string[]; work: (name: string) => () => Promise<void> } {
  const log: string[] = []
  return {
    log,
    work: (name) => async () => {
      log.push(`${name} begins`)
      await setImmediate()
      await setImmediate()
      log.push(`${name} ends`)
    },
  }
}

async function fail(): Promise<never> {
  throw new Error('no')
}

describe('the lock', () => {
  it('lets many share', async () => {
    const { log, work } = course()
    const lock = readWriteLock()

    await Promise.all([lock.shared(work('a')), lock.shared(work('b'))])

    assert.deepEqual(log, ['a begins', 'b begins', 'a ends', 'b ends'])
  })

  it('lets one be alone, and everybody in the order they came', async () => {
    const { log, work } = course()
    const lock = readWriteLock()

    await Promise.all([
      lock.shared(work('a')),
      lock.exclusive(work('b')),
      lock.shared(work('c')),
      lock.shared(work('d')),
      lock.exclusive(work('e')),
    ])

    assert.deepEqual(log, [
      'a begins',
      'a ends',
      'b begins',
      'b ends',
      'c begins',
      'd begins',
      'c ends',
      'd ends',
      'e begins',
      'e ends',
    ])
  })

  it('is given back by work that fails, whose error is passed on', async () => {
    const lock = readWriteLock()
    await assert.rejects(lock.exclusive(fail), /no/)
    await assert.rejects(lock.shared(fail), /no/)
    assert.equal(await lock.exclusive(async () => 'free'), 'free')
  })
})
