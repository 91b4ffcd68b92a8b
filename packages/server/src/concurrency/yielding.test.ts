import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { yielding } from './yielding.ts'

describe('long work that yields', () => {
  it('may go on for a few milliseconds, and anew after others had their turn', async () => {
    const began = performance.now()
    const turn = yielding()
    while (!turn.isOver()) assert.ok(performance.now() - began < 5000)
    assert.ok(performance.now() - began > 4)

    let isOthersTurn = false
    setImmediate(() => (isOthersTurn = true))
    const again = performance.now()
    await turn.next()
    assert.equal(isOthersTurn, true)
    while (!turn.isOver()) assert.ok(performance.now() - again < 5000)
    assert.ok(performance.now() - again > 4)
  })
})
