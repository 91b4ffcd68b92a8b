import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { yielding } from './yielding.ts'

describe('long work that yields', () => {
  it('may go on for a few milliseconds, and anew after others had their turn', async () => {
    const turn = yielding()
    const began = performance.now()
    while (!turn.isOver()) assert.ok(performance.now() - began < 5000)
    assert.ok(performance.now() - began > 4)

    let isOthersTurn = false
    setImmediate(() => (isOthersTurn = true))
    await turn.next()
    assert.equal(isOthersTurn, true)

    const again = performance.now()
    while (!turn.isOver()) assert.ok(performance.now() - again < 5000)
    assert.ok(performance.now() - again > 4)
  })
})
