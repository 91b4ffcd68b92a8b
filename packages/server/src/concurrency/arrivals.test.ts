import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { arrivals } from './arrivals.ts'

describe('an arrival', () => {
  it('is not waited for where nothing is on its way', async () => {
    const { expect, of } = arrivals()

    assert.equal(of('here', 'a'), null)
    const elsewhere = expect('there', async () => assert.equal(of('here', 'a'), null))
    await elsewhere
    assert.equal(of('there', 'a'), null)
  })

  it('is told to those who wait for its name, while others wait on', async () => {
    const { expect, arrived, of } = arrivals()
    const second = Promise.withResolvers<void>()
    const log: string[] = []
    const later = expect('here', () => second.promise)
    const waiting = ['a', 'a', 'b'].map((name) => of('here', name)?.then(() => log.push(name)))

    await expect('here', async () => arrived('here', 'a'))
    await setImmediate()
    assert.deepEqual(log, ['a', 'a'])
    second.resolve()
    await Promise.all([...waiting, later])

    assert.deepEqual(log, ['a', 'a', 'b'])
  })

  it('that fails ends the waiting as well', async () => {
    const { expect, of } = arrivals()
    const coming = Promise.withResolvers<void>()
    const failed = assert.rejects(expect('here', () => coming.promise))
    const waiting = of('here', 'a')

    coming.reject(new Error('cut off'))

    await Promise.all([failed, waiting])
    assert.equal(of('here', 'a'), null)
  })
})
