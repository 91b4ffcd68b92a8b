import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { endOn, lastDayOf } from './last-day.ts'

describe('the last day of a task', () => {
  it('is the one before the midnight at which it ends', () => {
    assert.equal(lastDayOf(new Date(2026, 2, 1)).getDate(), 28)
    assert.equal(lastDayOf(new Date(2026, 2, 1, 12)).getDate(), 1)
  })

  it('can be another one, with the same time of day at the end', () => {
    assert.deepEqual(endOn(new Date(2026, 1, 28), new Date(2026, 0, 10)), new Date(2026, 2, 1))
    assert.deepEqual(
      endOn(new Date(2026, 1, 28), new Date(2026, 0, 10, 17, 30)),
      new Date(2026, 1, 28, 17, 30),
    )
  })
})
