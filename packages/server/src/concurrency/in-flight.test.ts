import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { inFlight } from './in-flight.ts'

const refusal = (): Error => new Error('too late')

describe('what is in flight', () => {
  it('answers what the operation answers, or its error', async () => {
    const { run } = inFlight(refusal)

    assert.equal(await run(async () => 'later'), 'later')
    assert.equal(await run(() => 'at once'), 'at once')
    await assert.rejects(
      run(async () => Promise.reject(new Error('no'))),
      /no/,
    )
    await assert.rejects(
      run(() => {
        throw new Error('not even begun')
      }),
      /not even begun/,
    )
  })

  it('is waited for by the end, be it that it fails', async () => {
    const flights = inFlight(refusal)
    const landing = Promise.withResolvers<void>()
    const crashing = Promise.withResolvers<void>()
    const log: string[] = []
    const flown = flights.run(() => landing.promise).then(() => log.push('landed'))
    const crashed = assert
      .rejects(flights.run(() => crashing.promise))
      .then(() => log.push('crash'))

    const ended = flights.end().then(() => log.push('ended'))
    await setImmediate()
    assert.equal(log.length, 0)
    crashing.reject(new Error('no'))
    await setImmediate()
    assert.equal(log.join(), 'crash')
    landing.resolve()
    await Promise.all([flown, crashed, ended])

    assert.equal(log.length, 3)
    assert.ok(log.includes('ended'))
  })

  it('is refused after the end, and not begun', async () => {
    const flights = inFlight(refusal)
    await flights.end()
    let isBegun = false

    await assert.rejects(
      flights.run(() => (isBegun = true)),
      /too late/,
    )
    assert.equal(isBegun, false)
    await flights.end()
  })
})
